use bosworth_engine::ReviewDepth;
use bosworth_rules::{Action, Card, Game, Next, Ply, Position, Record};
use bosworth_web_engine::wire::{EngineRequest, EngineResponse, Findings};

use super::control::SolveControl;
use crate::engine::{self, Lane};

/// What follows the answer, as the engine sees it.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Continuation {
    /// The card that each draw may bring, with Red's win chance.
    pub cards: Vec<(Card, f64)>,
    /// The mean of these.
    pub mean: f64,
    /// Whether the engine is still thinking.
    pub is_open: bool,
}

/// The time limit of the search for the line, in milliseconds.
const LINE_TIME_MS: u32 = 1200;

impl SolveControl {
    /// Asks the engine what follows the answer: the line of play, or what the cards of a draw bring.
    pub(super) fn ask_continuation(self, action: Action) {
        let position = self.state.with_untracked(|state| {
            let state = state.as_ref().filter(|state| state.played == Some(action))?;
            Some(state.exercise.position)
        });
        // Another exercise may be shown by now.
        let Some(position) = position else { return };
        let ask = match drawn(&position, action) {
            Some(record) => EngineRequest::Review { record, depth: ReviewDepth::Standard },
            None => EngineRequest::Analyse {
                position: position.to_string(),
                milliseconds: Some(LINE_TIME_MS),
                nodes: None,
            },
        };
        engine::ask(self.page, Lane::Review, &ask, move |answer| match answer {
            EngineResponse::Analysis(findings) if findings.done => {
                self.continuation.set(Continuation::default());
                let line = line(&findings, action);
                self.state.update(|state| {
                    if let Some(state) = state {
                        state.follow(line.get(1..).unwrap_or_default());
                    }
                });
            }
            EngineResponse::Ply(ply) => {
                if let Some(draw) = ply.review().and_then(|ply| ply.draw) {
                    let cards = draw.cards.iter().map(|it| (it.card, it.win_chance)).collect();
                    self.continuation.set(Continuation { cards, mean: draw.mean, is_open: false });
                }
            }
            // The answer is known without it.
            EngineResponse::Failed(_) => self.continuation.set(Continuation::default()),
            _ => {}
        });
    }
}

/// The line that begins with an action.
fn line(findings: &Findings, action: Action) -> Vec<Action> {
    let line = findings.lines.iter().find(|line| line.action() == Some(action));
    line.map_or_else(Vec::new, |line| {
        line.actions.iter().map_while(|text| text.parse().ok()).collect()
    })
}

/// A record of one draw, whose review says what each card brings; `None` for other actions.
fn drawn(position: &Position, action: Action) -> Option<String> {
    let Next::Draw(pending) = position.act(action).ok()? else { return None };
    let mut game = Game::new(*position);
    game.push(Ply::Draw(pending.outcomes().pick(0)?)).ok()?;
    Some(Record::of(&game).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_reviewed_as_a_record_of_one_ply() {
        let text = "9/9/9/4r4/9/4r4/9/9/9 e6 w S1,E1 N1,N2 4 3 W2 classic";
        let position: Position = text.parse().expect("a position");
        let record: Record =
            drawn(&position, Action::Draw).expect("a draw").parse().expect("a record");
        let game = record.replay().expect("a game");
        assert_eq!(game.start().to_string(), position.to_string());
        assert!(matches!(game.plies(), [Ply::Draw(_)]));
        assert_eq!(drawn(&position, "N1".parse().expect("an action")), None);
    }
}
