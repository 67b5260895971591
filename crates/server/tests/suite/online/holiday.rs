//! Holidays are in the log of every game in which they count, and of no other.

use bosworth_client::{Client, ClientError, Play};
use bosworth_protocol::{
    BotRequest, Event, GameId, HolidayRequest, HolidayView, LogEntry, NewBot, ProblemKind,
};
use bosworth_rules::Side;
use bosworth_server::Config;
use bosworth_server::store::{HolidayOutcome, Store};
use bosworth_testing::eventually;

use crate::online::online_fixture::{Dice, OnlineFixture, pair, play, terms};

const DAY: i64 = 86_400_000;

async fn take(client: &Client, days: i64) -> Result<HolidayView, ClientError> {
    client.post("/api/me/holiday", &HolidayRequest { days }).await
}

/// The holidays in the log of a game: side and end.
async fn noted(store: &Store, game: GameId) -> Vec<(Side, Option<i64>)> {
    let log = store.entries(game, 0).await.expect("a log");
    let log = log.iter().map(|(_, text)| serde_json::from_str::<LogEntry>(text).expect("an entry"));
    let holiday = |event: &Event| match event {
        Event::Holiday { side, until } => Some((*side, *until)),
        _ => None,
    };
    log.flat_map(|entry| entry.events.iter().filter_map(holiday).collect::<Vec<_>>()).collect()
}

async fn side(client: &Client, game: GameId) -> Side {
    let view = client.look(game).await.expect("a view");
    if view.you.as_deref() == Some("red") { Side::Red } else { Side::White }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_holiday_stops_the_clock_in_correspondence_games_against_people() {
    let fixture = OnlineFixture::in_memory().await;
    let store = fixture.app.store.clone();
    let ((anna, a), (bert, b)) = (fixture.person("anna").await, fixture.person("bert").await);
    let bot: NewBot =
        anna.post("/api/me/bots", &BotRequest { name: "robin".into() }).await.expect("a bot");
    let robin = fixture.nobody().with_token(bot.token.token.as_deref().expect("a token"));
    let days = pair(&anna, &bert, "2dw", true).await;
    let live = pair(&anna, &bert, "10+5", true).await;
    let untimed = pair(&anna, &bert, "-", false).await;
    let against_bot = pair(&anna, &robin, "2d", false).await;
    let computer = anna.computer(1, &terms("-", false)).await.expect("a game");
    let (mut one, mut other) = (
        Play::new(anna.clone(), days, Some(a.person.id)),
        Play::new(bert.clone(), days, Some(b.person.id)),
    );
    tokio::join!(play(&mut one, Dice(1), 2), play(&mut other, Dice(2), 2));

    let begun = take(&anna, 10).await.expect("a holiday");
    let until = begun.until.expect("a time");
    assert_eq!((begun.left, begun.allowance), (18, 28));
    let mine = side(&anna, days).await;
    assert_eq!(noted(&store, days).await, [(mine, Some(until))]);
    for game in [live, untimed, against_bot, computer] {
        assert_eq!(noted(&store, game).await, [], "{game}");
    }
    // The opponent sees it.
    eventually("the notification", async || {
        other.next().await.expect("the server keeps running");
        let table = other.table()?;
        (table.holiday(mine, other.server_now()) == Some(until)).then_some(())
    })
    .await;
    // A game that begins meanwhile has it, too.
    let later = pair(&anna, &bert, "10d+1d", true).await;
    let mine_later = side(&anna, later).await;
    eventually("a holiday in a new game", async || {
        (noted(&store, later).await == [(mine_later, Some(until))]).then_some(())
    })
    .await;

    let refused = take(&anna, 1).await.expect_err("already");
    assert!(matches!(refused, ClientError::Problem(why) if why.problem == ProblemKind::Conflict));
    anna.delete("/api/me/holiday").await.expect("an end");
    let back: HolidayView = anna.get("/api/me/holiday").await.expect("a view");
    assert_eq!((back.until, back.left), (None, 27), "a day has begun");
    assert_eq!(noted(&store, days).await, [(mine, Some(until)), (mine, None)]);
    for days in [0, -1, 29] {
        let refused = take(&anna, days).await.expect_err("no such holiday");
        assert!(matches!(refused, ClientError::Problem(_)), "{refused:?}");
    }
    assert!(take(&anna, 28).await.is_err(), "more than is left");
    assert!(take(&robin, 3).await.is_err(), "bots have none");
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_holiday_missing_from_the_logs_is_written_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let config = Config { database: database.clone(), limits: false, ..Config::default() };
    let fixture = OnlineFixture::open(config.clone()).await;
    let ((anna, me), (bert, _)) = (fixture.person("anna").await, fixture.person("bert").await);
    let game = pair(&anna, &bert, "2d", true).await;
    fixture.stop().await;
    // As if the server had died right after it was charged.
    let store = Store::open(&database).await.expect("the database");
    let log = store.entries(game, 0).await.expect("a log");
    let opened: LogEntry = serde_json::from_str(&log[0].1).expect("an entry");
    let taken = store.take_holiday(me.person.id, 3, 28, opened.at).await.expect("an answer");
    assert_eq!(taken, HolidayOutcome::Begun);
    let fixture = OnlineFixture::open(config).await;
    eventually("the holiday in the log", async || {
        let noted = noted(&store, game).await;
        let pending = store.pending_holidays().await.expect("holidays");
        let until = Some(opened.at + 3 * DAY);
        (noted.len() == 1 && noted[0].1 == until && pending.is_empty()).then_some(())
    })
    .await;
    fixture.stop().await;
    store.close().await;
}
