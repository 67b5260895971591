//! Tournaments: through the API, and through nodes that are stopped anywhere.

use std::collections::BTreeMap;

use bosworth_client::{Client, ClientError, fresh_key};
use bosworth_protocol::{Command, CommandRequest, GameId};
use bosworth_server::{App, Config};
use bosworth_table::{AccountId, IdempotencyKey};
use bosworth_testing::{Postgres, eventually, is_ready_within};
use bosworth_tournament::{
    Announcement, Applicant, PlayerId, Points, Tournament, TournamentCommand, TournamentFormat,
    TournamentId, TournamentStage,
};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::online::online_fixture::OnlineFixture;
use crate::store::fixture::numbered_persons;

pub async fn ask(client: &Client, event: &str, command: Value) -> Result<Value, ClientError> {
    client.post(&format!("/api/events/{event}/command"), &command).await
}

pub async fn announce(client: &Client, change: &Value) -> Result<String, ClientError> {
    let mut request = json!({
        "title": "Bosworth Open", "kind": {"swiss": {"rounds": 2}}, "clock": "5+3",
        "starts": tomorrow(), "seats": 16,
    });
    for (name, value) in change.as_object().expect("fields") {
        request[name] = value.clone();
    }
    let announced: Value = client.post("/api/events", &request).await?;
    Ok(announced["event"].as_str().expect("an id").to_owned())
}

/// Far enough ahead that nothing starts automatically.
pub fn tomorrow() -> i64 {
    let since = std::time::SystemTime::UNIX_EPOCH.elapsed().expect("after 1970");
    since.as_millis() as i64 + 86_400_000
}

/// Both players get ready, and one resigns.
pub async fn play(red: &Client, white: &Client, game: &str, loser: &Client) {
    let path = format!("/api/games/{game}/command");
    for (client, nonce) in [(red, "red"), (white, "white")] {
        let command = Command::Ready { nonce: nonce.into() };
        let request = CommandRequest { key: fresh_key(), command };
        client.post::<Value>(&path, &request).await.expect("ready");
    }
    let request = CommandRequest { key: fresh_key(), command: Command::Resign };
    loser.post::<Value>(&path, &request).await.expect("resigned");
}

