use bosworth_fair::Proof;
use bosworth_protocol::Stage;
use bosworth_rules::Side;
use bosworth_view::prelude::*;

use super::control::OnlineGameControl;
use crate::language::{fill, texts, tr};
use crate::pages::online::widgets::{button, panel};

/// The server's commitment to the shuffle, and its verification after the game.
pub fn shuffle(control: OnlineGameControl) -> View {
    let commitment = control.with(|live| live.table.commitment().to_string()).unwrap_or_default();
    // A sealed game ends before its secret is revealed.
    let over = Memo::new(move |_| {
        let told = control.with(|live| !live.table.is_sealed()).unwrap_or(false);
        control.stage() == Stage::Over && told
    });
    let found = RwSignal::new(None::<Result<(), String>>);
    let verify = move || {
        let checked = control.record().map(|record| {
            let verified = Proof::of(&record).and_then(|proof| proof.verify(&record));
            verified.map(drop).map_err(|why| texts().shuffle_fault(&record, &why))
        });
        let checked = checked.unwrap_or_else(|| Err(tr("shuffle-no-cards")));
        control.app.say(verdict(&checked));
        found.set(Some(checked));
    };
    let parts = move || {
        control.with(|live| {
            let ruleset = live.table.setup().ruleset;
            let nonce = |side: Side| {
                let nonce = live.table.nonce(side).map(ToString::to_string);
                row(fill("shuffle-nonce", &[("side", texts().side(side, ruleset).into())]), nonce)
            };
            let secret = live.table.ending().and_then(|ending| ending.secret.as_ref());
            let secret = secret.map(ToString::to_string);
            view! { {nonce(Side::Red)}{nonce(Side::White)}{row(tr("shuffle-secret"), secret)} }
        })
    };
    let body = view! {
        <p class="note">{tr("shuffle-note")}</p>
        <dl class="numbers-list" id="commitment">{row(tr("shuffle-commitment"), Some(commitment))}</dl>
        <details class="more">
            <summary>{tr("shuffle-numbers")}</summary>
            <dl class="numbers-list">
                {move || { over.track(); untrack(parts) }}
            </dl>
        </details>
        {move || over.get().then(|| button("verify", "", tr("shuffle-verify"), verify))}
        {move || found.get().map(|found| {
            let class = if found.is_ok() { "said right" } else { "said wrong" };
            view! { <p class=class id="verified"><b>{if found.is_ok() { "✓ " } else { "✗ " }}</b>{verdict(&found)}</p> }
        })}
    };
    panel("shuffle", tr("shuffle-title"), body)
}

fn verdict(found: &Result<(), String>) -> String {
    match found {
        Ok(()) => tr("shuffle-right"),
        Err(why) => fill("shuffle-wrong", &[("why", why.clone().into())]),
    }
}

fn row(name: String, value: Option<String>) -> View {
    let value = value.unwrap_or_else(|| tr("shuffle-later"));
    view! { <dt>{name}</dt><dd><code>{value}</code></dd> }
}
