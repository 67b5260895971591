//! Offers: takebacks and rematches.

use bosworth_rules::Side;

use super::AuthoritativeTable;
use crate::budget::{OFFERS, TAKEBACKS, within};
use crate::{Event, GameId, Offer, Refusal, Seated, Stage};

impl AuthoritativeTable {
    pub(super) fn offer_takeback(&self, side: Side) -> Result<Vec<Event>, Refusal> {
        let offer = Offer::Takeback;
        self.running()?;
        if self.table.opening().rated {
            return Err(Refusal::Rated);
        }
        // The cards that were drawn would tell of those to come, and the others have no second try.
        if self.table.opening().sealed.is_some() {
            return Err(Refusal::Sealed);
        }
        if self.table.offers(!side, offer) {
            let plies = self.table.takeback_of(!side).ok_or(Refusal::Nothing)?;
            return Ok(vec![self.taken_back(plies)]);
        }
        let plies = self.table.takeback_of(side).ok_or(Refusal::Nothing)?;
        if self.table.offers(side, offer) {
            return Err(Refusal::NoOffer);
        }
        let (offered, spent) = (Event::Offer { side, offer }, self.table.spent(side));
        Ok(match self.table.opening().seats()[!side] {
            Seated::Computer(_) => {
                within(spent.takebacks, TAKEBACKS)?;
                vec![offered, self.taken_back(plies)]
            }
            Seated::Account(_) => {
                within(spent.offers, OFFERS)?;
                vec![offered]
            }
        })
    }

    fn taken_back(&self, plies: u16) -> Event {
        Event::Takeback { plies, shuffle: self.table.shuffle_after(plies) }
    }

    pub(super) fn offer_rematch(&self, side: Side, next: GameId) -> Result<Vec<Event>, Refusal> {
        let offer = Offer::Rematch;
        match self.table.stage() {
            Stage::Waiting => return Err(Refusal::NotBegun),
            Stage::Running => return Err(Refusal::Illegal("the game is still on".into())),
            Stage::Over if self.table.next().is_some() => return Err(Refusal::NoOffer),
            Stage::Over => {}
        }
        if self.table.offers(side, offer) {
            return Err(Refusal::NoOffer);
        }
        let computer = matches!(self.table.opening().seats()[!side], Seated::Computer(_));
        let mut events = vec![Event::Offer { side, offer }];
        if computer || self.table.offers(!side, offer) {
            events.push(Event::Next { game: next });
        } else {
            within(self.table.spent(side).offers, OFFERS)?;
        }
        Ok(events)
    }

    pub(super) fn decline(&self, side: Side, offer: Offer) -> Result<Vec<Event>, Refusal> {
        if !self.table.offers(side, offer) && !self.table.offers(!side, offer) {
            return Err(Refusal::NoOffer);
        }
        within(self.table.spent(side).offers, OFFERS)?;
        Ok(vec![Event::Decline { side, offer }])
    }
}
