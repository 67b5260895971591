use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use bosworth_analysis::StopSign;
use bosworth_fair::{Deck, Proof};
use bosworth_rules::{BySide, Game, GameResult, Position, Record, Ruleset, Side};

use crate::player::Contestant;

/// One game between two players.
pub(crate) struct ArenaGame {
    pub(crate) game: Game,
    /// The side of the match's first player.
    pub(super) first: Side,
    /// Why it ended early.
    pub(super) forfeit: Option<Forfeit>,
    /// Thinking time, by side.
    pub(super) thinking: BySide<ThinkingTime>,
}

/// A player failed, or chose an illegal action.
pub(super) struct Forfeit {
    pub(super) side: Side,
    pub(super) why: String,
}

/// The time a side spent on its decisions.
#[derive(Clone, Copy, Default)]
pub struct ThinkingTime {
    /// The total time.
    pub time: Duration,
    /// The number of decisions.
    pub choices: u32,
}

/// A player at the board, and the seed of its random choices.
pub(crate) struct SeededPlayer {
    pub(crate) player: Box<dyn Contestant>,
    pub(crate) seed: u64,
}

impl ArenaGame {
    /// Plays a game to its end; `None` if the match is stopped first.
    pub(super) fn play(
        proof: &Proof,
        ruleset: Ruleset,
        seats: &mut BySide<SeededPlayer>,
        first: Side,
        stop: &StopSign,
    ) -> Option<Self> {
        Self::play_dealt(proof.deal(ruleset), seats, first, stop)
    }

    /// Plays a game from a deal.
    pub(crate) fn play_dealt(
        (start, mut deck): (Position, Deck),
        seats: &mut BySide<SeededPlayer>,
        first: Side,
        stop: &StopSign,
    ) -> Option<Self> {
        let mut game_played =
            Self { game: Game::new(start), first, forfeit: None, thinking: BySide::default() };
        for side in Side::ALL {
            let begun = seats[side].begin();
            game_played.forfeit = game_played.forfeit.or_else(|| Forfeit::of(side, begun));
        }
        while game_played.forfeit.is_none() && !game_played.game.position().is_over() {
            let side = game_played.game.position().side();
            let acted = game_played.turn(&mut *seats[side].player, &mut deck);
            game_played.forfeit = Forfeit::of(side, acted);
            if stop.is_stopped() {
                return None;
            }
        }
        (!stop.is_stopped()).then_some(game_played)
    }

    fn turn(&mut self, player: &mut dyn Contestant, deck: &mut Deck) -> Result<()> {
        let position = *self.game.position();
        let mut actions = position.actions().iter();
        // A forced action needs no thinking.
        let action = if let (Some(only), None) = (actions.next(), actions.next()) {
            only
        } else {
            let start = Instant::now();
            let action = player.choose(&self.game)?;
            let thinking = &mut self.thinking[position.side()];
            thinking.time += start.elapsed();
            thinking.choices += 1;
            action
        };
        let done = self.game.act_with(action, |pending| deck.draw_card(pending));
        done.map(drop).with_context(|| format!("{action} is not allowed"))
    }

    /// The winner; `None` if the game is drawn.
    pub(crate) fn winner(&self) -> Option<Side> {
        match &self.forfeit {
            Some(forfeit) => Some(!forfeit.side),
            None => self.game.position().outcome().and_then(|outcome| outcome.winner()),
        }
    }

    /// The first player's half points.
    pub(crate) fn half_points(&self) -> usize {
        match self.winner() {
            None => 1,
            Some(winner) if winner == self.first => 2,
            Some(_) => 0,
        }
    }

    /// The record to save. Its shuffle can be verified.
    pub(super) fn record(&self, proof: &Proof, names: [&str; 2], round: &str) -> Record {
        let mut record = Record::of(&self.game);
        let [one, other] = names;
        let (red, white) = if self.first == Side::Red { (one, other) } else { (other, one) };
        let tags = [("Event", "Bosworth arena"), ("Red", red), ("White", white), ("Round", round)];
        for (name, value) in tags {
            record.set_tag(name, value);
        }
        proof.write(&mut record);
        if let Some(Forfeit { side, why }) = &self.forfeit {
            record.result = GameResult::Won(!*side);
            let comments =
                record.steps.last_mut().map_or(&mut record.comments, |step| &mut step.comments);
            comments.push(format!("{side} loses: {why}"));
        }
        record
    }
}

impl SeededPlayer {
    fn begin(&mut self) -> Result<()> {
        self.player.begin(self.seed)
    }
}

impl Forfeit {
    fn of(side: Side, done: Result<()>) -> Option<Self> {
        // A comment must be a single line, whatever a program printed.
        let why = |error: anyhow::Error| format!("{error:#}").replace(char::is_control, " ");
        done.err().map(|error| Self { side, why: why(error) })
    }
}
