//! Bodies about events.

use bosworth_protocol::event::{
    Announced, BoardGame, BoardView, Bracket, Deal, EntrantView, EventCommand, EventGame, EventId,
    EventLine, EventList, EventRequest, EventSaying, EventSummary, EventView, GameResult, Gone,
    Invitation, Kind, Limits, PlayerId, Points, ProposalView, RoundView, Row, Series, Slot, Stage,
    Standings, TieBreak,
};
use bosworth_protocol::{AccountId, AccountKind, Clock, Person};
use insta::assert_snapshot;

use crate::{game, lines};

const SLOT: Slot = Slot { round: 1, board: 2, game: 0 };

fn anne() -> Person {
    Person { id: AccountId(7), name: "Anne".into(), kind: AccountKind::Person }
}

#[test]
fn what_is_asked_of_events() {
    let request = EventRequest {
        title: "Friday Swiss".into(),
        about: String::new(),
        kind: Kind::Swiss { rounds: 5 },
        series: Series::Two,
        deal: Deal::Hands,
        ruleset: "classic".into(),
        clock: Clock::Live { minutes: 5, increment: 3 },
        rated: false,
        starts: 1_700_000_000_000,
        rest: 60_000,
        seats: Some(16),
        limits: Limits::default(),
        late: 2,
        ties: Some(vec![TieBreak::Buchholz, TieBreak::SonnebornBerger]),
    };
    let short = r#"{"title":"x","kind":"knockout","clock":"5+3","starts":0}"#;
    let short: EventRequest = serde_json::from_str(short).expect("what may be left out");
    let commands = every!(EventCommand {
        EventCommand::Join { invitation: None, .. } => {
            EventCommand::Join { invitation: None, mate: None }
        },
        EventCommand::Join { invitation: Some(_), .. } => {
            EventCommand::Join { invitation: Some("k7mw-2hxa".into()), mate: Some("Anne".into()) }
        },
        EventCommand::Accept { .. } => EventCommand::Accept { captain: PlayerId(7) },
        EventCommand::Decline { .. } => EventCommand::Decline { captain: PlayerId(7) },
        EventCommand::Leave => EventCommand::Leave,
        EventCommand::Start => EventCommand::Start,
        EventCommand::Describe { .. } => {
            EventCommand::Describe { title: "t".into(), about: "a".into() }
        },
        EventCommand::Pause => EventCommand::Pause,
        EventCommand::Resume => EventCommand::Resume,
        EventCommand::Remove { .. } => EventCommand::Remove { player: PlayerId(7) },
        EventCommand::Correct { .. } => {
            EventCommand::Correct { slot: SLOT, result: GameResult::Red { margin: 7 } }
        },
        EventCommand::Cancel => EventCommand::Cancel,
    });
    let mut said = lines(&[request, short]) + &lines(&commands);
    said += &lines(&[Announced { event: EventId::from_random(1485) }]);
    said += &lines(&[Invitation { invitation: None }, Invitation { invitation: Some("x".into()) }]);
    said += &lines(&[EventSaying { text: "good luck, all".into() }]);
    assert_snapshot!(said);
}

fn summary() -> EventSummary {
    EventSummary {
        id: EventId::from_random(1485),
        title: "Friday Swiss".into(),
        organiser: Some(anne()),
        kind: Kind::Swiss { rounds: 5 },
        series: Series::One,
        deal: Deal::Fresh,
        ruleset: "classic".into(),
        clock: "5+3".into(),
        rated: false,
        starts: 1_700_000_000_000,
        stage: Stage::Running,
        paused: false,
        cancelled: false,
        players: 2,
        seats: 16,
        rounds: 1,
        limits: Limits::default(),
        joined: false,
        game: None,
    }
}

#[test]
fn what_is_shown_of_events() {
    let open = BoardGame { game: game(1), straight: true, result: None, review: None };
    let ended =
        BoardGame { result: Some(GameResult::Drawn), review: Some(512), straight: false, ..open };
    let board = BoardView {
        red: PlayerId(7),
        white: Some(PlayerId(8)),
        points: Some((Points::HALF, Points::HALF)),
        games: vec![open, ended],
    };
    let against_the_computer = BoardView { white: None, points: None, ..board.clone() };
    let row = Row {
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
    };
    let view = EventView {
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
        next: Some(1),
        closes: None,
        sealed: true,
        games: vec![EventGame { slot: SLOT, game: game(1), red: Some(PlayerId(7)), white: None }],
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
                gone: Some(Gone::Missing),
            },
        ],
        proposals: vec![ProposalView { captain: anne(), mate: anne() }],
        standings: vec![Standings { division: 0, rows: vec![row] }],
        bracket: Bracket::default(),
    };
    let mine = EventSummary { joined: true, game: Some(game(1)), ..summary() };
    let list = EventList { open: vec![summary(), mine], over: Vec::new() };
    let line = EventLine { seq: 3, at: 1, by: Some(anne()), text: "good luck".into() };
    assert_snapshot!(lines(&[list]) + &lines(&[view]) + &lines(&[line]));
}
