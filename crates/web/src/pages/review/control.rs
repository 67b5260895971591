use bosworth_board::{Board, Scene, card_of, facing};
use bosworth_engine::{PlyReview, ReviewDepth};
use bosworth_rules::{Action, BySide, Game, Record, Ruleset, Side};
use bosworth_view::prelude::*;

use super::errors;
use super::exercise::Exercise;
use super::progress::ReviewProgress;
use crate::app::{AppContext, use_app};
use crate::clocked_table::Seat;
use crate::engine::{self, Lane};
use crate::language::{fill, texts, tr};
use crate::lifetime::Lifetime;
use crate::pages::play::action_name;
use crate::parts::BarValue;
use crate::player_names::player_name;
use crate::settings::BarKind;
use crate::sound::Sound;
use crate::store::StoredGame;

/// The controller of a review.
#[derive(Clone, Copy)]
pub struct ReviewControl {
    pub app: AppContext,
    pub page: Lifetime,
    /// The UI state of the board.
    pub board: RwSignal<Board>,
    /// The ply selected in the game; an exercise shows an earlier one.
    pub at: Memo<usize>,
    /// Whether the margin is shown instead of the win chance.
    pub shows_margin: RwSignal<bool>,
    /// The review so far.
    pub progress: RwSignal<ReviewProgress>,
    /// The current exercise.
    pub exercise: RwSignal<Option<Exercise>>,
    reviewed: StoredValue<ReviewedGame>,
    viewer: Side,
}

/// The immutable data of the reviewed game.
struct ReviewedGame {
    id: String,
    record: Record,
    text: String,
    game: Game,
    names: BySide<String>,
    lost: Option<crate::clocked_table::Loss>,
}

impl ReviewControl {
    /// Shows the costliest error, or the end if that is not known yet, and starts the engine unless the review is cached.
    pub fn new(entry: &StoredGame, record: Record, game: Game) -> Self {
        let app = use_app();
        let seats = entry.seats();
        let names = BySide::from_fn(|side| player_name(&record, seats, side));
        let viewer = match (seats.red, seats.white) {
            (Seat::Level(_), Seat::Person) => Side::White,
            _ => Side::Red,
        };
        let text = entry.saved.record.clone();
        let known = ReviewProgress::known(&text);
        let fresh = known.is_none();
        let last = game.plies().len();
        let costliest = known.as_ref().and_then(|known| errors::worst(&known.review.plies));
        let board =
            RwSignal::new(Board::standing_at(costliest.map_or(last, |costliest| costliest.number)));
        let (id, lost) = (entry.id.clone(), entry.saved.lost);
        let control = Self {
            app,
            page: Lifetime::new(),
            board,
            at: Memo::new(move |_| board.with(|board| board.ply(last))),
            shows_margin: RwSignal::new(
                app.settings.with_untracked(|settings| settings.bar == BarKind::Margin),
            ),
            progress: RwSignal::new(known.unwrap_or_else(ReviewProgress::begun)),
            exercise: RwSignal::new(None),
            reviewed: StoredValue::new(ReviewedGame { id, record, text, game, names, lost }),
            viewer,
        };
        if fresh {
            control.start_review(ReviewDepth::Standard);
        }
        on_cleanup(|| engine::stop(Lane::Review));
        control
    }

    /// The number of plies.
    pub fn last(self) -> usize {
        self.reviewed.with_value(|reviewed| reviewed.game.plies().len())
    }

    /// The game.
    pub fn game(self) -> Game {
        self.with_game(Game::clone)
    }

    /// Reads from the game.
    pub fn with_game<T>(self, look: impl FnOnce(&Game) -> T) -> T {
        self.reviewed.with_value(|reviewed| look(&reviewed.game))
    }

    /// The id of the game in the library.
    pub fn id(self) -> String {
        self.reviewed.with_value(|reviewed| reviewed.id.clone())
    }

    /// The stored text of the record.
    pub fn text(self) -> String {
        self.reviewed.with_value(|reviewed| reviewed.text.clone())
    }

    /// Reads from the record.
    pub fn with_record<T>(self, look: impl FnOnce(&Record) -> T) -> T {
        self.reviewed.with_value(|reviewed| look(&reviewed.record))
    }

    /// The edition.
    pub fn ruleset(self) -> Ruleset {
        self.reviewed.with_value(|reviewed| reviewed.game.start().ruleset())
    }

    /// The name of a side's player.
    pub fn name(self, side: Side) -> String {
        self.reviewed.with_value(|reviewed| reviewed.names[side].clone())
    }

    /// The name of a side.
    pub fn side(self, side: Side) -> String {
        texts().side(side, self.ruleset())
    }

    /// The result, or who is ahead.
    pub fn standing(self) -> Vec<String> {
        self.reviewed.with_value(|reviewed| match reviewed.lost {
            Some(loss) => {
                let id = if loss.is_time() { "end-time" } else { "end-resigned" };
                vec![fill(id, &[("side", self.side(loss.side()).into())])]
            }
            None => texts().standing(reviewed.game.position()),
        })
    }

