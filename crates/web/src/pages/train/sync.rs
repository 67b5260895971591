use bosworth_practice::{Progress, ProgressDocument};
use bosworth_view::prelude::*;

use super::training::Training;
use crate::lifetime::Lifetime;
use crate::online::api;
use crate::online::visitor::{Visitor, has_known_account};

/// Where the server keeps the progress of an account.
const PATH: &str = "api/me/training";

/// The delay before a change is sent, in milliseconds, so that several are sent together.
const SEND_DELAY_MS: u32 = 3000;

/// Keeps the progress with the visitor's account, too.
#[derive(Clone, Copy)]
pub struct AccountSync {
    pub visitor: Visitor,
    /// It lives as long as the app.
    lifetime: Lifetime,
    /// What the server knows; `None` until it has answered.
    known: StoredValue<Option<Progress>>,
    /// Whether a request is planned.
    is_planned: StoredValue<bool>,
}

impl AccountSync {
    pub fn new(visitor: Visitor) -> Self {
        Self {
            visitor,
            lifetime: Lifetime::new(),
            known: StoredValue::new(None),
            is_planned: StoredValue::new(false),
        }
    }

    /// Merges the progress here with that of the account whenever one logs in.
    pub fn follow(self, training: Training) {
        if has_known_account() && self.visitor.me.with_untracked(Option::is_none) {
            self.visitor.fetch_account();
        }
        let account = Memo::new(move |_| {
            self.visitor.me.with(|me| me.as_ref().map(|me| me.person.name.clone()))
        });
        Effect::new(move |_| {
            self.known.set_value(None);
            if account.get().is_some() {
                self.lifetime.spawn(async move {
                    if let Ok(known) = api::get::<ProgressDocument>(PATH).await {
                        self.take(training, known);
                        self.send(training);
                    }
                });
            }
        });
    }

    /// Sends a change after a while, if there is an account.
    pub fn send_soon(self, training: Training) {
        if self.known.with_value(Option::is_none) || self.is_planned.get_value() {
            return;
        }
        self.is_planned.set_value(true);
        self.lifetime.after(SEND_DELAY_MS, move || {
            self.is_planned.set_value(false);
            self.send(training);
        });
    }

    /// Sends what the server does not know.
    fn send(self, training: Training) {
        let news = self.known.with_value(|known| {
            let known = known.as_ref()?;
            let news = training.progress.with_untracked(|progress| progress.unknown_to(known));
            (!news.is_empty()).then_some(news)
        });
        // Guests keep their progress in the browser only.
        let Some(news) = news.filter(|_| untrack(|| self.visitor.can_rate())) else { return };
        self.lifetime.spawn(async move {
            for part in news.parts() {
                let document = ProgressDocument::from(&part);
                // The next change sends the rest again.
                if api::send("PUT", PATH, Some(&document)).await.is_err() {
                    return;
                }
                self.known.update_value(|known| {
                    if let Some(known) = known {
                        known.merge(&part);
                    }
                });
            }
        });
    }

    /// Takes over what the server knows.
    fn take(self, training: Training, known: ProgressDocument) {
        if let Ok(known) = Progress::try_from(known) {
            training.merge(&known);
            self.known.set_value(Some(known));
        }
    }
}
