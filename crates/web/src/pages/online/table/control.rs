use bosworth_board::{Board, Scene};
use bosworth_client::Live;
use bosworth_client::clocks::{called_off_in, is_low};
use bosworth_protocol::{Command, GameId, Offer, Stage, TimeControl};
use bosworth_rules::{Action, Position, Ruleset, Side};
use bosworth_view::prelude::*;

use super::conditional_line::ConditionalPlans;
use crate::app::AppContext;
use crate::board_input::{BoardInput, premove_text};
use crate::count_animation::CountAnimation;
use crate::language::{fill, texts, tr};
use crate::lifetime::Lifetime;
use crate::online::session::Session;
use crate::online::time::left_text;
use crate::settings::HandTargets;
use crate::sound::{self, Sound};

/// The time that is left for the first action when the player is warned, in milliseconds.
const LATE_MS: i64 = 10_000;

/// The controller of an online table.
#[derive(Clone, Copy)]
pub struct OnlineGameControl {
    pub app: AppContext,
    pub session: Session,
    /// The id of the game.
    pub id: GameId,
    pub page: Lifetime,
    /// The UI state of the board.
    pub board: RwSignal<Board>,
    /// Whether the keyboard help is open, a modal dialog.
    pub help: RwSignal<bool>,
    /// The count at the end.
    pub counting: CountAnimation,
    /// The log of text mode.
    pub log: RwSignal<Vec<String>>,
    /// The server's current time.
    pub now: RwSignal<i64>,
    /// Conditional actions.
    pub plans: ConditionalPlans,
}

impl OnlineGameControl {
    /// Follows a game for as long as its page is shown.
    pub fn new(app: AppContext, session: Session, id: GameId) -> Self {
        let page = Lifetime::new();
        let control = Self {
            app,
            session,
            id,
            page,
            board: RwSignal::new(Board::default()),
            help: RwSignal::new(false),
            counting: CountAnimation::new(page),
            log: RwSignal::default(),
            now: RwSignal::new(session.now()),
            plans: ConditionalPlans::new(),
        };
        sound::wake(app.settings.with_untracked(|settings| settings.sound));
        session.watch(id, move |event, before| control.announce_event(event, before));
        control.page.every(100, move || control.now.set(session.now()));
        on_cleanup(move || {
            session.leave();
            session.inbox.table.set(None);
            // The turn may have changed since the list of games was fetched.
            session.fetch_games();
            // A rated game changes the rating in the header.
            session.refresh_account();
        });
        control.pass_automatically();
        control.play_premove();
        control.mark_turn();
        control.warn_of_time();
        control
    }

    /// Reads from the game, once it has been fetched.
    pub fn with<T>(self, look: impl FnOnce(&Live) -> T) -> Option<T> {
        self.session
            .live
            .with(|live| live.as_ref().filter(|live| live.table.id() == self.id).map(look))
    }

    pub(super) fn with_untracked<T>(self, look: impl FnOnce(&Live) -> T) -> Option<T> {
        untrack(|| self.with(look))
    }

    pub(super) fn position(self) -> Option<Position> {
        self.with_untracked(|live| live.table.position().copied()).flatten()
    }

    /// The visitor's side; `None` for spectators.
    pub fn my_side(self) -> Option<Side> {
        self.with(|_| ())?;
        self.session.my_side()
    }

    /// The stage of the game.
    pub fn stage(self) -> Stage {
        self.with(|live| live.table.stage()).unwrap_or(Stage::Waiting)
    }

    pub(super) fn ruleset(self) -> Ruleset {
        self.with_untracked(|live| live.table.setup().ruleset).unwrap_or(Ruleset::CLASSIC)
    }

    /// The side whose hand is below the board.
    pub fn near(self) -> Side {
        let viewer = self.my_side().unwrap_or(Side::Red);
        self.board.with(|board| board.near(viewer))
    }

