//! Hostile peers: they hang up, stay silent, send partial requests, or do not read.

use std::time::Duration;

use bosworth_client::{Client, Play};
use bosworth_protocol::{Challenge, Command, FromClient, OfferTerms, SeekAnswer};
use bosworth_rules::Side;
use bosworth_server::{Config, Server, WebApp};
use bosworth_testing::{Watchdog, eventually, in_time};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::timeout;

/// A server over a file, with its default limits.
struct Fort {
    address: std::net::SocketAddr,
    stop: oneshot::Sender<()>,
    running: JoinHandle<()>,
    _folder: tempfile::TempDir,
    _watchdog: Watchdog,
}

impl Fort {
    async fn open() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("index.html"), "<!doctype html>").expect("a page");
        let site = WebApp::folder(folder.path()).expect("a site");
        let database = folder.path().join("bosworth.db").display().to_string();
        let config = Config { database, ..Config::default() };
        let server = Server::bind(([127, 0, 0, 1], 0).into(), site, config).await;
        let server = server.expect("a server");
        let address = server.address().tcp().expect("a port");
        let (stop, stopped) = oneshot::channel::<()>();
        let running = tokio::spawn(async move {
            server.run(async { drop(stopped.await) }).await.expect("a good end");
        });
        Self { address, stop, running, _folder: folder, _watchdog: Watchdog::start() }
    }

    fn client(&self) -> Client {
        Client::new(&format!("http://{}", self.address)).expect("an address")
    }

    /// A new guest can start a game against the computer and act.
    async fn serves(&self) {
        let served = async {
            let mut guest = self.client();
            let me = guest.guest().await.expect("a guest");
            let clock = "5+3".parse().expect("a clock");
            let side = Some(Side::Red);
            let terms = OfferTerms { ruleset: "classic".into(), clock, rated: false, side };
            let game = guest.computer(1, &terms).await.expect("a game");
            let mut play = Play::new(guest, game, Some(me.person.id));
            while play.table().is_none_or(|table| table.plies() == 0) {
                if let Some(table) = play.table()
                    && table.turn() == Some(Side::Red)
                    && !play.is_waiting()
                {
                    let actions = table.position().expect("a position").actions();
                    let action = actions.iter().next().expect("an action");
                    let (ply, revision) = (table.plies() as u16, Some(table.revision()));
                    play.command(Command::Act { action, ply, revision }).await;
                }
                play.next().await.expect("the connection stays open");
            }
        };
        in_time("a new game", served).await;
        self.answers("/ready", "200").await;
    }

    async fn answers(&self, path: &str, status: &str) {
        let mut stream = TcpStream::connect(self.address).await.expect("a connection");
        let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.expect("sent");
        let mut answer = String::new();
        in_time("an answer", stream.read_to_string(&mut answer)).await.expect("text");
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{path}: {answer}");
    }

    /// A connection from one of the many loopback addresses.
    async fn from(&self, last: u8) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind(([127, 0, 0, last], 0).into()).expect("an address");
        socket.connect(self.address).await.expect("a connection")
    }

    async fn stop(self) {
        drop(self.stop);
        in_time("the server to stop", self.running).await.expect("the server ends");
    }
}

