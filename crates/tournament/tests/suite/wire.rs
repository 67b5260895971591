//! The stored log format: changes must be forward and backward compatible.

use bosworth_tournament::{
    Announcement, DealSharing, Departure, GameSlot, PlayerId, Points, SeatedPair, Series,
    SlotResult, Tournament, TournamentEvent, TournamentFormat, TournamentId, TournamentLogEntry,
};

#[test]
fn game_ids_never_change() {
    let tournament: TournamentId = "Bosworth".parse().unwrap();
    let number = |round, board, game| GameSlot { round, board, game }.number(tournament);
    assert_eq!(number(1, 1, 0), GOLDEN[0]);
    assert_eq!(number(1, 2, 0), GOLDEN[1]);
    assert_eq!(number(2, 1, 6), GOLDEN[2]);
}

const GOLDEN: [u128; 3] = [
    284_060_332_928_766_795_479_255_200_352_706_728_952,
    89_198_662_276_601_310_452_077_559_601_271_555_588,
    276_849_280_714_276_563_340_409_919_517_206_254_431,
];

#[test]
fn game_ids_are_unique_within_a_tournament() {
    let mut numbers = std::collections::BTreeSet::new();
    for tournament in 0..5 {
        let tournament = TournamentId::from_random(tournament);
        for round in 1..=20 {
            for board in 1..=250 {
                for game in 0..2 {
                    // As game ids are made: twelve base-62 digits.
                    let number =
                        GameSlot { round, board, game }.number(tournament) % 62u128.pow(12);
                    assert!(numbers.insert(number));
                }
            }
        }
    }
}

