//! The list of games, offers and tournaments.

use bosworth_client::ClientError;
use bosworth_client::protocol::tournament::{
    DealSharing, Eligibility, EntryStatus, PlayerId, Series, TournamentCommandRequest,
    TournamentFormat, TournamentId, TournamentRefusal, TournamentStage, TournamentSummary,
};
use bosworth_client::protocol::{
    GameId, OfferTerms, OpenGame, PlayerView, Players, Problem, ProblemKind, Seek, TimeControl,
    WaitingGame,
};
use bosworth_texts::Language;
use bosworth_tui::{
    AppEffect, Depth, Destination, LobbyContent, LobbyTournament, NetworkEvent, NetworkRequest,
    PlainInput, PlainOnline, SessionEnd, fault,
};
use insta::assert_snapshot;

use super::fake_server::{BEGUN, SERVER, account, game, person, press, screen, signs};

pub fn listed() -> LobbyContent {
    let open = |number| OpenGame {
        game: game(number),
        players: Players { red: account(1, "Anne"), white: PlayerView::Computer { level: 3 } },
        ruleset: "classic".into(),
        clock: TimeControl::Untimed,
        rated: false,
        your_turn: false,
        deadline: None,
        plies: 17,
        handicap: None,
    };
    let waits = |number, clock: &str, left| WaitingGame {
        game: game(number),
        opponent: account(3, "Margaret"),
        ruleset: "classic".into(),
        clock: clock.parse().expect("a clock"),
        rated: false,
        left,
        since: BEGUN,
        ply: 1,
    };
    let seek = Seek {
        id: "abc".into(),
        by: account(2, "Richard\u{1b}[0m"),
        terms: OfferTerms {
            ruleset: "classic".into(),
            clock: "5+3".parse().expect("a clock"),
            rated: true,
            side: None,
        },
        public: true,
        rating_min: None,
        rating_max: None,
        flexible: false,
        to: None,
        handicap: None,
        created: BEGUN,
    };
    LobbyContent {
        waiting: vec![waits(1, "2d", Some(100_000_000)), waits(4, "-", None)],
        games: vec![open(2)],
        challenges: vec![Seek { id: "def".into(), to: Some(person(1, "Anne")), ..seek.clone() }],
        seeks: vec![seek],
        events: Vec::new(),
    }
}

fn tournament(joined: bool, stage: TournamentStage, game: Option<GameId>) -> LobbyTournament {
    let summary = TournamentSummary {
        id: TournamentId::from_random(1485),
        title: "Friday\u{1b}[0m Swiss".into(),
        organiser: Some(person(7, "Olga")),
        format: TournamentFormat::Swiss { rounds: 5 },
        series: Series::One,
        deal: DealSharing::Fresh,
        ruleset: "classic".into(),
        clock: "5+3".into(),
        rated: false,
        starts: BEGUN,
        stage,
        paused: false,
        cancelled: false,
        players: 9,
        seats: 16,
        rounds: 0,
        limits: Eligibility::default(),
        joined,
        entry: EntryStatus::default(),
        game,
        winners: Vec::new(),
    };
    LobbyTournament { summary, left: 20 * 60_000, captain: None }
}

#[test]
fn listed_tournaments_can_be_joined_left_and_played() {
    let cases = [
        (tournament(false, TournamentStage::Coming, None), "select to join", "20 min"),
        (tournament(true, TournamentStage::Coming, None), "select to withdraw", "20 min"),
        (
            tournament(true, TournamentStage::Running, Some(game(5))),
            "your game is in progress",
            "running",
        ),
    ];
    let event = TournamentId::from_random(1485);
    let wishes = [
        Destination::Event(event, TournamentCommandRequest::Join { invitation: None, mate: None }),
        Destination::Event(event, TournamentCommandRequest::Leave),
        Destination::Game(game(5)),
    ];
    for ((listed, state, when), destination) in cases.into_iter().zip(wishes) {
        let mut screen = screen(Language::English, Depth::None, false);
        screen.network_event(NetworkEvent::Lobby(LobbyContent {
            events: vec![listed],
            ..LobbyContent::default()
        }));
        let shown = signs(&screen, 80, 24);
        for part in [state, when, "Friday"] {
            assert!(shown.contains(part), "{part} in {shown}");
        }
        assert!(!shown.contains('\u{1b}'), "what others write is tamed");
        press(&mut screen, "1\n");
        assert_eq!(screen.effects(), [AppEffect::Go(destination)]);
    }
}

