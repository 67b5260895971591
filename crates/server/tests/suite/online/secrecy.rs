//! Nothing sent before the end of a game depends on the cards to come.

use std::collections::HashMap;

use bosworth_client::Connection;
use bosworth_fair::{Deck, Nonce, Secret};
use bosworth_protocol::{Command, FromClient, IdempotencyKey};
use bosworth_rules::{Action, BySide, Ruleset};
use bosworth_server::Config;
use bosworth_server::store::{NewGameRow, Store};
use bosworth_table::{AccountId, AuthoritativeTable, GameId, Seated, TableSetup};
use bosworth_testing::in_time;

use crate::online::online_fixture::OnlineFixture;

pub fn secret(number: u64) -> Secret {
    let mut bytes = [9; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Secret::new(bytes)
}

/// Runs a server with one game that has this secret; returns everything sent to both players and a
/// spectator during a fixed sequence of actions.
async fn overhear(number: u64, game: GameId) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let config = Config { database: database.clone(), limits: false, ..Config::default() };
    let fixture = OnlineFixture::open(config.clone()).await;
    let ((anna, a), (bert, b)) = (fixture.guest().await, fixture.guest().await);
    fixture.stop().await;
    let ids: [AccountId; 2] = [a.person.id, b.person.id];
    let store = Store::open(&database).await.expect("a store");
    let secret = secret(number);
    let setup = TableSetup {
        game,
        red: bosworth_table::Seated::Account(ids[0]),
        white: bosworth_table::Seated::Account(ids[1]),
        ruleset: Ruleset::CLASSIC,
        clock: "-".parse().expect("a clock"),
        rated: false,
        commitment: secret.commit(game.as_str()),
        after: None,
        tournament_slot: None,
        hands: None,
        seek: None,
        sealed: None,
        handicap: None,
    };
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let created = time.expect("after 1970").as_millis() as i64;
    let row = NewGameRow {
        id: game,
        seats: BySide { red: Seated::Account(ids[0]), white: Seated::Account(ids[1]) },
        ruleset: "classic".into(),
        clock: "-".into(),
        speed: 4,
        rated: false,
        created,
        secret: secret.to_string(),
        rematch_of: None,
        sealed: None,
        handicap: None,
    };
    let first =
        serde_json::to_string(&AuthoritativeTable::first_entry(setup, created)).expect("an entry");
    store.create_game(&row, first).await.expect("a game");
    store.close().await;

    let fixture = OnlineFixture::open(config).await;
    let at = |cookie: &str| fixture.nobody().with_cookie(cookie);
    let clients =
        [at(anna.cookie().expect("one")), at(bert.cookie().expect("one")), fixture.nobody()];
    // Sequentially, so that the output can only differ by the cards.
    let (mut lines, mut heard) = (Vec::new(), String::new());
    for (client, word) in clients.iter().zip(["\"came\"", "\"came\"", "\"table\""]) {
        let mut connection = client.connect().await.expect("a connection");
        connection.send(&FromClient::Watch { game, since: 0 }).await.expect("sent");
        heard += &listen(&mut connection, word).await;
        if word == "\"came\"" && !lines.is_empty() {
            heard += &listen(&mut lines[0], word).await;
        }
        lines.push(connection);
    }
    for line in &mut lines[..2] {
        heard += &listen(line, "\"watchers\"").await;
    }
    let say = async |connection: &mut Connection, key: u64, command: Command| {
        let message = FromClient::Do { game, key: IdempotencyKey(key), command };
        connection.send(&message).await.expect("sent");
    };
    for (seat, name) in ["Red's part", "White's part"].into_iter().enumerate() {
        say(&mut lines[seat], 1, Command::Ready { nonce: name.into() }).await;
        heard += &listen(&mut lines[seat], "\"done\"").await;
    }
    for ply in 0..4_u16 {
        let view = clients[2].look(game).await.expect("a view");
        heard += &serde_json::to_string(&view).expect("a text");
        let seat = usize::from(view.turn.as_deref() == Some("white"));
        let actions: Vec<Action> =
            view.actions.iter().map(|action| action.parse().expect("an action")).collect();
        let Some(&action) = actions.iter().find(|&&action| action != Action::Draw) else { break };
        say(&mut lines[seat], u64::from(ply) + 10, Command::Act { action, ply, revision: None })
            .await;
        heard += &listen(&mut lines[seat], "\"done\"").await;
    }
    for connection in &mut lines {
        connection.send(&FromClient::Watch { game, since: 1 }).await.expect("sent");
        heard += &listen(connection, "\"table\"").await;
    }
    heard += &clients[2].record(game).await.expect("a record");
    fixture.stop().await;
    let commitment = secret.commit(game.as_str()).to_string();
    scrub(&heard, &secret, &commitment, &ids)
}

/// All texts up to one that contains a word.
pub async fn listen(connection: &mut Connection, word: &str) -> String {
    let listening = async {
        let mut heard = String::new();
        loop {
            let text = connection.next_text().await.expect("a message");
            heard += &text;
            if text.contains(word) {
                return heard;
            }
        }
    };
    in_time(word, listening).await
}

/// Normalises legitimate differences: the commitment itself, times, and account ids.
pub fn scrub(heard: &str, secret: &Secret, commitment: &str, ids: &[AccountId]) -> String {
    let mut text = heard.replace(commitment, "COMMITMENT");
    assert!(!text.contains(&secret.to_string()), "the secret was revealed");
    for id in ids {
        text = text.replace(&id.to_string(), "ID");
    }
    // Records have the time in words.
    let text: Vec<_> = text.lines().filter(|line| !line.starts_with("[UTCTime")).collect();
    let text = text.join("\n");
    // Numbers of five digits and more are timestamps.
    let mut plain = String::new();
    let mut digits = String::new();
    for letter in text.chars().chain(['\n']) {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        plain += if digits.len() >= 5 { "TIME" } else { &digits };
        digits.clear();
        plain.push(letter);
    }
    // Names of guests are random.
    let mut words: Vec<String> = plain.split("guest-").map(str::to_owned).collect();
    for word in words.iter_mut().skip(1) {
        let end = word.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(0);
        word.replace_range(..end, "NAME");
    }
    words.concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_sent_before_the_end_depends_on_the_cards_to_come() {
    let game = GameId::from_random(7);
    let nonces = BySide {
        red: "Red's part".parse::<Nonce>().expect("a nonce"),
        white: "White's part".parse::<Nonce>().expect("a nonce"),
    };
    // Among tens of thousands of secrets, two deal the same hands but differ in the rest of the
    // deck.
    let mut deals: HashMap<String, u64> = HashMap::new();
    let (one, other) = (0..400_000_u64)
        .find_map(|number| {
            let key = secret(number).key(game.as_str(), &nonces);
            let (start, _) = Deck::deal(&key, Ruleset::CLASSIC);
            deals.insert(start.to_string(), number).map(|earlier| (earlier, number))
        })
        .expect("two equal deals");
    let (one, other) = (overhear(one, game).await, overhear(other, game).await);
    assert_eq!(one, other);
}
