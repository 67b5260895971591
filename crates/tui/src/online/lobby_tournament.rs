use std::time::{SystemTime, UNIX_EPOCH};

use bosworth_client::protocol::tournament::{
    DealSharing, EntryStatus, PlayerId, TournamentCommandRequest, TournamentFormat, TournamentId,
    TournamentList, TournamentStage, TournamentSummary, TournamentView,
};
use bosworth_client::protocol::{AccountId, Person};
use bosworth_client::{Client, ClientError};
use bosworth_texts::Texts;

use super::network::Destination;
use super::sanitise::sanitise;
use super::table_description::{clock_name, rules_name};

/// A tournament in the lobby.
#[derive(Clone, PartialEq, Debug)]
pub struct LobbyTournament {
    /// The server's summary.
    pub summary: TournamentSummary,
    /// The time until its start when the summary was received, in milliseconds.
    pub left: i64,
    /// Who proposes a team to the player, if this row is about that.
    pub captain: Option<Person>,
}

impl LobbyTournament {
    /// The destination when it is chosen: the player's game, joining or leaving.
    pub(super) fn destination(&self) -> Destination {
        let event = self.summary.id;
        if let Some(captain) = self.captain() {
            return Destination::Event(event, TournamentCommandRequest::Accept { captain });
        }
        match (self.summary.game, self.summary.joined) {
            (Some(game), _) => Destination::Game(game),
            (None, false) => Destination::Event(
                event,
                TournamentCommandRequest::Join { invitation: None, mate: None },
            ),
            (None, true) => Destination::Event(event, TournamentCommandRequest::Leave),
        }
    }

    /// The destination when it is declined, if it is a proposal.
    pub(super) fn declined(&self) -> Option<Destination> {
        let decline = TournamentCommandRequest::Decline { captain: self.captain()? };
        Some(Destination::Event(self.summary.id, decline))
    }

    fn captain(&self) -> Option<PlayerId> {
        self.captain.as_ref().map(|captain| PlayerId(captain.id.0))
    }

    /// Whether choosing it needs confirmation: withdrawing from a running tournament forfeits the
    /// remaining games.
    pub(super) fn is_serious(&self) -> bool {
        let TournamentSummary { game, joined, stage, .. } = self.summary;
        game.is_none() && joined && stage != TournamentStage::Coming
    }

    /// Describes it in one line. `asked`: whether the player is being asked for confirmation.
    pub(super) fn line(&self, texts: &Texts, asked: bool) -> String {
        let summary = &self.summary;
        let state = match (summary.joined, summary.stage, summary.entry) {
            _ if summary.game.is_some() => "online-event-game",
            (false, _, EntryStatus::Refused(_)) => "online-event-closed",
            (false, ..) => "online-event-join",
            (true, _, _) if asked => "online-event-sure",
            (true, _, EntryStatus::Waiting { .. }) => "online-event-waiting",
            (true, _, EntryStatus::Eliminated) => "online-event-out",
            (true, TournamentStage::Coming, _) => "online-event-withdraw",
            (true, ..) => "online-event-joined",
        };
        let state = match &self.captain {
            Some(captain) => {
                texts.format("online-event-team", &[("name", sanitise(&captain.name).into())])
            }
            None => texts.get(state),
        };
        let values = [
            ("title", sanitise(&summary.title).into()),
            ("kind", texts.get(kind_name(summary.format)).into()),
            ("clock", clock_name(texts, &summary.clock).into()),
            ("rules", rules_name(texts, &summary.ruleset).into()),
            ("when", self.when(texts).into()),
            ("state", state.into()),
        ];
        texts.format("online-event", &values)
    }

    fn when(&self, texts: &Texts) -> String {
        const MINUTE: i64 = 60_000;
        let count = |id: &str, unit: i64| texts.count(id, (self.left / unit).max(1) as u32);
        match self.summary.stage {
            TournamentStage::Coming if self.left >= 2880 * MINUTE => {
                count("online-event-days", 1440 * MINUTE)
            }
            TournamentStage::Coming if self.left >= 120 * MINUTE => {
                count("online-event-hours", 60 * MINUTE)
            }
            TournamentStage::Coming => count("online-event-minutes", MINUTE),
            TournamentStage::Running | TournamentStage::Over => texts.get("online-event-running"),
        }
    }
}

fn kind_name(kind: TournamentFormat) -> &'static str {
    match kind {
        TournamentFormat::RoundRobin { .. } => "online-event-roundrobin",
        TournamentFormat::League { .. } => "online-event-league",
        TournamentFormat::Swiss { .. } => "online-event-swiss",
        TournamentFormat::Knockout => "online-event-knockout",
        TournamentFormat::Arena { .. } => "online-event-arena",
        TournamentFormat::Field { .. } => "online-event-field",
    }
}

/// The upcoming and running tournaments, with a row for each team that is proposed to the player;
/// none if the server has no tournaments.
pub(super) async fn list(client: &Client, account: AccountId) -> Vec<LobbyTournament> {
    let list = client.get::<TournamentList>("/api/events").await.unwrap_or_default();
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now = i64::try_from(since.as_millis()).unwrap_or(i64::MAX);
    let mut listed = Vec::new();
    for summary in list.open {
        let (left, is_open) = (summary.starts - now, !summary.joined && summary.game.is_none());
        let captains = if summary.deal == DealSharing::Teams && is_open {
            captains(client, summary.id, account).await
        } else {
            Vec::new()
        };
        let row = |captain| LobbyTournament { summary: summary.clone(), left, captain };
        if captains.is_empty() {
            listed.push(row(None));
        }
        listed.extend(captains.into_iter().map(Some).map(row));
    }
    listed
}

/// The people who propose a team to the player.
async fn captains(client: &Client, event: TournamentId, account: AccountId) -> Vec<Person> {
    // A tournament that cannot be read is listed without proposals.
    let Ok(view) = client.get::<TournamentView>(&format!("/api/events/{event}")).await else {
        return Vec::new();
    };
    let to_player = view.proposals.into_iter().filter(|proposal| proposal.mate.id == account);
    to_player.map(|proposal| proposal.captain).collect()
}

/// Sends a command to a tournament, and returns to the lobby.
pub(super) async fn ask(
    client: &Client,
    event: TournamentId,
    command: &TournamentCommandRequest,
) -> Result<Option<Destination>, ClientError> {
    client.post::<TournamentView>(&format!("/api/events/{event}/command"), command).await?;
    Ok(Some(Destination::Lobby))
}