#[test]
fn a_proposed_team_can_be_accepted_and_declined() {
    let event = TournamentId::from_random(1485);
    let captain = PlayerId(7);
    for (key, command) in [
        ("\n", TournamentCommandRequest::Accept { captain }),
        ("x", TournamentCommandRequest::Decline { captain }),
    ] {
        let olga = person(7, "Olga");
        let proposed = LobbyTournament {
            captain: Some(olga),
            ..tournament(false, TournamentStage::Coming, None)
        };
        let lobby = || LobbyContent { events: vec![proposed.clone()], ..LobbyContent::default() };
        let mut screen = screen(Language::English, Depth::None, false);
        screen.network_event(NetworkEvent::Lobby(lobby()));
        let shown = signs(&screen, 100, 24);
        assert!(shown.contains("Olga asks you to form a team"), "{shown}");
        press(&mut screen, &format!("1{key}"));
        let answer = Destination::Event(event, command);
        assert_eq!(screen.effects(), [AppEffect::Go(answer.clone())]);
        let texts = bosworth_tui::texts(Language::English, &[]);
        let mut plain = PlainOnline::new(&texts, Vec::new(), SERVER, true);
        plain
            .handle(PlainInput::Network(Box::new(NetworkEvent::Lobby(lobby()))), 0)
            .expect("heard");
        for line in ["1", if key == "x" { "no" } else { "yes" }] {
            plain.handle(PlainInput::Line(line.into()), 0).expect("heard");
        }
        assert_eq!(plain.requests(), [NetworkRequest::Go(answer)]);
    }
}

#[test]
fn a_listed_tournament_says_what_the_server_says_about_entering() {
    let cases = [
        (false, EntryStatus::Refused(TournamentRefusal::Full), "online-event-closed"),
        (true, EntryStatus::Waiting { place: 2 }, "online-event-waiting"),
        (true, EntryStatus::Eliminated, "online-event-out"),
    ];
    for language in Language::ALL {
        for (joined, entry, state) in cases {
            let mut listed = tournament(joined, TournamentStage::Running, None);
            listed.summary.entry = entry;
            let events = vec![listed];
            let mut screen = screen(language, Depth::None, false);
            screen.network_event(NetworkEvent::Lobby(LobbyContent {
                events,
                ..LobbyContent::default()
            }));
            let state = bosworth_tui::texts(language, &[]).get(state);
            let shown = signs(&screen, 100, 24);
            assert!(shown.contains(&state), "{state} in {shown}");
        }
    }
}

#[test]
fn withdrawing_from_a_running_tournament_needs_confirmation() {
    let running = || LobbyContent {
        events: vec![tournament(true, TournamentStage::Running, None)],
        ..LobbyContent::default()
    };
    let leave =
        Destination::Event(TournamentId::from_random(1485), TournamentCommandRequest::Leave);
    for language in Language::ALL {
        let mut screen = screen(language, Depth::None, false);
        screen.network_event(NetworkEvent::Lobby(running()));
        press(&mut screen, "1\n");
        assert!(screen.effects().is_empty());
        let sure = bosworth_tui::texts(language, &[]).get("online-event-sure");
        assert!(signs(&screen, 80, 24).contains(&sure), "{}", signs(&screen, 80, 24));
        // Any other key means no; network events do not.
        press(&mut screen, "j1");
        assert!(!signs(&screen, 80, 24).contains(&sure));
        press(&mut screen, "\n");
        screen.network_event(NetworkEvent::Lobby(running()));
        assert!(screen.effects().is_empty());
        press(&mut screen, "\n");
        assert_eq!(screen.effects(), [AppEffect::Go(leave.clone())]);
    }
    let texts = bosworth_tui::texts(Language::English, &[]);
    let mut plain = PlainOnline::new(&texts, Vec::new(), SERVER, true);
    plain.handle(PlainInput::Network(Box::new(NetworkEvent::Lobby(running()))), 0).expect("heard");
    let mut requests = Vec::new();
    for line in ["1", "no", "yes", "1", "7", "yes", "1"] {
        plain.handle(PlainInput::Line(line.into()), 0).expect("heard");
        requests.extend(plain.requests());
    }
    assert!(requests.is_empty(), "nobody said yes to it");
    plain.handle(PlainInput::Line("yes".into()), 0).expect("heard");
    assert_eq!(plain.requests(), [NetworkRequest::Go(leave)]);
}

