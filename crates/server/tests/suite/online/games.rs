use bosworth_client::{Play, fresh_key};
use bosworth_fair::Proof;
use bosworth_protocol::{
    Command, CommandAnswer, CommandRequest, EndReason, FromClient, FromServer, Offer, Profile,
    Refusal, Stage, TableView,
};
use bosworth_rules::Record;
use bosworth_server::{Config, Server, WebApp};
use bosworth_testing::{eventually, in_time};
use sqlx::Connection as _;
use tempfile::TempDir;

use crate::online::online_fixture::{Dice, OnlineFixture, look_on, pair, play, until};

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_a_rated_game_while_a_third_watches() {
    let fixture = OnlineFixture::in_memory().await;
    let ((anna, a), (bert, b)) = (fixture.person("anna").await, fixture.person("bert").await);
    let game = pair(&anna, &bert, "5+3", true).await;
    let mut spectator = Play::new(fixture.nobody(), game, None);
    let mut red = Play::new(anna.clone(), game, Some(a.person.id));
    let mut white = Play::new(bert.clone(), game, Some(b.person.id));
    tokio::join!(
        async {
            // Drop the connection in the middle of the game.
            play(&mut red, Dice(1), 20).await;
            red.cut();
            play(&mut red, Dice(1), usize::MAX).await;
        },
        play(&mut white, Dice(2), usize::MAX),
        look_on(&mut spectator),
    );
    let tables = [&red, &white, &spectator].map(|play| play.table().expect("a table"));
    assert_eq!(tables[0].game(), tables[1].game());
    assert_eq!(tables[0].game(), tables[2].game());
    assert_eq!(tables[0].ending().expect("an end").reason, EndReason::Played);

    // The record proves its shuffle, and a tampered one does not.
    let text = anna.record(game).await.expect("a record");
    let record: Record = text.parse().expect("a record");
    let proof = Proof::of(&record).expect("a proof");
    proof.verify(&record).expect("a good shuffle");
    let mut tampered = proof.clone();
    tampered.nonces.red = "another".parse().expect("a nonce");
    assert!(tampered.verify(&record).is_err());

    // The ratings have changed, zero-sum.
    let ratings = async |name| {
        let path = format!("/api/people/{name}");
        eventually(&format!("a rating of {name}"), async || {
            let profile: Profile = fixture.nobody().get(&path).await.expect("a profile");
            profile.ratings.first().map(|rating| rating.rating - 1500.0)
        })
        .await
    };
    let (a, b) = (ratings("anna").await, ratings("bert").await);
    match tables[0].ending().expect("an end").winner {
        None => assert!(a.abs() < 1.0 && b.abs() < 1.0),
        Some(_) => assert!((a + b).abs() < 1e-6 && a.abs() > 50.0, "{a} and {b}"),
    }
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_sent_twice_is_executed_once_over_any_transport() {
    let fixture = OnlineFixture::in_memory().await;
    let ((anna, a), (bert, b)) = (fixture.guest().await, fixture.guest().await);
    let game = pair(&anna, &bert, "5+3", false).await;
    let mut red = Play::new(anna.clone(), game, Some(a.person.id));
    let mut white = Play::new(bert.clone(), game, Some(b.person.id));
    tokio::join!(play(&mut red, Dice(3), 4), play(&mut white, Dice(4), 4));
    look_until_plies(&mut red, 4).await;
    let table = red.table().expect("a table");
    let (client, turn) = if table.turn() == red.side() { (&anna, &red) } else { (&bert, &white) };
    let action = table.position().expect("a position").actions().iter().next().expect("one");
    assert_eq!(turn.game(), game);
    let command = Command::Act { action, ply: 4, revision: None };
    let request = CommandRequest { key: fresh_key(), command };
    let first = client.command(game, &request).await.expect("an answer");
    let again = client.command(game, &request).await.expect("an answer");
    assert!(matches!(first, CommandAnswer::Done(_)));
    assert_eq!(first, again);
    let mut connection = client.connect().await.expect("a connection");
    let CommandRequest { key, command } = request;
    connection.send(&FromClient::Do { game, key, command }).await.expect("sent");
    let seq = until(&mut connection, |message| match message {
        FromServer::Done { seq, key: done, .. } if done == key => Some(seq),
        _ => None,
    });
    assert_eq!(CommandAnswer::Done(seq.await), first);
    assert_eq!(client.look(game).await.expect("a view").plies.len(), 5);
    fixture.stop().await;
}

async fn look_until_plies(play: &mut Play, plies: usize) {
    let looking = async {
        while play.table().is_none_or(|table| table.plies() < plies) {
            play.next().await.expect("the server keeps running");
        }
    };
    in_time("the plies", looking).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_resumes_every_game_and_costs_no_player_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = Config {
        database: format!("sqlite:{}", folder.path().join("games.db").display()),
        limits: false,
        ..Config::default()
    };
    let fixture = OnlineFixture::open(config.clone()).await;
    let ((anna, a), (bert, b)) = (fixture.guest().await, fixture.guest().await);
    let game = pair(&anna, &bert, "5+3", false).await;
    let mut red = Play::new(anna.clone(), game, Some(a.person.id));
    let mut white = Play::new(bert.clone(), game, Some(b.person.id));
    tokio::join!(play(&mut red, Dice(5), 10), play(&mut white, Dice(6), 10));
    let before = anna.look(game).await.expect("a view");
    drop((red, white));
    fixture.stop().await;
    let fixture = OnlineFixture::open(config).await;
    let after = fixture.nobody().look(game).await.expect("a view");
    assert_eq!(after.plies, before.plies);
    assert_eq!(after.position, before.position);
    let cookie = |client: &bosworth_client::Client| client.cookie().expect("a cookie").to_owned();
    let (anna, bert) = (
        fixture.nobody().with_cookie(&cookie(&anna)),
        fixture.nobody().with_cookie(&cookie(&bert)),
    );
    let mut red = Play::new(anna, game, Some(a.person.id));
    let mut white = Play::new(bert, game, Some(b.person.id));
    let end = usize::MAX;
    tokio::join!(play(&mut red, Dice(7), end), play(&mut white, Dice(8), end));
    assert_eq!(red.table().expect("a table").stage(), Stage::Over);
    fixture.stop().await;
}

const HOUR: i64 = 3_600_000;

/// A database with games in progress, in a folder, and their views.
async fn stopped_games() -> (TempDir, Config, Vec<TableView>) {
    const GAMES: u64 = 6;
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let config = Config { database, limits: false, ..Config::default() };
    let fixture = OnlineFixture::open(config.clone()).await;
    let mut views = Vec::new();
    for number in 0..GAMES {
        let ((anna, a), (bert, b)) = (fixture.guest().await, fixture.guest().await);
        let game = pair(&anna, &bert, "30+0", false).await;
        let mut red = Play::new(anna.clone(), game, Some(a.person.id));
        let mut white = Play::new(bert, game, Some(b.person.id));
        tokio::join!(play(&mut red, Dice(number), 4), play(&mut white, Dice(number + 50), 4));
        views.push(anna.look(game).await.expect("a view"));
    }
    fixture.stop().await;
    (folder, config, views)
}

async fn change(config: &Config, sql: &str) {
    let mut connection = sqlx::SqliteConnection::connect(&config.database).await.expect("a file");
    sqlx::raw_sql(sql).execute(&mut connection).await.expect("valid SQL");
    connection.close().await.expect("closed");
}

/// As if the server had been stopped an hour ago.
async fn an_hour_passes(config: &Config) {
    let earlier = format!(
        "UPDATE entries SET body = json_set(body, '$.at', json_extract(body, '$.at') - {HOUR}); \
         UPDATE alive SET at = at - {HOUR}"
    );
    change(config, &earlier).await;
}

/// All games continue, and no clock has lost much.
async fn nothing_was_lost(fixture: &OnlineFixture, before: Vec<TableView>) {
    for before in before {
        let after = fixture.nobody().look(before.game).await.expect("a view");
        assert_eq!((after.stage.as_str(), &after.reason), ("running", &None));
        let clocks = before.left.zip(after.left).expect("running clocks");
        let ((red, white), (red_left, white_left)) = clocks;
        let most = 20 * 60_000;
        assert!(red - red_left < most && white - white_left < most, "{before:?} {after:?}");
    }
}

/// Clocks would have run out while no node was running: the outage is credited before they are
/// read.
#[tokio::test(flavor = "multi_thread")]
async fn an_hour_of_downtime_loses_nobody_the_game() {
    let (_folder, config, games) = Box::pin(stopped_games()).await;
    an_hour_passes(&config).await;
    let fixture = OnlineFixture::open(config).await;
    nothing_was_lost(&fixture, games).await;
    fixture.stop().await;
}

/// Crediting thousands of games takes longer than a heartbeat is valid: then the time is not
/// reliable before all of them are credited.
#[tokio::test(flavor = "multi_thread")]
async fn a_slow_start_credits_every_game() {
    let (_folder, config, games) = Box::pin(stopped_games()).await;
    an_hour_passes(&config).await;
    let fixture = OnlineFixture::open_after(config, |app| app.readiness.note(false)).await;
    nothing_was_lost(&fixture, games).await;
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_that_fails_half_way_leaves_the_credit_to_the_next() {
    let (folder, config, games) = Box::pin(stopped_games()).await;
    an_hour_passes(&config).await;
    // Crediting the third game fails.
    let full = "CREATE TRIGGER full BEFORE INSERT ON entries \
                WHEN (SELECT COUNT(*) FROM entries WHERE body LIKE '%credit%') > 1 \
                BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";
    change(&config, full).await;
    std::fs::write(folder.path().join("index.html"), "<!doctype html>").expect("a page");
    let site = WebApp::folder(folder.path()).expect("a site");
    let server = Server::bind(([127, 0, 0, 1], 0).into(), site, config.clone()).await;
    let running = server.expect("a server").run(std::future::pending());
    let end = in_time("a failed start", Box::pin(running)).await;
    assert!(end.is_err(), "it does not start without crediting all games");
    change(&config, "DROP TRIGGER full").await;
    let fixture = OnlineFixture::open(config).await;
    nothing_was_lost(&fixture, games).await;
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_is_a_new_game_with_the_sides_swapped() {
    let fixture = OnlineFixture::in_memory().await;
    let ((anna, a), (bert, b)) = (fixture.guest().await, fixture.guest().await);
    let game = pair(&anna, &bert, "5+3", false).await;
    let mut one = Play::new(anna.clone(), game, Some(a.person.id));
    let mut other = Play::new(bert.clone(), game, Some(b.person.id));
    tokio::join!(play(&mut one, Dice(9), 3), play(&mut other, Dice(10), 3));
    one.command(Command::Resign).await;
    tokio::join!(look_on(&mut one), look_on(&mut other));
    one.command(Command::Offer(Offer::Rematch)).await;
    other.command(Command::Offer(Offer::Rematch)).await;
    let next = loop {
        one.next().await.expect("the server keeps running");
        if let Some(next) = one.table().and_then(|table| table.rematch()) {
            break next;
        }
    };
    let side = one.side().expect("a side");
    let mut again = Play::new(anna, next, Some(a.person.id));
    let mut against = Play::new(bert, next, Some(b.person.id));
    tokio::join!(play(&mut again, Dice(11), 2), play(&mut against, Dice(12), 2));
    assert_eq!(again.side(), Some(!side));
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_against_absent_players_can_be_claimed_but_not_by_spectators() {
    let fixture = OnlineFixture::in_memory().await;
    let ((anna, a), (bert, b)) = (fixture.guest().await, fixture.guest().await);
    let game = pair(&anna, &bert, "5+3", false).await;
    let mut red = Play::new(anna.clone(), game, Some(a.person.id));
    let mut white = Play::new(bert.clone(), game, Some(b.person.id));
    tokio::join!(play(&mut red, Dice(13), 2), play(&mut white, Dice(14), 2));
    let away = white.side().expect("a side");
    white.cut();
    while red.table().is_some_and(|table| table.is_connected(away)) {
        red.next().await.expect("the server keeps running");
    }
    assert!(red.table().expect("a table").claimable_at(!away).is_some());
    let claim = CommandRequest { key: fresh_key(), command: Command::Claim { draw: false } };
    let early = anna.command(game, &claim).await.expect("an answer");
    assert_eq!(early, CommandAnswer::Refused(Refusal::NotGone));
    let (stranger, _) = fixture.guest().await;
    for command in [
        Command::Resign,
        Command::Abort,
        Command::Claim { draw: true },
        Command::Quiet(true),
        Command::Offer(Offer::Takeback),
        Command::Chat { text: "hello".into() },
    ] {
        let request = CommandRequest { key: fresh_key(), command };
        let answer = stranger.command(game, &request).await.expect("an answer");
        assert_eq!(answer, CommandAnswer::Refused(Refusal::Spectator));
    }
    fixture.stop().await;
}
