//! Bots at a real server: the engine's and the example in Python play each other.

#![cfg(unix)]

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use bosworth_client::Client;
use bosworth_client::protocol::{Credentials, NewBot};
use bosworth_testing::{Lines, eventually};

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
            assert!(begun.elapsed() < Duration::from_secs(120), "{what} does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_and_the_example_in_python_play_each_other() {
    let site = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/site");
    let mut server = Command::new(env!("CARGO_BIN_EXE_bosworth"))
        .args(["serve", "--port", "0", "--site", site, "--database", "sqlite::memory:"])
        .args(["--no-limits", "--lang", "en"])
        .env("BOSWORTH_LOG", "warn")
        .stdout(Stdio::piped())
        .spawn()
        .expect("a server");
    let output = server.stdout.take().expect("its output");
    let _server = Running(server);
    let line = Lines::of(output).next().expect("the server says where it is");
    let url = line.split_whitespace().find(|word| word.starts_with("http")).expect("an address");
    let mut owner = Client::new(url).expect("an address");
    let credentials = Credentials::new("anna", "roses are red");
    owner.register(&credentials).await.expect("an account");
    let mut tokens = Vec::new();
    for name in ["engine-bot", "python-bot"] {
        let body = serde_json::json!({ "name": name });
        let made: NewBot = owner.post("/api/me/bots", &body).await.expect("a bot");
        tokens.push(made.token.token.expect("told once"));
    }
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
    // The example only plays what it is offered, so the test takes the engine's offer for it.
    let program = Client::new(url).expect("an address").with_token(&tokens[1]);
    let offers = async || program.seeks().await.expect("offers").pop();
    let seek = eventually("the engine's offer", offers).await;
    program.accept(&seek.id).await.expect("a game");
    engine.ends_well("bosworth bot");
    python.ends_well("bot.py");
}
