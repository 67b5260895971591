mod online;
mod resign;

pub use online::Online;

use std::time::{Duration, Instant};

use bosworth_client::protocol::Command;
use bosworth_engine::{Analysis, PlyReview, Summary};
use bosworth_local::{Seat, Table, Target, action_of, targets};
use bosworth_rules::{
    Action, BySide, Card, Game, IllegalAction, Ply, Position, Record, Ruleset, Side, Square,
};
use bosworth_texts::{FluentValue, Texts};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::online::{Keeping, Wish};
use crate::theme::Theme;

/// What is on the screen.
pub enum Source {
    /// A game that is played.
    Table(Box<Table>),
    /// A game at a server.
    Online(Box<Online>),
    /// Games of a file, to be looked at.
    Records {
        /// The games, each with what is wrong in its record.
        games: Vec<(Record, Game, Option<String>)>,
        /// Which of them is looked at.
        place: usize,
        /// Whether each ply is to be judged.
        review: bool,
    },
}

/// What the program around the app must do.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Save the table.
    Save,
    /// Let a computer of this level choose.
    Choose {
        /// Which question this is: the answer brings it back.
        ticket: u64,
        /// From 1 to 8.
        level: u8,
        /// Where.
        position: Position,
        /// A number that tells games apart.
        game: u64,
    },
    /// Look at a position for so many milliseconds.
    Analyse {
        /// Which question this is.
        ticket: u64,
        /// Where.
        position: Position,
        /// How long.
        time: Duration,
    },
    /// Do this in the game at the server.
    Do(Command),
    /// Go somewhere else at the server.
    Go(Wish),
    /// Check the shuffle of the finished game at the server, and save it.
    Keep,
    /// Judge each ply of a game.
    Review {
        /// Which question this is.
        ticket: u64,
        /// The game.
        game: Game,
    },
}

/// What comes from the program around the app.
#[derive(Debug)]
pub enum Answer {
    /// A computer has chosen.
    Chosen(u64, Action),
    /// A position was looked at.
    Analysed(u64, Analysis),
    /// One more ply was judged.
    Reviewed(u64, PlyReview),
    /// All plies were judged: how the sides did.
    Summary(u64, BySide<Summary>),
    /// The table could not be saved.
    NotSaved(String),
    /// The finished game at the server was checked and saved.
    Kept(Keeping),
}

/// What a click can hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hit {
    /// A square of the board.
    Square(Square),
    /// A card of the side to act.
    Card(Card),
    /// The pile.
    Pile,
    /// A place in the list of actions: after so many plies.
    Ply(usize),
}

/// How the app wants to be left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    /// The program ends.
    Quit,
    /// Another game begins.
    NewGame,
}

/// What is asked once more before it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ask {
    /// To give up.
    Resign,
    /// To call a game off that has hardly begun.
    Abort,
    /// To end a game because the opponent is gone.
    Claim,
}

/// How long a hint and a value may take.
const HINT_TIME: Duration = Duration::from_millis(900);
const VALUE_TIME: Duration = Duration::from_millis(300);
/// The slowest and the fastest that computers play to watch.
const PACES: std::ops::RangeInclusive<u64> = 50..=6400;

/// Everything on the screen and what keys do to it. It draws nothing, starts no thread, reads
/// no clock and writes no file: [`effects`](App::effects) says what is to be done outside.
pub struct App {
    pub(crate) texts: Texts,
    pub(crate) theme: Theme,
    pub(crate) source: Source,
    /// After how many plies the board stands; none for the last.
    pub(crate) at: Option<usize>,
    pub(crate) chosen: Option<Action>,
    pub(crate) flipped: bool,
    pub(crate) areas: bool,
    pub(crate) valued: bool,
    pub(crate) help: bool,
    pub(crate) paused: bool,
    /// How long a computer waits before it acts.
    pub(crate) pace: Duration,
    /// The position that was looked at last, and what was found.
    pub(crate) value: Option<(Position, Analysis)>,
    pub(crate) hint: Option<(Position, Analysis)>,
    pub(crate) hinting: bool,
    pub(crate) message: Option<String>,
    pub(crate) asks: Option<Ask>,
    pub(crate) plies: Vec<PlyReview>,
    pub(crate) summaries: Option<BySide<Summary>>,
    /// An action that is done when its time has come.
    pending: Option<(Action, Instant)>,
    /// The question whose answer is waited for, by what it is about.
    choosing: Option<u64>,
    valuing: Option<u64>,
    reviewing: Option<u64>,
    tickets: u64,
    effects: Vec<Effect>,
    leave: Option<Leave>,
}

