use core::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use bosworth_protocol::ProblemKind;
use bosworth_protocol::tournament::{
    EntrantView, PlayerId, RoundView, StandingsRow, TournamentCommandRequest, TournamentGame,
    TournamentStage, TournamentView,
};
use bosworth_view::prelude::*;

use super::words::{entry_of, fault_text};
use crate::language::{fill, tr};
use crate::lifetime::Lifetime;
use crate::online::api::{self, Fault};
use crate::online::session::{Session, use_session};

/// How often what is left until something is written anew, in milliseconds.
const TICK: i32 = 10_000;

/// A tournament on its page: what the server says about it, kept up to date.
#[derive(Clone, Copy)]
pub struct EventControl {
    pub session: Session,
    pub page: Lifetime,
    id: StoredValue<String>,
    view: RwSignal<Option<TournamentView>>,
    /// Why there is nothing to show.
    pub fault: RwSignal<Option<Fault>>,
    /// The rounds that were asked for, by their numbers.
    rounds: RwSignal<BTreeMap<u16, RoundView>>,
    /// The time, for all that is counted down.
    pub now: RwSignal<i64>,
    /// The length of its chat.
    pub chat: Memo<u32>,
    asking: StoredValue<Rc<Cell<Asking>>>,
}

/// Whether the server is being asked: one question at a time is enough.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asking {
    No,
    Yes,
    /// It has changed again since.
    Again,
}

impl EventControl {
    /// Follows a tournament for as long as its page is shown.
    pub fn new(id: String) -> Self {
        let session = use_session();
        let event = id.parse().ok();
        let known = move || session.event.get().filter(|(about, ..)| Some(*about) == event);
        let control = Self {
            session,
            page: Lifetime::new(),
            id: StoredValue::new(id),
            view: RwSignal::new(None),
            fault: RwSignal::new(None),
            rounds: RwSignal::default(),
            now: RwSignal::new(session.now()),
            chat: Memo::new(move |_| known().map_or(0, |(.., chat)| chat)),
            asking: StoredValue::new(Rc::new(Cell::new(Asking::No))),
        };
        session.follow_tournament(event);
        on_cleanup(move || session.follow_tournament(None));
        control.page.every(TICK, move || control.now.set(session.now()));
        // The first view is fetched at once; the server then says when there is more.
        control.ask();
        Effect::new(move |_| {
            let length = known().map(|(_, length, _)| length);
            let shown = control.view.with_untracked(|view| view.as_ref().map(|view| view.seq));
            if length.is_some() && length != shown {
                control.ask();
            }
        });
        control
    }

    /// Its id.
    pub fn id(self) -> String {
        self.id.get_value()
    }

    /// A path of the API about it.
    pub fn path(self, what: &str) -> String {
        format!("api/events/{}{what}", api::part(&self.id.get_value()))
    }

    fn ask(self) {
        let asking = self.asking.get_value();
        if asking.get() != Asking::No {
            return asking.set(Asking::Again);
        }
        asking.set(Asking::Yes);
        self.page.spawn(async move {
            loop {
                match api::get::<TournamentView>(&self.path("")).await {
                    Ok(view) => self.show(view),
                    Err(fault) if self.view.with_untracked(Option::is_none) => {
                        self.fault.set(Some(fault));
                    }
                    // What is shown stays; the next change asks again.
                    Err(_) => {}
                }
                if asking.replace(Asking::Yes) != Asking::Again {
                    return asking.set(Asking::No);
                }
            }
        });
    }

    /// Shows what came from the server, unless something newer is shown already.
    fn show(self, view: TournamentView) {
        self.now.set(self.session.now());
        let said = self.view.with_untracked(|old| old.as_ref().and_then(|old| news(old, &view)));
        let old =
            self.view.with_untracked(|old| old.as_ref().is_some_and(|old| old.seq > view.seq));
        if old {
            return;
        }
        // Results may have come to any round. What is shown stays until the new one is here.
        for number in
            self.rounds.with_untracked(|rounds| rounds.keys().copied().collect::<Vec<_>>())
        {
            self.ask_round(number);
        }
        self.fault.set(None);
        self.view.set(Some(view));
        if let Some(said) = said {
            self.session.app.say(said);
        }
    }

