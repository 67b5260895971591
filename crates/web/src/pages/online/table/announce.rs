//! Announcements in online games.

use bosworth_board::Board;
use bosworth_protocol::{EndReason, Event};
use bosworth_rules::{BySide, Ply, Position, Record, Side};
use bosworth_texts::{Language, Narrator, ResultForReader, Speech};
use bosworth_view::prelude::*;

use super::control::OnlineGameControl;
use crate::board_input::{Actor, announce_ply};
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::pages::online::labels::player_name;
use crate::parts::decision;
use crate::route::Route;
use crate::sound::Sound;

impl OnlineGameControl {
    /// The name of a side's player.
    pub fn name(self, side: Side) -> String {
        self.with_untracked(|live| player_name(live.players.of(side))).unwrap_or_default()
    }

    /// The game as a record with the players' names.
    pub fn record(self) -> Option<Record> {
        self.with_untracked(|live| {
            let mut record = live.table.record()?;
            record.set_tag("Red", &player_name(&live.players.red));
            record.set_tag("White", &player_name(&live.players.white));
            record.set_tag("Date", &browser::date(live.opened as f64));
            record.set_tag("Clock", &live.table.setup().clock.to_string());
            Some(record)
        })
        .flatten()
    }

    /// The result in a few words, and why the game is over.
    pub fn result(self) -> Vec<String> {
        let told = self.with_result(|position, result, reason| {
            let texts = texts();
            let headline = match position {
                Some(position) if reason != EndReason::Aborted || result.winner.is_some() => {
                    texts.headline(position, result)
                }
                _ => tr("end-no-game"),
            };
            let reasons = self.reasons(result, reason);
            core::iter::once(headline).chain(reasons).collect()
        });
        told.unwrap_or_default()
    }

    /// Why the game is over, who forfeits it, and why no rating has changed.
    pub(super) fn reasons(
        self,
        result: ResultForReader<'_>,
        reason: EndReason,
    ) -> impl Iterator<Item = String> {
        let told = texts().reason(reason, result.winner, result.reader, self.ruleset());
        let forfeits = self.with_untracked(|live| live.table.forfeits());
        let forfeit = self.narrate(|narrator| narrator.forfeit(forfeits?)).flatten();
        let told = told.filter(|_| reason != EndReason::Aborted);
        told.into_iter().chain(forfeit).chain(self.too_short_to_rate())
    }

    /// Why a rated game that hardly began changed no rating.
    fn too_short_to_rate(self) -> Option<String> {
        let is_short = self.with_untracked(|live| {
            live.table.game().is_some() && live.table.is_too_short_to_rate()
        });
        is_short?.then(|| tr("end-too-short"))
    }

