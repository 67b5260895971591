use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use bosworth_analysis::StopSign;
use bosworth_fair::{Deck, Proof};
use bosworth_rules::{BySide, Game, GameResult, Position, Record, Side};

use crate::player::Contestant;

/// What a record says besides the game.
pub(crate) struct RecordTags<'t> {
    pub(crate) event: &'t str,
    /// The first player and its opponent.
    pub(crate) names: [&'t str; 2],
    /// The number of the game in its event.
    pub(crate) round: &'t str,
    /// With which the shuffles can be verified, unless the game began from an opening.
    pub(crate) proof: Option<&'t Proof>,
}

impl RecordTags<'_> {
    /// The name of the tag with the number of the game.
    pub(crate) const ROUND: &'static str = "Round";
}

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
    /// Plays a game from a deal to its end; `None` if the match is stopped first.
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

    /// The record to save.
    pub(crate) fn record(&self, tags: &RecordTags<'_>) -> Record {
        let mut record = Record::of(&self.game);
        let [one, other] = tags.names;
        let (red, white) = if self.first == Side::Red { (one, other) } else { (other, one) };
        let texts = [
            ("Event", tags.event),
            ("Red", red),
            ("White", white),
            (RecordTags::ROUND, tags.round),
        ];
        for (name, value) in texts {
            record.set_tag(name, value);
        }
        if let Some(proof) = tags.proof {
            proof.write(&mut record);
        }
        if let Some(Forfeit { side, why }) = &self.forfeit {
            record.result = GameResult::Won(!*side);
            let comments =
                record.steps.last_mut().map_or(&mut record.comments, |step| &mut step.comments);
            comments.push(format!("{side} loses: {why}"));
        }
        record
    }

    /// The game of a record. It does not say how long the players thought.
    pub(crate) fn of_record(record: &Record, first: Side) -> Result<Self> {
        let game = record.replay()?;
        let comments = record.steps.last().map_or(&record.comments, |step| &step.comments);
        let forfeit = match record.result {
            GameResult::Won(winner) if !game.position().is_over() => {
                let begin = format!("{} loses: ", !winner);
                let why = comments.iter().find_map(|comment| comment.strip_prefix(&begin));
                Some(Forfeit { side: !winner, why: why.unwrap_or_default().into() })
            }
            GameResult::Unfinished => bail!("the game is unfinished"),
            _ => None,
        };
        Ok(Self { game, first, forfeit, thinking: BySide::default() })
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
