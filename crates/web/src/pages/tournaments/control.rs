use core::cell::Cell;
use std::rc::Rc;

use bosworth_protocol::tournament::{
    PlayerId, RoundView, StandingsRow, TournamentCommandRequest, TournamentStage, TournamentView,
};
use bosworth_protocol::{Person, ProblemKind};
use bosworth_view::prelude::*;

use super::labels::fault_text;
use crate::language::{fill, tr};
use crate::lifetime::Lifetime;
use crate::online::api::{self, RequestError};
use crate::online::session::{Session, use_session};
use crate::online::visitor::ServerStatus;

/// The refresh interval of countdowns, in milliseconds.
const COUNTDOWN_INTERVAL_MS: i32 = 1_000;

/// The controller of a tournament page: the server's view of the tournament, kept up to date.
#[derive(Clone, Copy)]
pub struct TournamentControl {
    pub session: Session,
    pub page: Lifetime,
    id: StoredValue<String>,
    view: RwSignal<Option<TournamentView>>,
    /// Why the tournament could not be loaded.
    pub fault: RwSignal<Option<RequestError>>,
    /// The fetched rounds.
    rounds: RwSignal<Vec<RoundView>>,
    /// The current time, for countdowns.
    pub now: RwSignal<i64>,
    /// The length of the chat.
    pub chat: Memo<u32>,
    asking: StoredValue<Rc<Cell<FetchState>>>,
}

/// The state of the fetch: only one request runs at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FetchState {
    Idle,
    Fetching,
    /// The tournament has changed since the request.
    Again,
}

impl FetchState {
    /// The state once the tournament has changed, and whether to send a request now.
    fn changed(self) -> (Self, bool) {
        match self {
            Self::Idle => (Self::Fetching, true),
            Self::Fetching | Self::Again => (Self::Again, false),
        }
    }

    /// The state once a request is answered, and whether to send another one.
    fn answered(self) -> (Self, bool) {
        match self {
            Self::Again => (Self::Fetching, true),
            Self::Idle | Self::Fetching => (Self::Idle, false),
        }
    }
}

impl TournamentControl {
    /// Follows a tournament for as long as its page is shown.
    pub fn new(id: String) -> Self {
        let session = use_session();
        let event = id.parse().ok();
        let known =
            move || session.followed_tournament.get().filter(|(about, ..)| Some(*about) == event);
        let control = Self {
            session,
            page: Lifetime::new(),
            id: StoredValue::new(id),
            view: RwSignal::new(None),
            fault: RwSignal::new(None),
            rounds: RwSignal::default(),
            now: RwSignal::new(session.now()),
            chat: Memo::new(move |_| known().map_or(0, |(.., chat)| chat)),
            asking: StoredValue::new(Rc::new(Cell::new(FetchState::Idle))),
        };
        session.follow_tournament(event);
        on_cleanup(move || session.follow_tournament(None));
        control.page.every(COUNTDOWN_INTERVAL_MS, move || control.pass_time());
        // The first view is fetched immediately, and another one when the visitor changes; the
        // server then pushes a notice for each change.
        let viewer = Memo::new(move |_| match session.server.get() {
            ServerStatus::Available => {
                Viewer::Known(session.me.with(|me| me.as_ref().map(|me| me.person.clone())))
            }
            ServerStatus::Unknown | ServerStatus::Unavailable => Viewer::Unknown,
        });
        Effect::new(move |before: Option<Viewer>| {
            let now = viewer.get();
            let failed = control.fault.with_untracked(Option::is_some);
            if needs_view(before.as_ref(), &now, failed) {
                control.fetch();
            }
            if now == Viewer::Unknown { before.unwrap_or(now) } else { now }
        });
        Effect::new(move |_| {
            let length = known().map(|(_, length, _)| length);
            let shown = control.view.with_untracked(|view| view.as_ref().map(|view| view.seq));
            if length.is_some() && length != shown {
                control.fetch();
            }
        });
        control
    }

    /// The id of the tournament.
    pub fn id(self) -> String {
        self.id.get_value()
    }

    /// An API path for the tournament.
    pub fn path(self, what: &str) -> String {
        format!("api/events/{}{what}", api::part(&self.id.get_value()))
    }

    /// Updates the countdowns. When the tournament closes, nothing is in its log.
    fn pass_time(self) {
        let (before, now) = (self.now.get_untracked(), self.session.now());
        self.now.set(now);
        let closes = self.view.with_untracked(|view| view.as_ref()?.closes);
        if closes.is_some_and(|closes| (before..now).contains(&closes)) {
            self.fetch();
        }
    }

    fn fetch(self) {
        let asking = self.asking.get_value();
        let (state, is_due) = asking.get().changed();
        asking.set(state);
        if !is_due {
            return;
        }
        self.page.spawn(async move {
            loop {
                match api::get::<TournamentView>(&self.path("")).await {
                    Ok(view) => self.show(view),
                    Err(fault) if self.view.with_untracked(Option::is_none) => {
                        self.fault.set(Some(fault));
                    }
                    // Keep the current view; the next change fetches again.
                    Err(_) => {}
                }
                let (state, is_due) = asking.get().answered();
                asking.set(state);
                if !is_due {
                    return;
                }
            }
        });
    }

    /// Shows a view from the server, unless a newer one is already shown.
    fn show(self, view: TournamentView) {
        self.now.set(self.session.now());
        let said =
            self.view.with_untracked(|old| old.as_ref().and_then(|old| announcement(old, &view)));
        let old =
            self.view.with_untracked(|old| old.as_ref().is_some_and(|old| old.seq > view.seq));
        if old {
            return;
        }
        // Results may have changed in any round. The old view of a round stays until the new one
        // arrives.
        let fetched: Vec<_> =
            self.rounds.with_untracked(|rounds| rounds.iter().map(|round| round.number).collect());
        for number in fetched {
            self.fetch_round(number);
        }
        self.fault.set(None);
        self.view.set(Some(view));
        if let Some(said) = said {
            self.session.app.say(said);
        }
    }

