//! Conditional actions: executed by the server, once, and visible only to their author.

use bosworth_client::{Client, ClientError, Play, fresh_key};
use bosworth_protocol::{
    AccountId, Command, CommandAnswer, CommandRequest, ConditionalLines, FromClient, GameId, Offer,
    TableView,
};
use bosworth_rules::{Action, Position};
use bosworth_testing::{Nats, Postgres, eventually};
use reqwest::StatusCode;

use crate::online::nodes::two;
use crate::online::online_fixture::{Dice, OnlineFixture, pair, play};

fn position(view: &TableView) -> Position {
    view.position.as_ref().expect("dealt").parse().expect("a position")
}

/// A sequence of this many plies without a draw, if there is one.
fn plays(position: &Position, plies: usize) -> Option<Vec<String>> {
    if plies == 0 {
        return Some(Vec::new());
    }
    position.actions().iter().find_map(|action| {
        let after = position.follow(action.resolved(None)?).ok()?;
        let mut words = plays(&after, plies - 1)?;
        words.insert(0, action.to_string());
        Some(words)
    })
}

fn line(position: &Position, plies: usize) -> String {
    plays(position, plies).expect("plays").join(" ")
}

async fn done(client: &Client, game: GameId, command: Command) {
    let request = CommandRequest { key: fresh_key(), command };
    let answer = client.command(game, &request).await.expect("an answer");
    assert!(matches!(answer, CommandAnswer::Done(_)), "{request:?}: {answer:?}");
}

async fn act(client: &Client, view: &TableView, action: Action) {
    let (ply, revision) = (view.plies.len() as u16, Some(view.revision));
    done(client, view.game, Command::Act { action, ply, revision }).await;
}

/// A game in which both players have acted once: first the player who waits, then the one to act.
struct Table {
    game: GameId,
    waiting: (Client, AccountId),
    acting: (Client, AccountId),
}

impl Table {
    async fn begin(here: &OnlineFixture, there: &OnlineFixture, clock: &str) -> Self {
        // Some deals allow nothing but drawing.
        loop {
            let table = Self::deal(here, there, clock).await;
            if plays(&position(&table.view().await), 6).is_some() {
                return table;
            }
        }
    }

    async fn deal(here: &OnlineFixture, there: &OnlineFixture, clock: &str) -> Self {
        let ((anna, a), (bert, b)) = (here.guest().await, there.guest().await);
        let game = pair(&anna, &bert, clock, false).await;
        let mut red = Play::new(anna.clone(), game, Some(a.person.id));
        let mut white = Play::new(bert.clone(), game, Some(b.person.id));
        tokio::join!(play(&mut red, Dice(1), 2), play(&mut white, Dice(2), 2));
        let view = anna.look(game).await.expect("a view");
        let (anna, bert) = ((anna, a.person.id), (bert, b.person.id));
        let (acting, waiting) = if view.turn == view.you { (anna, bert) } else { (bert, anna) };
        Self { game, waiting, acting }
    }

    async fn view(&self) -> TableView {
        self.acting.0.look(self.game).await.expect("a view")
    }

    /// Sets conditional actions for the waiting player.
    async fn plan(&self, lines: &[&str]) -> Result<ConditionalLines, ClientError> {
        let revision = self.view().await.revision;
        let lines = lines.iter().map(|&line| line.into()).collect();
        self.waiting.0.set_conditional(self.game, &ConditionalLines { revision, lines }).await
    }

    async fn left(&self) -> Vec<String> {
        self.waiting.0.conditional(self.game).await.expect("lines").lines
    }