    /// The displayed ply.
    pub fn ply(self) -> usize {
        let last = self.with(|live| live.table.plies()).unwrap_or_default();
        self.board.with(|board| board.ply(last))
    }

    /// Whether an action is being sent, or the end of the game: a second press on the question may
    /// hit the board behind it.
    pub fn is_sending(self) -> bool {
        let acts = |command: &Command| {
            matches!(command, Command::Act { .. } | Command::Resign | Command::Abort)
        };
        self.session.sending.with(|sending| sending.iter().any(acts))
    }

    /// Whether it is the visitor's turn.
    pub fn is_my_turn(self) -> bool {
        let mine = self.my_side();
        mine.is_some() && self.with(|live| live.table.turn()).flatten() == mine
    }

    /// Whether the visitor may act now.
    pub fn may_act(self) -> bool {
        self.board.with(Board::is_live) && self.is_my_turn() && !self.is_sending()
    }

    /// The visitor's side, while they can choose a premove.
    fn ahead(self) -> Option<Side> {
        let side = self.my_side()?;
        let on = |live: &Live| can_premove(side, live.table.turn(), live.table.setup().clock);
        (self.with(on)? && self.board.with(Board::is_live)).then_some(side)
    }

    /// Carries out the premove as soon as it is the visitor's turn.
    fn play_premove(self) {
        let mine = Memo::new(move |_| self.is_my_turn());
        Effect::new(move |_| {
            if !mine.get() {
                return;
            }
            let Some(position) = self.position() else { return };
            match self.board.try_update(|board| board.take_premove(&position)).flatten() {
                Some(Ok(action)) => {
                    self.board.update(Board::go_live);
                    self.act(action);
                }
                Some(Err(premove)) => {
                    let words = premove_text(premove, &position, position.side());
                    self.app.toast(fill("premove-void", &[("premove", words.into())]));
                }
                None => {}
            }
        });
    }

    /// The scene while a conditional line is being edited: actions of both sides can be played.
    fn planned_scene(self) -> Option<Scene> {
        let (game, near, board) = (self.planned_game()?, self.near(), self.board.get());
        let mut scene = board.scene_of(&game, game.plies().len(), near);
        if self.can_extend_line() {
            scene.offer(&board, false);
        }
        Some(scene)
    }

    /// The scene of the board.
    pub fn scene(self) -> Option<Scene> {
        if self.is_planning() {
            return self.planned_scene();
        }
        let (ply, near, board) = (self.ply(), self.near(), self.board.get());
        let may_act = self.may_act();
        let ahead = self.ahead();
        let (both, areas) = self
            .app
            .settings
            .with(|settings| (settings.hands == HandTargets::Both, settings.areas));
        self.with(|live| {
            let mut scene = board.scene_of(live.table.game()?, ply, near);
            let over = live.table.stage() == Stage::Over;
            if may_act {
                scene.offer(&board, both);
            } else if both && board.is_live() && !over {
                scene.show_threats();
            }
            if let Some(side) = ahead {
                scene.offer_ahead(side, &board);
            }
            scene.past = !board.is_live();
            scene.tally = self.counting.tally(&scene.position).filter(|_| board.is_live());
            scene.areas = areas || scene.position.is_over() || (over && board.is_live());
            Some(scene)
        })
        .flatten()
    }

    /// The milliseconds that are left for the first action of a live game.
    pub fn first_action_in(self) -> Option<i64> {
        let now = self.now.get();
        let running = self.stage() == Stage::Running;
        self.with(|live| called_off_in(&live.table, now)).flatten().filter(|_| running)
    }

    fn left(self, side: Side) -> Option<i64> {
        let now = self.now.get();
        self.with(|live| live.table.time_left(now).map(|left| left[side])).flatten()
    }

    /// The remaining time of a side, formatted.
    pub fn clock_text(self, side: Side) -> Option<String> {
        self.left(side).map(left_text)
    }

