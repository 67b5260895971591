use bosworth_texts::Status;
use bosworth_view::prelude::*;

/// The line that says whose turn it is, what happened last and what can be done. It takes the focus
/// when the button below it goes away.
pub fn status_line(status: Memo<Status>) -> View {
    view! {
        <p class="status" id="status" tabindex="-1">
            <b>{move || status.with(|status| status.lead.clone())}</b>
            " "
            <span>{move || status.with(|status| status.rest.clone())}</span>
        </p>
    }
}