    async fn after_plies(&self, plies: usize) -> TableView {
        eventually("the conditional action", async || {
            Some(self.view().await).filter(|view| view.plies.len() >= plies)
        })
        .await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conditional_action_is_played_as_soon_as_its_condition_holds() {
    let fixture = OnlineFixture::in_memory().await;
    let table = Table::begin(&fixture, &fixture, "2d").await;
    let start = position(&table.view().await);
    let line = line(&start, 6);
    let kept = table.plan(&[&line]).await.expect("a plan");
    assert_eq!(kept.lines, [line.as_str()]);
    let words: Vec<&str> = line.split(' ').collect();
    for fixture in (0..6).step_by(2) {
        let view = table.view().await;
        act(&table.acting.0, &view, words[fixture].parse().expect("an action")).await;
        let view = table.after_plies(4 + fixture).await;
        assert_eq!(view.plies[2 + fixture..], words[fixture..fixture + 2]);
        let rest = words[fixture + 2..].join(" ");
        assert_eq!(table.left().await, if rest.is_empty() { vec![] } else { vec![rest] });
    }
    // Used lines are deleted.
    eventually("an empty table", async || {
        let store = &fixture.app.store;
        store.conditionals(table.game).await.expect("rows").is_empty().then_some(())
    })
    .await;
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_different_ply_a_takeback_and_the_end_clear_conditional_actions() {
    let fixture = OnlineFixture::in_memory().await;
    let store = fixture.app.store.clone();
    let gone = async |game: GameId| {
        eventually("nothing left", async || {
            store.conditionals(game).await.expect("rows").is_empty().then_some(())
        })
        .await;
    };
    let table = Table::begin(&fixture, &fixture, "2d").await;
    let start = position(&table.view().await);
    let planned = line(&start, 2);
    table.plan(&[&planned]).await.expect("a plan");
    let other = start.actions().iter().find(|action| !planned.starts_with(&action.to_string()));
    let other = other.expect("another action");
    let view = table.view().await;
    act(&table.acting.0, &view, other).await;
    gone(table.game).await;
    assert_eq!(table.view().await.plies.len(), 3, "nothing was done");

    let table = Table::begin(&fixture, &fixture, "-").await;
    let start = position(&table.view().await);
    table.plan(&[&line(&start, 2)]).await.expect("a plan");
    done(&table.waiting.0, table.game, Command::Offer(Offer::Takeback)).await;
    done(&table.acting.0, table.game, Command::Offer(Offer::Takeback)).await;
    gone(table.game).await;

    let table = Table::begin(&fixture, &fixture, "2d").await;
    let start = position(&table.view().await);
    table.plan(&[&line(&start, 2)]).await.expect("a plan");
    done(&table.acting.0, table.game, Command::Resign).await;
    gone(table.game).await;
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_author_sees_conditional_actions() {
    let fixture = OnlineFixture::in_memory().await;
    let table = Table::begin(&fixture, &fixture, "2d").await;
    let start = position(&table.view().await);
    let line = line(&start, 4);
    let mut connection = table.acting.0.connect().await.expect("a connection");
    let watch = FromClient::Watch { game: table.game, since: 0 };
    connection.send(&watch).await.expect("sent");
    table.plan(&[&line]).await.expect("a plan");
    // The opponent has none; others are refused.
    let theirs = table.acting.0.conditional(table.game).await.expect("their own");
    assert_eq!(theirs.lines, [""; 0]);
    let path = format!("{}/api/games/{}/conditional", fixture.url, table.game);
    assert_eq!(reqwest::get(&path).await.expect("an answer").status(), StatusCode::UNAUTHORIZED);
    let (carl, _) = fixture.guest().await;
    assert!(carl.conditional(table.game).await.is_err());
    assert!(carl.delete(&format!("/api/games/{}/conditional", table.game)).await.is_err());
    assert!(table.acting.0.delete(&format!("/api/games/{}/conditional", table.game)).await.is_ok());
    assert_eq!(table.left().await, [line.as_str()], "another's cannot be deleted");
    // Nothing sent to the opponent with the first answer reveals the second.
    let words: Vec<&str> = line.split(' ').collect();
    let view = table.view().await;
    act(&table.acting.0, &view, words[0].parse().expect("an action")).await;
    table.after_plies(4).await;
    let mut told = String::new();
    while !told.contains(&format!(r#""ply":"{}""#, words[1])) {
        told += &connection.next_text().await.expect("a message");
    }
    let view = serde_json::to_string(&table.view().await).expect("a view");
    let log = fixture.app.store.entries(table.game, 0).await.expect("a log");
    let log: String = log.into_iter().map(|(_, text)| text).collect();
    // A line is the end of a string; the hands of a position only read like one.
    let end = format!("{}\"", words[2..].join(" "));
    for text in [&told, &view, &log] {
        assert!(!text.contains("conditional") && !text.contains(&end), "{text}");
    }
    // The author's export contains them.
    let export = table.waiting.0.text("/api/me/export").await.expect("an export");
    assert!(export.contains(&words[2..].join(" ")) || export.contains(&line), "{export}");
    let export = table.acting.0.text("/api/me/export").await.expect("an export");
    assert!(!export.contains(&line), "{export}");
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_conditional_actions_are_refused_immediately() {
    let fixture = OnlineFixture::in_memory().await;
    let table = Table::begin(&fixture, &fixture, "2d").await;
    let view = table.view().await;
    let line = line(&position(&view), 2);
    let status = async |client: &Client, revision: u32, line: &str| {
        let wanted = ConditionalLines { revision, lines: vec![line.into()] };
        let path = format!("{}/api/games/{}/conditional", fixture.url, table.game);
        let request = reqwest::Client::new().put(path).json(&wanted);
        let cookie = client.cookie().expect("a cookie");
        let request = request.header("cookie", cookie).header("origin", &fixture.url);
        request.send().await.expect("an answer").status().as_u16()
    };
    let (waiting, acting) = (&table.waiting.0, &table.acting.0);
    assert_eq!(status(waiting, view.revision, &line).await, 200);
    assert_eq!(status(waiting, view.revision + 1, &line).await, 409, "another position");
    assert_eq!(status(acting, view.revision, &line).await, 409, "on their own turn");
    let own = line.split(' ').next().expect("a ply");
    for bad in [own, "x y", &format!("{own} {own}"), &format!("{line} + N1")] {
        assert_eq!(status(waiting, view.revision, bad).await, 422, "{bad}");
    }
    assert_eq!(table.left().await, [line.as_str()], "the previous ones stay");
    let live = Table::begin(&fixture, &fixture, "10+5").await;
    assert!(live.plan(&[&line]).await.is_err());
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_play_a_conditional_action_once() {
    let (postgres, nats) = (Postgres::start().await, Nats::start().await);
    let [north, south] = two(&postgres, &nats).await;
    let table = Table::begin(&north, &south, "2d").await;
    let start = position(&table.view().await);
    let line = line(&start, 6);
    table.plan(&[&line]).await.expect("a plan");
    let words: Vec<&str> = line.split(' ').collect();
    for fixture in (0..6).step_by(2) {
        let view = table.view().await;
        act(&table.acting.0, &view, words[fixture].parse().expect("an action")).await;
        // Both nodes execute what is left over, as after the death of a third node.
        let (one, other) = tokio::join!(
            north.app.tables.carry_out(table.game),
            south.app.tables.carry_out(table.game),
        );
        one.and(other).expect("carried out");
        let view = table.after_plies(4 + fixture).await;
        assert_eq!(view.plies.len(), 4 + fixture);
        assert_eq!(view.plies[2 + fixture..], words[fixture..fixture + 2]);
    }
    north.stop().await;
    south.stop().await;
}
