//! Organising events, their games, and everything that can go wrong there.

use bosworth_client::{Client, ClientError, fresh_key};
use bosworth_fair::Proof;
use bosworth_protocol::tournament::TournamentView;
use bosworth_protocol::{
    Command, CommandRequest, GameId, GameSummary, HolidayRequest, Me, Profile,
};
use bosworth_rules::{Record, Side};
use bosworth_server::store::TournamentRow;
use bosworth_testing::eventually;
use bosworth_tournament::{
    Announcement, Applicant, DealSharing, EntryStatus, PlayerId, Series, TournamentCommand,
    TournamentDecision, TournamentFormat, TournamentRefusal, TournamentStage,
};
use serde_json::{Value, json};

use crate::online::online_fixture::OnlineFixture;
use crate::online::tournaments::{announce, ask, play, tomorrow};

/// Closes an account permanently.
async fn close(client: &Client) {
    let closed = reqwest::Client::new()
        .delete(format!("{}/api/me", client.base()))
        .header("cookie", client.cookie().expect("a session"))
        .header("origin", client.base())
        .json(&json!({"password": "white rose of York"}))
        .send();
    assert_eq!(closed.await.expect("an answer").status(), 204);
}

/// Returns why a tournament refused.
fn refusal<T>(answer: Result<T, ClientError>) -> Option<TournamentRefusal> {
    match answer {
        Err(ClientError::Problem(problem)) => problem.refusal,
        _ => None,
    }
}

async fn view(client: &Client, event: &str) -> TournamentView {
    client.get(&format!("/api/events/{event}")).await.expect("a tournament")
}

/// Starts a tournament of Anna and Bert; `changes` is what differs from the usual announcement.
async fn start(
    fixture: &OnlineFixture,
    organiser: &Client,
    changes: &Value,
) -> (String, [(Client, Me); 2]) {
    let event = announce(organiser, changes).await.expect("a tournament");
    let players = [fixture.person("anna").await, fixture.person("bert").await];
    for (client, _) in &players {
        ask(client, &event, json!({"join": {}})).await.expect("a seat");
    }
    ask(organiser, &event, json!("start")).await.expect("a start");
    (event, players)
}

/// Waits until a tournament has this many games and returns them.
async fn games(fixture: &OnlineFixture, event: &str, count: usize) -> Vec<GameId> {
    let games = eventually("its games", async || {
        let view = view(&fixture.nobody(), event).await;
        let games: Vec<_> = view.games.iter().map(|game| game.game).collect();
        (games.len() == count).then_some(games)
    })
    .await;
    for &game in &games {
        eventually("the game", async || fixture.nobody().look(game).await.ok()).await;
    }
    games
}

