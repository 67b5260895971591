//! Tournament bodies.

use bosworth_protocol::tournament::{
    BoardGame, BoardView, Bracket, DealSharing, Departure, Eligibility, EligibilityRequest,
    EntrantView, EntryStatus, GameSlot, Invitation, PlayerId, Points, ProposalView, RoundView,
    Series, SlotResult, Standings, StandingsRow, TieBreak, TournamentAnnounced, TournamentChatLine,
    TournamentChatRequest, TournamentCommandRequest, TournamentFormat, TournamentGame,
    TournamentId, TournamentList, TournamentRefusal, TournamentRequest, TournamentStage,
    TournamentSummary, TournamentView,
};
use bosworth_protocol::{AccountId, AccountKind, Person, TimeControl};
use insta::assert_snapshot;

use crate::{game, lines};

const SLOT: GameSlot = GameSlot { round: 1, board: 2, game: 0 };

fn anne() -> Person {
    Person { id: AccountId(7), name: "Anne".into(), kind: AccountKind::Person }
}

#[test]
fn tournament_requests() {
    let request = TournamentRequest {
        title: "Friday Swiss".into(),
        about: String::new(),
        format: TournamentFormat::Swiss { rounds: 5 },
        series: Series::Two,
        deal: DealSharing::Hands,
        ruleset: "classic".into(),
        clock: TimeControl::Live { minutes: 5, increment: 3 },
        rated: false,
        starts: 1_700_000_000_000,
        rest: 60_000,
        seats: Some(16),
        limits: EligibilityRequest { guests: Some(true), ..EligibilityRequest::default() },
        late: 2,
        ties: Some(vec![TieBreak::Buchholz, TieBreak::SonnebornBerger]),
    };
    let short = r#"{"title":"x","kind":"knockout","clock":"5+3","starts":0}"#;
    let short: TournamentRequest = serde_json::from_str(short).expect("what may be left out");
    let commands = every!(TournamentCommandRequest {
        TournamentCommandRequest::Join { invitation: None, .. } => {
            TournamentCommandRequest::Join { invitation: None, mate: None }
        },
        TournamentCommandRequest::Join { invitation: Some(_), .. } => {
            TournamentCommandRequest::Join { invitation: Some("k7mw-2hxa".into()), mate: Some("Anne".into()) }
        },
        TournamentCommandRequest::Accept { .. } => TournamentCommandRequest::Accept { captain: PlayerId(7) },
        TournamentCommandRequest::Decline { .. } => TournamentCommandRequest::Decline { captain: PlayerId(7) },
        TournamentCommandRequest::Leave => TournamentCommandRequest::Leave,
        TournamentCommandRequest::Start => TournamentCommandRequest::Start,
        TournamentCommandRequest::Describe { .. } => {
            TournamentCommandRequest::Describe { title: "t".into(), about: "a".into() }
        },
        TournamentCommandRequest::Reschedule { .. } => {
            TournamentCommandRequest::Reschedule { starts: 1_700_000_000_000 }
        },
        TournamentCommandRequest::Pause => TournamentCommandRequest::Pause,
        TournamentCommandRequest::Resume => TournamentCommandRequest::Resume,
        TournamentCommandRequest::Remove { .. } => TournamentCommandRequest::Remove { player: PlayerId(7) },
        TournamentCommandRequest::Correct { .. } => {
            TournamentCommandRequest::Correct { slot: SLOT, result: SlotResult::Red { margin: 7 } }
        },
        TournamentCommandRequest::Cancel => TournamentCommandRequest::Cancel,
    });
    let mut said = lines(&[request, short]) + &lines(&commands);
    said += &lines(&[TournamentAnnounced { event: TournamentId::from_random(1485) }]);
    said += &lines(&[Invitation { invitation: None }, Invitation { invitation: Some("x".into()) }]);
    said += &lines(&[TournamentChatRequest { text: "good luck, all".into() }]);
    assert_snapshot!(said);
}

