use bosworth_protocol::limits::INITIAL_RATING;
use bosworth_protocol::{Challenge, OfferTerms, ProblemKind, Seek, TimeControl};
use bosworth_view::prelude::*;

use super::offers::{is_mine, take};
use super::{TIME_CONTROL_PRESETS, clock, make_offer};
use crate::browser;
use crate::language::{fill, tr};
use crate::online::session::Session;
use crate::pages::online::labels::{clock_text, player_name, seek_text, speed_text, terms_text};
use crate::pages::online::widgets::panel;
use crate::route::Route;

/// The default time control.
const DEFAULT_TIME_CONTROL: &str = "5+3";

/// The terms of quick pairing: rated, if the visitor can play rated games.
fn terms(session: Session, text: &str) -> OfferTerms {
    let clock = clock(text);
    let rated = clock != TimeControl::Untimed && session.can_rate();
    OfferTerms { ruleset: "classic".into(), clock, rated, side: None }
}

/// Whether an offer suits the visitor: classic rules, a live time control, and a matching rating.
fn fits(session: Session, seek: &Seek) -> bool {
    let speed = seek.terms.clock.speed();
    let rating = session.me.with(|me| {
        let ratings = me.as_ref().map(|me| me.ratings.iter().find(|rating| rating.speed == speed));
        ratings.flatten().map_or(INITIAL_RATING, |rating| rating.rating).round() as i64
    });
    !is_mine(session, seek)
        && seek.terms.ruleset == "classic"
        && seek.terms.clock.is_live()
        && (!seek.terms.rated || session.can_rate())
        && seek.rating_min.is_none_or(|least| rating >= least)
        && seek.rating_max.is_none_or(|most| rating <= most)
}

/// The button that finds an opponent, and those of quick pairing. The first one accepts a suitable
/// open offer, which it names; otherwise it makes a flexible one, which matches any live game.
pub fn quick_pairing(session: Session) -> View {
    let found = Memo::new(move |_| {
        session.seeks.with(|seeks| seeks.as_ref()?.iter().find(|seek| fits(session, seek)).cloned())
    });
    let seek_any = move || {
        let terms = untrack(|| terms(session, DEFAULT_TIME_CONTROL));
        make_offer(session, Challenge { flexible: true, ..Challenge::open(terms) });
    };
    let find = move || {
        let Some(seek) = found.get_untracked() else { return seek_any() };
        session.with_account(async move {
            match take(&seek.id).await {
                Ok(game) => browser::go(&Route::Game(game.to_string())),
                Err(fault) if fault.kind() == Some(ProblemKind::Gone) => seek_any(),
                Err(fault) => return Err(fault),
            }
            Ok(())
        });
    };
    let label = move || {
        found.with(|found| match found {
            Some(seek) => fill("offer-take-label", &[("name", player_name(&seek.by).into())]),
            None if session.me.with(Option::is_none) => tr("quick-guest"),
            None => tr("quick-play"),
        })
    };
    let about = move || {
        found.with(|found| match found {
            Some(seek) => seek_text(seek),
            None => terms_text(&terms(session, DEFAULT_TIME_CONTROL)),
        })
    };
    let pair = move |text: &'static str| {
        make_offer(session, Challenge::open(untrack(|| terms(session, text))));
    };
    let note = move || tr(if session.can_rate() { "quick-rated" } else { "quick-casual" });
    let body = view! {
        <button type="button" id="quick-play" class="button primary wide two-lines" on:click=move |_| find()>
            <b>{label}</b><small>{about}</small>
        </button>
        <p class="note">{move || found.with(Option::is_none).then(|| tr("quick-any"))}</p>
        <div class="level-buttons pairing">
            {TIME_CONTROL_PRESETS.map(|text| view! {
                <button type="button" class="level" id=format!("pair-{}", text.replace('+', "-")) on:click=move |_| pair(text)>
                    <b>{clock_text(clock(text))}</b><span>{pace(clock(text))}</span>
                </button>
            })}
        </div>
        <p class="note">{note}</p>
    };
    panel("quick", tr("quick-title"), body)
}

/// The caption of a time control.
fn pace(clock: TimeControl) -> String {
    if clock == TimeControl::Untimed { tr("casual") } else { speed_text(clock.speed()) }
}
