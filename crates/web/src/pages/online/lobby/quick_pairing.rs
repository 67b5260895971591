use bosworth_protocol::limits::INITIAL_RATING;
use bosworth_protocol::{Challenge, OfferTerms, ProblemKind, Seek};
use bosworth_view::event;
use bosworth_view::prelude::*;

use super::offer_form::OfferFields;
use super::offers::{is_mine, take};
use super::{make_offer, post_offer};
use crate::browser;
use crate::language::{fill, tr};
use crate::online::session::Session;
use crate::pages::online::connection::guest_line;
use crate::pages::online::labels::{player_name, seek_text, terms_text};
use crate::pages::online::widgets::{button, check, form, panel};
use crate::route::Route;

/// Whether an open offer gives the visitor what they look for; if they are flexible, any live game
/// does that is not rated against their wish.
fn fits(seek: &Seek, wanted: &OfferTerms, flexible: bool, rating: i64) -> bool {
    let terms = &seek.terms;
    let clock = terms.clock == wanted.clock || (flexible && terms.clock.is_live());
    let rated = terms.rated == wanted.rated || (flexible && !terms.rated);
    clock
        && rated
        && terms.ruleset == wanted.ruleset
        && wanted.side.is_none()
        && seek.handicap.is_none()
        && seek.rating_min.is_none_or(|least| rating >= least)
        && seek.rating_max.is_none_or(|most| rating <= most)
}

/// The visitor's rating at the speed of an offer.
fn rating_for(session: Session, seek: &Seek) -> i64 {
    let speed = seek.terms.clock.speed();
    session.me.with(|me| {
        let ratings = me.as_ref().map(|me| me.ratings.iter().find(|rating| rating.speed == speed));
        ratings.flatten().map_or(INITIAL_RATING, |rating| rating.rating).round() as i64
    })
}

/// The one form for a game against somebody: it accepts a suitable open offer, which its button
/// names, and otherwise makes one: for everybody, by a link, or for one player.
pub fn quick_pairing(session: Session, opponent: RwSignal<String>) -> View {
    let fields = OfferFields::new(session);
    let any_clock = RwSignal::new(true);
    let terms = Memo::new(move |_| fields.terms());
    let handicap = Memo::new(move |_| fields.handicap());
    // Only a live game of the usual kind can have another clock.
    let can_be_flexible = Memo::new(move |_| {
        terms.with(|terms| {
            terms.clock.is_live()
                && terms.side.is_none()
                && terms.ruleset == "classic"
                && handicap.with(Option::is_none)
        })
    });
    let flexible = Memo::new(move |_| any_clock.get() && can_be_flexible.get());
    // The chosen clock first, then any other.
    let found = Memo::new(move |_| {
        let fits = |seek: &Seek, flexible: bool| {
            let suits = |terms: &OfferTerms| fits(seek, terms, flexible, rating_for(session, seek));
            !is_mine(session, seek) && terms.with(suits)
        };
        // A handicap is for the offer of one's own.
        if handicap.with(Option::is_some) {
            return None;
        }
        session.seeks.with(|seeks| {
            let seeks = seeks.as_ref()?;
            let exact = seeks.iter().find(|seek| fits(seek, false));
            let any = || seeks.iter().find(|seek| flexible.get() && fits(seek, true));
            exact.or_else(any).cloned()
        })
    });
    let offer = move |public: bool| {
        let flexible = flexible.get_untracked() && public;
        let (terms, handicap) = (terms.get_untracked(), handicap.get_untracked());
        Challenge { public, flexible, handicap, ..Challenge::open(terms) }
    };
    let challenge = move || {
        let name = opponent.get_untracked().trim().to_string();
        if name.is_empty() {
            return browser::focus("#challenge-name");
        }
        let terms = terms.get_untracked();
        let handicap = handicap.get_untracked();
        let to = Some(name);
        let challenge = Challenge { public: false, to, handicap, ..Challenge::open(terms) };
        make_offer(session, challenge);
    };
    let challenge_label = move || match opponent.get().trim() {
        "" => tr("challenge-short"),
        name => fill("challenge-title", &[("name", name.into())]),
    };
    let find = move || {
        let offer = offer(true);
        let Some(seek) = found.get_untracked() else { return make_offer(session, offer) };
        session.with_account(async move {
            match take(&seek.id).await {
                Ok(game) => browser::go(&Route::Game(game.to_string())),
                Err(fault) if fault.kind() == Some(ProblemKind::Gone) => {
                    return post_offer(session, offer).await;
                }
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
            None => terms.with(terms_text),
        })
    };
    let any = move || {
        let check =
            || check("offer-any", tr("quick-any"), any_clock.into(), move |on| any_clock.set(on));
        can_be_flexible.get().then(check)
    };
    let body = view! {
        {fields.view(view! { {any} })}
        <div class="offer-go">
            <button type="submit" id="quick-play" class="button primary wide two-lines"><b>{label}</b><small>{about}</small></button>
            {button("offer-link", "", tr("quick-friend"), move || make_offer(session, offer(false)))}
        </div>
        <div class="offer-to">
            <label class="field"><span>{tr("challenge-name")}</span>
                <input id="challenge-name" type="text" maxlength="20" autocomplete="off" autocapitalize="off" spellcheck="false"
                    prop:value=move || opponent.get() on:input=move |event| opponent.set(event::value(&event))/>
            </label>
            <button type="button" class="button" id="challenge-go" on:click=move |_| challenge()>{challenge_label}</button>
        </div>
        {guest_line(session)}
    };
    panel("quick", tr("quick-title"), form("offer-form", find, body))
}

#[cfg(test)]
mod tests {
    use bosworth_protocol::{AccountId, AccountKind, Person, PlayerView};

    use super::*;

    fn terms(clock: &str, rated: bool) -> OfferTerms {
        let clock = clock.parse().expect("a clock");
        OfferTerms { ruleset: "classic".into(), clock, rated, side: None }
    }

    fn seek(terms: OfferTerms) -> Seek {
        let person = Person { id: AccountId(1), name: "anna".into(), kind: AccountKind::Person };
        Seek {
            id: "1".into(),
            by: PlayerView::Account { person, rating: None },
            terms,
            public: true,
            flexible: false,
            to: None,
            rating_min: None,
            rating_max: None,
            handicap: None,
            created: 0,
        }
    }

    #[test]
    fn only_the_chosen_terms_fit_unless_any_live_game_will_do() {
        let wanted = terms("5+3", true);
        let check = |clock: &str, rated: bool| {
            let seek = seek(terms(clock, rated));
            [false, true].map(|flexible| fits(&seek, &wanted, flexible, 1500))
        };
        assert_eq!(check("5+3", true), [true, true]);
        assert_eq!(check("10+5", true), [false, true]);
        assert_eq!(check("5+3", false), [false, true]);
        assert_eq!(check("1d", true), [false, false]);
        let casual = terms("5+3", false);
        assert!(!fits(&seek(wanted.clone()), &casual, true, 1500), "nobody is rated unasked");
    }

    #[test]
    fn a_rating_outside_the_limits_does_not_fit() {
        let wanted = terms("5+3", true);
        let seek = Seek { rating_min: Some(1600), ..seek(wanted.clone()) };
        assert!(fits(&seek, &wanted, false, 1600) && !fits(&seek, &wanted, false, 1599));
    }
}
