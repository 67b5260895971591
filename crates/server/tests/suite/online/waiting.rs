//! Games waiting for an account: all games in which it is its turn, by time left.

use bosworth_client::{Client, fresh_key};
use bosworth_protocol::{
    BotLine, Challenge, Command, CommandAnswer, CommandRequest, GameId, OfferTerms, SeekAnswer,
    Waiting,
};
use bosworth_rules::Side;
use bosworth_testing::{Nats, Postgres, in_time};

use crate::online::nodes::two;
use crate::online::online_fixture::{OnlineFixture, challenge, terms};

async fn done(client: &Client, game: GameId, command: Command) {
    let request = CommandRequest { key: fresh_key(), command };
    let answer = client.command(game, &request).await.expect("an answer");
    assert!(matches!(answer, CommandAnswer::Done(_)), "{request:?}: {answer:?}");
}

/// Starts a game of one player as Red against another as White.
async fn begun(red: &Client, white: &Client, clock: &str) -> GameId {
    let terms = OfferTerms { side: Some(Side::Red), ..terms(clock, false) };
    let SeekAnswer::Seek(seek) = red.offer(&Challenge::by_link(terms)).await.expect("an offer")
    else {
        panic!("nobody has the link yet");
    };
    white.accept(&seek.id).await.expect("a game")
}

/// Like `begun`, with both players ready.
async fn dealt(red: &Client, white: &Client, clock: &str) -> GameId {
    let game = begun(red, white, clock).await;
    for client in [red, white] {
        done(client, game, Command::Ready { nonce: "nonce".into() }).await;
    }
    game
}

/// The player to act plays the first legal action.
async fn act(client: &Client, game: GameId) {
    let view = client.look(game).await.expect("a view");
    let action = view.actions[0].parse().expect("an action");
    let ply = view.plies.len() as u16;
    done(client, game, Command::Act { action, ply, revision: Some(view.revision) }).await;
}

