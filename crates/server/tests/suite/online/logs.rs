//! Logs are bounded, and long ones are paged.

use bosworth_client::{Client, Play, Update, fresh_key};
use bosworth_protocol::{
    BotLine, Command, CommandAnswer, CommandRequest, FromClient, FromServer, GameId, LogEntry,
    Refusal, Table,
};

use crate::online::online_fixture::{Dice, OnlineFixture, pair, play, until};

async fn say(client: &Client, game: GameId, command: Command) -> CommandAnswer {
    let request = CommandRequest { key: fresh_key(), command };
    client.command(game, &request).await.expect("an answer")
}

/// A game with a log of more than one page: two players who chat up to the limit.
async fn long_game(fixture: &OnlineFixture) -> (GameId, [Client; 2], Play) {
    let ((anna, a), (bert, b)) = (fixture.guest().await, fixture.guest().await);
    let game = pair(&anna, &bert, "180+0", false).await;
    let mut red = Play::new(anna.clone(), game, Some(a.person.id));
    let mut white = Play::new(bert.clone(), game, Some(b.person.id));
    tokio::join!(play(&mut red, Dice(41), 4), play(&mut white, Dice(42), 4));
    let long = Command::Chat { text: "🌹".repeat(200) };
    for _ in 0..100 {
        for client in [&anna, &bert] {
            assert!(matches!(say(client, game, long.clone()).await, CommandAnswer::Done(_)));
        }
    }
    for client in [&anna, &bert] {
        assert_eq!(say(client, game, long.clone()).await, CommandAnswer::Refused(Refusal::TooMuch));
        let (one, other) = (Command::Quiet(false), Command::Quiet(true));
        let length = client.look(game).await.expect("a view").seq;
        assert_eq!(say(client, game, one).await, CommandAnswer::Done(length - 1), "no entry");
        assert_eq!(say(client, game, other).await, CommandAnswer::Refused(Refusal::TooMuch));
    }
    (game, [anna, bert], red)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_log_is_paged_without_gaps() {
    let fixture = OnlineFixture::in_memory().await;
    let (game, clients, mut red) = Box::pin(long_game(&fixture)).await;
    let mut connection = fixture.nobody().connect().await.expect("a connection");
    let mut entries: Vec<LogEntry> = Vec::new();
    let mut pages = 0;
    loop {
        let since = entries.len() as u32;
        connection.send(&FromClient::Watch { game, since }).await.expect("sent");
        let (page, more) = until(&mut connection, |message| match message {
            FromServer::Table { entries, more, .. } => Some((entries, more)),
            _ => None,
        })
        .await;
        let bytes: usize =
            page.iter().map(|entry| serde_json::to_string(entry).expect("text").len()).sum();
        assert!(bytes <= 64 << 10, "{bytes}");
        assert!(!page.is_empty() && page.len() <= 500);
        entries.extend(page);
        pages += 1;
        if pages == 1 {
            assert!(more);
            // Something happens before the next page is requested.
            let view = clients[0].look(game).await.expect("a view");
            let client = if view.turn == view.you { &clients[0] } else { &clients[1] };
            let command = Command::Act {
                action: view.actions[0].parse().expect("an action"),
                ply: view.plies.len() as u16,
                revision: Some(view.revision),
            };
            assert!(matches!(say(client, game, command).await, CommandAnswer::Done(_)));
        }
        if !more {
            break;
        }
    }
    assert!(pages >= 3, "{pages}");
    let table = Table::replay(&entries).expect("a whole log");
    assert_eq!(table.length(), clients[0].look(game).await.expect("a view").seq);
    assert_eq!(table.plies(), 5);

    // Our own client requests the pages automatically, and reports the table when it is complete.
    let mut spectator = Play::new(fixture.nobody(), game, None);
    while spectator.next().await.expect("the server keeps running") != Update::Table {}
    assert_eq!(spectator.table().expect("a table").length(), table.length());
    assert_eq!(spectator.chat().len(), 200);
    // A client that has the beginning gets the rest.
    red.cut();
    while red.table().is_none_or(|red| red.length() < table.length()) {
        red.next().await.expect("the server keeps running");
    }
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ndjson_stream_begins_with_the_whole_log() {
    let fixture = OnlineFixture::in_memory().await;
    let (game, clients, _red) = Box::pin(long_game(&fixture)).await;
    let url = format!("{}/api/games/{game}/stream?since=3", fixture.url);
    let mut response = reqwest::get(url).await.expect("a stream");
    let mut bytes = Vec::new();
    while !bytes.contains(&b'\n') {
        bytes.extend_from_slice(&response.chunk().await.expect("more").expect("more"));
    }
    let line = bytes.split(|&byte| byte == b'\n').next().expect("a line");
    let line: BotLine = serde_json::from_slice(line).expect("a line");
    let BotLine::State { view, entries, .. } = line else { panic!("a state") };
    assert_eq!(view.seq, clients[0].look(game).await.expect("a view").seq);
    assert_eq!(entries.first().map(|entry| entry.seq), Some(3));
    assert_eq!(entries.len(), view.seq as usize - 3);
    assert_eq!(view.revision, 5, "the deal and four actions");
    fixture.stop().await;
}

/// A client from before paging: it watches again when it sees a gap, and only then.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_without_paging_notices_the_gap_and_catches_up() {
    let fixture = OnlineFixture::in_memory().await;
    let (game, [anna, bert], _red) = Box::pin(long_game(&fixture)).await;
    let mut connection = fixture.nobody().connect().await.expect("a connection");
    connection.send(&FromClient::Watch { game, since: 0 }).await.expect("sent");
    let mut entries: Vec<LogEntry> = Vec::new();
    let mut acts = 0;
    loop {
        match connection.next().await.expect("a message") {
            FromServer::Table { entries: page, .. } => {
                entries.extend(page);
                let view = anna.look(game).await.expect("a view");
                if entries.len() as u32 >= view.seq {
                    break;
                }
                let client = if view.turn == view.you { &anna } else { &bert };
                let command = Command::Act {
                    action: view.actions[0].parse().expect("an action"),
                    ply: view.plies.len() as u16,
                    revision: None,
                };
                assert!(matches!(say(client, game, command).await, CommandAnswer::Done(_)));
                acts += 1;
                assert!(acts < 10, "it never catches up");
            }
            FromServer::Entry { entry, .. } if entry.seq == entries.len() as u32 => {
                entries.push(entry);
            }
            FromServer::Entry { .. } => {
                let since = entries.len() as u32;
                connection.send(&FromClient::Watch { game, since }).await.expect("sent");
            }
            _ => {}
        }
    }
    Table::replay(&entries).expect("a whole log");
    fixture.stop().await;
}