    /// The annotation of a ply, by its index from 0: symbol and class.
    pub fn mark(self, ply: usize) -> Option<(&'static str, &'static str)> {
        let mark = self.progress.with(|progress| progress.review.plies.get(ply)?.mark())?;
        Some((mark.sign(), errors::key(mark)))
    }

    /// The number of exercises for a side.
    pub fn exercise_count(self, side: Side) -> usize {
        self.progress.with(|progress| errors::errors_of(&progress.review.plies, side).len())
    }

    /// A ply number in words.
    pub fn ply_label(self, at: usize) -> String {
        fill("review-at", &[("number", at.into()), ("all", self.last().into())])
    }

    /// The label for the wins of a side.
    pub fn wins_label(self, side: Side) -> String {
        fill("review-wins", &[("side", self.side(side).into())])
    }

    /// The displayed ply: in an exercise, the one before the error.
    pub fn shown(self) -> usize {
        let error = self.exercise.get().and_then(|exercise| exercise.ply(self));
        error.map_or_else(|| self.at.get(), |ply| ply.number - 1)
    }

    /// The engine's report on the last ply; `None` if it has not been reviewed yet.
    pub fn current(self) -> Option<PlyReview> {
        let before = self.at.get().checked_sub(1)?;
        self.progress.with(|progress| progress.review.plies.get(before).cloned())
    }

    /// The value of the displayed position.
    pub fn value(self) -> Option<BarValue> {
        let (at, shows_margin) = (self.shown(), self.shows_margin.get());
        self.progress.with(|progress| match at.checked_sub(1) {
            Some(before) => {
                progress.review.plies.get(before).map(|ply| (ply.after, ply.margin, ply.forecast))
            }
            // A review has no margin for the start position.
            None => (!shows_margin && !progress.review.plies.is_empty()).then_some((
                progress.review.first,
                0.0,
                None,
            )),
        })
    }

    /// The last ply in words.
    pub fn sentence(self, at: usize) -> String {
        self.reviewed.with_value(|reviewed| match at.checked_sub(1) {
            Some(before) => {
                texts().told(&reviewed.game.positions()[before], reviewed.game.plies()[before])
            }
            None => tr("at-start"),
        })
    }

    /// The button label of an action in the position before a ply.
    pub fn action(self, ply: &PlyReview, action: Action) -> String {
        self.reviewed
            .with_value(|reviewed| action_name(action, &reviewed.game.positions()[ply.number - 1]))
    }

    /// The side whose hand is below the board.
    fn near(self) -> Side {
        let viewer = self.exercise.get().map_or(self.viewer, |exercise| exercise.side);
        self.board.with(|board| board.near(viewer))
    }

    /// The side at the bottom of the board.
    pub fn bottom(self) -> Side {
        facing(self.ruleset(), self.near(), self.board.with(Board::is_turned))
    }

    /// The scene of the board: the displayed ply, or the exercise.
    pub fn scene(self) -> Scene {
        let exercise = self.exercise.get();
        let error = exercise.and_then(|exercise| exercise.ply(self));
        let at = self.shown();
        let current = self.current();
        let (near, board) = (self.near(), self.board.get());
        let areas = self.app.settings.with(|settings| settings.areas);
        self.reviewed.with_value(|reviewed| {
            let positions = reviewed.game.positions();
            let mut scene = board.scene_of(&reviewed.game, at, near);
            scene.areas = areas || scene.position.is_over();
            let target = |ply: &PlyReview, action: Action| {
                let before = &positions[ply.number - 1];
                card_of(action).and_then(|card| before.target(ply.side, card))
            };
            if let (Some(exercise), Some(ply)) = (exercise, &error) {
                scene.offer(&board, false);
                scene.chosen = exercise.tried;
                let best = ply.decision.as_ref().map(|decision| decision.best);
                let best = best.filter(|_| exercise.is_solved(ply));
                scene.hints = best.and_then(|best| target(ply, best)).into_iter().collect();
            } else if let Some(ply) = &current {
                let better = ply.mark().and_then(|_| ply.better());
                scene.hints = better.and_then(|better| target(ply, better)).into_iter().collect();
            }
            scene
        })
    }

    /// Navigates to a ply.
    pub fn go_to(self, ply: usize) {
        let ply = ply.min(self.last());
        self.exercise.set(None);
        self.board.update(|board| board.stay_at(ply));
        let mut said = self.sentence(ply);
        if let Some(mark) = untrack(|| self.current()).and_then(|ply| ply.mark()) {
            said = format!("{said} {}", errors::name(mark));
        }
        self.app.say(said);
    }

    /// Attempts an action in an exercise.
    pub fn attempt(self, action: Action) {
        let Some(exercise) = self.exercise.get_untracked() else { return };
        let Some(ply) = untrack(|| exercise.ply(self)) else { return };
        let exercise = Exercise { tried: Some(action), ..exercise };
        self.exercise.set(Some(exercise));
        self.app.sound(if exercise.is_solved(&ply) { Sound::Join } else { Sound::No });
        self.app.say(exercise.judgement(self, &ply).1);
    }
}
