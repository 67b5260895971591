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

/// The number of games per request, for the list and for a file of all games: the server limits
/// how many requests there may be.
const GAMES_PER_REQUEST: usize = 100;
const GAMES_PER_REQUEST_OF_ALL: usize = 1000;

/// How long a list is cached, in milliseconds: the server limits the request rate.
const CACHE_MS: f64 = 60_000.0;

/// A cached list: the account, when it was fetched, and the games.
type CachedGames = (String, f64, LoadedGames);

/// The games loaded so far.
#[derive(Clone, Default)]
struct LoadedGames {
    /// Those that have a record, the latest first.
    games: Vec<StoredGame>,
    /// The id of the last one, with or without a record.
    last: Option<String>,
    /// Whether there are no others.
    is_complete: bool,
}

thread_local! {
    /// The last list.
    static CACHE: RefCell<Option<CachedGames>> = const { RefCell::new(None) };
}

/// The loaded games of an account.
#[derive(Clone, Copy)]
pub struct OnlineGames {
    /// The games, the latest first.
    pub games: RwSignal<Vec<StoredGame>>,
    /// Whether these are all.
    pub is_complete: RwSignal<bool>,
    /// Why they could not be loaded.
    pub fault: RwSignal<Option<String>>,
    /// Whether a request is in progress.
    pub loading: RwSignal<bool>,
    last: StoredValue<Option<String>>,
    page: Lifetime,
}

impl OnlineGames {
    /// Creates an empty list.
    pub fn new(page: Lifetime) -> Self {
        Self {
            games: RwSignal::default(),
            is_complete: RwSignal::new(false),
            fault: RwSignal::new(None),
            loading: RwSignal::new(false),
            last: StoredValue::new(None),
            page,
        }
    }

    /// Loads the latest games of an account.
    pub fn load(self, account: &str) {
        let known = CACHE.with_borrow(|known| {
            known
                .clone()
                .filter(|(name, when, _)| name == account && browser::now() - when < CACHE_MS)
        });
        match known {
            Some((_, _, loaded)) => self.show(loaded),
            None => self.request(account.to_string(), GAMES_PER_REQUEST),
        }
    }

    /// Loads the games before the last one.
    pub fn load_more(self, account: &str) {
        self.request(account.to_string(), GAMES_PER_REQUEST);
    }

    /// Loads the games before the last one, more of them at a time.
    pub fn load_all(self, account: &str) {
        self.request(account.to_string(), GAMES_PER_REQUEST_OF_ALL);
    }

    fn show(self, loaded: LoadedGames) {
        self.last.set_value(loaded.last);
        self.is_complete.set(loaded.is_complete);
        self.games.set(loaded.games);
    }

    fn request(self, account: String, limit: usize) {
        if self.loading.get_untracked() {
            return;
        }
        self.loading.set(true);
        self.page.spawn(async move {
            let before = self.last.get_value().map(|id| format!("&before={id}"));
            let (name, before) = (api::part(&account), before.unwrap_or_default());
            let path = format!("api/games?player={name}&format=ndjson&limit={limit}{before}");
            let answer = api::get_text(&path).await;
            match answer.and_then(|text| read(&text).ok_or(RequestError::NoServer)) {
                Ok((ids, games)) => {
                    self.fault.set(None);
                    let mut all = self.games.get_untracked();
                    all.extend(games);
                    let is_complete = ids.len() < limit;
                    let last = ids.into_iter().next_back().or(self.last.get_value());
                    let loaded = LoadedGames { games: all, last, is_complete };
                    CACHE.set(Some((account, browser::now(), loaded.clone())));
                    self.show(loaded);
                }
                Err(fault) => self.fault.set(Some(fault.text())),
            }
            self.loading.set(false);
        });
    }
}

/// Parses a response: the ids of all games, and those games that have a record. `None` if it is not
/// a response of our server, but a page of a static host.
fn read(text: &str) -> Option<(Vec<String>, Vec<StoredGame>)> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let games: Option<Vec<Exported>> =
        lines.map(|line| bosworth_json::from_str(line).ok()).collect();
    let games = games?;
    let ids = games.iter().map(|game| game.game.to_string()).collect();
    Some((ids, games.into_iter().filter_map(stored).collect()))
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
