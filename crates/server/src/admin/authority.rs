//! Who may do what, and to whom.

use bosworth_protocol::{AccountRole, AdminAction};
use bosworth_table::{AccountId, Seated};

use super::{AdminError, Administrator};
use crate::store::{Account, GameRow};

/// On whose authority something is done.
///
/// The host does everything. A moderator handles reports, people, games, tournaments, and the
/// announcement; an admin also appoints moderators. Each acts only on accounts of a lower rank, so
/// nobody acts on themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Authority {
    /// The command line, or a token of the scope `admin`.
    Host,
    /// A person with a role.
    Role(AccountRole),
}

impl Authority {
    /// The lowest role that this authority cannot act on; `None` if it can act on everybody.
    pub fn limit(self) -> Option<AccountRole> {
        match self {
            Self::Host => None,
            Self::Role(role) => Some(role),
        }
    }

    fn outranks(self, role: Option<AccountRole>) -> bool {
        self.limit().is_none_or(|limit| role < Some(limit))
    }

    /// Whether this authority can do such things at all.
    fn covers(self, action: &AdminAction) -> bool {
        match (self, action) {
            (Self::Host, _) => true,
            (Self::Role(role), AdminAction::Role { role: given, .. }) => {
                role == AccountRole::Admin && *given < Some(AccountRole::Admin)
            }
            (Self::Role(_), action) => action.reason().is_some(),
        }
    }

    /// Whether it has to say why. The host need not, and announcements and closed reports affect
    /// nobody.
    fn needs_reason(self, action: &AdminAction) -> bool {
        self != Self::Host
            && !matches!(action, AdminAction::Announce { .. } | AdminAction::Resolve { .. })
    }
}

impl Administrator<'_> {
    /// Refuses actions that need more authority or a reason.
    pub(super) fn check(&self, action: &AdminAction) -> Result<(), AdminError> {
        if !self.authority.covers(action) {
            return Err(AdminError::Forbidden("your role does not allow this"));
        }
        let reason = action.reason().unwrap_or_default();
        if reason.trim().is_empty() && self.authority.needs_reason(action) {
            return Err(AdminError::OutOfBounds("give a reason, for the audit log"));
        }
        Ok(())
    }

    /// Refuses to act on an account of the same or a higher rank. A bot has the rank of its owner.
    pub(super) async fn check_rank(&self, account: &Account) -> Result<(), AdminError> {
        let owner = match account.owner {
            Some(owner) if self.authority != Authority::Host => self.store.account(owner).await?,
            _ => None,
        };
        let role = account.role.max(owner.and_then(|owner| owner.role));
        if self.authority.outranks(role) {
            return Ok(());
        }
        Err(AdminError::Forbidden(
            "you cannot act on yourself, or on somebody with your role or a higher one",
        ))
    }

    /// The same for an account by its id. Returns its name.
    pub(super) async fn check_rank_of(&self, account: AccountId) -> Result<String, AdminError> {
        let account = self.store.account(account).await?;
        let Some(account) = account else { return Ok("?".into()) };
        self.check_rank(&account).await?;
        Ok(account.name)
    }

    /// The same for the players of a game.
    pub(super) async fn check_ranks_at(&self, game: &GameRow) -> Result<(), AdminError> {
        for seat in [game.seats.red, game.seats.white] {
            if let Seated::Account(player) = seat {
                self.check_rank_of(player).await?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use bosworth_protocol::AccountRole::{Admin, Moderator};
    use bosworth_protocol::{NameAndReason, Registration};

    use super::*;

    #[test]
    fn everybody_acts_only_on_lower_ranks() {
        for (authority, below) in [
            (Authority::Role(Moderator), vec![None]),
            (Authority::Role(Admin), vec![None, Some(Moderator)]),
            (Authority::Host, vec![None, Some(Moderator), Some(Admin)]),
        ] {
            for role in [None, Some(Moderator), Some(Admin)] {
                assert_eq!(
                    authority.outranks(role),
                    below.contains(&role),
                    "{authority:?} {role:?}"
                );
            }
        }
    }

    #[test]
    fn roles_do_not_cover_secrets_and_settings() {
        let about = NameAndReason { name: "Anne".into(), reason: String::new() };
        let give = |role| AdminAction::Role { name: "Anne".into(), role, reason: String::new() };
        for (action, moderator, admin) in [
            (AdminAction::Delete(about), true, true),
            (give(None), false, true),
            (give(Some(Moderator)), false, true),
            (give(Some(Admin)), false, false),
            (AdminAction::Password { name: "Anne".into(), password: None }, false, false),
            (AdminAction::Registration(Registration::Closed), false, false),
        ] {
            assert_eq!(Authority::Role(Moderator).covers(&action), moderator, "{action:?}");
            assert_eq!(Authority::Role(Admin).covers(&action), admin, "{action:?}");
            assert!(Authority::Host.covers(&action), "{action:?}");
        }
    }
}
