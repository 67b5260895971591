//! What waits for the visitor at the server, shown on every page: the badges in the menu and on the
//! app's icon, the mark in the title, the card on the home page, the way to the next game. The session
//! fills it in; this is in the initial chunk.

use bosworth_protocol::tournament::{TournamentStage, TournamentSummary};
use bosworth_protocol::{GameId, PlayerView, Seek, Waiting, WaitingGame};
use bosworth_view::prelude::*;

use crate::browser;
use crate::language::{fill, texts, tr};
use crate::online::time::left_text;
use crate::route::Route;

/// Marks in the local storage that this browser has an account at the server.
const VISITOR: &str = "bosworth/visitor";

/// What waits for the visitor at the server.
#[derive(Clone, Copy, Default)]
pub struct Calls {
    /// The games in which they are on turn, the least time left first.
    pub waiting: RwSignal<Waiting>,
    /// The challenges to them.
    pub challenges: RwSignal<Vec<Seek>>,
    /// The tournaments they take part in that run, or begin soon.
    pub events: RwSignal<Vec<TournamentSummary>>,
    /// Their offer that waits for an opponent.
    pub seek: RwSignal<Option<String>>,
    /// The table that is on the page, and whether the visitor is on turn there.
    pub table: RwSignal<Option<(GameId, bool)>>,
}

/// What waits for the visitor, for any component.
pub fn use_calls() -> Calls {
    expect_context()
}

/// Whether this browser had an account at the server the last time.
pub fn is_known() -> bool {
    browser::storage().is_some_and(|store| matches!(store.get_item(VISITOR), Ok(Some(_))))
}

/// Remembers whether this browser has an account at the server.
pub fn remember(known: bool) {
    if let Some(store) = browser::storage() {
        let _ = if known { store.set_item(VISITOR, "1") } else { store.remove_item(VISITOR) };
    }
}

impl Calls {
    fn here(self) -> Option<GameId> {
        self.table.get().map(|(game, _)| game)
    }

    /// The games on turn, but for the one on the page.
    fn turns(self) -> Vec<WaitingGame> {
        let here = self.here();
        let waits = |game: &&WaitingGame| Some(game.game) != here;
        self.waiting.with(|waiting| waiting.games.iter().filter(waits).cloned().collect())
    }

    /// How many games wait beside the one on the page.
    pub fn others(self) -> usize {
        let here = self.here();
        self.waiting.with(|waiting| waiting.others(here))
    }

    /// The game to go on with from the one on the page.
    pub fn next(self) -> Option<WaitingGame> {
        let here = self.here();
        self.waiting.with(|waiting| waiting.next(here).cloned())
    }

    /// How many games and challenges wait, but for the game on the page.
    pub fn count(self) -> usize {
        self.others() + self.challenges.with(Vec::len)
    }

    /// The number on the app's icon: all that waits, on the page and elsewhere.
    pub fn total(self) -> usize {
        let on_turn_here = self.table.get().is_some_and(|(_, mine)| mine);
        self.count() + usize::from(on_turn_here)
    }

    /// The mark before the title of the document, to be seen from other tabs.
    pub fn mark(self) -> String {
        let here = if self.table.get().is_some_and(|(_, mine)| mine) { "● " } else { "" };
        match self.count() {
            0 => here.into(),
            count => format!("{here}({count}) "),
        }
    }

    /// What the badge says.
    fn words(self) -> Option<String> {
        let (turns, challenges) = (self.others(), self.challenges.with(Vec::len));
        let mut words = Vec::new();
        for (id, count) in [("calls-turns", turns), ("calls-challenges", challenges)] {
            if count > 0 {
                words.push(texts().count(id, count as u32));
            }
        }
        if words.is_empty() && self.seek.with(Option::is_some) {
            words.push(tr("seek-waiting"));
        }
        (!words.is_empty()).then(|| words.join(", "))
    }

    /// The badge beside the link to the lobby.
    pub fn badge(self) -> View {
        let words = Memo::new(move |_| self.words());
        let sign = move || match self.count() {
            0 => "…".to_string(),
            count => count.to_string(),
        };
        view! {
            {move || words.get().map(|words| view! {
                <span class="badge" class:quiet=move || self.count() == 0 title=words.clone()>
                    <span aria-hidden="true">{sign}</span><span class="unseen">" "{words.clone()}</span>
                </span>
            })}
        }
    }
}

/// A player's name.
pub fn name_of(player: &PlayerView) -> String {
    match player {
        PlayerView::Account { person, .. } => person.name.clone(),
        PlayerView::Computer { level } => fill("computer-level", &[("level", (*level).into())]),
    }
}

/// What is left to act in a game that waits, in words. None without a clock.
pub fn time_left(game: &WaitingGame) -> Option<String> {
    game.left.map(|left| fill("games-left", &[("left", left_text(left).into())]))
}

/// The card of the home page: the games and challenges that wait, and tournaments. Nothing, if there
/// are none.
pub fn calls_card() -> View {
    let calls = use_calls();
    let some =
        Memo::new(move |_| calls.count() > 0 || calls.events.with(|events| !events.is_empty()));
    let game = |game: WaitingGame| {
        let name = name_of(&game.opponent);
        (
            Route::Game(game.game.to_string()),
            name,
            time_left(&game).unwrap_or_else(|| tr("games-yours")),
        )
    };
    let challenge = |seek: Seek| {
        let name = seek.by.name().unwrap_or_default().to_string();
        let text = fill("challenge-by", &[("name", name.into())]);
        (Route::Seek(seek.id.clone()), text, seek.terms.clock.to_string())
    };
    let event = |event: TournamentSummary| {
        let about = match event.stage {
            TournamentStage::Running => tr("calls-event-running"),
            _ => browser::date_and_time(event.starts as f64, texts().language().code()),
        };
        (Route::Event(event.id.to_string(), None), event.title, about)
    };
    let rows = move || {
        let games = calls.turns().into_iter().map(game);
        let rows = games.chain(calls.challenges.get().into_iter().map(challenge));
        let rows = rows.chain(calls.events.get().into_iter().map(event));
        rows.map(|(route, title, about)| {
            view! { <li><a class="way yours" href=route.to_string()><b>{title}</b><span class="turn">{about}</span></a></li> }
        })
        .collect_view()
    };
    view! {
        {move || some.get().then(|| view! {
            <section class="panel calls-card" id="calls" aria-labelledby="calls-title">
                <h2 id="calls-title">{tr("calls-title")}</h2>
                <ul class="my-games">{rows}</ul>
            </section>
        })}
    }
}
