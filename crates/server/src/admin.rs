//! Actions of the host and of moderators, from the command line or over HTTP.
//!
//! An action changes the database and adds a line to the audit log in one transaction, so it needs
//! no running server. Running nodes follow that log (`audit_log_follower`): they log people out,
//! show announcements, and execute orders that only a node can, such as ending a game.

mod audit_log_follower;
mod authority;
mod chat;
pub mod forbidden_words;
mod game_export;
mod new_person;
pub mod operator_settings;

use std::fmt;

use bosworth_protocol::limits::{
    INVITATION_DAYS, INVITATION_USES, MAX_ANNOUNCEMENT_CHARS, MAX_REASON_CHARS,
};
use bosworth_protocol::{AccountKind, AccountRole, AdminAction, AdminAnswer, AdminSettings, Scope};
use bosworth_table::{AccountId, GameId};

pub use self::authority::Authority;
pub use self::chat::chat;
use self::forbidden_words::ForbiddenWords;
pub use self::game_export::finished_games;
use crate::auth::account_name::{self, InvalidName, Name};
use crate::auth::password::{InvalidPassword, Password};
use crate::auth::password_hashers::{HashersBusy, PasswordHashers};
use crate::auth::{api_token, secret};
use crate::limits::MAX_FORBIDDEN_WORDS;
use crate::store::{Account, AdminChange, NewAccount, NewAuditLine, Store, StoreError, Token};

/// A day, in milliseconds.
const DAY_MS: i64 = 86_400_000;

