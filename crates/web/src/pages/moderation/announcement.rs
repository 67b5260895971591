use bosworth_protocol::limits::MAX_ANNOUNCEMENT_CHARS;
use bosworth_protocol::{AdminAction, HouseRules};
use bosworth_view::event;
use bosworth_view::prelude::*;

use super::control::ModerationControl;
use crate::language::tr;
use crate::pages::online::widgets::form;
use crate::parts::button;

/// The text that is shown to everybody.
pub fn announcement(control: ModerationControl, _: String) -> View {
    let found = control.fetch::<HouseRules>(|| "api/house".into());
    let text = RwSignal::new(String::new());
    let current = Memo::new(move |_| {
        found.with(|found| match found {
            Some(Ok(rules)) => rules.announcement.clone().unwrap_or_default(),
            _ => String::new(),
        })
    });
    Effect::new(move |_| text.set(current.get()));
    let announce = move |text: String| {
        control.perform(AdminAction::Announce { text, reason: String::new() });
    };
    let publish = move || announce(text.get_untracked().trim().replace('\n', " "));
    view! {
        <div class="panel">
            <p class="note">{tr("moderation-announcement-note")}</p>
            {form("moderation-announce", publish, view! {
                <label class="field"><span>{tr("moderation-announcement")}</span>
                    <textarea id="moderation-text" rows="3" required maxlength=MAX_ANNOUNCEMENT_CHARS
                        prop:value=move || text.get() on:input=move |event| text.set(event::value(&event))></textarea>
                </label>
                <div class="buttons">
                    <button type="submit" class="button primary" id="moderation-publish">{tr("moderation-publish")}</button>
                    {move || (!current.get().is_empty()).then(|| button("moderation-take-down", "", tr("moderation-take-down"), move || announce(String::new())))}
                </div>
            })}
        </div>
    }
}