impl App {
    /// Shows something.
    pub fn new(source: Source, texts: Texts, theme: Theme, pace: Duration) -> Self {
        let at = matches!(source, Source::Records { .. }).then_some(0);
        let mut app = Self {
            texts,
            theme,
            source,
            at,
            chosen: None,
            flipped: false,
            areas: false,
            valued: false,
            help: false,
            paused: false,
            pace,
            value: None,
            hint: None,
            hinting: false,
            message: None,
            asks: None,
            plies: Vec::new(),
            summaries: None,
            pending: None,
            choosing: None,
            valuing: None,
            reviewing: None,
            tickets: 0,
            effects: Vec::new(),
            leave: None,
        };
        app.begin_review();
        if app
            .online()
            .is_some_and(|online| online.snapshot.is_over() && online.snapshot.side.is_some())
        {
            app.effects.push(Effect::Keep);
        }
        app
    }

    /// What is to be done outside, once.
    pub fn effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Whether and how the app is left.
    pub fn leave(&self) -> Option<Leave> {
        self.leave
    }

    /// What was shown and its texts, for what comes after.
    pub fn into_parts(self) -> (Source, Texts) {
        (self.source, self.texts)
    }

    /// The table, if a game is played.
    pub fn table(&self) -> Option<&Table> {
        match &self.source {
            Source::Table(table) => Some(table),
            Source::Online(_) | Source::Records { .. } => None,
        }
    }

    fn table_mut(&mut self) -> Option<&mut Table> {
        match &mut self.source {
            Source::Table(table) => Some(table),
            Source::Online(_) | Source::Records { .. } => None,
        }
    }

    pub(crate) fn game(&self) -> &Game {
        match &self.source {
            Source::Table(table) => table.game(),
            Source::Online(online) => online.game(),
            Source::Records { games, place, .. } => &games[*place].1,
        }
    }

    /// How many plies the board has behind it.
    pub(crate) fn ply(&self) -> usize {
        let last = self.game().plies().len();
        self.at.map_or(last, |at| at.min(last))
    }

    pub(crate) fn position(&self) -> &Position {
        &self.game().positions()[self.ply()]
    }

    pub(crate) fn ruleset(&self) -> Ruleset {
        self.position().ruleset()
    }

    /// Whether the board shows the game as it stands.
    pub(crate) fn is_live(&self) -> bool {
        self.at.is_none()
    }

    /// Whether a game is played, here or at a server, and not only looked at.
    pub(crate) fn is_played(&self) -> bool {
        !matches!(self.source, Source::Records { .. })
    }

    /// Whether the game that is played has ended, by the rules or before.
    pub(crate) fn is_over(&self) -> bool {
        match &self.source {
            Source::Table(table) => table.is_over(),
            Source::Online(online) => online.snapshot.is_over(),
            Source::Records { .. } => false,
        }
    }

    /// Whether the board shows the end of a game.
    pub(crate) fn shows_end(&self) -> bool {
        self.position().is_over() || (self.is_live() && self.is_over())
    }

    /// Whether only computers play.
    pub(crate) fn watching(&self) -> bool {
        let computer = |table: &Table| {
            Side::ALL.iter().all(|&side| matches!(table.seats[side], Seat::Level(_)))
        };
        self.table().is_some_and(computer)
    }

    /// Whether a person may act on what is shown.
    pub(crate) fn may_act(&self) -> bool {
        if let Source::Online(online) = &self.source {
            return self.is_live() && online.may_act();
        }
        let turn = self.table().and_then(Table::turn);
        self.is_live() && turn == Some(Seat::Person) && !self.position().actions().pass
    }

    /// The side at the bottom: that of the person who plays against a computer.
    pub(crate) fn bottom(&self) -> Side {
        let own = match &self.source {
            Source::Online(online) => online.snapshot.side.unwrap_or(Side::White),
            Source::Table(table) => match (table.seats.red, table.seats.white) {
                (Seat::Person, Seat::Level(_)) => Side::Red,
                _ => Side::White,
            },
            Source::Records { .. } => Side::White,
        };
        if self.flipped { !own } else { own }
    }

    pub(crate) fn targets(&self) -> Vec<Target> {
        if self.may_act() { targets(self.position()) } else { Vec::new() }
    }

    pub(crate) fn side_name(&self, side: Side) -> String {
        self.texts.side(side, self.ruleset())
    }

