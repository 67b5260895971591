use bosworth_protocol::{Challenge, HandicapGiver, HandicapOffer, OfferTerms, TimeControl};
use bosworth_rules::{Ruleset, Side};
use bosworth_view::prelude::*;

use super::make_offer;
use super::time_control::TimeControlFields;
use crate::language::tr;
use crate::online::session::Session;
use crate::pages::online::labels::terms_text;
use crate::pages::online::widgets::{form, radio};
use crate::parts::{HandicapFields, HandicapPlayers, Select};
use crate::settings::{SelectOption, select_options};

select_options! {
    /// An edition of the game.
    pub enum Edition {
        Classic = "classic",
        Brettspielnetz = "brettspielnetz",
        Kingofroses = "kingofroses",
    }
}
select_options! { enum MySide { Lot = "lot", Red = "red", White = "white" } }

/// The values of the radio buttons for rated and casual games.
const RATED: &str = "rated";
const CASUAL: &str = "casual";

/// The chosen terms of an offer.
#[derive(Clone, Copy)]
pub struct OfferFields {
    session: Session,
    time: TimeControlFields,
    edition: RwSignal<Edition>,
    side: RwSignal<MySide>,
    rated: RwSignal<&'static str>,
    handicap: HandicapFields,
}

impl OfferFields {
    /// Rated, if the visitor can play rated games.
    pub fn new(session: Session) -> Self {
        Self {
            session,
            time: TimeControlFields::new("5+3", true),
            edition: RwSignal::new(Edition::Classic),
            side: RwSignal::new(MySide::Lot),
            rated: RwSignal::new(RATED),
            handicap: HandicapFields::default(),
        }
    }

    fn can_rate(self) -> bool {
        self.session.can_rate()
            && self.time.clock() != TimeControl::Untimed
            && self.handicap().is_none()
    }

    /// The chosen handicap, as text.
    pub fn handicap(self) -> Option<String> {
        let (place, handicap) = self.handicap.chosen()?;
        let by = if place == 0 { HandicapGiver::Owner } else { HandicapGiver::Opponent };
        Some(HandicapOffer { by, handicap }.to_string())
    }

    /// The chosen terms.
    pub fn terms(self) -> OfferTerms {
        OfferTerms {
            ruleset: self.edition.get().key().into(),
            clock: self.time.clock(),
            rated: self.can_rate() && self.rated.get() == RATED,
            side: match self.side.get() {
                MySide::Lot => None,
                MySide::Red => Some(Side::Red),
                MySide::White => Some(Side::White),
            },
        }
    }

    /// The fields: the time control and whether the game is rated, what else one may choose, and
    /// the other terms folded.
    pub fn view(self, more: View) -> View {
        let can_rate = Memo::new(move |_| self.can_rate());
        let Self { edition, side, rated, handicap, .. } = self;
        let players = Memo::new(move |_| HandicapPlayers {
            names: [tr("seat-you"), tr("handicap-opponent")],
            levels: [None, None],
            ruleset: edition.get().key().parse().unwrap_or(Ruleset::CLASSIC),
        });
        let casual = move || self.handicap().map(|_| tr("handicap-casual"));
        view! {
            {self.time.view()}
            <div class="offer-terms">
                {move || can_rate.get().then(|| view! {
                    <div class="segments" role="radiogroup" aria-label=tr("filter-rated")>
                        {radio("offer-rated", RATED, tr("rated"), rated)}
                        {radio("offer-rated", CASUAL, tr("casual"), rated)}
                    </div>
                })}
                {more}
            </div>
            <details class="offer-more" id="offer-more"><summary>{tr("offer-more")}</summary>
                <div class="fields">
                    <Select name="setup-edition" value=edition.into() on_change=Callback::new(move |choice| edition.set(choice))/>
                    <Select name="setup-side" value=side.into() on_change=Callback::new(move |choice| side.set(choice))/>
                </div>
                {handicap.view(players)}
                <p class="note">{casual}</p>
            </details>
        }
    }
}

/// The form for a challenge to another user.
pub fn challenge_form(session: Session, to: String) -> View {
    let fields = OfferFields::new(session);
    let submit = move || {
        let (terms, handicap) = untrack(|| (fields.terms(), fields.handicap()));
        let to = Some(to.clone());
        make_offer(session, Challenge { public: false, to, handicap, ..Challenge::open(terms) });
    };
    let body = view! {
        {fields.view(View::Empty)}
        <button type="submit" class="button primary wide two-lines" id="offer">
            <b>{tr("challenge-make")}</b><small>{move || terms_text(&fields.terms())}</small>
        </button>
    };
    form("offer-form", submit, body)
}
