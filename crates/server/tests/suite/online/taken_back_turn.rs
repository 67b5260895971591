//! An engine answer to a position that was taken back is never played, wherever it was computed.

use bosworth_client::{Client, fresh_key};
use bosworth_protocol::{
    Command, CommandAnswer, CommandRequest, GameId, Offer, OfferTerms, TableView,
};
use bosworth_rules::{Action, Next, Ply, Position, Side};
use bosworth_server::Config;
use bosworth_server::bus::NatsBus;
use bosworth_server::jobs::{self, EngineJob};
use bosworth_testing::{Nats, Postgres, eventually};

use crate::online::online_fixture::{OnlineFixture, terms};

/// The most expensive level, for slow answers.
const LEVEL: u8 = 8;

/// A game against the computer with a person as Red, dealt.
async fn sit_down(client: &Client) -> GameId {
    let terms = OfferTerms { side: Some(Side::Red), ..terms("-", false) };
    let game = client.computer(LEVEL, &terms).await.expect("a game");
    done(client, game, Command::Ready { nonce: "red".into() }).await;
    game
}

async fn done(client: &Client, game: GameId, command: Command) {
    let request = CommandRequest { key: fresh_key(), command };
    let answer = client.command(game, &request).await.expect("an answer");
    assert!(matches!(answer, CommandAnswer::Done(_)), "{request:?}: {answer:?}");
}

/// Acts in the position of a view.
async fn act(client: &Client, view: &TableView, action: Action) {
    let (ply, revision) = (view.plies.len() as u16, Some(view.revision));
    done(client, view.game, Command::Act { action, ply, revision }).await;
}

/// Waits until the game has `plies` plies, or is over.
async fn after_plies(client: &Client, game: GameId, plies: usize) -> TableView {
    eventually("the computer's answer", async || {
        let view = client.look(game).await.expect("a view");
        (view.plies.len() >= plies || view.turn.is_none()).then_some(view)
    })
    .await
}

fn position(view: &TableView) -> Position {
    view.position.as_ref().expect("dealt").parse().expect("a position")
}

/// Red's first and last legal play that does not end the game.
fn two_plays(view: &TableView) -> Option<[Action; 2]> {
    let position = position(view);
    let goes_on = |action: &Action| {
        let play = !matches!(action, Action::Draw | Action::Pass);
        play && matches!(position.act(*action), Ok(Next::Position(after)) if !after.is_over())
    };
    let plays: Vec<Action> = position.actions().iter().filter(goes_on).collect();
    (plays.len() > 1).then(|| [plays[0], plays[plays.len() - 1]])
}

/// The forced action of a turn without a choice: Red draws if possible, so that the next turn has
/// more choice.
fn forced(view: &TableView) -> Option<Action> {
    let actions: Vec<Action> = position(view).actions().iter().collect();
    let draw = actions.iter().find(|action| **action == Action::Draw);
    draw.or(actions.first()).copied()
}

/// The computer's answer to an action of Red's.
fn answer_to(view: &TableView, action: Action) -> Action {
    let Ok(Next::Position(after)) = position(view).act(action) else { panic!("a play") };
    let task = EngineJob {
        game: view.game,
        ply: 0,
        revision: None,
        level: LEVEL,
        position: after.to_string(),
    };
    task.solve().and_then(|solution| solution.action()).expect("an answer")
}

/// Acts on one node, then takes back and acts differently on another before the answer arrives.
/// Returns the expected answer.
async fn change_ones_mind(here: &Client, there: &Client, view: &TableView) -> Option<Action> {
    let [first, second] = two_plays(view)?;
    act(here, view, first).await;
    done(there, view.game, Command::Offer(Offer::Takeback)).await;
    let again = there.look(view.game).await.expect("a view");
    assert_eq!(again.plies, view.plies);
    assert!(again.revision > view.revision);
    act(there, &again, second).await;
    Some(answer_to(view, second))
}

fn ply(view: &TableView, index: usize) -> Action {
    view.plies[index].parse::<Ply>().expect("a ply").action()
}