#[tokio::test(flavor = "multi_thread")]
async fn an_organiser_pauses_corrects_and_removes() {
    let fixture = OnlineFixture::in_memory().await;
    let (organiser, _) = fixture.person("olga").await;
    let (event, [(anna, a), (bert, b)]) = start(&fixture, &organiser, &json!({})).await;
    ask(&organiser, &event, json!("pause")).await.expect("a pause");
    let game = games(&fixture, &event, 1).await[0];
    let started = view(&anna, &event).await;
    let board = &started.round.as_ref().expect("a round").boards[0];
    let (red, white, loser) = if board.red.0 == a.person.id.0 {
        (&anna, &bert, b.person.id.0)
    } else {
        (&bert, &anna, a.person.id.0)
    };
    play(red, white, game.as_str(), white).await;
    let first = eventually("the result", async || {
        let view = view(&anna, &event).await;
        let board = &view.round.as_ref()?.boards[0];
        board.points.is_some().then_some(view)
    })
    .await;
    assert!(first.games.is_empty(), "no round begins during a pause");
    assert_eq!(first.next, None);
    let slot = json!({"round": 1, "board": 1, "game": 0});
    let correct = json!({"correct": {"slot": slot, "result": {"white": {"margin": 3}}}});
    let refused = ask(&anna, &event, correct.clone()).await;
    assert_eq!(refusal(refused), Some(TournamentRefusal::NotOrganiser));
    ask(&organiser, &event, correct).await.expect("corrected");
    let corrected = view(&anna, &event).await;
    assert_eq!(corrected.standings[0].rows[0].player.0, loser, "now the first");
    let missing =
        json!({"correct": {"slot": {"round": 7, "board": 1, "game": 0}, "result": "drawn"}});
    assert_eq!(refusal(ask(&organiser, &event, missing).await), Some(TournamentRefusal::NoGame));
    ask(&organiser, &event, json!({"remove": {"player": loser}})).await.expect("removed");
    let gone = if loser == a.person.id.0 { &anna } else { &bert };
    let again = ask(gone, &event, json!({"join": {}})).await;
    assert_eq!(refusal(again), Some(TournamentRefusal::Removed), "permanently");
    // A single player cannot continue.
    ask(&organiser, &event, json!("resume")).await.expect("on");
    eventually("the end", async || {
        (view(&anna, &event).await.summary.stage == TournamentStage::Over).then_some(())
    })
    .await;
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_tells_everybody_whether_they_may_enter() {
    let fixture = OnlineFixture::in_memory().await;
    let (organiser, _) = fixture.person("olga").await;
    let limits = json!({"from": 1400, "guests": false});
    let event = announce(&organiser, &json!({"seats": 2, "limits": limits})).await.expect("one");
    let (anna, a) = fixture.person("anna").await;
    let (bert, _) = fixture.person("bert").await;
    let (carl, _) = fixture.person("carl").await;
    let (guest, _) = fixture.guest().await;
    for client in [&anna, &bert, &carl] {
        ask(client, &event, json!({"join": {}})).await.expect("a place");
    }
    let check = async |client: &Client, expected: Value| {
        let view: Value = client.get(&format!("/api/events/{event}")).await.expect("a view");
        assert_eq!(view["entry"], expected);
        let list: Value = client.get("/api/events").await.expect("a list");
        assert_eq!(list["open"][0]["entry"], expected, "the list agrees");
        view
    };
    assert_eq!(check(&anna, json!("entered")).await["me"], json!(a.person.id));
    check(&carl, json!({"waiting": {"place": 1}})).await;
    let nobody = check(&fixture.nobody(), json!({"refused": "guests"})).await;
    assert_eq!(nobody.get("me"), None);
    check(&guest, json!({"refused": "guests"})).await;
    check(&organiser, json!({"open": {"waits": true, "again": false}})).await;
    ask(&organiser, &event, json!("start")).await.expect("a start");
    check(&organiser, json!({"refused": "toolate"})).await;
    let strong = json!({"limits": {"from": 1501}});
    let strong = announce(&organiser, &strong).await.expect("another tournament");
    assert_eq!(
        view(&anna, &strong).await.summary.entry,
        EntryStatus::Refused(TournamentRefusal::Rating)
    );
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_whose_player_withdraws_stays_on_its_board() {
    let fixture = OnlineFixture::in_memory().await;
    let (organiser, _) = fixture.person("olga").await;
    let (event, [(anna, a), (bert, _)]) = start(&fixture, &organiser, &json!({})).await;
    ask(&organiser, &event, json!("pause")).await.expect("a pause");
    let game = games(&fixture, &event, 1).await[0];
    ask(&anna, &event, json!("leave")).await.expect("withdrawn");
    let view = view(&bert, &event).await;
    let board = &view.round.as_ref().expect("a round").boards[0];
    let shown: Vec<_> =
        board.games.iter().map(|one| (one.game, one.result, one.abandoned)).collect();
    assert_eq!(shown, [(game, None, true)]);
    let points = board.points.expect("a decided board");
    let annas = if board.red.0 == a.person.id.0 { points.0 } else { points.1 };
    assert_eq!(annas.halves(), 0, "she forfeits it");
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forfeited_game_is_won_and_lost_in_the_profiles() {
    let fixture = OnlineFixture::in_memory().await;
    let (organiser, _) = fixture.person("olga").await;
    let (event, [(anna, _), _bert]) = start(&fixture, &organiser, &json!({})).await;
    let game = games(&fixture, &event, 1).await[0];
    let request = CommandRequest { key: fresh_key(), command: Command::Abort };
    let path = format!("/api/games/{game}/command");
    anna.post::<Value>(&path, &request).await.expect("forfeited");
    for (name, won, lost) in [("anna", 0, 1), ("bert", 1, 0)] {
        let path = format!("/api/people/{name}");
        let profile: Profile = fixture.nobody().get(&path).await.expect("a profile");
        assert_eq!((profile.results.won, profile.results.lost), (won, lost), "{name}");
        let games: Vec<GameSummary> =
            fixture.nobody().get(&format!("{path}/games?result=lost")).await.expect("games");
        let sides: Vec<_> = games.iter().map(|game| (game.result.as_str(), game.forfeit)).collect();
        let annas = games.first().map(|game| match game.players.red.name() {
            Some("anna") => Side::Red,
            _ => Side::White,
        });
        let expected: Vec<_> = annas.map(|side| ("*", Some(side))).into_iter().collect();
        assert_eq!((sides.len() as u32, sides), (lost, expected), "{name}");
    }
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_organiser_changes_the_start_and_the_list_follows() {
    let fixture = OnlineFixture::in_memory().await;
    let (organiser, _) = fixture.person("olga").await;
    let first = announce(&organiser, &json!({})).await.expect("a tournament");
    let second = announce(&organiser, &json!({})).await.expect("another one");
    let later = json!({"reschedule": {"starts": tomorrow() + 86_400_000}});
    let moved = ask(&organiser, &first, later.clone()).await.expect("a later start");
    assert_eq!(moved["starts"], later["reschedule"]["starts"]);
    let list: Value = fixture.nobody().get("/api/events").await.expect("a list");
    assert_eq!([&list["open"][0]["id"], &list["open"][1]["id"]], [&second, &first]);
    for wrong in [0, i64::MAX] {
        let wrong = json!({"reschedule": {"starts": wrong}});
        assert!(ask(&organiser, &first, wrong.clone()).await.is_err(), "{wrong}");
    }
    for name in ["anna", "bert"] {
        let (client, _) = fixture.person(name).await;
        ask(&client, &first, json!({"join": {}})).await.expect("a seat");
    }
    ask(&organiser, &first, json!("start")).await.expect("a start");
    assert!(ask(&organiser, &first, later).await.is_err(), "it has started");
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_an_account_withdraws_it_from_its_tournaments() {
    let fixture = OnlineFixture::in_memory().await;
    let (organiser, _) = fixture.person("olga").await;
    let event = announce(&organiser, &json!({})).await.expect("a tournament");
    let (anna, a) = fixture.person("anna").await;
    ask(&anna, &event, json!({"join": {}})).await.expect("a seat");
    close(&anna).await;
    let view = view(&organiser, &event).await;
    assert_eq!(view.summary.players, 0);
    assert_eq!(view.entrants[0].player.0, a.person.id.0);
    // Nobody else could end the pause of an organiser who is gone.
    ask(&organiser, &event, json!("pause")).await.expect("a pause");
    close(&organiser).await;
    let after = self::view(&fixture.nobody(), &event).await;
    assert!(!after.summary.paused);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn holidays_do_not_count_in_tournaments() {
    let fixture = OnlineFixture::in_memory().await;
    let (organiser, _) = fixture.person("olga").await;
    let by_days = json!({"kind": "knockout", "clock": "2d"});
    let (event, [(anna, _), _bert]) = start(&fixture, &organiser, &by_days).await;
    let game = games(&fixture, &event, 1).await[0];
    let days = HolidayRequest { days: 7 };
    anna.post::<Value>("/api/me/holiday", &days).await.expect("a holiday");
    let (table, _) = fixture.app.tables.snapshot(game).await.expect("a table");
    assert!(
        table.setup().tournament_slot.as_deref().is_some_and(|fixture| fixture.starts_with(&event))
    );
    for side in bosworth_rules::Side::ALL {
        assert_eq!(table.holiday(side, fixture.app.now()), None);
    }
    fixture.stop().await;
}

/// Both games of a pairing have the same hands, but knowing all of the first reveals no card to
/// come in the second.
#[tokio::test(flavor = "multi_thread")]
async fn duplicate_games_share_only_the_hands() {
    let fixture = OnlineFixture::in_memory().await;
    let (organiser, _) = fixture.person("olga").await;
    let duplicate = json!({"kind": "knockout", "series": "2", "deal": "hands"});
    let (event, [(anna, a), (bert, _)]) = start(&fixture, &organiser, &duplicate).await;
    let mut played: Vec<GameId> = Vec::new();
    for number in 0..2 {
        let (game, red) = eventually("the next game", async || {
            let view = view(&anna, &event).await;
            let open = view.games.first()?;
            (!played.contains(&open.game)).then_some((open.game, open.red))
        })
        .await;
        eventually("the game", async || fixture.nobody().look(game).await.ok()).await;
        let anna_is_red = red.expect("somebody").0 == a.person.id.0;
        let (red, white) = if anna_is_red { (&anna, &bert) } else { (&bert, &anna) };
        // Until it is over, only the commitment to its shuffle is known.
        let log = fixture.app.store.entries(game, 0).await.expect("a log");
        assert!(!log.iter().any(|(_, text)| text.contains("secret")), "{number}");
        play(red, white, game.as_str(), white).await;
        played.push(game);
    }
    eventually("the end", async || {
        (view(&anna, &event).await.summary.stage == TournamentStage::Over).then_some(())
    })
    .await;
    let mut proofs = Vec::new();
    for game in &played {
        let text = fixture.nobody().text(&format!("/api/games/{game}/record")).await;
        let record: Record = text.expect("a record").parse().expect("a good record");
        let proof = Proof::of(&record).expect("a proof");
        proof.verify(&record).expect("proven");
        proofs.push((record, proof));
    }
    let [(one, first), (other, second)] = &proofs[..] else { panic!("two games") };
    assert_eq!(one.start, other.start, "the same hands");
    assert_eq!(one.tag("Red"), other.tag("White"), "the sides are swapped");
    assert_eq!(first.hands_of, None);
    assert_eq!(second.hands_of.as_deref(), Some(played[0].as_str()));
    assert_ne!(first.secret, second.secret);
    assert_ne!(first.commitment, second.commitment);
    // Both complete games, in one file.
    let all = fixture.nobody().text(&format!("/api/events/{event}/games")).await.expect("records");
    assert_eq!(all.matches("[HandsOf ").count(), 1);
    assert_eq!(all.matches("[Secret ").count(), 2);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_entries_are_neither_lost_nor_counted_twice() {
    let fixture = OnlineFixture::in_memory().await;
    let (organiser, _) = fixture.person("olga").await;
    let event = announce(&organiser, &json!({"seats": 4})).await.expect("a tournament");
    let mut people = Vec::new();
    for number in 0..8 {
        people.push(fixture.person(&format!("player{number}")).await.0);
    }
    // Each twice, with the start in between.
    let mut asked = Vec::new();
    for client in people.iter().chain(&people) {
        let (client, event) = (client.clone(), event.clone());
        asked.push(tokio::spawn(async move { ask(&client, &event, json!({"join": {}})).await }));
    }
    let start = ask(&organiser, &event, json!("start"));
    let (started, _) = tokio::join!(start, futures_util::future::join_all(asked));
    started.expect("a start");
    let view = view(&organiser, &event).await;
    let mut players: Vec<_> = view.entrants.iter().map(|entrant| entrant.player).collect();
    players.sort_unstable();
    players.dedup();
    assert_eq!(players.len(), view.entrants.len(), "nobody twice");
    let seated = view.entrants.iter().filter(|entrant| !entrant.waiting).count();
    assert!(seated <= 4, "{seated} have a seat");
    if let Some(round) = &view.round {
        assert_eq!(round.boards.len() * 2 + round.byes.len(), seated);
    }
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_tournaments_are_not_found_and_oversized_ones_are_refused() {
    let fixture = OnlineFixture::in_memory().await;
    let (anna, _) = fixture.person("anna").await;
    for id in ["none", "AAAAAAAAA", "AAAA-AAA", "%00%00%00%00%00%00%00%00", "..%2f..%2fx"] {
        for page in ["", "/log", "/standings", "/cross", "/games", "/chat", "/round?number=1"] {
            let path = format!("/api/events/{id}{page}");
            assert!(fixture.nobody().text(&path).await.is_err(), "{path}");
        }
        assert!(ask(&anna, id, json!("leave")).await.is_err());
    }
    let event = announce(&anna, &json!({})).await.expect("a tournament");
    let path = |page: &str| format!("/api/events/{event}{page}");
    for page in
        ["/round?number=0", "/round?number=1", "/round?number=-1", "/round", "/chat?since=x"]
    {
        assert!(fixture.nobody().text(&path(page)).await.is_err(), "{page}");
    }
    for wrong in [
        json!({"title": "x".repeat(100_000)}),
        json!({"about": "x".repeat(2_001)}),
        json!({"seats": 60_000}),
        json!({"rest": -1}),
        json!({"rest": i64::MAX}),
        json!({"starts": i64::MAX}),
        json!({"starts": i64::MIN}),
        json!({"ties": ["wins", "wins"]}),
        json!({"kind": {"swiss": {"rounds": 255}}}),
        json!({"deal": "teams", "series": "2", "limits": {"guests": true}}),
        json!({"deal": "hands"}),
        json!({"surprise": 1}),
    ] {
        assert!(announce(&anna, &wrong).await.is_err(), "{wrong}");
    }
    let mine = json!({"remove": {"player": i64::MIN}});
    assert!(ask(&anna, &event, mine).await.is_err());
    let (bert, _) = fixture.person("bert").await;
    for command in [
        json!("start"),
        json!("cancel"),
        json!({"describe": {"title": "mine now", "about": ""}}),
        json!({"reschedule": {"starts": tomorrow()}}),
        json!({"remove": {"player": 1}}),
    ] {
        assert!(ask(&bert, &event, command.clone()).await.is_err(), "{command}");
    }
    fixture.stop().await;
}

/// The log alone determines the state of a tournament: if a node stops after writing the round and
/// before announcement any of its games, another can finish the work.
#[tokio::test(flavor = "multi_thread")]
async fn games_left_unopened_by_a_dead_node_are_opened_by_the_next_poll() {
    let fixture = OnlineFixture::in_memory().await;
    let (_, olga) = fixture.person("olga").await;
    let announcement = Announcement {
        starts: tomorrow(),
        series: Series::Two,
        deal: DealSharing::Hands,
        ..Announcement::example(TournamentFormat::Knockout)
    };
    let event =
        fixture.app.tournaments.create(olga.person.id, announcement).await.expect("a tournament");
    for name in ["anna", "bert"] {
        let (_, me) = fixture.person(name).await;
        let join = TournamentCommand::Join { applicant: Applicant::rated(1500), mate: None };
        fixture.app.tournaments.command(event, me.person.id, &join).await.expect("a seat");
    }
    // Only the entry is written, manually.
    let before = fixture.app.tournaments.load(event).await.expect("a tournament");
    let decided =
        before.decide(PlayerId(olga.person.id.0), &TournamentCommand::Start, fixture.app.now());
    let Ok(TournamentDecision::Append(entry)) = decided else { panic!("{decided:?}") };
    let body = serde_json::to_string(&entry).expect("a text");
    let row = TournamentRow { stage: "running", starts: before.starts() };
    fixture
        .app
        .store
        .append_to_tournament(event, entry.seq, &body, row, Vec::new())
        .await
        .expect("it");
    let games = games(&fixture, event.as_str(), 1).await;
    fixture.app.tournaments.advance_all().await.expect("a database");
    let again: Value = fixture.nobody().get(&format!("/api/events/{event}")).await.expect("one");
    assert_eq!(again["games"][0]["game"], *games[0].as_str());
    fixture.stop().await;
}