    /// Reads the view; none before the first one is here.
    pub fn with<T>(self, read: impl FnOnce(&TournamentView) -> T) -> Option<T> {
        self.view.with(|view| view.as_ref().map(read))
    }

    /// Whether there is anything to show.
    pub fn is_here(self) -> bool {
        self.view.with(Option::is_some)
    }

    /// A round, once it is here; asks for it if it is not.
    pub fn round(self, number: u16) -> Option<RoundView> {
        let last = self.with(|view| view.round.clone()).flatten();
        if let Some(last) = last.filter(|last| last.number == number) {
            return Some(last);
        }
        let found = self.rounds.with(|rounds| rounds.get(&number).cloned());
        if found.is_none() {
            self.ask_round(number);
        }
        found
    }

    fn ask_round(self, number: u16) {
        self.page.spawn(async move {
            let path = self.path(&format!("/round?number={number}"));
            if let Ok(round) = api::get::<RoundView>(&path).await {
                self.rounds.update(|rounds| {
                    rounds.insert(number, round);
                });
            }
        });
    }

    /// Sends a command, shows what came of it and says so.
    pub fn command(self, command: TournamentCommandRequest, done: impl FnOnce() + 'static) {
        let mate = match &command {
            TournamentCommandRequest::Join { mate, .. } => mate.clone(),
            _ => None,
        };
        // Now: the page may be gone when a guest has a name.
        let path = self.path("/command");
        self.session.named(async move {
            match api::post::<TournamentView>(&path, &command).await {
                Ok(view) => {
                    if !self.page.is_over() {
                        self.show(view);
                        done();
                    }
                }
                Err(Fault::Absent) => return Err(Fault::Absent),
                Err(fault) => self.session.app.refuse(match mate {
                    Some(name) if fault.kind() == Some(ProblemKind::NotFound) => {
                        fill("event-no-mate", &[("name", name.into())])
                    }
                    _ => fault_text(&fault),
                }),
            }
            Ok(())
        });
    }

    /// The visitor, as tournaments know them.
    pub fn me(self) -> Option<PlayerId> {
        self.session.me.with(|me| me.as_ref().map(|me| PlayerId(me.person.id.0)))
    }

    /// The visitor's entry.
    pub fn my_entry(self) -> Option<EntrantView> {
        let me = self.me()?;
        self.with(|view| entry_of(view, me).cloned())?
    }

    /// The visitor's line in the standings, and how many lines there are.
    pub fn my_row(self) -> Option<(StandingsRow, usize)> {
        let me = self.my_entry()?.player;
        self.with(|view| {
            view.standings.iter().find_map(|table| {
                let row = table.rows.iter().find(|row| row.player == me)?;
                Some((row.clone(), table.rows.len()))
            })
        })?
    }

    /// The game that the visitor plays now.
    pub fn my_game(self) -> Option<TournamentGame> {
        let me = self.me()?;
        let mine = |game: &&TournamentGame| game.red == Some(me) || game.white == Some(me);
        self.with(|view| view.games.iter().find(mine).copied())?
    }

    /// Whether the visitor organises it.
    pub fn is_mine(self) -> bool {
        let me = self.session.me.with(|me| me.as_ref().map(|me| me.person.id));
        let organiser =
            self.with(|view| view.summary.organiser.as_ref().map(|person| person.id)).flatten();
        me.is_some() && organiser == me
    }
}

/// What screen readers hear when a tournament has changed.
fn news(old: &TournamentView, new: &TournamentView) -> Option<String> {
    let stages = (old.summary.stage, new.summary.stage);
    if stages.0 != stages.1 {
        return Some(match stages.1 {
            TournamentStage::Over => tr("event-say-over"),
            _ => tr("event-say-begun"),
        });
    }
    if old.summary.rounds != new.summary.rounds {
        return Some(fill("event-say-round", &[("round", new.summary.rounds.into())]));
    }
    (stages.1 == TournamentStage::Running && old.standings != new.standings)
        .then(|| tr("event-say-standings"))
}