/// Sends a request and resets the connection after a moment.
async fn hang_up(fort: &Fort, from: u8, request: String, after: Duration) {
    let mut stream = fort.from(from).await;
    stream.set_zero_linger().expect("a reset");
    stream.write_all(request.as_bytes()).await.expect("sent");
    tokio::time::sleep(after).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn aborted_requests_do_not_stop_the_server() {
    let fort = Fort::open().await;
    fort.serves().await;
    let mut cookies = Vec::new();
    for _ in 0..25 {
        let mut guest = fort.client();
        guest.guest().await.expect("a guest");
        cookies.push(guest.cookie().expect("a cookie").to_owned());
    }
    for round in 0..600_u64 {
        let path = ["/ready", "/api/seeks", "/api/games?player=nobody"][round as usize % 3];
        let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n");
        let from = 2 + (round % 100) as u8;
        hang_up(&fort, from, request, Duration::from_micros(round % 7 * 100)).await;
    }
    for (round, cookie) in (0..).zip(cookies) {
        let request = format!(
            "DELETE /api/me HTTP/1.1\r\nhost: x\r\norigin: http://x\r\ncookie: {cookie}\r\n\
             content-type: application/json\r\ncontent-length: 15\r\n\r\n{{\"password\":\"\"}}"
        );
        hang_up(&fort, 1, request, Duration::from_micros(round % 10 * 200)).await;
    }
    fort.serves().await;
    fort.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_connections_are_evicted_for_active_ones() {
    let fort = Fort::open().await;
    let mut silent = Vec::new();
    for number in 0..250 {
        let mut stream = fort.from(1).await;
        let half = ["", "GET / HTT", "POST /api/guest HTTP/1.1\r\nhost: x\r\n"][number % 3];
        stream.write_all(half.as_bytes()).await.expect("sent");
        silent.push(stream);
    }
    fort.serves().await;
    // Only the evicted connections are closed.
    let closed = eventually("evictions", async || {
        let mut open = Vec::new();
        for mut stream in silent.drain(..) {
            let mut byte = [0];
            match timeout(Duration::from_millis(1), stream.read(&mut byte)).await {
                Ok(read) => assert_eq!(read.unwrap_or(0), 0),
                Err(_) => open.push(stream),
            }
        }
        silent = open;
        (silent.len() <= 200).then_some(250 - silent.len())
    })
    .await;
    assert!(closed < 100, "{closed} of 250 were closed");
    fort.stop().await;
}

/// Returns what a connection receives before it is closed.
async fn ends(mut stream: TcpStream) -> String {
    let mut said = Vec::new();
    let _ = in_time("the end of the connection", stream.read_to_end(&mut said)).await;
    String::from_utf8_lossy(&said).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_and_incomplete_requests_time_out() {
    let fort = Fort::open().await;
    let mut all = JoinSet::new();
    let halves = [
        "",
        "GET / HTTP/1.1\r\nhost: x\r\n",
        "POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         content-length: 900\r\n\r\n{\"name\":",
        "GET /health HTTP/1.1\r\nhost: x\r\n\r\n",
    ];
    for half in halves {
        let mut stream = fort.from(1).await;
        stream.write_all(half.as_bytes()).await.expect("sent");
        all.spawn(async move { (half, ends(stream).await) });
    }
    while let Some(ended) = all.join_next().await {
        let (half, said) = ended.expect("an end");
        match half {
            half if half.starts_with("POST") => assert!(said.contains(" 408 "), "{said}"),
            half if half.contains("health") => assert!(said.contains(" 200 "), "{said}"),
            _ => assert_eq!(said, ""),
        }
    }
    fort.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_websocket_that_does_not_read_is_closed_during_a_write() {
    let fort = Fort::open().await;
    let (mut anna, mut bert) = (fort.client(), fort.client());
    anna.guest().await.expect("a guest");
    let me = bert.guest().await.expect("a guest");
    let offer = Challenge::by_link(OfferTerms {
        ruleset: "classic".into(),
        clock: "5+3".parse().expect("a clock"),
        rated: false,
        side: Some(Side::Red),
    });
    let SeekAnswer::Seek(seek) = anna.offer(&offer).await.expect("an offer") else {
        panic!("an offer by link waits")
    };
    let game = bert.accept(&seek.id).await.expect("a game");
    let mut play = Play::new(bert, game, Some(me.person.id));
    // A long log to request.
    for number in 0..40 {
        play.command(Command::Chat { text: format!("{number} {}", "x".repeat(190)) }).await;
        while play.is_waiting() {
            play.next().await.expect("the connection stays open");
        }
    }
    // Anna's receive buffer is tiny.
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(2048).expect("a size");
    let mut stream = socket.connect(fort.address).await.expect("a connection");
    let upgrade = format!(
        "GET /api/ws HTTP/1.1\r\nhost: x\r\norigin: http://x\r\ncookie: {}\r\nupgrade: websocket\r\n\
         connection: upgrade\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        anna.cookie().expect("a cookie")
    );
    stream.write_all(upgrade.as_bytes()).await.expect("sent");
    let watch = FromClient::Watch { game, since: 0 };
    let watch = serde_json::to_string(&watch).expect("a message");
    // A text frame with a zero mask.
    let mut frame = vec![0x81, 0x80 | watch.len() as u8, 0, 0, 0, 0];
    frame.extend(watch.as_bytes());
    let here = |play: &Play| play.table().is_some_and(|table| table.is_connected(Side::Red));
    stream.write_all(&frame).await.expect("sent");
    let came = async {
        while !here(&play) {
            play.next().await.expect("the connection stays open");
        }
    };
    in_time("Anna to be there", came).await;
    for _ in 0..50 {
        stream.write_all(&frame).await.expect("sent");
    }
    let left = async {
        while here(&play) {
            play.next().await.expect("the connection stays open");
        }
    };
    in_time("Anna to count as gone", left).await;
    drop(stream);
    fort.stop().await;
}
