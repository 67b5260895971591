//! The finished games of the visitor's account on the server.

use std::cell::RefCell;

use bosworth_protocol::GameId;
use bosworth_rules::{GameResult, Record};
use bosworth_view::prelude::*;
use serde::Deserialize;

use crate::browser;
use crate::clocked_table::{Loss, SavedTable, Seat};
use crate::lifetime::Lifetime;
use crate::online::api::{self, RequestError};
use crate::store::StoredGame;

/// The number of games per request.
const GAMES_PER_REQUEST: usize = 100;

/// How long a list is cached, in milliseconds: the server limits the request rate.
const CACHE_MS: f64 = 60_000.0;

/// A cached list: the account, when it was fetched, the games, and whether there are more.
type CachedGames = (String, f64, Vec<StoredGame>, bool);

thread_local! {
    /// The last list.
    static CACHE: RefCell<Option<CachedGames>> = const { RefCell::new(None) };
}

/// The loaded games of an account.
#[derive(Clone, Copy)]
pub struct OnlineGames {
    /// The games, the latest first.
    pub games: RwSignal<Vec<StoredGame>>,
    /// Whether there are more.
    pub more: RwSignal<bool>,
    /// Why they could not be loaded.
    pub fault: RwSignal<Option<String>>,
    /// Whether a request is in progress.
    pub loading: RwSignal<bool>,
    page: Lifetime,
}

impl OnlineGames {
    /// Creates an empty list.
    pub fn new(page: Lifetime) -> Self {
        Self {
            games: RwSignal::default(),
            more: RwSignal::new(false),
            fault: RwSignal::new(None),
            loading: RwSignal::new(false),
            page,
        }
    }

    /// Loads the latest games of an account.
    pub fn load(self, account: &str) {
        let known = CACHE.with_borrow(|known| {
            known
                .clone()
                .filter(|(name, when, ..)| name == account && browser::now() - when < CACHE_MS)
        });
        match known {
            Some((_, _, games, more)) => {
                self.games.set(games);
                self.more.set(more);
            }
            None => self.ask(account.to_string(), None),
        }
    }

    /// Loads the games before the last one.
    pub fn load_more(self, account: &str) {
        let last = self.games.with_untracked(|games| games.last().map(|game| game.id.clone()));
        self.ask(account.to_string(), last);
    }

    fn ask(self, account: String, before: Option<String>) {
        if self.loading.get_untracked() {
            return;
        }
        self.loading.set(true);
        self.page.spawn(async move {
            let after = before.as_ref().map(|id| format!("&before={id}")).unwrap_or_default();
            let name = api::part(&account);
            let path =
                format!("api/games?player={name}&format=ndjson&limit={GAMES_PER_REQUEST}{after}");
            let answer = api::get_text(&path).await;
            self.loading.set(false);
            match answer.and_then(|text| read(&text).ok_or(RequestError::NoServer)) {
                Ok((count, games)) => {
                    self.fault.set(None);
                    self.more.set(count == GAMES_PER_REQUEST);
                    self.games.update(|all| {
                        if before.is_none() {
                            all.clear();
                        }
                        all.extend(games);
                    });
                    let games = self.games.get_untracked();
                    CACHE.set(Some((account, browser::now(), games, count == GAMES_PER_REQUEST)));
                }
                Err(fault) => self.fault.set(Some(fault.text())),
            }
        });
    }
}

/// Parses a response: the number of games, and those that have a record. `None` if it is not a
/// response of our server, but a page of a static host.
fn read(text: &str) -> Option<(usize, Vec<StoredGame>)> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let games: Option<Vec<Exported>> =
        lines.map(|line| bosworth_json::from_str(line).ok()).collect();
    let games = games?;
    Some((games.len(), games.into_iter().filter_map(stored).collect()))
}

/// The fields that the library needs of a `bosworth_protocol::GameExport`.
#[derive(Deserialize)]
struct Exported {
    game: GameId,
    created: i64,
    ended: Option<i64>,
    reason: Option<String>,
    record: Option<String>,
}

fn stored(game: Exported) -> Option<StoredGame> {
    let Exported { game, created, ended, reason, record } = game;
    let text = record?;
    let lost =
        text.parse::<Record>().ok().and_then(|record| match (record.result, reason.as_deref()) {
            (GameResult::Won(winner), Some("resigned" | "gone")) => Some(Loss::resigned(!winner)),
            (GameResult::Won(winner), Some("time")) => Some(Loss::time(!winner)),
            _ => None,
        });
    let saved = SavedTable {
        record: text,
        seats: (Seat::Person, Seat::Person),
        clock: None,
        lost,
        started: created as f64,
        updated: ended.unwrap_or(created) as f64,
        version: 0,
    };
    Some(StoredGame { id: game.to_string(), saved })
}
