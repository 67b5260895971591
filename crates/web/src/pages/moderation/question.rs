use std::rc::Rc;

use bosworth_protocol::AdminAction;
use bosworth_protocol::limits::MAX_REASON_CHARS;
use bosworth_view::event;
use bosworth_view::prelude::*;

use super::control::ModerationControl;
use crate::language::{fill, tr};
use crate::pages::online::widgets::{form, radio};
use crate::parts::{Dialog, button};

/// Reasons that are often given.
const USUAL_REASONS: [&str; 4] = [
    "moderation-reason-insults",
    "moderation-reason-spam",
    "moderation-reason-name",
    "moderation-reason-play",
];

/// What an action needs besides a reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExtraField {
    /// Nothing.
    Nothing,
    /// Nothing, and not even a reason.
    NoReason,
    /// A new name.
    NewName,
    /// The name that it is about, as a confirmation.
    SameName,
    /// The winner of a game.
    Winner,
}

/// A question before an action.
pub struct Question {
    /// The end of the ids of its messages.
    pub verb: &'static str,
    /// Whom or what it is about.
    pub about: String,
    /// What it needs besides a reason.
    pub extra: ExtraField,
    /// The action for a reason and the extra field.
    pub action: Box<dyn Fn(String, String) -> AdminAction>,
}

impl Question {
    /// Whether it ends something for good.
    pub fn is_severe(&self) -> bool {
        matches!(self.verb, "ban" | "close" | "void" | "cancel" | "erase")
    }

    /// The text of the buttons.
    pub fn button_text(&self) -> String {
        tr(&format!("moderation-{}", self.verb))
    }

    /// The action and whom it is about.
    pub fn title(&self) -> String {
        let values = [("action", self.button_text().into()), ("name", (&*self.about).into())];
        fill("moderation-question", &values)
    }
}

/// The dialog that asks the current question.
pub fn question_dialog(control: ModerationControl) -> View {
    let dialog = move |question: Rc<Question>| {
        let title = question.title();
        view! { <Dialog open=control.asking title>{question_form(control, &question)}</Dialog> }
    };
    view! { {move || control.question.get().map(|question| untrack(|| dialog(question)))} }
}

fn question_form(control: ModerationControl, question: &Rc<Question>) -> View {
    let (reason, extra) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let winner = RwSignal::new("");
    let asked = question.clone();
    let submit = move || {
        let extra = if asked.extra == ExtraField::Winner {
            winner.get_untracked().into()
        } else {
            extra.get_untracked().trim().to_string()
        };
        if asked.extra == ExtraField::SameName && extra != asked.about {
            control.fault.set(tr("moderation-same-name-wrong"));
            return;
        }
        control.perform((asked.action)(reason.get_untracked().trim().into(), extra));
    };
    let name = ("name", (&*question.about).into());
    let text = fill(&format!("moderation-{}-text", question.verb), &[name]);
    let field = |id: &'static str, max: usize, value: RwSignal<String>, required: bool| {
        view! {
            <label class="field"><span>{tr(id)}</span>
                <input type="text" id=id required=required maxlength=max autocomplete="off" prop:value=move || value.get()
                    on:input=move |event| value.set(event::value(&event))/>
            </label>
        }
    };
    let more = match question.extra {
        ExtraField::Nothing | ExtraField::NoReason => View::Empty,
        ExtraField::NewName => field("moderation-new-name", 20, extra, true),
        ExtraField::SameName => field("moderation-same-name", 20, extra, true),
        ExtraField::Winner => view! {
            <fieldset class="winner"><legend>{tr("moderation-winner")}</legend>
                <div class="segments">
                    {radio("moderation-winner", "red", tr("red"), winner)}
                    {radio("moderation-winner", "white", tr("white"), winner)}
                    {radio("moderation-winner", "", tr("moderation-draw"), winner)}
                </div>
            </fieldset>
        },
    };
    let needs_reason = question.extra != ExtraField::NoReason;
    let usual = USUAL_REASONS.map(|id| button("", "small", tr(id), move || reason.set(tr(id))));
    let class = if question.is_severe() { "button danger" } else { "button primary" };
    let fields = view! {
        <p>{text}</p>
        {more}
        {field("moderation-reason", MAX_REASON_CHARS, reason, needs_reason)}
        {needs_reason.then(|| view! { <div class="usual">{usual.collect_view()}</div> })}
        <p class="note">{tr("moderation-reason-note")}</p>
        {move || Some(control.fault.get()).filter(|fault| !fault.is_empty()).map(|fault| view! { <p class="fault" role="alert">{fault}</p> })}
        <div class="buttons">
            <button type="submit" class=class id="moderation-yes">{question.button_text()}</button>
            {button("moderation-no", "", tr("cancel"), move || control.asking.set(false))}
        </div>
    };
    form("moderation-form", submit, fields)
}
