//! A whole correspondence game in which one side plays only conditional actions while the server is
//! killed repeatedly. It ends as it would have without the kills.

use bosworth_client::protocol::{
    AccountId, Challenge, Command, CommandRequest, ConditionalLines, Event, GameId, IdempotencyKey,
    LogEntry, OfferTerms, SeekAnswer, TableView,
};
use bosworth_client::{Client, fresh_key};
use bosworth_rules::{Action, Next, Ply, Position};
use bosworth_server::store::{AppendOutcome, Store};
use bosworth_table::{AuthoritativeTable, Decision};
use bosworth_testing::eventually;

use crate::support::node::Node;

/// The server is killed after every this many plies of the other side.
const KILLED_EVERY: usize = 5;
/// The maximum number of plies after a draw: up to 24 cards, and an answer to each.
const MAX_PLIES_PER_DRAW: usize = 48;

/// The choice of both sides in a position: arbitrary but deterministic.
fn choice(position: &Position) -> Action {
    let actions = position.actions();
    actions.iter().nth((position.key() % u64::from(actions.len())) as usize).expect("an action")
}

/// The possible outcomes of an action.
fn outcomes(position: &Position, action: Action) -> Vec<Ply> {
    match position.act(action).expect("legal") {
        Next::Draw(pending) => pending.outcomes().iter().map(Ply::Draw).collect(),
        Next::Position(_) => vec![action.resolved(None).expect("no draw")],
    }
}

/// All lines that can follow from a position in which the other side is to act, up to the limit.
fn lines(position: &Position, depth: usize, room: &mut usize) -> Vec<String> {
    let (mut lines, plies) = (Vec::new(), outcomes(position, choice(position)));
    *room -= 2 * plies.len();
    for ply in plies {
        let after = position.follow(ply).expect("legal");
        if after.is_over() {
            continue;
        }
        let answer = choice(&after);
        let begin = format!("{ply} {answer}");
        let rest = match after.act(answer).expect("legal") {
            Next::Position(next) if depth > 2 && *room >= MAX_PLIES_PER_DRAW && !next.is_over() => {
                self::lines(&next, depth - 2, room)
            }
            _ => Vec::new(),
        };
        if rest.is_empty() {
            lines.push(begin);
        } else {
            lines.extend(rest.into_iter().map(|line| format!("{begin} {line}")));
        }
    }
    lines
}

fn position(view: &TableView) -> Position {
    view.position.as_ref().expect("dealt").parse().expect("a position")
}

async fn guest(node: &Node) -> (Client, AccountId) {
    let mut client = node.client();
    let me = client.guest().await.expect("a guest");
    (client, me.person.id)
}

async fn say(client: &Client, game: GameId, command: Command) {
    let request = CommandRequest { key: fresh_key(), command };
    client.command(game, &request).await.expect("an answer");
}

fn act(view: &TableView) -> Command {
    let (ply, revision) = (view.plies.len() as u16, Some(view.revision));
    Command::Act { action: choice(&position(view)), ply, revision }
}

async fn log(store: &Store, game: GameId) -> Vec<LogEntry> {
    let entries = store.entries(game, 0).await.expect("a log");
    entries.iter().map(|(_, text)| serde_json::from_str(text).expect("an entry")).collect()
}

/// Writes an action to the log, as a node that died right afterwards would have done.
async fn act_and_die(store: &Store, game: GameId) {
    let log = log(store, game).await;
    let secret = store.secret(game).await.expect("an answer").expect("a secret");
    let host =
        AuthoritativeTable::replay(&log, secret.parse().expect("a secret")).expect("a sound log");
    let (side, position) = (host.turn().expect("a turn"), host.position().expect("dealt"));
    let (ply, revision) = (host.plies() as u16, Some(host.revision()));
    let command = Command::Act { action: choice(position), ply, revision };
    let at = log.last().expect("entries").at + 1;
    let decided = host.decide(side, IdempotencyKey(u64::from(ply)), &command, at, 0, game);
    let Ok(Decision::Append(entry)) = decided else { panic!("{decided:?}") };
    assert!(!entry.events.iter().any(|event| matches!(event, Event::End { .. })));
    let text = serde_json::to_string(&entry).expect("a text");
    let appended = store.append(game, entry.seq, text, None).await.expect("an entry");
    assert_eq!(appended, AppendOutcome::Durable);
}

