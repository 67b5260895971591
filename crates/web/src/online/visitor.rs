use core::pin::Pin;

use bosworth_protocol::{AccountKind, Me};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::api::{self, Fault};
use crate::app::{App, use_app};

/// Whether there is a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Server {
    /// Not known yet.
    Asking,
    /// There is.
    There,
    /// None answers: plain files, or no network.
    Absent,
}

/// Who is here, and whether there is a server: what all pages that need one share.
#[derive(Clone, Copy)]
pub struct Visitor {
    /// What all pages share.
    pub app: App,
    /// Whether there is a server.
    pub server: RwSignal<Server>,
    /// Who is here, if they have a name.
    pub me: RwSignal<Option<Me>>,
}

/// Who is here, from inside of any part.
pub fn use_visitor() -> Visitor {
    expect_context()
}

impl Visitor {
    /// Makes it once, for all pages.
    pub fn provide() -> Self {
        let app = use_app();
        let server = RwSignal::new(Server::Asking);
        let visitor = Self { app, server, me: RwSignal::new(None) };
        provide_context(visitor);
        visitor
    }

    /// Asks the server who we are.
    pub fn greet(self) {
        spawn_local(async move {
            let me = api::get::<Me>("api/me").await;
            self.server.set(match &me {
                Err(Fault::Absent) => Server::Absent,
                // A server of ours that cannot answer now will be there in a moment.
                Ok(_) | Err(Fault::Problem(_)) => Server::There,
            });
            let me = me.ok();
            if self.me.with_untracked(|before| *before != me) {
                self.me.set(me);
            }
        });
    }

    /// Sees to it that whoever is here has a name: a guest's if need be.
    pub async fn ensure_name(self) -> Result<Me, Fault> {
        if let Some(me) = self.me.get_untracked() {
            return Ok(me);
        }
        let me: Me = api::post("api/guest", &()).await?;
        self.me.set(Some(me.clone()));
        Ok(me)
    }

    /// Whether whoever is here may play for ratings.
    pub fn can_rate(self) -> bool {
        self.me.with(|me| me.as_ref().is_some_and(|me| me.person.kind != AccountKind::Guest))
    }

    /// Does something that needs a name, and tells if it failed.
    pub fn named(self, what: impl Future<Output = Result<(), Fault>> + 'static) {
        self.with_name(Box::pin(what));
    }

    fn with_name(self, what: Pin<Box<dyn Future<Output = Result<(), Fault>>>>) {
        spawn_local(async move {
            let done = match self.ensure_name().await {
                Ok(_) => what.await,
                Err(fault) => Err(fault),
            };
            if let Err(fault) = done {
                self.app.notice(fault.text());
            }
        });
    }
}
