use bosworth_view::event::SubmitEvent;
use bosworth_view::prelude::*;
use web_sys::HtmlElement;

use crate::language::tr;
use crate::lifetime::Lifetime;

/// Text mode: commands in, sentences out.
#[component]
pub fn TextMode(
    /// Answers a command.
    #[prop(into)]
    answer: Callback<String, Vec<String>>,
    /// The log of events, line by line: a live region, announced as it grows.
    #[prop(into)]
    log: RwSignal<Vec<String>>,
) -> View {
    let input = NodeRef::<web_sys::HtmlInputElement>::new();
    let node = NodeRef::<HtmlElement>::new();
    let page = Lifetime::new();
    // Keep the last line visible.
    Effect::new(move |_| {
        log.track();
        page.after(0, move || {
            if let Some(node) = node.get_untracked() {
                node.set_scroll_top(node.scroll_height());
            }
        });
    });
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(input) = input.get_untracked() else { return };
        let text = input.value();
        if text.trim().is_empty() {
            return;
        }
        input.set_value("");
        log.update(|log| log.push(format!("› {}", text.trim())));
        let lines = answer.run(text);
        log.update(|log| {
            log.extend(lines);
            let surplus = log.len().saturating_sub(200);
            log.drain(..surplus);
        });
    };
    view! {
        <section class="panel words" aria-labelledby="words-title">
            <h2 id="words-title">{tr("words-title")}</h2>
            <form on:submit=submit>
                <label for="word">{tr("words-label")}</label>
                <div class="word-line">
                    <input id="word" type="text" node_ref=input autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="60"/>
                    <button type="submit" class="button">{tr("words-send")}</button>
                </div>
            </form>
            <div class="word-log" node_ref=node role="log" aria-live="polite" aria-label=tr("words-log") tabindex="0"><ol>
                {move || log.get().into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}
            </ol></div>
        </section>
    }
}
