//! Fetches the visitor's inbox over HTTP.

use bosworth_protocol::Seek;
use bosworth_protocol::tournament::{TournamentList, TournamentStage, TournamentSummary};
use serde::Deserialize;
use wasm_bindgen_futures::spawn_local;

use super::Session;
use crate::browser;
use crate::language::fill;
use crate::online::api;
use crate::online::inbox::{NextRound, NextStep};
use crate::route::Route;
use crate::sound::Sound;

/// How far ahead the header announces rounds and tournaments.
const UPCOMING_PERIOD_MS: i64 = 3_600_000;

/// The part of a tournament's view that says when its next round begins, or after the last one,
/// when it ends.
#[derive(Deserialize)]
struct DueTime {
    #[serde(default)]
    next: Option<i64>,
    #[serde(default)]
    last: bool,
}

impl DueTime {
    fn step(&self) -> Option<(NextStep, i64)> {
        Some((if self.last { NextStep::End } else { NextStep::Round }, self.next?))
    }
}

impl Session {
    /// Fetches the games in which it is the visitor's turn, and in the lobby all their games.
    pub fn fetch_games(self) {
        if self.me.with_untracked(Option::is_none) {
            return;
        }
        let lobby = self.app.route.with_untracked(|route| *route == Route::Lobby);
        spawn_local(async move {
            if let Ok(waiting) = api::get("api/me/waiting").await {
                self.inbox.waiting.set(waiting);
            }
            if lobby && let Ok(games) = api::get("api/me/games").await {
                self.games.set(games);
            }
        });
    }

    /// Fetches the visitor's tournaments that are running or start within the hour.
    pub fn fetch_tournaments(self) {
        if self.me.with_untracked(Option::is_none) {
            return;
        }
        spawn_local(async move {
            let Ok(list) = api::get::<TournamentList>("api/events").await else { return };
            let soon = self.now() + UPCOMING_PERIOD_MS;
            let mine = |event: &TournamentSummary| event.joined && event.starts < soon;
            let events: Vec<_> = list.open.into_iter().filter(mine).collect();
            self.inbox.tournaments.set(events.clone());
            let mut next_round: Option<NextRound> = None;
            for event in events {
                let Some((step, at)) = due(&event).await.filter(|(_, at)| *at < soon) else {
                    continue;
                };
                // The header counts by the clock of this device.
                let at = browser::now() + (at - self.now()) as f64;
                if next_round.as_ref().is_none_or(|next| at < next.at) {
                    next_round = Some(NextRound { event: event.id, title: event.title, step, at });
                }
            }
            self.inbox.next_round.set(next_round);
        });
    }

    /// Fetches the challenges to the visitor, and announces a new one.
    pub fn fetch_challenges(self) {
        if self.me.with_untracked(Option::is_none) {
            return;
        }
        spawn_local(async move {
            let Ok(seeks) = api::get::<Vec<Seek>>("api/me/challenges").await else { return };
            let known = |seek: &&Seek| {
                self.inbox.challenges.with_untracked(|known| known.iter().any(|k| k.id == seek.id))
            };
            if let Some(new) = seeks.iter().find(|seek| !known(seek)) {
                self.app.sound(Sound::Join);
                // The lobby lists it.
                if self.app.route.with_untracked(|route| *route != Route::Lobby) {
                    let name = new.by.name().unwrap_or_default().to_string();
                    self.app.toast(fill("challenge-by", &[("name", name.into())]));
                }
            }
            self.inbox.challenges.set(seeks);
        });
    }

    /// Fetches the visitor's latest open offer, which any page or device may have made.
    pub fn fetch_offer(self) {
        if self.me.with_untracked(Option::is_none) {
            return;
        }
        spawn_local(async move {
            let Ok(mut seeks) = api::get::<Vec<Seek>>("api/me/seeks").await else { return };
            self.inbox.seek.set(seeks.pop().map(|seek| seek.id));
        });
    }
}

/// What a tournament of the visitor does next, and when.
async fn due(event: &TournamentSummary) -> Option<(NextStep, i64)> {
    match event.stage {
        TournamentStage::Coming => Some((NextStep::Start, event.starts)),
        TournamentStage::Running => {
            let due: DueTime = api::get(&format!("api/events/{}", event.id)).await.ok()?;
            due.step()
        }
        TournamentStage::Over => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_last_round_the_tournament_ends() {
        let step = |last| DueTime { next: Some(7), last }.step();
        assert_eq!(step(false), Some((NextStep::Round, 7)));
        assert_eq!(step(true), Some((NextStep::End, 7)));
    }
}