    /// Calls a function with how the game ended, from the visitor's point of view.
    pub(super) fn with_result<T>(
        self,
        call: impl FnOnce(Option<&Position>, ResultForReader<'_>, EndReason) -> T,
    ) -> Option<T> {
        let reader = untrack(|| self.my_side());
        self.with_untracked(|live| {
            let ending = live.table.ending()?;
            let (winner, played) = (live.table.winner(), ending.reason == EndReason::Played);
            let name = winner.map(|side| player_name(live.players.of(side))).unwrap_or_default();
            let result = ResultForReader { winner, name: &name, reader, played };
            Some(call(live.table.position(), result, ending.reason))
        })
        .flatten()
    }

    /// Announces the current state when the page is opened.
    pub fn announce_state(self) {
        let words = self.with_untracked(|live| {
            let texts = texts();
            let game = live.table.game()?;
            Some(Speech::new(&texts, game, game.position().side()).words())
        });
        if self.log.with_untracked(Vec::is_empty) {
            let turn = self.turn_words();
            self.log.set(vec![words.flatten().unwrap_or_default(), turn.clone()]);
            self.app.say(turn);
        }
    }

    /// Has the narrator say something.
    pub fn narrate<T>(self, tell: impl FnOnce(&Narrator<'_>) -> T) -> Option<T> {
        let listener = untrack(|| self.my_side());
        self.with_untracked(|live| {
            let names = BySide::from_fn(|side| player_name(live.players.of(side)));
            let date = |at, language: Language| browser::date_and_time(at as f64, language.code());
            tell(&Narrator { texts: &texts(), names, listener, date })
        })
    }

    /// Announces an event, with its sound.
    pub(super) fn announce_event(self, event: &Event, before: Option<&Position>) {
        let mine = untrack(|| self.my_side());
        let said = match event {
            Event::Deal { .. } => {
                self.app.sound(Sound::Join);
                let side = mine.map(|side| texts().side(side, self.ruleset()));
                let you = side.map(|side| fill("seat-you-play", &[("side", side.into())]) + " ");
                format!("{}{}", you.unwrap_or_default(), self.turn_words())
            }
            Event::Act { ply, .. } => match before {
                Some(before) => self.announce_action(before, *ply),
                None => return,
            },
            Event::Takeback { .. } => {
                self.board.update(|board| {
                    board.clear();
                    board.clear_premove();
                    board.go_live();
                });
                let said = format!("{} {}", self.tell(event), self.turn_words());
                self.app.toast(said.clone());
                said
            }
            Event::Offer { side, .. } if Some(*side) != mine => {
                self.app.sound(Sound::Draw);
                self.tell(event)
            }
            Event::Decline { side, .. } if Some(*side) != mine => {
                let said = self.tell(event);
                self.app.toast(said.clone());
                said
            }
            Event::Chat { side, .. } if Some(*side) != mine => self.tell(event),
            Event::Holiday { .. } | Event::Came { .. } | Event::Left { .. } => self.tell(event),
            Event::End { .. } => {
                self.board.update(|board| {
                    board.clear();
                    board.clear_premove();
                });
                self.session.fetch_games();
                self.finish();
                return;
            }
            Event::Next { game } => {
                if mine.is_some() {
                    browser::go(&Route::Game(game.to_string()));
                }
                return;
            }
            _ => return,
        };
        if said.is_empty() {
            return;
        }
        self.app.say(said.clone());
        self.log.update(|log| log.push(said));
    }

    /// An event in words.
    fn tell(self, event: &Event) -> String {
        self.narrate(|narrator| narrator.event(event, None).join(" ")).unwrap_or_default()
    }

    /// Counts the territories one by one if the game was played to the end, and announces the
    /// result.
    fn finish(self) {
        let counted = self.with_untracked(|live| {
            let played = live.table.ending()?.reason == EndReason::Played;
            live.table.position().copied().filter(|_| played)
        });
        let tell = move || {
            let sound =
                self.with_result(|_, result, _| Sound::of_result(result.winner, result.reader));
            self.app.sound(sound.unwrap_or(Sound::End));
            let decided = self.position().as_ref().and_then(decision);
            let said: Vec<_> = self.result().into_iter().chain(decided).collect();
            let said = said.join(". ");
            self.app.say(said.clone());
            self.log.update(|log| log.push(said));
            browser::focus_later("#end-title");
        };
        match counted.flatten() {
            Some(position) => self.counting.start(self.app.pace(), &position, || true, tell),
            None => tell(),
        }
    }

    fn turn_words(self) -> String {
        let mine = untrack(|| self.my_side());
        let said = self.with_untracked(|live| {
            let game = live.table.game()?;
            let side = game.position().side();
            if Some(side) == mine && !game.position().is_over() {
                return Some(tr("your-turn-now"));
            }
            let texts = texts();
            Some(Speech::new(&texts, game, side).turn())
        });
        said.flatten().unwrap_or_default()
    }

    fn announce_action(self, before: &Position, ply: Ply) -> String {
        self.board.update(Board::clear);
        let Ok(after) = before.follow(ply) else { return String::new() };
        self.app.sound(Sound::of(before, ply, &after));
        let mine = untrack(|| self.my_side());
        if mine == Some(before.side()) && self.is_slow() {
            self.session.fetch_games();
        }
        let whose = if mine == Some(before.side()) { Actor::Yours } else { Actor::Side };
        let said = announce_ply(self.app, before, ply, &after, whose);
        if !after.is_over() && mine == Some(after.side()) {
            return format!("{said} {}.", tr("games-yours"));
        }
        said
    }
}