    /// Whether the clock of a side is low.
    pub fn is_low(self, side: Side) -> bool {
        let clock = self.with(|live| live.table.setup().clock);
        self.stage() == Stage::Running
            && matches!((clock, self.left(side)), (Some(clock), Some(left)) if is_low(clock, left))
    }

    /// Sends a command to this game, unless it is on its way already: a second press would be
    /// refused.
    pub fn command(self, command: Command) {
        if !self.session.sending.with_untracked(|sending| sending.contains(&command)) {
            self.session.command(self.id, command);
        }
    }

    /// What aborting the game is called, and the title and the text that ask for confirmation: in
    /// a tournament it forfeits the game. Message ids.
    pub fn abort_words(self) -> (&'static str, &'static str, &'static str) {
        if self.abort_forfeits() {
            ("forfeit", "forfeit-title", "end-forfeit-you")
        } else {
            ("abort", "abort-title", "abort-text")
        }
    }

    /// Whether a player forfeits the game by aborting it or by not coming, because it belongs to a
    /// tournament.
    pub fn abort_forfeits(self) -> bool {
        self.with(|live| live.table.setup().tournament_slot.is_some()).unwrap_or(false)
    }

    /// Whether an offer is open: the visitor's own, or the opponent's.
    pub fn offers(self, mine: bool, offer: Offer) -> bool {
        let Some(side) = self.my_side() else { return false };
        let by = if mine { side } else { !side };
        self.with(|live| live.table.offers(by, offer)).unwrap_or(false)
    }

    /// Navigates to a ply.
    pub fn go_to(self, ply: usize) {
        let said = self.with_untracked(|live| {
            let game = live.table.game()?;
            self.board.update(|board| board.go_to(ply, game.plies().len()));
            let before = ply.checked_sub(1)?;
            Some(texts().ply(&game.positions()[before], *game.plies().get(before)?))
        });
        self.app.say(said.flatten().unwrap_or_else(|| tr("at-start")));
    }

    /// Passes automatically when that is the only legal action.
    fn pass_automatically(self) {
        let plies = Memo::new(move |_| {
            let must = self.is_my_turn()
                && self
                    .with(|live| live.table.position().is_some_and(|now| now.actions().pass))
                    .unwrap_or(false);
            must.then(|| self.with(|live| live.table.plies())).flatten()
        });
        Effect::new(move |_| {
            let Some(when) = plies.get() else { return };
            self.page.after(self.app.pace() + 400, move || {
                if plies.get_untracked() == Some(when) {
                    self.board.update(Board::go_live);
                    self.act(Action::Pass);
                }
            });
        });
    }

    /// Stores in the inbox whether it is the visitor's turn in this game.
    fn mark_turn(self) {
        let mine = Memo::new(move |_| self.is_my_turn());
        Effect::new(move |_| self.session.inbox.table.set(Some((self.id, mine.get()))));
    }

    fn warn_of_time(self) {
        let first =
            move || self.is_my_turn() && self.first_action_in().is_some_and(|left| left < LATE_MS);
        let low =
            Memo::new(move |_| first() || self.my_side().is_some_and(|side| self.is_low(side)));
        Effect::new(move |_| {
            if low.get() {
                self.app.sound(Sound::Hurry);
                self.app.say(tr("time-low"));
            }
        });
    }
}

/// Whether a side can choose a premove: in a live game, on the opponent's turn. While its own action
/// is being sent, it is still its turn.
fn can_premove(side: Side, turn: Option<Side>, clock: TimeControl) -> bool {
    clock.is_live() && turn == Some(!side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_premove_is_chosen_in_live_games_on_the_opponents_turn() {
        let clock = |text: &str| text.parse::<TimeControl>().expect("a time control");
        assert!(can_premove(Side::Red, Some(Side::White), clock("5+3")));
        assert!(!can_premove(Side::Red, Some(Side::Red), clock("5+3")));
        assert!(!can_premove(Side::Red, None, clock("5+3")), "the game is over");
        assert!(!can_premove(Side::Red, Some(Side::White), clock("3d")));
    }
}