    /// Who sits on a side, if that is known.
    pub(crate) fn seat_name(&self, side: Side) -> String {
        match &self.source {
            Source::Table(table) => match table.seats[side] {
                Seat::Level(level) => self.texts.format("tui-computer", &[("level", level.into())]),
                Seat::Person if table.seats[!side] == Seat::Person => self.texts.get("tui-person"),
                Seat::Person => self.texts.get("tui-you"),
            },
            // The name has a line of its own.
            Source::Online(_) => String::new(),
            Source::Records { games, place, .. } => {
                let tag = if side == Side::Red { "Red" } else { "White" };
                let name = games[*place].0.tag(tag).filter(|name| *name != "?");
                name.unwrap_or_default().to_string()
            }
        }
    }

    fn say(&mut self, id: &str) {
        self.message = Some(self.texts.get(id));
    }

    fn say_with(&mut self, id: &str, values: &[(&str, FluentValue<'_>)]) {
        self.message = Some(self.texts.format(id, values));
    }

    fn ticket(&mut self) -> u64 {
        self.tickets += 1;
        self.tickets
    }

    /// When the app wants to be woken although nothing happens; none if never.
    pub fn wake(&self) -> Option<Instant> {
        self.pending.map(|(_, time)| time)
    }

    /// Does what is due, and asks for what is needed. Called after everything that happens.
    pub fn drive(&mut self, now: Instant) {
        if let Some((action, time)) = self.pending
            && time <= now
        {
            self.pending = None;
            self.act(action);
        }
        self.drive_computer(now);
        self.drive_pass();
        self.drive_value();
    }

    fn drive_computer(&mut self, now: Instant) {
        let stopped = self.watching() && self.paused;
        if self.pending.is_some() || self.choosing.is_some() || stopped {
            return;
        }
        let Some(table) = self.table() else { return };
        let Some(seat) = table.turn() else { return };
        let (position, game) = (*table.position(), table.number());
        if position.actions().pass {
            self.pending = Some((Action::Pass, now + self.pace));
        } else if let Seat::Level(level) = seat {
            let ticket = self.ticket();
            self.choosing = Some(ticket);
            self.effects.push(Effect::Choose { ticket, level, position, game });
        }
    }

    fn drive_value(&mut self) {
        let position = *self.position();
        let known = self.value.as_ref().is_some_and(|(of, _)| *of == position);
        if !self.valued || known || self.valuing.is_some() || position.is_over() {
            return;
        }
        let ticket = self.ticket();
        self.valuing = Some(ticket);
        self.value = Some((position, Analysis::default()));
        self.effects.push(Effect::Analyse { ticket, position, time: VALUE_TIME });
    }

    fn begin_review(&mut self) {
        let Source::Records { games, place, review: true } = &self.source else { return };
        let game = games[*place].1.clone();
        let ticket = self.ticket();
        self.plies.clear();
        self.summaries = None;
        self.reviewing = Some(ticket);
        self.effects.push(Effect::Review { ticket, game });
    }

    /// Whether a review goes on.
    pub(crate) fn is_reviewing(&self) -> bool {
        self.reviewing.is_some()
    }

    /// Takes an answer. Answers to questions that nobody asks any more are dropped.
    pub fn answer(&mut self, answer: Answer, now: Instant) {
        match answer {
            Answer::Chosen(ticket, action) if self.choosing == Some(ticket) => {
                self.choosing = None;
                self.pending = Some((action, now + self.pace));
            }
            Answer::Analysed(ticket, analysis) if self.valuing == Some(ticket) => {
                self.valuing = None;
                if self.hinting {
                    self.hinting = false;
                    self.hint = Some((*self.position(), analysis.clone()));
                    self.message = Some(self.hint_text(&analysis));
                }
                if let Some((_, value)) = &mut self.value {
                    *value = analysis;
                }
            }
            Answer::Reviewed(ticket, ply) if self.reviewing == Some(ticket) => self.plies.push(ply),
            Answer::Summary(ticket, summaries) if self.reviewing == Some(ticket) => {
                self.reviewing = None;
                self.summaries = Some(summaries);
            }
            Answer::Kept(kept) => {
                if let Source::Online(online) = &mut self.source {
                    online.kept = Some(kept);
                }
            }
            Answer::NotSaved(why) => self.say_with("tui-save-failed", &[("why", why.into())]),
            _ => {}
        }
    }

    fn hint_text(&self, analysis: &Analysis) -> String {
        let Some(best) = analysis.best() else { return String::new() };
        let chance = self.texts.number(100.0 * analysis.value.win_chance(), 0);
        let margin = self.signed(f64::from(analysis.value.margin));
        let values = [
            ("action", self.action_name(best).into()),
            ("chance", chance.into()),
            ("margin", margin.into()),
        ];
        self.texts.format("tui-hint", &values)
    }

    pub(crate) fn signed(&self, number: f64) -> String {
        let text = self.texts.number(number.abs(), 1);
        let sign = if number < -0.05 { "\u{2212}" } else { "+" };
        format!("{sign}{text}")
    }

    /// An action as it stands on the screen: `NE2`, `NE2*`, draw.
    pub(crate) fn action_name(&self, action: Action) -> String {
        match action {
            Action::Draw => self.texts.get("tui-draw-short"),
            Action::Pass => self.texts.get("tui-pass-short"),
            action => action.to_string(),
        }
    }

    /// Does an action of whoever is to act.
    fn act(&mut self, action: Action) {
        if matches!(self.source, Source::Online(_)) {
            self.send_action(action);
            return;
        }
        let Some(table) = self.table_mut() else { return };
        let before = *table.position();
        match table.act(action) {
            Err(why) => self.message = Some(self.texts.refusal(why, &before)),
            Ok(ply) => {
                self.chosen = None;
                self.forget_thoughts();
                self.message = Some(match ply {
                    Ply::Pass => {
                        let side = self.texts.side(before.side(), before.ruleset());
                        self.texts.format("tui-forced-pass", &[("side", side.into())])
                    }
                    ply => self.texts.ply(&before, ply),
                });
                self.effects.push(Effect::Save);
            }
        }
    }

    /// What was thought about another position is worth nothing now.
    fn forget_thoughts(&mut self) {
        self.hint = None;
        self.hinting = false;
        self.valuing = None;
    }

    fn choose(&mut self, action: Action) {
        let position = *self.position();
        if self.chosen == Some(action) {
            self.act(action);
            return;
        }
        if let Err(why) = position.act(action) {
            self.message = Some(self.texts.refusal(why, &position));
            return;
        }
        self.chosen = Some(action);
        self.message = None;
    }

    /// Why a person may not act now.
    fn refuse(&mut self) {
        let id = if !self.is_live() && self.is_played() {
            "tui-not-live"
        } else if self.shows_end() {
            "tui-over"
        } else if self.online().is_some_and(|online| online.snapshot.sending) {
            "online-sending"
        } else {
            "tui-not-your-turn"
        };
        self.say(id);
    }

    fn press_card(&mut self, card: Card) {
        if !self.may_act() {
            self.refuse();
            return;
        }
        let position = *self.position();
        if let Some(action) = action_of(&position, card) {
            self.choose(action);
            return;
        }
        let why = match position.act(Action::Play(card)).err() {
            Some(IllegalAction::NeedsHero { .. }) => position.act(Action::Hero(card)).err(),
            why => why,
        };
        if let Some(why) = why {
            self.chosen = None;
            self.message = Some(self.texts.refusal(why, &position));
        }
    }

    fn press_number(&mut self, number: usize) {
        let hand = self.position().hand(self.position().side());
        if let Some(card) = hand.iter().nth(number) {
            self.press_card(card);
        }
    }

    fn press_draw(&mut self) {
        if self.may_act() { self.choose(Action::Draw) } else { self.refuse() }
    }

    /// Takes a click.
    pub fn click(&mut self, hit: Hit) {
        if self.help || self.asks.is_some() {
            self.help = false;
            self.asks = None;
            return;
        }
        match hit {
            Hit::Card(card) => self.press_card(card),
            Hit::Pile => self.press_draw(),
            Hit::Ply(ply) => self.go_to(ply),
            Hit::Square(square) => {
                let target = self.targets().into_iter().find(|target| target.square == square);
                match target {
                    Some(target) => self.choose(target.action),
                    None => self.chosen = None,
                }
            }
        }
    }

    fn go_to(&mut self, ply: usize) {
        let last = self.game().plies().len();
        self.chosen = None;
        self.message = None;
        self.forget_thoughts();
        let live = self.is_played() && ply >= last;
        self.at = (!live).then_some(ply.min(last));
    }

    fn change(&mut self, change: fn(&mut Table) -> bool, otherwise: &str) {
        let watching = self.watching();
        let Some(table) = self.table_mut() else { return };
        let changed = change(table);
        self.chosen = None;
        self.at = None;
        self.message = None;
        self.forget_thoughts();
        if changed {
            self.pending = None;
            self.choosing = None;
            self.paused |= watching;
            self.effects.push(Effect::Save);
        } else {
            self.say(otherwise);
        }
    }

    fn ask_hint(&mut self) {
        if !self.may_act() && self.table().is_some() {
            self.refuse();
            return;
        }
        let position = *self.position();
        if position.is_over() {
            self.say("tui-over");
            return;
        }
        let ticket = self.ticket();
        self.valuing = Some(ticket);
        self.hinting = true;
        self.hint = None;
        self.value = Some((position, Analysis::default()));
        self.say("tui-hint-thinking");
        self.effects.push(Effect::Analyse { ticket, position, time: HINT_TIME });
    }

    /// One action of computers that are watched.
    fn step(&mut self, now: Instant) {
        self.paused = true;
        if let Some((action, _)) = self.pending.take() {
            self.act(action);
            return;
        }
        if self.choosing.is_none() {
            self.paused = false;
            self.drive_computer(now);
            self.paused = true;
        }
        if let Some((action, _)) = self.pending.take() {
            self.act(action);
        }
    }

    fn change_pace(&mut self, faster: bool) {
        let pace = self.pace.as_millis() as u64;
        let pace = if faster { pace / 2 } else { pace.max(25) * 2 };
        let pace = pace.clamp(*PACES.start(), *PACES.end());
        self.pace = Duration::from_millis(pace);
        self.say_with("tui-speed", &[("ms", pace.into())]);
    }

    fn other_game(&mut self, on: bool) {
        let Source::Records { games, place, .. } = &mut self.source else { return };
        let next = if on { *place + 1 } else { place.wrapping_sub(1) };
        if next >= games.len() {
            return;
        }
        *place = next;
        self.at = Some(0);
        self.message = None;
        self.forget_thoughts();
        self.begin_review();
    }

    /// Takes a key.
    pub fn key(&mut self, key: KeyEvent, now: Instant) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => self.leave = Some(Leave::Quit),
            code if self.is_typing() => self.type_key(code),
            code if self.asks.is_some() => self.answer_key(code),
            KeyCode::Char('q') => self.leave = Some(Leave::Quit),
            KeyCode::Char('?') | KeyCode::F(1) => self.help = !self.help,
            _ if self.help => self.help = false,
            code if self.online_key(code) => {}
            code => self.table_key(code, now),
        }
    }

