use core::pin::Pin;

use bosworth_protocol::{AccountKind, Me, VisitorView};
use bosworth_view::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::api::{self, RequestError};
use super::visitor_label::VisitorLabel;
use crate::app::{AppContext, use_app};
use crate::{browser, store};

/// The local storage key of the label of this browser's account on the server.
const ACCOUNT_LABEL_KEY: &str = "bosworth/visitor";

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
    /// Whether a guest account is being created.
    creating_guest: RwSignal<bool>,
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
        let visitor =
            Self { app, server, me: RwSignal::new(None), creating_guest: RwSignal::new(false) };
        provide_context(visitor);
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
            let me = api::get::<VisitorView>("api/visitor").await;
            self.server.set(match &me {
                Err(RequestError::Unreachable) => ServerStatus::Unavailable,
                // An error response still comes from a Bosworth server.
                Ok(_) | Err(RequestError::Problem(_)) => ServerStatus::Available,
            });
            let me = me.ok().and_then(|visit| visit.me);
            if self.me.with_untracked(|before| *before != me) {
                self.me.set(me);
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

    /// Runs a task that needs an account, and reports its failure.
    pub fn with_account(self, what: impl Future<Output = Result<(), RequestError>> + 'static) {
        self.with_account_erased(Box::pin(what));
    }

    fn with_account_erased(self, what: Pin<Box<dyn Future<Output = Result<(), RequestError>>>>) {
        // A second press while a guest account is being created would create another one.
        if self.creating_guest.get_untracked() {
            return;
        }
        self.creating_guest.set(self.me.with_untracked(Option::is_none));
        spawn_local(async move {
            let named = self.ensure_account().await;
            self.creating_guest.set(false);
            let done = match named {
                Ok(_) => what.await,
                Err(fault) => Err(fault),
            };
            if let Err(fault) = done {
                self.app.toast(fault.text());
            }
        });
    }
}