fn ids(waiting: &Waiting) -> Vec<GameId> {
    waiting.games.iter().map(|game| game.game).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_games_are_sorted_by_time_left() {
    let fixture = OnlineFixture::in_memory().await;
    let ((one, _), (other, _)) = (fixture.person("anna").await, fixture.guest().await);
    let probe = dealt(&one, &other, "14d").await;
    let begins = one.look(probe).await.expect("a view").turn;
    // It is the turn of the player who begins in all of these games.
    let red_begins = begins.as_deref() == Some("red");
    let (first, second) = if red_begins { (&one, &other) } else { (&other, &one) };
    let mut games = vec![probe];
    for clock in ["3d", "-", "1d", "5+3"] {
        games.push(dealt(&one, &other, clock).await);
    }
    let [fourteen, three, untimed, day, live] = games[..] else { panic!("five games") };

    let waiting = first.waiting().await.expect("an answer");
    assert_eq!(ids(&waiting), [live, day, three, fourteen, untimed]);
    assert_eq!((waiting.count, waiting.challenges), (5, 0));
    let entry = &waiting.games[1];
    assert_eq!((entry.clock.to_string().as_str(), entry.ply), ("1d", 0));
    assert_eq!(entry.ruleset, "classic");
    assert_eq!(entry.opponent.name(), Some(second.me().await.expect("me").person.name.as_str()));
    let left = entry.left.expect("a clock");
    assert!((1..=86_400_000 + 500).contains(&left), "{left}");
    assert!(entry.since > 1_700_000_000_000);
    assert_eq!(waiting.games[4].left, None);
    assert_eq!(second.waiting().await.expect("an answer"), Waiting::default());

    // After acting, the game waits for the opponent, and the next one is named.
    act(first, day).await;
    let waiting = first.waiting().await.expect("an answer");
    assert_eq!(ids(&waiting), [live, three, fourteen, untimed]);
    assert_eq!(waiting.next(Some(live)).map(|game| game.game), Some(three));
    let theirs = second.waiting().await.expect("an answer");
    assert_eq!(ids(&theirs), [day]);
    assert_eq!(theirs.games[0].ply, 1);
    // The list of all open games has the same order.
    let open: Vec<_> = first.games().await.expect("games").iter().map(|game| game.game).collect();
    assert_eq!(open, [live, three, fourteen, untimed, day]);

    // A finished game waits for nobody; a challenge waits for its recipient.
    done(first, three, Command::Resign).await;
    let name = first.me().await.expect("me").person.name;
    let to = Challenge { to: Some(name), ..challenge("2d", false) };
    second.offer(&to).await.expect("a challenge");
    let waiting = first.waiting().await.expect("an answer");
    assert_eq!(ids(&waiting), [live, fourteen, untimed]);
    assert_eq!((waiting.count, waiting.challenges), (3, 1));
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_action_on_one_node_is_waiting_on_another_at_once() {
    let (postgres, nats) = (Postgres::start().await, Nats::start().await);
    let [north, south] = two(&postgres, &nats).await;
    let ((anna, _), (bert, _)) = (north.guest().await, south.guest().await);
    let game = dealt(&anna, &bert, "2d").await;
    let there = |fixture: &OnlineFixture, client: &Client| {
        fixture.nobody().with_cookie(client.cookie().expect("a cookie"))
    };
    for _ in 0..6 {
        let view = anna.look(game).await.expect("a view");
        let (acts, waits) = if view.turn == view.you { (&anna, &bert) } else { (&bert, &anna) };
        act(acts, game).await;
        for fixture in [&north, &south] {
            let on_turn = there(fixture, waits).waiting().await.expect("an answer");
            assert_eq!(ids(&on_turn), [game]);
            let acted = there(fixture, acts).waiting().await.expect("an answer");
            assert_eq!(ids(&acted), []);
        }
    }
    north.stop().await;
    south.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_waiting_games_is_bounded_but_counts_them_all() {
    let fixture = OnlineFixture::in_memory().await;
    let ((anna, _), (bert, _)) = (fixture.guest().await, fixture.guest().await);
    for _ in 0..120 {
        begun(&anna, &bert, "3d").await;
    }
    let waiting = anna.waiting().await.expect("an answer");
    assert_eq!((waiting.games.len(), waiting.count), (100, 120));
    let here = waiting.games[0].game;
    assert_eq!((waiting.others(Some(here)), waiting.others(None)), (119, 120));
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stream_of_an_account_reports_challenges() {
    let fixture = OnlineFixture::in_memory().await;
    let ((anna, _), (bert, _)) = (fixture.person("anna").await, fixture.person("bert").await);
    let to = Challenge { to: Some("anna".into()), ..challenge("2d", false) };
    bert.offer(&to).await.expect("a challenge");
    let http = reqwest::Client::new();
    let request = http.get(format!("{}/api/stream", fixture.url));
    let answer = request.header("cookie", anna.cookie().expect("a cookie")).send().await;
    let mut answer = answer.expect("a stream");
    let first = in_time("a line", answer.chunk()).await.expect("bytes").expect("a line");
    let line: BotLine = serde_json::from_slice(&first).expect("a line");
    assert_eq!(line, BotLine::Challenges {});
    // The game names the offer that it comes from, at once and when the stream is opened later.
    let seek = anna.challenges().await.expect("challenges").remove(0).id;
    let game = anna.accept(&seek).await.expect("a game");
    let begin = BotLine::Begin { game, seek: Some(seek) };
    let is_begin = |chunk: &[u8]| {
        let lines = chunk.split(|byte| *byte == b'\n');
        lines
            .filter_map(|line| serde_json::from_slice::<BotLine>(line).ok())
            .any(|line| line == begin)
    };
    loop {
        let chunk = in_time("a line", answer.chunk()).await.expect("bytes").expect("a line");
        if is_begin(&chunk) {
            break;
        }
    }
    let request = http.get(format!("{}/api/stream", fixture.url));
    let later = request.header("cookie", anna.cookie().expect("a cookie")).send().await;
    let first = in_time("a line", later.expect("a stream").chunk()).await.expect("bytes");
    assert!(is_begin(&first.expect("a line")));
    fixture.stop().await;
}