/// Why an action was refused. Nothing has changed.
#[derive(Debug)]
pub enum AdminError {
    /// The actor is not allowed to do this; the message says why.
    Forbidden(&'static str),
    /// There is no account with this name.
    UnknownAccount(String),
    /// Something was not found or has reached its limit; the message says what.
    NotFound(&'static str),
    /// The action does not apply to this account or game; the message says why.
    NotApplicable(&'static str),
    /// The new name is invalid.
    Name(InvalidName),
    /// The new password is invalid.
    Password(InvalidPassword),
    /// A text or number is out of bounds; the message says which are valid.
    OutOfBounds(&'static str),
    /// The password hashing queue is full.
    Busy,
    /// The database failed.
    Store(StoreError),
}

impl fmt::Display for AdminError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownAccount(name) => write!(f, "there is nobody called {name}"),
            Self::NotFound(why)
            | Self::Forbidden(why)
            | Self::NotApplicable(why)
            | Self::OutOfBounds(why) => f.write_str(why),
            Self::Name(why) => why.fmt(f),
            Self::Password(why) => why.fmt(f),
            Self::Busy => f.write_str("the server is busy checking passwords; try again"),
            Self::Store(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for AdminError {}

impl From<StoreError> for AdminError {
    fn from(why: StoreError) -> Self {
        Self::Store(why)
    }
}

/// Carries out actions directly on the database.
#[derive(Debug)]
pub struct Administrator<'a> {
    /// The database.
    pub store: &'a Store,
    /// The name of the actor, for the audit log.
    pub actor: String,
    /// What the actor may do.
    pub authority: Authority,
    /// The current time, in milliseconds since 1970.
    pub now: i64,
    /// The pool that hashes passwords.
    pub password_hashers: &'a PasswordHashers,
}

/// The bounds of a text, and the message if it does not keep them.
type TextBounds = (usize, &'static str);

const REASON_BOUNDS: TextBounds =
    (MAX_REASON_CHARS, "a reason is one line of at most 300 characters");
const ANNOUNCEMENT_BOUNDS: TextBounds =
    (MAX_ANNOUNCEMENT_CHARS, "an announcement is one line of at most 300 characters");

fn one_line(text: &str, (max, message): TextBounds) -> Result<String, AdminError> {
    if text.chars().count() > max || text.chars().any(char::is_control) {
        return Err(AdminError::OutOfBounds(message));
    }
    Ok(text.into())
}

/// A change, its line in the audit log, and the answer, which may contain a secret.
struct PlannedChange {
    change: AdminChange,
    account: Option<AccountId>,
    game: Option<GameId>,
    detail: String,
    answer: AdminAnswer,
    /// The error message if there was nothing to change.
    missing: &'static str,
}

impl PlannedChange {
    fn new(change: AdminChange, detail: impl Into<String>, missing: &'static str) -> Self {
        let detail = detail.into();
        Self { change, account: None, game: None, detail, answer: AdminAnswer::default(), missing }
    }

    fn of(account: &Account, change: AdminChange, detail: impl Into<String>) -> Self {
        Self { account: Some(account.id), ..Self::new(change, detail, "account not found") }
    }

    fn at(game: GameId, detail: impl Into<String>) -> Self {
        Self { game: Some(game), ..Self::new(AdminChange::Order, detail, "game not found") }
    }
}

/// The settings as only the host sees them.
pub async fn settings(store: &Store, now: i64) -> Result<AdminSettings, StoreError> {
    let current = operator_settings::OperatorSettings::read(store).await?;
    Ok(AdminSettings {
        registration: current.registration,
        words: current.forbidden_words.list().into_iter().map(str::to_owned).collect(),
        announcement: current.announcement,
        invitations: store.invitations(now).await?,
    })
}

/// The name of an action in the audit log.
pub fn action_name(action: &AdminAction) -> &'static str {
    match action {
        AdminAction::Disable(_) => "disable",
        AdminAction::Enable(_) => "enable",
        AdminAction::Mute(_) => "mute",
        AdminAction::Unmute(_) => "unmute",
        AdminAction::Logout(_) => "logout",
        AdminAction::Role { .. } => "role",
        AdminAction::Rename { .. } => "rename",
        AdminAction::Password { .. } => "password",
        AdminAction::Delete(_) => "delete",
        AdminAction::Token { .. } => "token",
        AdminAction::Revoke { .. } => "revoke",
        AdminAction::Person { .. } => "person",
        AdminAction::Bot { .. } => "bot",
        AdminAction::End { .. } => "end",
        AdminAction::Void { .. } => "void",
        AdminAction::Erase { .. } => "erase",
        AdminAction::Cancel { .. } => "cancel",
        AdminAction::Announce { .. } => "announce",
        AdminAction::Registration(_) => "registration",
        AdminAction::Invite { .. } => "invite",
        AdminAction::Uninvite { .. } => "uninvite",
        AdminAction::Words { .. } => "words",
        AdminAction::Resolve { .. } => "resolve",
    }
}

impl Administrator<'_> {
    /// Performs an action and records it in the audit log.
    pub async fn perform(&self, action: &AdminAction) -> Result<AdminAnswer, AdminError> {
        self.check(action)?;
        let reason = action.reason().map(str::trim).filter(|reason| !reason.is_empty());
        let reason = reason.map(|reason| one_line(reason, REASON_BOUNDS)).transpose()?;
        let PlannedChange { change, account, game, detail, mut answer, missing } =
            self.plan(action).await?;
        answer.pending = matches!(change, AdminChange::Order);
        let line = NewAuditLine {
            at: self.now,
            actor: self.actor.clone(),
            action: action_name(action),
            account,
            game,
            detail,
            reason,
        };
        let done = self.store.administer(change, line).await?;
        answer.audit = done.ok_or(AdminError::NotFound(missing))?;
        Ok(answer)
    }

    async fn plan(&self, action: &AdminAction) -> Result<PlannedChange, AdminError> {
        match action {
            AdminAction::Disable(about)
            | AdminAction::Enable(about)
            | AdminAction::Mute(about)
            | AdminAction::Unmute(about)
            | AdminAction::Logout(about)
            | AdminAction::Delete(about) => {
                let account = self.account(&about.name).await?;
                let change = match action {
                    AdminAction::Disable(_) => AdminChange::Disable(account.id, Some(self.now)),
                    AdminAction::Enable(_) => AdminChange::Disable(account.id, None),
                    AdminAction::Mute(_) => AdminChange::Mute(account.id, Some(self.now)),
                    AdminAction::Unmute(_) => AdminChange::Mute(account.id, None),
                    AdminAction::Logout(_) => AdminChange::Logout(account.id),
                    _ => AdminChange::Order,
                };
                Ok(PlannedChange::of(&account, change, &account.name))
            }
            AdminAction::Role { name, role, .. } => self.role(name, *role).await,
            AdminAction::Rename { name, to, .. } => {
                let account = self.account(name).await?;
                let new: Name = to.parse().map_err(AdminError::Name)?;
                let detail = format!("{} → {}", account.name, new.as_str());
                let change = AdminChange::Rename(account.id, new.as_str().into(), new.key());
                Ok(PlannedChange::of(&account, change, detail))
            }
            AdminAction::Password { name, password } => {
                self.password(name, password.as_deref()).await
            }
            AdminAction::Token { name, label, scopes } => self.token(name, label, scopes).await,
            AdminAction::Revoke { name, token } => {
                let account = self.account(name).await?;
                let change = AdminChange::Revoke(account.id, token.clone());
                let detail = format!("{token} of {}", account.name);
                Ok(PlannedChange {
                    missing: "token not found",
                    ..PlannedChange::of(&account, change, detail)
                })
            }
            AdminAction::Person { name, mail, language } => {
                self.person(name, mail.as_deref(), language.as_deref()).await
            }
            AdminAction::Bot { owner, name } => self.bot(owner, name).await,
            AdminAction::End { game, winner, .. } => {
                self.require_open_game(*game).await?;
                let winner = winner.map_or_else(|| "draw".into(), |side| side.to_string());
                Ok(PlannedChange::at(*game, winner.to_lowercase()))
            }
            AdminAction::Void { game, .. } => {
                self.require_open_game(*game).await?;
                Ok(PlannedChange::at(*game, ""))
            }
            AdminAction::Cancel { event, .. } => {
                match self.store.is_tournament_over(*event).await? {
                    None => return Err(AdminError::NotFound("tournament not found")),
                    Some(true) => {
                        return Err(AdminError::NotApplicable("the tournament is already over"));
                    }
                    Some(false) => {}
                }
                if let Some(organiser) = self.store.tournament_organiser(*event).await? {
                    self.check_rank_of(organiser).await?;
                }
                let change = AdminChange::Order;
                Ok(PlannedChange::new(change, event.as_str(), "tournament not found"))
            }
            AdminAction::Erase { chat, line, .. } => self.erase(*chat, *line).await,
            AdminAction::Announce { text, .. } => {
                let text = one_line(text.trim(), ANNOUNCEMENT_BOUNDS)?;
                let change =
                    AdminChange::Setting(operator_settings::ANNOUNCEMENT_KEY, text.clone());
                Ok(PlannedChange::new(change, text, "setting not found"))
            }
            AdminAction::Registration(mode) => {
                let mode = operator_settings::registration_name(*mode);
                let change = AdminChange::Setting(operator_settings::REGISTRATION_KEY, mode.into());
                Ok(PlannedChange::new(change, mode, "setting not found"))
            }
            AdminAction::Invite { uses, days } => self.invite(*uses, *days),
            AdminAction::Uninvite { invitation } => {
                let change = AdminChange::Uninvite(invitation.clone());
                Ok(PlannedChange::new(change, invitation, "invitation not found"))
            }
            AdminAction::Words { add, remove } => self.words(add, remove).await,
            AdminAction::Resolve { report, .. } => {
                let missing = "report not found, or already resolved";
                let account = self.store.reported_account(report).await?;
                let account = account.ok_or(AdminError::NotFound(missing))?;
                let detail = format!("{} ({report})", self.check_rank_of(account).await?);
                let change = AdminChange::Resolve(report.clone(), self.now);
                Ok(PlannedChange {
                    account: Some(account),
                    ..PlannedChange::new(change, detail, missing)
                })
            }
        }
    }

    /// The account of a name, unless it was deleted or has too high a rank.
    async fn account(&self, name: &str) -> Result<Account, AdminError> {
        let found = self.store.account_by_name(&account_name::key(name)).await?;
        let found = found.filter(|account| account_name::is_same(&account.name, name));
        let found = found.filter(|account| account.closed.is_none());
        let unknown = || AdminError::UnknownAccount(name.chars().take(40).collect());
        let account = found.ok_or_else(unknown)?;
        self.check_rank(&account).await?;
        Ok(account)
    }

    async fn role(
        &self,
        name: &str,
        role: Option<AccountRole>,
    ) -> Result<PlannedChange, AdminError> {
        let account = self.account(name).await?;
        if account.kind != AccountKind::Person {
            return Err(AdminError::NotApplicable("only people with an account have roles"));
        }
        let named = match role {
            Some(AccountRole::Moderator) => "moderator",
            Some(AccountRole::Admin) => "admin",
            None => "none",
        };
        let detail = format!("{}: {named}", account.name);
        Ok(PlannedChange::of(&account, AdminChange::Role(account.id, role), detail))
    }

    async fn password(&self, name: &str, given: Option<&str>) -> Result<PlannedChange, AdminError> {
        let account = self.account(name).await?;
        if account.kind != AccountKind::Person {
            return Err(AdminError::NotApplicable("only accounts of people have passwords"));
        }
        let drawn = given.is_none().then(secret::phrase);
        let text = given.map(str::to_owned).or_else(|| drawn.clone()).unwrap_or_default();
        let chosen = Password::choose(text, &account.name).map_err(AdminError::Password)?;
        let hash =
            self.password_hashers.hash(chosen).await.map_err(|HashersBusy| AdminError::Busy)?;
        let mut planned =
            PlannedChange::of(&account, AdminChange::Password(account.id, hash), &account.name);
        planned.answer.password = drawn;
        Ok(planned)
    }

    async fn token(
        &self,
        name: &str,
        label: &str,
        scopes: &[Scope],
    ) -> Result<PlannedChange, AdminError> {
        let account = self.account(name).await?;
        let label = label.trim();
        let plain = !label.chars().any(char::is_control);
        if label.is_empty() || label.chars().count() > 60 || !plain || scopes.is_empty() {
            return Err(AdminError::OutOfBounds(
                "a token needs a name of 1 to 60 characters and at least one scope",
            ));
        }
        let (token, view) = api_token::generate(account.id, label, scopes, self.now);
        let detail = format!("{} of {}: {}", token.id, account.name, token.scopes);
        let change = AdminChange::Token(token);
        let mut planned = PlannedChange {
            missing: "account not found, or it already has 20 tokens",
            ..PlannedChange::of(&account, change, detail)
        };
        planned.answer.token = Some(view);
        Ok(planned)
    }

    async fn bot(&self, owner: &str, name: &str) -> Result<PlannedChange, AdminError> {
        let owner = self.account(owner).await?;
        if owner.kind != AccountKind::Person {
            return Err(AdminError::NotApplicable("the owner of a bot must be a person"));
        }
        let name: Name = name.parse().map_err(AdminError::Name)?;
        let bot = NewAccount {
            id: AccountId::from_random(secret::number()),
            name: name.as_str().into(),
            name_key: name.key(),
            kind: AccountKind::Bot,
            created: self.now,
            language: None,
            owner: Some(owner.id),
            password: None,
        };
        let scopes = [Scope::Play, Scope::Read];
        let (token, view): (Token, _) = api_token::generate(bot.id, "bot", &scopes, self.now);
        let (id, detail) = (bot.id, format!("{} of {}", bot.name, owner.name));
        let change = AdminChange::Bot(bot, token);
        let mut planned = PlannedChange {
            account: Some(id),
            ..PlannedChange::new(change, detail, "account not found")
        };
        planned.answer.token = Some(view);
        Ok(planned)
    }

    async fn require_open_game(&self, game: GameId) -> Result<(), AdminError> {
        let row = self.store.game(game).await?.ok_or(AdminError::NotFound("game not found"))?;
        match row.ending {
            Some(_) => Err(AdminError::NotApplicable("the game is already over")),
            None => self.check_ranks_at(&row).await,
        }
    }

    fn invite(&self, uses: u32, days: u32) -> Result<PlannedChange, AdminError> {
        if !INVITATION_USES.contains(&uses) || !INVITATION_DAYS.contains(&days) {
            return Err(AdminError::OutOfBounds(
                "an invitation is valid for 1 to 1000 accounts and 1 to 365 days",
            ));
        }
        let (id, code) = (secret::label(), secret::phrase());
        let detail = format!("{id}: {uses} accounts, {days} days");
        let expires = self.now + i64::from(days) * DAY_MS;
        let hash = secret::hash(&code);
        let change = AdminChange::Invite(id, hash, self.now, expires, uses.into());
        let mut planned =
            PlannedChange::new(change, detail, "the limit of 1000 invitations is reached");
        planned.answer.invitation = Some(code);
        Ok(planned)
    }

    async fn words(&self, add: &[String], remove: &[String]) -> Result<PlannedChange, AdminError> {
        let settings = self.store.settings().await?;
        let mut words = ForbiddenWords::parse(operator_settings::value(
            &settings,
            operator_settings::FORBIDDEN_WORDS_KEY,
        ));
        if !words.change(add, remove) {
            return Err(AdminError::OutOfBounds(
                "a word has 2 to 40 letters or digits, and the list at most 1000 words",
            ));
        }
        debug_assert!(words.list().len() <= MAX_FORBIDDEN_WORDS);
        // The words themselves stay out of the audit log, because others may read it.
        let detail = format!("{} added, {} removed", add.len(), remove.len());
        Ok(PlannedChange::new(
            AdminChange::Setting(operator_settings::FORBIDDEN_WORDS_KEY, words.text()),
            detail,
            "setting not found",
        ))
    }
}