#[test]
fn events_are_stored_as_before() {
    let slot = GameSlot { round: 2, board: 1, game: 0 };
    let player = PlayerId(7);
    let events = [
        (
            TournamentEvent::Join { player, mate: None, rating: 1500 },
            r#"{"join":{"player":7,"rating":1500}}"#,
        ),
        (
            TournamentEvent::Join { player, mate: Some(PlayerId(8)), rating: 1500 },
            r#"{"join":{"player":7,"mate":8,"rating":1500}}"#,
        ),
        (
            TournamentEvent::Propose { player, mate: PlayerId(8), rating: 1500 },
            r#"{"propose":{"player":7,"mate":8,"rating":1500}}"#,
        ),
        (TournamentEvent::Reschedule { starts: 5 }, r#"{"reschedule":{"starts":5}}"#),
        (TournamentEvent::Retract { player }, r#"{"retract":{"player":7}}"#),
        (
            TournamentEvent::Leave { player, why: Departure::Missing },
            r#"{"leave":{"player":7,"why":"missing"}}"#,
        ),
        (
            TournamentEvent::Season { season: 1, divisions: vec![vec![player]] },
            r#"{"season":{"season":1,"divisions":[[7]]}}"#,
        ),
        (
            TournamentEvent::Round {
                round: 1,
                pairs: vec![SeatedPair { red: player, white: Some(PlayerId(8)) }],
                byes: vec![PlayerId(9)],
            },
            r#"{"round":{"round":1,"pairs":[{"red":7,"white":8}],"byes":[9]}}"#,
        ),
        (
            TournamentEvent::Result { slot, result: SlotResult::Red { margin: 12 } },
            r#"{"result":{"slot":{"round":2,"board":1,"game":0},"result":{"red":{"margin":12}}}}"#,
        ),
        (
            TournamentEvent::Correct { slot, result: SlotResult::NoWhite },
            r#"{"correct":{"slot":{"round":2,"board":1,"game":0},"result":"nowhite"}}"#,
        ),
        (
            TournamentEvent::Review { slot, red: 501 },
            r#"{"review":{"slot":{"round":2,"board":1,"game":0},"red":501}}"#,
        ),
        (TournamentEvent::Pause, r#""pause""#),
        (TournamentEvent::Resume, r#""resume""#),
        (TournamentEvent::End { cancelled: false }, r#"{"end":{"cancelled":false}}"#),
    ];
    for (event, stored) in events {
        assert_eq!(serde_json::to_string(&event).unwrap(), stored);
        assert_eq!(serde_json::from_str::<TournamentEvent>(stored).unwrap(), event);
    }
}

#[test]
fn an_announcement_is_stored_as_before() {
    let announcement = Announcement {
        series: Series::BestOf(3),
        ..Announcement::example(TournamentFormat::Knockout)
    };
    let entry = TournamentLogEntry {
        seq: 0,
        at: 5,
        by: Some(PlayerId(0)),
        events: vec![TournamentEvent::Open(Box::new(announcement))],
    };
    let stored = concat!(
        r#"{"seq":0,"at":5,"by":0,"steps":[{"open":{"event":"xN000000","organiser":0,"#,
        r#""title":"Bosworth Open","kind":"knockout","series":"bo3","deal":"fresh","#,
        r#""terms":{"ruleset":"classic","clock":"5+3","rated":false},"starts":0,"rest":0,"#,
        r#""seats":1024,"limits":{"guests":true,"bots":false,"invited":false},"late":0,"#,
        r#""ties":["wins","margin"]}}]}"#
    );
    assert_eq!(serde_json::to_string(&entry).unwrap(), stored);
    assert_eq!(serde_json::from_str::<TournamentLogEntry>(stored).unwrap(), entry);
}

/// The log of a team tournament from when captains entered their teammates directly, and from since
/// teammates must accept: both fold to the same two teams.
#[test]
fn stored_logs_of_teams_can_be_replayed() {
    let announcement = Announcement {
        series: Series::Two,
        deal: DealSharing::Teams,
        ..Announcement::example(TournamentFormat::Swiss { rounds: 2 })
    };
    let open = TournamentEvent::Open(Box::new(announcement));
    let first = TournamentLogEntry { seq: 0, at: 5, by: Some(PlayerId(0)), events: vec![open] };
    let replay = |rest: &[&str]| {
        let rest =
            rest.iter().map(|text| serde_json::from_str::<TournamentLogEntry>(text).unwrap());
        let log: Vec<_> = std::iter::once(first.clone()).chain(rest).collect();
        Tournament::replay(&log).unwrap()
    };
    let before = replay(&[
        r#"{"seq":1,"at":6,"by":7,"steps":[{"join":{"player":7,"mate":8,"rating":1500}}]}"#,
        r#"{"seq":2,"at":7,"by":9,"steps":[{"join":{"player":9,"mate":10,"rating":1600}}]}"#,
    ]);
    let since = replay(&[
        r#"{"seq":1,"at":6,"by":7,"steps":[{"propose":{"player":7,"mate":10,"rating":1400}}]}"#,
        r#"{"seq":2,"at":7,"by":10,"steps":[{"retract":{"player":7}}]}"#,
        r#"{"seq":3,"at":8,"by":7,"steps":[{"propose":{"player":7,"mate":8,"rating":1500}}]}"#,
        r#"{"seq":4,"at":9,"by":8,"steps":[{"join":{"player":7,"mate":8,"rating":1500}}]}"#,
        r#"{"seq":5,"at":9,"by":9,"steps":[{"propose":{"player":9,"mate":10,"rating":1600}}]}"#,
        r#"{"seq":6,"at":9,"by":10,"steps":[{"join":{"player":9,"mate":10,"rating":1600}}]}"#,
    ]);
    assert_eq!(before.entrants(), since.entrants());
    assert_eq!(since.proposals().count(), 0);
}

#[test]
fn points_are_written_with_halves() {
    let texts: Vec<_> = (0..4).map(|halves| Points::of_halves(halves).to_string()).collect();
    assert_eq!(texts, ["0", "½", "1", "1½"]);
    assert_eq!(serde_json::to_string(&Points::of_halves(5)).unwrap(), "2.5");
}
