use bosworth_protocol::{Challenge, OfferTerms, TimeControl};
use bosworth_rules::Side;
use bosworth_view::prelude::*;

use super::make_offer;
use super::time_control::TimeControlFields;
use crate::language::tr;
use crate::online::session::Session;
use crate::pages::online::labels::terms_text;
use crate::pages::online::widgets::{form, radio};
use crate::parts::Select;
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
        }
    }

    fn can_rate(self) -> bool {
        self.session.can_rate() && self.time.clock() != TimeControl::Untimed
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
        let Self { edition, side, rated, .. } = self;
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
            </details>
        }
    }
}

/// The form for a challenge to another user.
pub fn challenge_form(session: Session, to: String) -> View {
    let fields = OfferFields::new(session);
    let submit = move || {
        let terms = untrack(|| fields.terms());
        make_offer(
            session,
            Challenge { public: false, to: Some(to.clone()), ..Challenge::open(terms) },
        );
    };
    let body = view! {
        {fields.view(View::Empty)}
        <button type="submit" class="button primary wide two-lines" id="offer">
            <b>{tr("challenge-make")}</b><small>{move || terms_text(&fields.terms())}</small>
        </button>
    };
    form("offer-form", submit, body)
}
