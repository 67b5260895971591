use core::pin::Pin;

use bosworth_protocol::{AccountKind, Me, VisitorView};
use bosworth_view::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::api::{self, Fault};
use crate::app::{App, use_app};
use crate::store;

/// Whether the site has a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Server {
    /// Not known yet.
    Asking,
    /// It has.
    There,
    /// None answers: static hosting, or offline.
    Absent,
}

/// The visitor's account and the availability of the server, shared by all pages that need one.
#[derive(Clone, Copy)]
pub struct Visitor {
    /// The context shared by all pages.
    pub app: App,
    /// Whether the site has a server.
    pub server: RwSignal<Server>,
    /// The visitor's account, if they have one.
    pub me: RwSignal<Option<Me>>,
    /// Whether an account for a guest has been asked for.
    naming: RwSignal<bool>,
}

/// The visitor, for any component.
pub fn use_visitor() -> Visitor {
    expect_context()
}

impl Visitor {
    /// Provides it once, for all pages. Idempotent; called with the owner that outlives them.
    pub fn provide() -> Self {
        if let Some(visitor) = use_context() {
            return visitor;
        }
        let app = use_app();
        let server = RwSignal::new(Server::Asking);
        let visitor = Self { app, server, me: RwSignal::new(None), naming: RwSignal::new(false) };
        provide_context(visitor);
        // The library shows the account's games without asking first whether there is one.
        Effect::new(move |_| {
            if visitor.server.get() == Server::There {
                visitor.me.with(|me| {
                    store::keep_account(me.as_ref().map(|me| me.person.name.as_str()));
                });
            }
        });
        visitor
    }

    /// Fetches the visitor's account from the server.
    pub fn greet(self) {
        spawn_local(async move {
            let me = api::get::<VisitorView>("api/visitor").await;
            self.server.set(match &me {
                Err(Fault::Absent) => Server::Absent,
                // An error response still comes from a Bosworth server.
                Ok(_) | Err(Fault::Problem(_)) => Server::There,
            });
            let me = me.ok().and_then(|visit| visit.me);
            if self.me.with_untracked(|before| *before != me) {
                self.me.set(me);
            }
        });
    }

    /// Ensures that the visitor has an account, creating a guest if necessary.
    pub async fn ensure_name(self) -> Result<Me, Fault> {
        if let Some(me) = self.me.get_untracked() {
            return Ok(me);
        }
        let me: Me = api::post("api/guest", &()).await?;
        self.me.set(Some(me.clone()));
        Ok(me)
    }

    /// Whether the visitor may play rated games.
    pub fn can_rate(self) -> bool {
        self.me.with(|me| me.as_ref().is_some_and(|me| me.person.kind != AccountKind::Guest))
    }

    /// Runs a task that needs an account, and reports its failure.
    pub fn named(self, what: impl Future<Output = Result<(), Fault>> + 'static) {
        self.with_name(Box::pin(what));
    }

    fn with_name(self, what: Pin<Box<dyn Future<Output = Result<(), Fault>>>>) {
        // A second press while a new visitor is given a name would make another guest.
        if self.naming.get_untracked() {
            return;
        }
        self.naming.set(self.me.with_untracked(Option::is_none));
        spawn_local(async move {
            let named = self.ensure_name().await;
            self.naming.set(false);
            let done = match named {
                Ok(_) => what.await,
                Err(fault) => Err(fault),
            };
            if let Err(fault) = done {
                self.app.notice(fault.text());
            }
        });
    }
}