fn summary() -> TournamentSummary {
    TournamentSummary {
        id: TournamentId::from_random(1485),
        title: "Friday Swiss".into(),
        organiser: Some(anne()),
        format: TournamentFormat::Swiss { rounds: 5 },
        series: Series::One,
        deal: DealSharing::Fresh,
        ruleset: "classic".into(),
        clock: "5+3".into(),
        rated: false,
        starts: 1_700_000_000_000,
        stage: TournamentStage::Running,
        paused: false,
        cancelled: false,
        players: 2,
        seats: 16,
        rounds: 1,
        limits: Eligibility::default(),
        joined: false,
        entry: EntryStatus::default(),
        game: None,
        winners: Vec::new(),
    }
}

/// A sealed board with an open game and one that is over.
fn board() -> BoardView {
    let open = BoardGame {
        game: game(1),
        straight: true,
        result: None,
        review: None,
        abandoned: false,
        hidden: true,
    };
    let ended = BoardGame {
        result: Some(SlotResult::Drawn),
        review: Some(512),
        straight: false,
        hidden: false,
        ..open
    };
    BoardView {
        red: PlayerId(7),
        white: Some(PlayerId(8)),
        points: Some((Points::HALF, Points::HALF)),
        games: vec![open, ended],
        sealed: true,
    }
}

#[test]
fn tournament_views() {
    let board = board();
    let against_the_computer =
        BoardView { white: None, points: None, sealed: false, ..board.clone() };
    let row = StandingsRow {
        rank: 1,
        player: PlayerId(7),
        points: Points::of_halves(3),
        ties: vec![4, -2],
        played: 1,
        won: 1,
        drawn: 1,
        lost: 0,
        byes: 0,
        margin: 12,
        adjusted: 512,
        reviewed: 1,
        survived: 0,
        active: true,
        winner: true,
    };
    let view = TournamentView {
        summary: summary(),
        about: "hello".into(),
        rest: 0,
        late: 2,
        ties: vec![TieBreak::Direct],
        seq: 9,
        season: 1,
        round: Some(RoundView {
            number: 1,
            season: 1,
            at: 1_700_000_000_000,
            boards: vec![board, against_the_computer],
            byes: vec![PlayerId(9)],
        }),
        last: true,
        next: Some(1),
        closes: None,
        sealed: true,
        games: vec![TournamentGame {
            slot: SLOT,
            game: game(1),
            red: Some(PlayerId(7)),
            white: None,
        }],
        entrants: vec![
            EntrantView {
                player: PlayerId(7),
                person: Some(anne()),
                mate: Some(anne()),
                rating: 1500,
                waiting: false,
                gone: None,
            },
            EntrantView {
                player: PlayerId(8),
                person: None,
                mate: None,
                rating: 1400,
                waiting: true,
                gone: Some(Departure::Missing),
            },
        ],
        proposals: vec![
            ProposalView { captain: anne(), mate: anne(), refusal: None },
            ProposalView { captain: anne(), mate: anne(), refusal: Some(TournamentRefusal::Full) },
        ],
        standings: vec![Standings { division: 0, rows: vec![row] }],
        bracket: Bracket::default(),
        me: Some(PlayerId(7)),
    };
    let mine = TournamentSummary { joined: true, game: Some(game(1)), ..summary() };
    let statuses = every!(EntryStatus {
        EntryStatus::Open { .. } => EntryStatus::Open { waits: true, again: true },
        EntryStatus::Refused(_) => EntryStatus::Refused(TournamentRefusal::Rating),
        EntryStatus::Proposed => EntryStatus::Proposed,
        EntryStatus::Entered => EntryStatus::Entered,
        EntryStatus::Waiting { .. } => EntryStatus::Waiting { place: 3 },
        EntryStatus::Eliminated => EntryStatus::Eliminated,
        EntryStatus::Over => EntryStatus::Over,
    });
    let winners = vec![anne()];
    let won = TournamentSummary { winners, ..summary() };
    let over = statuses.into_iter().map(|entry| TournamentSummary { entry, ..summary() });
    let over = over.chain([won]);
    let list = TournamentList { open: vec![summary(), mine], over: over.collect() };
    let line = TournamentChatLine { seq: 3, at: 1, by: Some(anne()), text: "good luck".into() };
    assert_snapshot!(lines(&[list]) + &lines(&[view]) + &lines(&[line]));
}
