use std::rc::Rc;

use bosworth_protocol::{AccountRole, AdminAction, AdminAnswer};
use bosworth_view::prelude::*;
use serde::de::DeserializeOwned;

use super::question::{ExtraField, Question};
use crate::app::{AppContext, use_app};
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::lifetime::Lifetime;
use crate::online::api::{self, RequestError};

/// How long a node needs for what it carries out after the answer, in milliseconds.
const PENDING_MS: u32 = 1500;

/// What the sections of the page share.
#[derive(Clone, Copy)]
pub struct ModerationControl {
    pub app: AppContext,
    pub page: Lifetime,
    /// The visitor's own role.
    pub role: AccountRole,
    /// The question before an action.
    pub question: RwSignal<Option<Rc<Question>>>,
    /// Whether it is being asked.
    pub asking: RwSignal<bool>,
    /// Why the server refused the action, shown with the question.
    pub fault: RwSignal<String>,
    /// Counts the actions, after which lists are fetched again.
    done: RwSignal<u32>,
}

impl ModerationControl {
    /// The state of the page for a visitor with a role.
    pub fn new(role: AccountRole) -> Self {
        Self {
            app: use_app(),
            page: Lifetime::new(),
            role,
            question: RwSignal::new(None),
            asking: RwSignal::new(false),
            fault: RwSignal::default(),
            done: RwSignal::new(0),
        }
    }

    /// A button that asks for a reason, and what else an action needs, and then carries it out. The
    /// messages are `moderation-VERB` and `moderation-VERB-text`.
    pub fn button(
        self,
        verb: &'static str,
        about: &str,
        extra: ExtraField,
        action: impl Fn(String, String) -> AdminAction + 'static,
    ) -> View {
        let question = Question { verb, about: about.into(), extra, action: Box::new(action) };
        self.question_button(Rc::new(question))
    }

    fn question_button(self, question: Rc<Question>) -> View {
        let class = if question.is_severe() { "button small danger" } else { "button small" };
        let (text, label) = (question.button_text(), question.title());
        let ask = move |_| {
            self.fault.set(String::new());
            self.question.set(Some(question.clone()));
            self.asking.set(true);
            browser::focus_later("#moderation-form input");
        };
        view! { <button type="button" class=class aria-label=label on:click=ask>{text}</button> }
    }

    /// Carries out an action, and fetches what it changed.
    pub fn perform(self, action: AdminAction) {
        self.page.spawn(async move {
            match api::post::<AdminAnswer>("api/admin/do", &action).await {
                Ok(answer) => {
                    self.asking.set(false);
                    let line = ("line", answer.audit.to_string().into());
                    self.app.toast(fill("moderation-done", &[line]));
                    self.refresh();
                    if answer.pending {
                        self.page.after(PENDING_MS, move || self.refresh());
                    }
                    browser::focus_later("#moderation-title");
                }
                Err(fault) if self.asking.get_untracked() => self.fault.set(fault.text()),
                Err(fault) => self.app.refuse(fault.text()),
            }
        });
    }

    fn refresh(self) {
        self.done.update(|done| *done += 1);
    }

    /// What the server answers to a request, asked again after each action; `None` until it has.
    pub fn fetch<T: DeserializeOwned + 'static>(
        self,
        path: impl Fn() -> String + 'static,
    ) -> RwSignal<Option<Result<T, RequestError>>> {
        let found = RwSignal::new(None);
        let path = Memo::new(move |_| path());
        Effect::new(move |_| {
            self.done.track();
            let asked = path.get();
            self.page.spawn(async move {
                let answer = api::get::<T>(&asked).await;
                if path.try_get_untracked() == Some(asked) {
                    found.set(Some(answer));
                }
            });
        });
        found
    }
}

/// A date and a time, in the visitor's language and time zone.
pub fn date_and_time(at: i64) -> String {
    browser::date_and_time(at as f64, texts().language().code())
}

/// A button that shows more about an item, and the content, which is made when it is first shown.
pub fn unfolding(
    id: String,
    text: String,
    label: String,
    is_open: bool,
    content: impl Fn() -> View + 'static,
) -> View {
    unfolding_erased(id, text, label, is_open, Box::new(content))
}

fn unfolding_erased(
    id: String,
    text: String,
    label: String,
    is_open: bool,
    content: Box<dyn Fn() -> View>,
) -> View {
    let open = RwSignal::new(is_open);
    let controlled = id.clone();
    view! {
        <button type="button" class="button small unfold" aria-expanded=move || open.get().to_string()
            aria-controls=controlled aria-label=label on:click=move |_| open.update(|open| *open = !*open)>{text}</button>
        <div class="unfolded" id=id>{move || open.get().then(|| untrack(&content))}</div>
    }
}

/// Shows that an answer is awaited or was not given; an empty view once it is there.
pub fn answer_state<T: Clone + 'static>(found: RwSignal<Option<Result<T, RequestError>>>) -> View {
    let fault = Memo::new(move |_| {
        found.with(|found| match found {
            None => Some(None),
            Some(Err(fault)) => Some(Some(fault.text())),
            Some(Ok(_)) => None,
        })
    });
    view! {
        {move || fault.get().map(|fault| match fault {
            None => view! { <p class="note" role="status">{tr("online-asking")}</p> },
            Some(fault) => view! { <p role="alert">{fault}</p> },
        })}
    }
}
