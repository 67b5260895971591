use core::pin::Pin;

use bosworth_protocol::{AccountKind, Me, VisitorView};
use bosworth_view::event::on_window;
use bosworth_view::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::api::{self, RequestError};
use super::server_retry::ServerRetry;
use super::visitor_label::VisitorLabel;
use crate::app::{AppContext, use_app};
use crate::lifetime::Lifetime;
use crate::{browser, store};

/// The local storage key of the label of this browser's account on the server.
const ACCOUNT_LABEL_KEY: &str = "bosworth/visitor";

/// The events of a page after which its network may be back.
pub const BACK_EVENTS: [&str; 3] = ["online", "visibilitychange", "pageshow"];

/// Whether the site has a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ServerStatus {
    /// Not known yet.
    Unknown,
    /// A server responds.
    Available,
    /// No server responds: static hosting, or offline.
    Unavailable,
}

/// The visitor's account and the availability of the server, shared by all pages that need one.
#[derive(Clone, Copy)]
pub struct Visitor {
    /// The context shared by all pages.
    pub app: AppContext,
    /// Whether the site has a server.
    pub server: RwSignal<ServerStatus>,
    /// The visitor's account, if they have one.
    pub me: RwSignal<Option<Me>>,
    /// Whether a task of [`Self::with_account`] is running.
    busy: StoredValue<bool>,
    /// The attempts to reach the server.
    retry: StoredValue<ServerRetry>,
    /// The lifetime of the app.
    lifetime: Lifetime,
}

/// The visitor, for any component.
pub fn use_visitor() -> Visitor {
    expect_context()
}

/// Whether this browser last had an account on the server.
pub fn has_known_account() -> bool {
    browser::storage().is_some_and(|store| matches!(store.get_item(ACCOUNT_LABEL_KEY), Ok(Some(_))))
}

/// The label of the account that this browser last had on the server.
pub fn known_label() -> Option<VisitorLabel> {
    VisitorLabel::parse(&browser::storage()?.get_item(ACCOUNT_LABEL_KEY).ok()??)
}

/// Remembers this browser's account on the server, or that it has none.
pub fn remember_account(label: Option<&VisitorLabel>) {
    if let Some(store) = browser::storage() {
        let _ = match label {
            Some(label) => store.set_item(ACCOUNT_LABEL_KEY, &label.to_string()),
            None => store.remove_item(ACCOUNT_LABEL_KEY),
        };
    }
}

impl Visitor {
    /// Provides the visitor once, for all pages. Idempotent; called with an owner that outlives the
    /// pages.
    pub fn provide() -> Self {
        if let Some(visitor) = use_context() {
            return visitor;
        }
        let app = use_app();
        let server = RwSignal::new(ServerStatus::Unknown);
        let visitor = Self {
            app,
            server,
            me: RwSignal::new(None),
            busy: StoredValue::new(false),
            retry: StoredValue::default(),
            lifetime: Lifetime::new(),
        };
        provide_context(visitor);
        visitor.look_for_server();
        // The library lists the account's games without first asking the server.
        Effect::new(move |_| {
            if visitor.server.get() == ServerStatus::Available {
                visitor.me.with(|me| {
                    store::keep_account(me.as_ref().map(|me| me.person.name.as_str()));
                });
            }
        });
        visitor
    }

    /// Fetches the visitor's account from the server.
    pub fn fetch_account(self) {
        spawn_local(async move {
            let visit = api::get::<VisitorView>("api/visitor").await;
            let server = match &visit {
                Err(RequestError::Unreachable | RequestError::NoServer) => {
                    ServerStatus::Unavailable
                }
                // An error response still comes from a Bosworth server.
                Ok(_) | Err(RequestError::Problem(_)) => ServerStatus::Available,
            };
            if matches!(visit, Err(RequestError::Unreachable)) {
                self.retry_later();
            } else {
                self.retry.set_value(ServerRetry::default());
            }
            let me = visit.ok().and_then(|visit| visit.me);
            if self.me.with_untracked(|before| *before != me) {
                self.me.set(me);
            }
            // Afterwards: until the server is there, nobody takes the visitor for a guest.
            self.server.set(server);
        });
    }

    /// Fetches the account again: its ratings may have changed.
    pub fn refresh_account(self) {
        spawn_local(async move {
            let Ok(VisitorView { me }) = api::get("api/visitor").await else { return };
            if self.me.with_untracked(|before| *before != me) {
                self.me.set(me);
            }
        });
    }

    /// Looks for the server again when the network is back, or when the page is shown again.
    fn look_for_server(self) {
        for event in BACK_EVENTS {
            on_window(event, move |_: web_sys::Event| {
                if self.retry.with_value(|retry| retry.is_due(*retry, browser::is_hidden())) {
                    self.fetch_account();
                }
            });
        }
    }

    /// Looks for the server again after a delay.
    fn retry_later(self) {
        let mut planned = self.retry.get_value();
        let delay = planned.delay();
        self.retry.set_value(planned);
        self.lifetime.after(delay, move || {
            if self.retry.with_value(|retry| retry.is_due(planned, browser::is_hidden())) {
                self.fetch_account();
            }
        });
    }

    /// Ensures that the visitor has an account, creating a guest if necessary.
    pub async fn ensure_account(self) -> Result<Me, RequestError> {
        if let Some(me) = self.me.get_untracked() {
            return Ok(me);
        }
        let me: Me = api::post("api/guest", &()).await?;
        self.me.set(Some(me.clone()));
        Ok(me)
    }

    /// Whether the visitor can play rated games.
    pub fn can_rate(self) -> bool {
        self.me.with(|me| me.as_ref().is_some_and(|me| me.person.kind != AccountKind::Guest))
    }

    /// Runs a task that needs an account, unless one is running already, and reports its failure.
    pub fn with_account(self, what: impl Future<Output = Result<(), RequestError>> + 'static) {
        self.with_account_erased(Box::pin(what));
    }

    fn with_account_erased(self, what: Pin<Box<dyn Future<Output = Result<(), RequestError>>>>) {
        // A second press would create another guest, make another offer or start another game.
        if self.busy.get_value() {
            return;
        }
        self.busy.set_value(true);
        // What an earlier press was told does not matter any more.
        self.app.toast.set(None);
        spawn_local(async move {
            let done = match self.ensure_account().await {
                Ok(_) => what.await,
                Err(fault) => Err(fault),
            };
            self.busy.set_value(false);
            if let Err(fault) = done {
                self.app.toast(fault.text());
            }
        });
    }
}
