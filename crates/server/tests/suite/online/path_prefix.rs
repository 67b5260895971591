//! A server under a path, behind a proxy that strips the prefix.

use bosworth_client::{Client, Play};
use bosworth_protocol::EndReason;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};

use crate::online::online_fixture::{Dice, OnlineFixture, pair, play};

const PREFIX: &str = "/club/rose";

/// A proxy as in docs/hosting.md: it keeps the host, strips the prefix and forwards upgrades.
async fn proxy(server: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = server.clone();
            tokio::spawn(async move { forward(client, &server).await });
        }
    });
    format!("http://{address}{PREFIX}")
}

/// Forwards one request, and whatever follows an upgrade.
async fn forward(mut client: TcpStream, server: &str) -> Option<()> {
    let mut received = Vec::new();
    let end = loop {
        if let Some(at) = received.windows(4).position(|four| four == b"\r\n\r\n") {
            break at;
        }
        if client.read_buf(&mut received).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8(received[..end].to_vec()).ok()?;
    let (request, headers) = head.split_once("\r\n")?;
    let (method, target) = request.split_once(' ')?;
    let Some(target) = target.strip_prefix(PREFIX) else {
        let answer = b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
        return client.write_all(answer).await.ok();
    };
    let mut kept: Vec<&str> = headers.split("\r\n").collect();
    let is_upgrade = kept.iter().any(|line| line.to_ascii_lowercase().starts_with("upgrade:"));
    if !is_upgrade {
        // One request per connection, so that the next one is rewritten as well.
        kept.retain(|line| !line.to_ascii_lowercase().starts_with("connection:"));
        kept.push("connection: close");
    }
    let mut head = format!("{method} {target}\r\n{}\r\n\r\n", kept.join("\r\n")).into_bytes();
    head.extend_from_slice(&received[end + 4..]);
    let mut server = TcpStream::connect(server).await.ok()?;
    server.write_all(&head).await.ok()?;
    copy_bidirectional(&mut client, &mut server).await.ok().map(drop)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_is_played_under_a_path_prefix() {
    let fixture = OnlineFixture::in_memory().await;
    let base = proxy(fixture.url.trim_start_matches("http://").into()).await;
    let mut anna = Client::new(&base).expect("an address");
    let mut bert = Client::new(&base).expect("an address");
    let one = anna.guest().await.expect("a guest").person.id;
    let other = bert.guest().await.expect("a guest").person.id;
    // The cookie is sent with a post, and the socket goes through the proxy as well.
    let game = pair(&anna, &bert, "5+3", false).await;
    let mut red = Play::new(anna, game, Some(one));
    let mut white = Play::new(bert, game, Some(other));
    tokio::join!(play(&mut red, Dice(1), usize::MAX), play(&mut white, Dice(2), usize::MAX));
    let table = red.table().expect("a table");
    assert_eq!(table.ending().expect("an end").reason, EndReason::Played);
    fixture.stop().await;
}

/// All links in a page are relative, because the server does not know the prefix.
#[tokio::test(flavor = "multi_thread")]
async fn pages_under_a_path_prefix_do_not_link_outside_it() {
    let fixture = OnlineFixture::in_memory().await;
    let base = proxy(fixture.url.trim_start_matches("http://").into()).await;
    for (path, status) in [("/", 200), ("/api", 200), ("/none", 404), ("/none/at/all", 404)] {
        let answer = reqwest::get(format!("{base}{path}")).await.expect("an answer");
        assert_eq!(answer.status().as_u16(), status, "{path}");
        let at = answer.url().clone();
        let page = answer.text().await.expect("a page");
        for link in page.split(" href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let target = at.join(link).expect("a link");
            assert!(target.path().starts_with(PREFIX), "{path} links to {link}: {target}");
            let status = reqwest::get(target).await.expect("an answer").status();
            assert!(status.is_success(), "{path} links to {link}: {status}");
        }
    }
    fixture.stop().await;
}
