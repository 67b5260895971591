//! The items that await the visitor: games in which it is the visitor's turn, challenges and
//! tournaments. Every page shows them in the header, on the app's icon and as a mark in the title;
//! the home page has a card, and a table the link to the next game. The session keeps them up to
//! date; this code is in the initial chunk.

use bosworth_protocol::tournament::{TournamentId, TournamentStage, TournamentSummary};
use bosworth_protocol::{GameId, PlayerView, Seek, Waiting, WaitingGame};
use bosworth_view::prelude::*;

use crate::browser;
use crate::language::{fill, texts, tr};
use crate::online::time::left_text;
use crate::online::visitor_label::VisitorLabel;
use crate::route::Route;

/// What a tournament of the visitor does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextStep {
    /// It begins.
    Start,
    /// Its next round begins.
    Round,
    /// It ends with the running round.
    End,
}

impl NextStep {
    /// The message before its countdown.
    pub fn message_id(self) -> &'static str {
        match self {
            Self::Start => "next-round-start",
            Self::Round => "next-round",
            Self::End => "next-round-end",
        }
    }
}

/// The next step of a tournament of the visitor.
#[derive(Clone, PartialEq, Debug)]
pub struct NextRound {
    /// The tournament.
    pub event: TournamentId,
    /// Its title.
    pub title: String,
    /// The step.
    pub step: NextStep,
    /// When, by the clock of this device, in milliseconds since 1970.
    pub at: f64,
}

/// The visitor's label, and the items that await them.
#[derive(Clone, Copy, Default)]
pub struct Inbox {
    /// Who they are, if they have an account.
    pub visitor: RwSignal<Option<VisitorLabel>>,
    /// The games in which it is their turn, the most urgent first.
    pub waiting: RwSignal<Waiting>,
    /// The challenges they have received.
    pub challenges: RwSignal<Vec<Seek>>,
    /// Their tournaments that are running or about to start.
    pub tournaments: RwSignal<Vec<TournamentSummary>>,
    /// The next step of one of them, if it is due within the hour.
    pub next_round: RwSignal<Option<NextRound>>,
    /// Their open offer, waiting for an opponent.
    pub seek: RwSignal<Option<String>>,
    /// The game on the current page, and whether it is the visitor's turn in it.
    pub table: RwSignal<Option<(GameId, bool)>>,
}

/// The visitor's inbox, for any component.
pub fn use_inbox() -> Inbox {
    expect_context()
}

impl Inbox {
    fn here(self) -> Option<GameId> {
        self.table.get().map(|(game, _)| game)
    }

    /// The games in which it is the visitor's turn, except the one on the page.
    fn turns(self) -> Vec<WaitingGame> {
        let here = self.here();
        let waits = |game: &&WaitingGame| Some(game.game) != here;
        self.waiting.with(|waiting| waiting.games.iter().filter(waits).cloned().collect())
    }

    /// The number of games in which it is the visitor's turn, except the one on the page.
    pub fn others(self) -> usize {
        let here = self.here();
        self.waiting.with(|waiting| waiting.others(here))
    }

    /// The next game in which it is the visitor's turn, after the one on the page.
    pub fn next(self) -> Option<WaitingGame> {
        let here = self.here();
        self.waiting.with(|waiting| waiting.next(here).cloned())
    }

    /// The number of games and challenges, except the game on the page.
    pub fn count(self) -> usize {
        self.others() + self.challenges.with(Vec::len)
    }

    /// The number on the app's icon: all items, including the game on the page.
    pub fn total(self) -> usize {
        let on_turn_here = self.table.get().is_some_and(|(_, mine)| mine);
        self.count() + usize::from(on_turn_here)
    }

    /// The prefix of the document title, visible from other tabs.
    pub fn mark(self) -> String {
        let here = if self.table.get().is_some_and(|(_, mine)| mine) { "● " } else { "" };
        match self.count() {
            0 => here.into(),
            count => format!("{here}({count}) "),
        }
    }

    /// What awaits the visitor, in words.
    pub fn words(self) -> Option<String> {
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

    /// The page of the most urgent item.
    pub fn most_urgent(self) -> Route {
        let challenge = || self.challenges.with(|seeks| seeks.first().map(|seek| seek.id.clone()));
        match self.next() {
            Some(game) => Route::Game(game.game.to_string()),
            None => challenge().or_else(|| self.seek.get()).map_or(Route::Lobby, Route::Seek),
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

/// The time left in a game in which it is the visitor's turn, in words; `None` without a clock.
pub fn time_left(game: &WaitingGame) -> Option<String> {
    game.left.map(|left| fill("games-left", &[("left", left_text(left).into())]))
}

/// The card on the home page; empty if nothing awaits the visitor.
pub fn inbox_card() -> View {
    let inbox = use_inbox();
    let some = Memo::new(move |_| {
        inbox.count() > 0 || inbox.tournaments.with(|events| !events.is_empty())
    });
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
        (Route::Tournament(event.id.to_string(), None), event.title, about)
    };
    let rows = move || {
        let games = inbox.turns().into_iter().map(game);
        let rows = games.chain(inbox.challenges.get().into_iter().map(challenge));
        let rows = rows.chain(inbox.tournaments.get().into_iter().map(event));
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
