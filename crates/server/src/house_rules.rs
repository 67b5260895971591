//! Enforces the house rules: forbidden words, mutes, blocks, and who can register.

use bosworth_protocol::CommandAnswer;
use bosworth_table::{AccountId, Command, GameId, IdempotencyKey, Offer, Refusal, Seated};
use tracing::Instrument;

use crate::admin::operator_settings::OperatorSettings;
use crate::app::App;
use crate::store::StoreError;
use crate::tables::TableError;
use crate::trace;

impl App {
    /// Carries out a player's command, unless a house rule or a block by the opponent forbids it.
    /// Must not be cancelled half-way: spawn it.
    pub(crate) async fn command(
        &self,
        game: GameId,
        account: AccountId,
        key: IdempotencyKey,
        command: &Command,
        lag: i64,
    ) -> Result<CommandAnswer, TableError> {
        let carried_out = async {
            if let Some(refusal) = self.violation(game, account, command).await? {
                return Ok(CommandAnswer::Refused(refusal));
            }
            self.tables.command(game, account, key, command, lag).await
        };
        carried_out.instrument(trace::command(command)).await
    }

    async fn violation(
        &self,
        game: GameId,
        account: AccountId,
        command: &Command,
    ) -> Result<Option<Refusal>, TableError> {
        match command {
            Command::Chat { text } => {
                if self.operator_settings.current().forbidden_words.is_in_text(text) {
                    return Ok(Some(Refusal::BadText));
                }
                let speaker = self.store.account(account).await?;
                if speaker.is_none_or(|speaker| speaker.muted.is_some()) {
                    return Ok(Some(Refusal::Quiet));
                }
            }
            Command::Offer(Offer::Rematch) => {}
            _ => return Ok(None),
        }
        let blocked = self.is_blocked_at(game, account).await?;
        Ok(blocked.then_some(Refusal::Quiet))
    }

    /// Whether the opponent in a game has blocked an account.
    async fn is_blocked_at(&self, game: GameId, account: AccountId) -> Result<bool, TableError> {
        let room = self.tables.room(game).await?;
        let Some(side) = room.setup.side_of(account) else { return Ok(false) };
        match room.setup.seats()[!side] {
            Seated::Account(opponent) => Ok(self.store.has_blocked(opponent, account).await?),
            Seated::Computer(_) => Ok(false),
        }
    }

    /// Whether a name contains a forbidden word.
    pub(crate) fn forbids_name(&self, name: &str) -> bool {
        self.operator_settings.current().forbidden_words.is_in_name(name)
    }

    /// Uses an invitation if registration requires one. Returns its hash, so that it can be
    /// returned. Reads who can register from the database, so that a change takes effect as soon as
    /// it is made.
    pub(crate) async fn redeem_invitation(
        &self,
        invitation: Option<&str>,
    ) -> Result<Result<Option<String>, RegistrationRefusal>, StoreError> {
        use bosworth_protocol::Registration::{Closed, Invitation, Open};
        let registration = OperatorSettings::read(&self.store).await?.registration;
        match (registration, invitation) {
            (Open, _) => Ok(Ok(None)),
            (Closed, _) => Ok(Err(RegistrationRefusal::Closed)),
            (Invitation, None) => Ok(Err(RegistrationRefusal::NoInvitation)),
            (Invitation, Some(code)) => {
                let hash = crate::auth::secret::hash(code.trim());
                let good = self.store.use_invitation(&hash, self.now()).await?;
                Ok(if good { Ok(Some(hash)) } else { Err(RegistrationRefusal::NoInvitation) })
            }
        }
    }
}

/// Why an account cannot be opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RegistrationRefusal {
    /// Registration is closed.
    Closed,
    /// Registration requires a valid invitation.
    NoInvitation,
}