#[tokio::test(flavor = "multi_thread")]
async fn four_people_play_a_swiss_tournament_through_the_api() {
    let fixture = OnlineFixture::in_memory().await;
    let mut people = BTreeMap::new();
    let (organiser, _) = fixture.person("olga").await;
    let event = announce(&organiser, &json!({})).await.expect("a tournament");
    for name in ["anna", "bert", "carl", "dora"] {
        let (client, me) = fixture.person(name).await;
        ask(&client, &event, json!({"join": {}})).await.expect("a seat");
        people.insert(me.person.id.0, client);
    }
    let started = ask(&organiser, &event, json!("start")).await.expect("a start");
    assert_eq!(started["stage"], "running");
    for round in 1..=2 {
        let path = format!("/api/events/{event}");
        let view = eventually(&format!("round {round}"), async || {
            let view: Value = fixture.nobody().get(&path).await.expect("a tournament");
            let all = view["games"].as_array().is_some_and(|games| games.len() == 2);
            (view["rounds"] == round && all).then_some(view)
        })
        .await;
        for (board, game) in view["games"].as_array().expect("games").iter().enumerate() {
            let pairing = &view["round"]["boards"][board];
            let seat = |name: &str| &people[&pairing[name].as_i64().expect("a player")];
            let game = game["game"].as_str().expect("an id");
            eventually("the game", async || fixture.nobody().look(game.parse().ok()?).await.ok())
                .await;
            play(seat("red"), seat("white"), game, seat("white")).await;
        }
    }
    let over = eventually("the end", async || {
        let view: Value = fixture.nobody().get(&format!("/api/events/{event}")).await.expect("one");
        (view["stage"] == "over").then_some(view)
    })
    .await;
    // Luck-adjusted points are shown next to the points.
    eventually("reviews of all games", async || {
        let view: Value = fixture.nobody().get(&format!("/api/events/{event}")).await.expect("one");
        let rows = view["standings"][0]["rows"].as_array().expect("rows");
        let sum = |key: &str| rows.iter().filter_map(|row| row[key].as_u64()).sum::<u64>();
        (sum("reviewed") == 8).then(|| assert_eq!(sum("adjusted"), 4_000))
    })
    .await;
    let rows = over["standings"][0]["rows"].as_array().expect("rows");
    let points: f64 = rows.iter().filter_map(|row| row["points"].as_f64()).sum();
    assert!((points - 4.0).abs() < 1e-9, "four games, four points");

    let export = |format: &str| format!("/api/events/{event}/standings?format={format}");
    let csv = fixture.nobody().text(&export("csv")).await.expect("a table");
    assert_eq!(csv.lines().count(), 5);
    assert!(csv.contains("\"anna\""), "{csv}");
    let report = fixture.nobody().text(&export("trf")).await.expect("a report");
    assert_eq!(report.lines().filter(|line| line.starts_with("001")).count(), 4);
    let log: Vec<bosworth_tournament::TournamentLogEntry> =
        fixture.nobody().get(&format!("/api/events/{event}/log")).await.expect("a log");
    assert_eq!(Tournament::replay(&log).expect("a good log").stage(), TournamentStage::Over);
    let list: Value = fixture.nobody().get("/api/events").await.expect("a list");
    assert_eq!(list["over"][0]["id"], *event);
    let first = rows.iter().filter(|row| row["winner"] == true).map(|row| &row["player"]);
    let named = list["over"][0]["winners"].as_array().expect("winners").iter();
    assert!(named.map(|person| &person["id"]).eq(first), "{}", list["over"][0]);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_admits_eligible_players_and_obeys_its_organiser() {
    let fixture = OnlineFixture::in_memory().await;
    let (organiser, _) = fixture.person("olga").await;
    let (guest, _) = fixture.guest().await;
    assert!(announce(&guest, &json!({})).await.is_err(), "guests cannot organise");
    for wrong in [
        json!({"clock": "-"}),
        json!({"title": ""}),
        json!({"kind": {"swiss": {"rounds": 0}}}),
        json!({
            "kind": {"field": {"level": 3, "deals": 2, "minutes": 5}},
            "limits": {"guests": true},
        }),
        json!({"rated": true, "limits": {"guests": true}}),
        json!({"ruleset": "none"}),
        json!({"kind": {"arena": {"minutes": 60}}, "clock": "2d"}),
    ] {
        assert!(announce(&organiser, &wrong).await.is_err(), "{wrong}");
    }
    let closed = json!({"limits": {"guests": false}});
    let event = announce(&organiser, &closed).await.expect("a tournament");
    assert!(ask(&guest, &event, json!({"join": {}})).await.is_err());
    let (anna, _) = fixture.person("anna").await;
    let view = ask(&anna, &event, json!({"join": {}})).await.expect("a seat");
    assert_eq!(view["players"], 1);
    let again = ask(&anna, &event, json!({"join": {}})).await.expect("the same seat");
    assert_eq!(again["seq"], view["seq"], "joining is idempotent");
    for command in ["start", "pause", "cancel"] {
        assert!(ask(&anna, &event, json!(command)).await.is_err(), "{command}");
    }
    ask(&anna, &event, json!("leave")).await.expect("left");
    let cancelled = ask(&organiser, &event, json!("cancel")).await.expect("called off");
    assert_eq!(cancelled["cancelled"], true);
    // Nobody can flood the list with tournaments.
    for _ in 0..5 {
        announce(&organiser, &json!({})).await.expect("one of five");
    }
    assert!(announce(&organiser, &json!({})).await.is_err());
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_a_tournament_loses_the_current_game() {
    let fixture = OnlineFixture::in_memory().await;
    let (organiser, _) = fixture.person("olga").await;
    let event = announce(&organiser, &json!({"kind": "knockout"})).await.expect("a tournament");
    let (anna, a) = fixture.person("anna").await;
    let (bert, b) = fixture.person("bert").await;
    for client in [&anna, &bert] {
        ask(client, &event, json!({"join": {}})).await.expect("a seat");
    }
    let started = ask(&organiser, &event, json!("start")).await.expect("a start");
    let game: GameId = started["games"][0]["game"].as_str().expect("one").parse().expect("an id");
    let looked = eventually("the game", async || fixture.nobody().look(game).await.ok()).await;
    assert_eq!(looked.stage, "waiting");
    ask(&anna, &event, json!("leave")).await.expect("left");
    let over = eventually("its end", async || {
        let looked = fixture.nobody().look(game).await.ok()?;
        (looked.stage == "over").then_some(looked)
    })
    .await;
    assert!(over.reason.is_some());
    let view: Value = fixture.nobody().get(&format!("/api/events/{event}")).await.expect("one");
    assert_eq!(view["standings"][0]["rows"][0]["player"], b.person.id.0);
    assert_ne!(a.person.id, b.person.id);
    fixture.stop().await;
}

/// A node without background tasks.
pub async fn node(database: &str) -> (App, watch::Sender<bool>) {
    let (stop, stopping) = watch::channel(false);
    let config = Config { database: database.into(), limits: false, ..Config::default() };
    let (app, _) = App::open(config, stopping).await.expect("a node");
    (app, stop)
}

const PLAYERS: i64 = 16;
const ROUNDS: u8 = 4;

/// Plays a Swiss tournament of sixteen players to its end. Two nodes work concurrently; each is
/// stopped after a number of steps and replaced by another that knows only what was written.
/// Returns the pairings of all rounds and the number of games.
async fn swiss(database: &str, lives: impl Fn(usize) -> usize) -> (Vec<Vec<(i64, i64)>>, usize) {
    let event = {
        let (app, _stop) = node(database).await;
        numbered_persons(&app.store, PLAYERS).await;
        let announcement = Announcement {
            starts: tomorrow(),
            ..Announcement::example(TournamentFormat::Swiss { rounds: ROUNDS })
        };
        let event = app.tournaments.create(AccountId(1), announcement).await.expect("a tournament");
        for id in 1..=PLAYERS {
            join(&app, event, id).await;
        }
        event
    };
    for life in 0..10_000 {
        let ((app, _stop), (other, _stop_other)) = (node(database).await, node(database).await);
        let work = async |app: &App| {
            // Starting is idempotent like every command.
            app.tournaments.command(event, AccountId(1), &TournamentCommand::Start).await.ok();
            app.tournaments.advance_all().await.expect("a database");
        };
        let (whole, _) = tokio::join!(
            is_ready_within(lives(2 * life), work(&app)),
            is_ready_within(lives(2 * life + 1), work(&other)),
        );
        let view = app.tournaments.load(event).await.expect("a tournament");
        if view.stage() == TournamentStage::Over {
            let games = app.store.open_games().await.expect("games");
            assert!(games.is_empty(), "no game is left over");
            return (pairings(&view), ended(&app, &view).await);
        }
        if whole {
            finish_games(&app, &view).await;
        }
    }
    panic!("the tournament does not end");
}

async fn join(app: &App, event: TournamentId, id: i64) {
    let standing = Applicant::rated(2000 - id as i32);
    let command = TournamentCommand::Join { applicant: standing, mate: None };
    app.tournaments.command(event, AccountId(id), &command).await.expect("a seat");
}

/// Ends every game with a win for the stronger player.
async fn finish_games(app: &App, event: &Tournament) {
    app.readiness.note(true);
    for plan in event.games() {
        let game = GameId::from_random(plan.number);
        let players = [plan.red, plan.white].map(|seat| match seat {
            bosworth_tournament::Opponent::Player(PlayerId(id)) => AccountId(id),
            bosworth_tournament::Opponent::Computer(_) => unreachable!("both are people"),
        });
        for (key, account) in (1..).zip(players) {
            let ready = Command::Ready { nonce: format!("nonce {}", account.0) };
            app.tables.command(game, account, IdempotencyKey(key), &ready, 0).await.expect("ready");
        }
        let weaker = players.into_iter().max().expect("two");
        app.tables
            .command(game, weaker, IdempotencyKey(9), &Command::Resign, 0)
            .await
            .expect("resigned");
    }
}

fn pairings(event: &Tournament) -> Vec<Vec<(i64, i64)>> {
    let pair = |two: &bosworth_tournament::Pairing| (two.red.0, two.white.expect("somebody").0);
    event.rounds().iter().map(|round| round.pairings.iter().map(pair).collect()).collect()
}

async fn ended(app: &App, event: &Tournament) -> usize {
    let first = event.standings().remove(0).rows.remove(0);
    assert_eq!((first.player, first.points), (PlayerId(1), Points::of_halves(8)));
    app.store.count_games().await.expect("games") as usize
}

async fn swiss_in_a_file(lives: impl Fn(usize) -> usize) -> (Vec<Vec<(i64, i64)>>, usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("bosworth.db").display().to_string();
    Box::pin(swiss(&database, lives)).await
}

/// Sometimes a node lives long enough to finish all due work.
pub fn short_lives(seed: usize) -> impl Fn(usize) -> usize {
    move |life| 1 + (life * 7 + seed * 11) % 60 * (1 + life % 5)
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_nodes_anywhere_changes_no_pairing_and_duplicates_no_game() {
    let games = PLAYERS as usize / 2 * usize::from(ROUNDS);
    let undisturbed = swiss_in_a_file(|_| usize::MAX).await;
    assert_eq!(undisturbed.1, games);
    for seed in 0..2 {
        assert_eq!(swiss_in_a_file(short_lives(seed)).await, undisturbed, "seed {seed}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_nodes_anywhere_is_harmless_on_postgres() {
    let server = Postgres::start().await;
    let undisturbed = swiss_in_a_file(|_| usize::MAX).await;
    let disturbed = Box::pin(swiss(&server.url(), short_lives(1))).await;
    assert_eq!(disturbed, undisturbed);
}