/// Takes back and acts differently turn after turn; the computer always answers the current
/// position. Forced turns are played until there is a choice.
async fn play(here: &Client, there: &Client, rounds: usize) {
    let game = sit_down(here).await;
    let mut view = here.look(game).await.expect("a view");
    let mut tried = 0;
    while tried < rounds {
        let plies = view.plies.len();
        let expected = change_ones_mind(here, there, &view).await;
        if expected.is_none() {
            let Some(action) = forced(&view) else { break };
            act(here, &view, action).await;
        }
        view = after_plies(here, game, plies + 2).await;
        if let Some(expected) = expected {
            assert_eq!(ply(&view, plies + 1), expected, "round {tried}");
            tried += 1;
        }
    }
    assert!(tried >= 2, "tried {tried} times");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_does_not_play_its_own_answer_to_a_position_taken_back() {
    let config = Config { limits: false, engine_threads: 1, ..Config::default() };
    let fixture = OnlineFixture::open(config).await;
    let (anna, _) = fixture.guest().await;
    play(&anna, &anna, 6).await;
    fixture.stop().await;
}

fn many_nodes(postgres: &Postgres, nats: &Nats, engine_threads: usize) -> Config {
    Config {
        database: postgres.url(),
        bus: Some(nats.url()),
        limits: false,
        engine_threads,
        ..Config::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_to_a_position_taken_back_on_another_node_is_not_played() {
    let (postgres, nats) = (Postgres::start().await, Nats::start().await);
    let config = many_nodes(&postgres, &nats, 1);
    let (north, south) =
        (OnlineFixture::open(config.clone()).await, OnlineFixture::open(config).await);
    let (anna, _) = north.guest().await;
    let there = south.nobody().with_cookie(anna.cookie().expect("a cookie"));
    play(&anna, &there, 6).await;
    north.stop().await;
    south.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_workers_answer_to_a_position_taken_back_is_not_played() {
    let (postgres, nats) = (Postgres::start().await, Nats::start().await);
    let config = many_nodes(&postgres, &nats, 0);
    let (north, south) =
        (OnlineFixture::open(config.clone()).await, OnlineFixture::open(config).await);
    let (anna, _) = north.guest().await;
    let there = south.nobody().with_cookie(anna.cookie().expect("a cookie"));
    let game = sit_down(&anna).await;
    let view = anna.look(game).await.expect("a view");
    let expected = change_ones_mind(&anna, &there, &view).await.expect("five cards");
    // Both positions are queued; only now does a worker take them, the stale one first.
    let bus = NatsBus::connect(&nats.url()).await.expect("NATS");
    let worker = tokio::spawn(jobs::work(bus, 1, std::future::pending()));
    let view = after_plies(&anna, game, 2).await;
    assert_eq!(ply(&view, 1), expected);
    worker.abort();
    north.stop().await;
    south.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_solution_without_a_revision_is_dropped() {
    let (postgres, nats) = (Postgres::start().await, Nats::start().await);
    let fixture = OnlineFixture::open(many_nodes(&postgres, &nats, 0)).await;
    let (anna, _) = fixture.guest().await;
    let game = sit_down(&anna).await;
    let view = anna.look(game).await.expect("a view");
    let [first, _] = two_plays(&view).expect("five cards");
    act(&anna, &view, first).await;
    let view = anna.look(game).await.expect("a view");
    let actions: Vec<Action> = position(&view).actions().iter().collect();
    let (one, other) = (actions[0], actions[actions.len() - 1]);
    assert_ne!(one, other);
    let nats = async_nats::connect(nats.url()).await.expect("NATS");
    let old = format!(r#"{{"game":"{game}","ply":1,"action":"{one}"}}"#);
    let revision = view.revision;
    let new = format!(r#"{{"game":"{game}","ply":1,"revision":{revision},"action":"{other}"}}"#);
    for solution in [old, new] {
        nats.publish("bosworth.solutions", solution.into()).await.expect("published");
    }
    nats.flush().await.expect("sent");
    let view = after_plies(&anna, game, 2).await;
    assert_eq!(ply(&view, 1), other);
    fixture.stop().await;
}