#[test]
fn tournament_refusals_are_explained_in_every_language() {
    for language in Language::ALL {
        let texts = bosworth_tui::texts(language, &[]);
        let said = TournamentRefusal::ALL.map(|refusal| {
            let problem = ProblemKind::Conflict;
            let problem = Problem { problem, message: "English".into(), refusal: Some(refusal) };
            fault(&texts, &ClientError::Problem(problem), SERVER)
        });
        // Refusals that the terminal cannot cause are shown in the server's words.
        let own = said.iter().filter(|said| !said.contains("English")).count();
        assert_eq!(own, 11, "those of joining and leaving: {said:?}");
    }
}

fn lobby() -> NetworkEvent {
    NetworkEvent::Lobby(listed())
}

#[test]
fn the_lobby_lists_games_and_offers() {
    for language in Language::ALL {
        let mut screen = screen(language, Depth::None, false);
        screen.network_event(lobby());
        assert_snapshot!(format!("lobby_{}", language.code()), signs(&screen, 80, 24));
    }
    let mut screen = screen(Language::English, Depth::None, false);
    screen.network_event(lobby());
    // The most urgent game is one key away, whatever is selected.
    press(&mut screen, "jjn");
    assert_eq!(screen.effects(), [AppEffect::Go(Destination::Game(game(1)))]);
    screen.network_event(lobby());
    press(&mut screen, "jjjj\n");
    assert_eq!(screen.effects(), [AppEffect::Go(Destination::Take("abc".into()))]);
    let gone = Problem {
        problem: ProblemKind::Gone,
        message: "somebody was faster".into(),
        refusal: None,
    };
    screen.network_event(NetworkEvent::Denied(ClientError::Problem(gone)));
    screen.network_event(NetworkEvent::Lobby(LobbyContent::default()));
    let shown = signs(&screen, 80, 24);
    assert!(
        shown.contains("Someone was faster") && shown.contains("nobody is offering"),
        "{shown}"
    );
    screen.effects();
    press(&mut screen, "r\n");
    let effects = screen.effects();
    let [AppEffect::Go(Destination::Offer(offer))] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!((offer.terms.clock.to_string(), offer.terms.rated), ("5+3".into(), true));
    screen.network_event(NetworkEvent::Lobby(LobbyContent::default()));
    press(&mut screen, "j \n");
    let effects = screen.effects();
    assert!(matches!(effects[..], [AppEffect::Go(Destination::Computer(4, _))]), "{effects:?}");
    screen.network_event(NetworkEvent::Lobby(LobbyContent::default()));
    press(&mut screen, "q");
    assert_eq!(screen.session_end(), Some(&SessionEnd::Quit(None)));
}

#[test]
fn the_keys_of_the_list_are_explained_in_the_smallest_window() {
    for language in Language::ALL {
        let mut screen = screen(language, Depth::None, false);
        screen.network_event(NetworkEvent::Lobby(listed()));
        let list = signs(&screen, 80, 24);
        press(&mut screen, "?");
        let help = signs(&screen, 80, 24);
        assert_ne!(help, list, "it opens");
        assert!(!help.contains("online-"), "{help}");
        press(&mut screen, "q");
        assert_eq!(signs(&screen, 80, 24), list, "any key closes it");
        assert!(screen.session_end().is_none());
    }
}