    fn table_key(&mut self, code: KeyCode, now: Instant) {
        let (ply, last) = (self.ply(), self.game().plies().len());
        match code {
            KeyCode::Char(digit @ '1'..='5') => self.press_number(digit as usize - '1' as usize),
            KeyCode::Char('d') => self.press_draw(),
            KeyCode::Enter => match self.chosen {
                Some(action) => self.act(action),
                None if !self.is_live() && self.is_played() => self.go_to(last),
                None => {}
            },
            KeyCode::Esc => {
                self.chosen = None;
                self.message = None;
                self.hint = None;
            }
            KeyCode::Left | KeyCode::Char('k') | KeyCode::Up => self.go_to(ply.saturating_sub(1)),
            KeyCode::Right | KeyCode::Char('j') | KeyCode::Down => self.go_to((ply + 1).min(last)),
            KeyCode::Home => self.go_to(0),
            KeyCode::End => self.go_to(last),
            KeyCode::Char('f') => self.flipped = !self.flipped,
            KeyCode::Char('h') => self.ask_hint(),
            KeyCode::Char('R') => self.ask_resign(),
            KeyCode::Char('u') => self.change(Table::undo, "tui-undo-none"),
            KeyCode::Char('r') => self.change(Table::redo, "tui-redo-none"),
            KeyCode::Char('t') => self.areas = !self.areas,
            KeyCode::Char('e') => self.valued = !self.valued,
            KeyCode::Char(' ') if self.watching() => {
                self.paused = !self.paused;
                if self.paused {
                    self.pending = None;
                    self.choosing = None;
                }
                self.message = None;
            }
            KeyCode::Char('s') if self.watching() => self.step(now),
            KeyCode::Char('+') if self.watching() => self.change_pace(true),
            KeyCode::Char('-') if self.watching() => self.change_pace(false),
            KeyCode::Char('n' | ']') if !self.is_played() => self.other_game(true),
            KeyCode::Char('p' | '[') if !self.is_played() => self.other_game(false),
            KeyCode::Char('n') if self.table().is_some() => self.leave = Some(Leave::NewGame),
            _ => {}
        }
    }
}
