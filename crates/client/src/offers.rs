use bosworth_protocol::{AccountId, LobbyActivity, PlayerView, Seek};

/// The subscription to the lobby.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offers {
    pub(crate) wanted: bool,
    pub(crate) seeks: Option<Vec<Seek>>,
    pub(crate) lobby_activity: Option<LobbyActivity>,
}

/// Whether an offer was made by an account.
pub fn is_by(seek: &Seek, account: AccountId) -> bool {
    matches!(&seek.by, PlayerView::Account { person, .. } if person.id == account)
}
