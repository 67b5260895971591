use core::ops::ControlFlow;

use bosworth_rules::{Action, BySide, Next, Ply, Position, Side};

use super::draw_order::DrawOrder;
use super::{RolloutOutcome, RolloutSettings};
use crate::review::luck_of_draw;
use crate::solver::is_near_the_end;
use crate::{Analysis, Engine, SearchLimits, Watch};

/// How many times as many nodes the reply to the action gets; the plies after it get a half, a quarter
/// and so on. An error there is one of all games of the action, which no number of games corrects.
const FIRST_REPLY: u64 = 8;

/// The searches of a game. A watcher may stop them, but knows of no time limit, which would change what
/// they find.
struct Searches<'a> {
    engine: &'a Engine,
    watch: &'a mut dyn Watch,
}

impl Watch for Searches<'_> {
    fn keep_on(&mut self, _: u64) -> ControlFlow<()> {
        self.watch.keep_on(0)
    }
}

impl Searches<'_> {
    fn analyse(&mut self, position: &Position, nodes: u64) -> Analysis {
        let engine = self.engine;
        engine.analyse_watched(position, SearchLimits::nodes(nodes), self)
    }

    fn is_stopped(&mut self) -> bool {
        self.keep_on(0).is_break()
    }
}

/// Plays a game that begins with an action, and values it for the side to act in the position; `None` if
/// it is stopped.
pub(super) fn play(
    position: &Position,
    action: Action,
    mut order: DrawOrder,
    settings: &RolloutSettings,
    engine: &Engine,
    watch: &mut dyn Watch,
) -> Option<RolloutOutcome> {
    let mut searches = Searches { engine, watch };
    let RolloutSettings { nodes, card_nodes, plies, end_nodes, without_luck, .. } = *settings;
    let (side, mut at, mut action) = (position.side(), *position, action);
    let mut luck = 0.0;
    for ply in 1u32.. {
        at = match at.act(action) {
            Ok(Next::Position(next)) => next,
            Ok(Next::Draw(pending)) => {
                let card = order.draw(&pending);
                if without_luck {
                    let mut search = |at: &Position, _| searches.analyse(at, card_nodes);
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
        let found = searches.analyse(&at, more * if long { end_nodes } else { nodes });
        if searches.is_stopped() {
            return None;
        }
        match found.best() {
            Some(best) if !last && !is_exact(&found) => action = best,
            _ => {
                let own = found.win_chance();
                let value = if at.side() == side { own } else { 1.0 - own } - luck;
                if !settings.owners {
                    return Some(RolloutOutcome { value, roses: None });
                }
                let end = play_on(at, found.best(), order, card_nodes, &mut searches)?;
                let roses = Some(BySide::from_fn(|side| end.roses(side)));
                return Some(RolloutOutcome { value, roses });
            }
        }
    }
    unreachable!("a game is cut off")
}

/// Plays a game to its end after quick searches. Returns its last position; `None` if it is stopped.
fn play_on(
    mut at: Position,
    mut next: Option<Action>,
    mut order: DrawOrder,
    nodes: u64,
    searches: &mut Searches<'_>,
) -> Option<Position> {
    while !at.is_over() {
        let action = next.take().or_else(|| only_action(&at));
        let action = action.or_else(|| searches.analyse(&at, nodes).best());
        if searches.is_stopped() {
            return None;
        }
        at = match at.act(action.unwrap_or(Action::Pass)) {
            Ok(Next::Position(next)) => next,
            Ok(Next::Draw(pending)) => match pending.resolve(order.draw(&pending)) {
                Ok(next) => next,
                Err(error) => unreachable!("the card is in the pile: {error}"),
            },
            Err(illegal) => unreachable!("the engine acts legally: {illegal}"),
        };
    }
    Some(at)
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