/// The game as played without a server: same cards, same choices.
fn undisturbed(log: &[LogEntry]) -> Vec<Ply> {
    let event = |is: fn(&Event) -> bool| log.iter().position(|entry| entry.events.iter().any(is));
    let secret = log.iter().flat_map(|entry| &entry.events).find_map(|event| match event {
        Event::End { secret, .. } => secret.clone(),
        _ => None,
    });
    let dealt = event(|event| matches!(event, Event::Deal { .. })).expect("dealt");
    let mut host =
        AuthoritativeTable::replay(&log[..=dealt], secret.expect("the end")).expect("a sound log");
    while let Some(side) = host.turn() {
        let (ply, revision) = (host.plies() as u16, Some(host.revision()));
        let action = choice(host.position().expect("dealt"));
        let command = Command::Act { action, ply, revision };
        let at = host.turn_started_at();
        let decided = host.decide(side, IdempotencyKey(ply.into()), &command, at, 0, host.id());
        let Ok(Decision::Append(entry)) = decided else { panic!("{decided:?}") };
        host.fold(&entry).expect("it follows");
    }
    host.game().expect("dealt").plies().to_vec()
}

#[tokio::test(flavor = "multi_thread")]
async fn conditional_actions_survive_repeated_kills_of_the_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let mut node = Node::start(&["--database", &database]);
    let ((anna, _), (bert, _)) = (guest(&node).await, guest(&node).await);
    let clock = "3d+1dw".parse().expect("a clock");
    let terms = OfferTerms { ruleset: "classic".into(), clock, rated: false, side: None };
    let offer = Challenge::open(terms);
    anna.offer(&offer).await.expect("an offer");
    let SeekAnswer::Game(game) = bert.offer(&offer).await.expect("a game") else { panic!() };
    for client in [&anna, &bert] {
        say(client, game, Command::Ready { nonce: "york".into() }).await;
    }
    let view = anna.look(game).await.expect("a view");
    let (mut by_hand, mut kills) = (0_usize, 0);
    if view.turn == view.you {
        say(&anna, game, act(&view)).await;
    }
    loop {
        // The opponent's turn: Anna's next actions are planned now.
        let view = anna.look(game).await.expect("a view");
        assert_ne!(view.turn, view.you, "Anna never acts by herself");
        let left = anna.conditional(game).await.expect("lines");
        if left.lines.is_empty() {
            let lines = lines(&position(&view), 30, &mut 200);
            let wanted = ConditionalLines { revision: view.revision, lines };
            anna.set_conditional(game, &wanted).await.expect("a plan");
        }
        by_hand += 1;
        if by_hand.is_multiple_of(KILLED_EVERY) && view.plies.len() < 60 {
            // Killed before the opponent's ply and restarted after it, or killed right after it.
            if kills % 2 == 0 {
                node.kill();
                let store = Store::open(&database).await.expect("the database");
                act_and_die(&store, game).await;
                store.close().await;
            } else {
                say(&bert, game, act(&view)).await;
                node.kill();
            }
            kills += 1;
            node.start_again();
        } else {
            say(&bert, game, act(&view)).await;
        }
        let plies = view.plies.len();
        let view = eventually("the conditional action", async || {
            let view = anna.look(game).await.ok()?;
            (view.stage == "over" || view.plies.len() >= plies + 2).then_some(view)
        })
        .await;
        if view.stage == "over" {
            break;
        }
        assert_eq!(view.plies.len(), plies + 2, "an answer is given once");
    }
    assert!(kills >= 4, "killed {kills} times");
    node.kill();
    let store = Store::open(&database).await.expect("the database");
    let log = log(&store, game).await;
    let table = bosworth_table::Table::replay(&log).expect("a sound log");
    assert_eq!(table.game().expect("dealt").plies(), undisturbed(&log));
    assert_eq!(store.conditionals(game).await.expect("rows"), [], "cleared at the end");
    store.close().await;
}
