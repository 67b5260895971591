//! The computer: its actions, hints, analyses and reviews.

use std::time::{Duration, Instant};

use bosworth_engine::Analysis;
use bosworth_local::{Loss, Seat};
use bosworth_rules::Action;

use super::{AppEffect, EffectResult, GameSource, TerminalApp};

/// The time limit of hints and evaluations.
const HINT_TIME: Duration = Duration::from_millis(900);
const VALUE_TIME: Duration = Duration::from_millis(300);
/// The range of delays when computers play each other, in milliseconds.
const PACE_RANGE_MS: std::ops::RangeInclusive<u64> = 50..=6400;

impl TerminalApp {
    /// When the app needs to be woken without an event, if at all.
    pub fn wake(&self) -> Option<Instant> {
        let action = self.pending.map(|(_, time)| time);
        let clock = self.clock.zip(self.now).and_then(|(clock, now)| Some(now + clock.tick(now)?));
        action.into_iter().chain(clock).min()
    }

    /// Performs scheduled actions and requests engine work. Called after every event.
    pub fn drive(&mut self, now: Instant) {
        self.now = Some(now);
        self.drive_clock(now);
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

    /// Resumes the clock of a game, and ends the game when time is up.
    fn drive_clock(&mut self, now: Instant) {
        if let (GameSource::Table(table), Some(clock)) = (&self.source, &mut self.clock) {
            clock.resume(table, now);
        }
        let flagged = self.clock.and_then(|clock| clock.flagged(now));
        let Some(side) = flagged.filter(|_| !self.is_over()) else { return };
        self.lose(Loss::time(side));
    }

    /// Handles an answer. Answers to stale requests are dropped.
    pub fn answer(&mut self, answer: EffectResult, now: Instant) {
        match answer {
            EffectResult::Chosen(ticket, action) if self.choosing == Some(ticket) => {
                self.choosing = None;
                self.pending = Some((action, now + self.pace));
            }
            EffectResult::Analysed(ticket, analysis) if self.valuing == Some(ticket) => {
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
            EffectResult::Reviewed(ticket, ply) if self.reviewing == Some(ticket) => {
                self.plies.push(ply);
            }
            EffectResult::Summary(ticket, summaries) if self.reviewing == Some(ticket) => {
                self.reviewing = None;
                self.summaries = Some(summaries);
            }
            EffectResult::VerifiedAndSaved(kept) => {
                if let GameSource::Online(online) = &mut self.source {
                    online.kept = Some(kept);
                }
            }
            EffectResult::NotSaved(why) => self.say_with("tui-save-failed", &[("why", why.into())]),
            _ => {}
        }
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
            self.effects.push(AppEffect::Choose { ticket, level, position, game });
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
        self.effects.push(AppEffect::Analyse { ticket, position, time: VALUE_TIME });
    }

    pub(super) fn begin_review(&mut self) {
        let GameSource::Records { games, place, review: Some(depth) } = &self.source else {
            return;
        };
        let (game, depth) = (games[*place].1.clone(), *depth);
        let ticket = self.ticket();
        self.plies.clear();
        self.summaries = None;
        self.reviewing = Some(ticket);
        self.effects.push(AppEffect::Review { ticket, game, depth });
    }

    /// Whether a review is in progress.
    pub(crate) fn is_reviewing(&self) -> bool {
        self.reviewing.is_some()
    }

    pub(super) fn ask_hint(&mut self) {
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
        self.effects.push(AppEffect::Analyse { ticket, position, time: HINT_TIME });
    }

    /// Drops analyses of earlier positions.
    pub(super) fn discard_analyses(&mut self) {
        self.hint = None;
        self.hinting = false;
        self.valuing = None;
    }

    /// Single-steps a game between computers.
    pub(super) fn step(&mut self, now: Instant) {
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

    pub(super) fn change_pace(&mut self, faster: bool) {
        let pace = self.pace.as_millis() as u64;
        let pace = if faster { pace / 2 } else { pace.max(25) * 2 };
        let pace = pace.clamp(*PACE_RANGE_MS.start(), *PACE_RANGE_MS.end());
        self.pace = Duration::from_millis(pace);
        self.say_with("tui-speed", &[("ms", pace.into())]);
    }
}