    /// Reads the view; `None` until the first one arrives.
    pub fn with<T>(self, read: impl FnOnce(&TournamentView) -> T) -> Option<T> {
        self.view.with(|view| view.as_ref().map(read))
    }

    /// Whether the view has arrived.
    pub fn is_loaded(self) -> bool {
        self.view.with(Option::is_some)
    }

    /// A round; fetches it if it is not there yet.
    pub fn round(self, number: u16) -> Option<RoundView> {
        let last = self.with(|view| view.round.clone()).flatten();
        if let Some(last) = last.filter(|last| last.number == number) {
            return Some(last);
        }
        let found =
            self.rounds.with(|rounds| rounds.iter().find(|round| round.number == number).cloned());
        if found.is_none() {
            self.fetch_round(number);
        }
        found
    }

    fn fetch_round(self, number: u16) {
        self.page.spawn(async move {
            let path = self.path(&format!("/round?number={number}"));
            if let Ok(round) = api::get::<RoundView>(&path).await {
                self.rounds.update(|rounds| {
                    rounds.retain(|old| old.number != number);
                    rounds.push(round);
                });
            }
        });
    }

    /// Sends a command, and shows the resulting view or the error.
    pub fn command(self, command: TournamentCommandRequest, done: impl FnOnce() + 'static) {
        self.command_erased(command, Box::new(done));
    }

    fn command_erased(self, command: TournamentCommandRequest, done: Box<dyn FnOnce()>) {
        let mate = match &command {
            TournamentCommandRequest::Join { mate, .. } => mate.clone(),
            _ => None,
        };
        // Computed now: the page may be gone once the guest account exists.
        let path = self.path("/command");
        self.session.with_account(async move {
            match api::post::<TournamentView>(&path, &command).await {
                Ok(view) => {
                    if !self.page.is_over() {
                        self.show(view);
                        done();
                    }
                }
                Err(fault @ (RequestError::Unreachable | RequestError::NoServer)) => {
                    return Err(fault);
                }
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

    /// The visitor's player id.
    pub fn me(self) -> Option<PlayerId> {
        self.session.me.with(|me| me.as_ref().map(|me| PlayerId(me.person.id.0)))
    }

    /// The visitor's row in the standings, and the number of rows.
    pub fn my_row(self) -> Option<(StandingsRow, usize)> {
        self.with(|view| {
            let me = view.me?;
            view.standings.iter().find_map(|table| {
                let row = table.rows.iter().find(|row| row.player == me)?;
                Some((row.clone(), table.rows.len()))
            })
        })?
    }

    /// Whether the visitor is the organiser.
    pub fn is_mine(self) -> bool {
        let me = self.session.me.with(|me| me.as_ref().map(|me| me.person.id));
        let organiser =
            self.with(|view| view.summary.organiser.as_ref().map(|person| person.id)).flatten();
        me.is_some() && organiser == me
    }
}

/// For whom a view was made.
#[derive(Clone, PartialEq, Debug)]
enum Viewer {
    /// The page does not know yet; the server knows it from the request.
    Unknown,
    /// An account, or nobody in particular.
    Known(Option<Person>),
}

/// Whether a view has to be fetched: when the page opens, when another person looks at it, and once
/// the server is there if it was not before.
fn needs_view(before: Option<&Viewer>, now: &Viewer, failed: bool) -> bool {
    match (before, now) {
        (None, _) => true,
        (Some(Viewer::Unknown), Viewer::Known(_)) => failed,
        (Some(before), Viewer::Known(_)) => before != now,
        (Some(_), Viewer::Unknown) => false,
    }
}

/// The announcement for screen readers after a change.
fn announcement(old: &TournamentView, new: &TournamentView) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use bosworth_protocol::{AccountId, AccountKind};

    use super::*;

    #[test]
    fn a_view_is_fetched_once_for_each_visitor() {
        let anne = Person { id: AccountId(1), name: "Anne".into(), kind: AccountKind::Guest };
        let registered = Person { kind: AccountKind::Person, ..anne.clone() };
        let [nobody, anne, registered] = [None, Some(anne), Some(registered)].map(Viewer::Known);
        let unknown = Viewer::Unknown;
        assert!(needs_view(None, &unknown, false), "the page opens");
        assert!(!needs_view(Some(&unknown), &anne, false), "the request was hers");
        assert!(!needs_view(Some(&unknown), &nobody, false));
        assert!(needs_view(Some(&unknown), &nobody, true), "the server is there now");
        assert!(needs_view(Some(&nobody), &anne, false), "she logs in");
        assert!(needs_view(Some(&anne), &registered, false));
        assert!(!needs_view(Some(&anne), &unknown, false), "the server is gone");
    }

    #[test]
    fn one_request_runs_at_a_time_and_changes_meanwhile_cause_one_more() {
        let (state, is_due) = FetchState::Idle.changed();
        assert!(is_due, "nothing is running");
        let (state, is_due) = state.changed();
        assert!(!is_due);
        let (state, is_due) = state.changed();
        assert!(!is_due);
        let (state, is_due) = state.answered();
        assert!(is_due, "the answer is older than the changes");
        let (state, is_due) = state.answered();
        assert_eq!((state, is_due), (FetchState::Idle, false));
    }
}
