//! Bots on a real server: the engine's bot and the Python example play each other.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use bosworth_client::protocol::{
    Command as TableCommand, CommandAnswer, CommandRequest, Credentials, GameId, NewBot,
    SeekAnswer, TableView,
};
use bosworth_client::{Client, fresh_key};
use bosworth_testing::{OutputLines, eventually};

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    /// Waits for a successful exit.
    fn ends_well(&mut self, what: &str) {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().expect("a status") {
                assert!(status.success(), "{what} ended with {status}");
                return;
            }
            assert!(begun.elapsed() < Duration::from_mins(2), "{what} does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// A server, its address, and an account at it.
async fn serve() -> (Running, String, Client) {
    let site = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/site");
    let mut server = Command::new(env!("CARGO_BIN_EXE_bosworth"))
        .args(["serve", "--port", "0", "--site", site, "--database", "sqlite::memory:"])
        .args(["--no-limits", "--lang", "en"])
        .env("BOSWORTH_LOG", "warn")
        .stdout(Stdio::piped())
        .spawn()
        .expect("a server");
    let output = server.stdout.take().expect("its output");
    let server = Running(server);
    let line = OutputLines::of(output).next().expect("the server says where it is");
    let url = line.split_whitespace().find(|word| word.starts_with("http")).expect("an address");
    let anna = person(url, "anna").await;
    (server, url.into(), anna)
}

async fn person(url: &str, name: &str) -> Client {
    let mut client = Client::new(url).expect("an address");
    client.register(&Credentials::new(name, "roses are red")).await.expect("an account");
    client
}

/// A new bot's token.
async fn token(owner: &Client, name: &str) -> String {
    let body = serde_json::json!({ "name": name });
    let made: NewBot = owner.post("/api/me/bots", &body).await.expect("a bot");
    made.token.token.expect("told once")
}

/// The view of a game once it satisfies a condition.
async fn seen(client: &Client, game: GameId, what: &str, ok: fn(&TableView) -> bool) -> TableView {
    eventually(what, async || Some(client.look(game).await.expect("a view")).filter(ok)).await
}

async fn done(client: &Client, game: GameId, command: TableCommand) {
    let request = CommandRequest { key: fresh_key(), command };
    let answer = client.command(game, &request).await.expect("an answer");
    assert!(matches!(answer, CommandAnswer::Done(_)), "{request:?}: {answer:?}");
}

/// Challenges a bot to correspondence games, and plays those that it accepts.
async fn challenge_bot(anna: &Client, bert: &Client, name: &str) {
    let challenge = |clock: &str, rated| {
        let terms = serde_json::json!({ "ruleset": "classic", "clock": clock, "rated": rated });
        serde_json::json!({ "terms": terms, "to": name })
    };
    // This bot declines rated games; the owner's would be refused anyway.
    for (client, clock, rated) in [(bert, "3d", true), (bert, "3d", false), (anna, "1d", false)] {
        let answer: SeekAnswer =
            client.post("/api/seeks", &challenge(clock, rated)).await.expect("a challenge");
        let SeekAnswer::Seek(seek) = answer else { panic!("{answer:?}") };
        let gone = async || {
            let is_open = client.is_offer_open(&seek.id).await.expect("an answer");
            (!is_open).then_some(())
        };
        eventually("the challenge to be answered", gone).await;
        let games = client.games().await.expect("games");
        let taken = games.iter().any(|game| game.clock.to_string() == clock);
        assert_eq!(taken, !rated, "{games:?}");
    }
    for client in [anna, bert] {
        let game = client.games().await.expect("games")[0].game;
        done(client, game, TableCommand::Ready { nonce: "nonce".into() }).await;
        seen(client, game, "the deal", |view| view.stage == "running").await;
        for _ in 0..3 {
            let mine = |view: &TableView| view.turn == view.you || view.stage == "over";
            let view = seen(client, game, "the bot's action", mine).await;
            let action = view.actions[0].parse().expect("an action");
            let (ply, revision) = (view.plies.len() as u16, Some(view.revision));
            done(client, game, TableCommand::Act { action, ply, revision }).await;
        }
    }
}

/// A sandbox, its address, and the token for a program that tries it.
fn sandbox() -> (Running, String, String) {
    let mut sandbox = Command::new(env!("CARGO_BIN_EXE_bosworth"))
        .args(["bot", "sandbox", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("a sandbox");
    let lines = OutputLines::of(sandbox.stdout.take().expect("its output"));
    let sandbox = Running(sandbox);
    let value = |name: &str| {
        let mut values = std::iter::from_fn(|| lines.next());
        values.find_map(|line| line.strip_prefix(name).map(str::to_owned)).expect("it is printed")
    };
    (sandbox, value("export BOSWORTH_SERVER="), value("export BOSWORTH_TOKEN="))
}

/// Challenges the bot of the sandbox, and waits for the game.
async fn challenge_sandbox(trial: &Client, clock: &str, rated: bool) -> GameId {
    let terms = serde_json::json!({ "ruleset": "classic", "clock": clock, "rated": rated });
    let challenge = serde_json::json!({ "terms": terms, "to": "Sandbox" });
    let seek: SeekAnswer = trial.post("/api/seeks", &challenge).await.expect("a challenge");
    assert!(matches!(seek, SeekAnswer::Seek(_)), "{seek:?}");
    eventually("a game", async || {
        let games = trial.games().await.expect("games");
        games.first().map(|game| game.game)
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sandbox_accepts_rated_challenges_and_plays() {
    let (_sandbox, url, token) = sandbox();
    let trial = Client::new(&url).expect("an address").with_token(&token);
    let game = challenge_sandbox(&trial, "2d", true).await;
    done(&trial, game, TableCommand::Ready { nonce: "nonce".into() }).await;
    seen(&trial, game, "our turn", |view| view.rated && view.turn == view.you).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_returns_to_its_game_after_the_server_refused_further_commands() {
    let (_sandbox, url, token) = sandbox();
    let trial = Client::new(&url).expect("an address").with_token(&token);
    let game = challenge_sandbox(&trial, "5+3", false).await;
    let _bot = Running(
        Command::new(env!("CARGO_BIN_EXE_bosworth"))
            .args(["bot", "--server", &url, "--level", "1", "--accept", "none"])
            .env("BOSWORTH_TOKEN", &token)
            .spawn()
            .expect("a bot"),
    );
    seen(&trial, game, "the bot at the table", |view| view.stage == "running").await;
    // Another program of the same account uses up what the server allows.
    for _ in 0..150 {
        let command = TableCommand::Ready { nonce: "nonce".into() };
        let _ = trial.command(game, &CommandRequest { key: fresh_key(), command }).await;
    }
    let view = eventually("the end of the game", async || {
        // The limits apply to this program, too.
        trial.look(game).await.ok().filter(|view| view.stage == "over")
    })
    .await;
    assert_eq!(view.reason.map(|why| format!("{why:?}")), Some("Played".into()), "{view:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_answer_challenges_and_play_the_games_that_wait() {
    let (_server, url, anna) = serve().await;
    let bert = person(&url, "bert").await;
    let engine = token(&anna, "engine-bot").await;
    let python = token(&anna, "python-bot").await;
    let _engine = Running(
        Command::new(env!("CARGO_BIN_EXE_bosworth"))
            .args(["bot", "--server", &url, "--level", "1", "--accept", "casual"])
            .args(["--at-once", "1"])
            .env("BOSWORTH_TOKEN", &engine)
            .spawn()
            .expect("a bot"),
    );
    challenge_bot(&anna, &bert, "engine-bot").await;
    for client in [&anna, &bert] {
        let game = client.games().await.expect("games")[0].game;
        done(client, game, TableCommand::Resign).await;
    }
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");
    let _python = Running(
        Command::new("python3")
            .args([example, &url])
            .env("BOSWORTH_TOKEN", &python)
            .spawn()
            .expect("python3"),
    );
    challenge_bot(&anna, &bert, "python-bot").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_and_the_example_in_python_play_each_other() {
    let (_server, url, owner) = serve().await;
    let url = url.as_str();
    let tokens = [token(&owner, "engine-bot").await, token(&owner, "python-bot").await];
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");
    let mut python = Running(
        Command::new("python3")
            .args([example, url, "1"])
            .env("BOSWORTH_TOKEN", &tokens[1])
            .spawn()
            .expect("python3"),
    );
    let mut engine = Running(
        Command::new(env!("CARGO_BIN_EXE_bosworth"))
            .args(["bot", "--server", url, "--level", "2", "--games", "1", "--seek", "5+3"])
            .env("BOSWORTH_TOKEN", &tokens[0])
            .spawn()
            .expect("a bot"),
    );
    // The example does not accept open offers, so the test accepts the engine's offer for it.
    let program = Client::new(url).expect("an address").with_token(&tokens[1]);
    let offers = async || program.seeks().await.expect("offers").pop();
    let seek = eventually("the engine's offer", offers).await;
    program.accept(&seek.id).await.expect("a game");
    engine.ends_well("bosworth bot");
    python.ends_well("bot.py");
}
