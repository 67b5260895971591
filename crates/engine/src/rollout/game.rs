use bosworth_rules::{Action, BySide, Next, Ply, Position, Side};

use super::draw_order::DrawOrder;
use super::{RolloutOutcome, RolloutSettings};
use crate::review::luck_of_draw;
use crate::solver::is_near_the_end;
use crate::{Analysis, Engine, SearchLimits};

/// How many times as many nodes the reply to the action gets; the plies after it get a half, a quarter
/// and so on. An error there is one of all games of the action, which no number of games corrects.
const FIRST_REPLY: u64 = 8;

/// Plays a game that begins with an action, and values it for the side to act in the position.
pub(super) fn play(
    position: &Position,
    action: Action,
    mut order: DrawOrder,
    settings: &RolloutSettings,
    engine: &Engine,
) -> RolloutOutcome {
    let RolloutSettings { nodes, card_nodes, plies, end_nodes, without_luck, .. } = *settings;
    let (side, mut at, mut action) = (position.side(), *position, action);
    let mut luck = 0.0;
    for ply in 1u32.. {
        at = match at.act(action) {
            Ok(Next::Position(next)) => next,
            Ok(Next::Draw(pending)) => {
                let card = order.draw(&pending);
                if without_luck {
                    let mut search = |at: &Position, _| search(engine, at, card_nodes);
                    let drawn = luck_of_draw(&at, Ply::Draw(card), &mut search);
                    luck += drawn.map_or(0.0, |drawn| seen_by(side, drawn.red));
                }
                match pending.resolve(card) {
                    Ok(next) => next,
                    Err(error) => unreachable!("the card is in the pile: {error}"),
                }
            }
            Err(illegal) => unreachable!("the engine acts legally: {illegal}"),
        };
        let last = at.is_over() || ply >= plies;
        let forced = (!last).then(|| only_action(&at)).flatten();
        if let Some(forced) = forced {
            action = forced;
            continue;
        }
        // The longer search may solve a position near the end, and then the game need not go on.
        let long = last || is_near_the_end(&at);
        let more = FIRST_REPLY >> (ply - 1).min(FIRST_REPLY.ilog2());
        let found = search(engine, &at, more * if long { end_nodes } else { nodes });
        match found.best() {
            Some(best) if !last && !is_exact(&found) => action = best,
            _ => {
                let own = found.win_chance();
                let value = if at.side() == side { own } else { 1.0 - own } - luck;
                let roses = settings.owners.then(|| {
                    let end = play_on(at, found.best(), order, card_nodes, engine);
                    BySide::from_fn(|side| end.roses(side))
                });
                return RolloutOutcome { value, roses };
            }
        }
    }
    unreachable!("a game is cut off")
}

/// Plays a game to its end after quick searches. Returns its last position.
fn play_on(
    mut at: Position,
    mut next: Option<Action>,
    mut order: DrawOrder,
    nodes: u64,
    engine: &Engine,
) -> Position {
    while !at.is_over() {
        let action = next.take().or_else(|| only_action(&at));
        let action = action.or_else(|| search(engine, &at, nodes).best());
        at = match at.act(action.unwrap_or(Action::Pass)) {
            Ok(Next::Position(next)) => next,
            Ok(Next::Draw(pending)) => match pending.resolve(order.draw(&pending)) {
                Ok(next) => next,
                Err(error) => unreachable!("the card is in the pile: {error}"),
            },
            Err(illegal) => unreachable!("the engine acts legally: {illegal}"),
        };
    }
    at
}

fn search(engine: &Engine, position: &Position, nodes: u64) -> Analysis {
    engine.analyse(position, SearchLimits::nodes(nodes))
}

/// Whether the value is exact, so that nothing can be learnt by playing on.
fn is_exact(found: &Analysis) -> bool {
    found.exact || found.forecast.is_some()
}

fn only_action(position: &Position) -> Option<Action> {
    let mut actions = position.actions().iter();
    let first = actions.next()?;
    actions.next().is_none().then_some(first)
}

/// Red's gain as a side sees it.
fn seen_by(side: Side, red: f64) -> f64 {
    if side == Side::Red { red } else { -red }
}
