//! Takebacks and rematches.

use bosworth_rules::Side;

use super::AuthoritativeTable;
use crate::limits::{MAX_COMPUTER_TAKEBACKS, MAX_OFFERS};
use crate::usage::check_limit;
use crate::{Event, GameId, Offer, Refusal, Seated, Stage};

impl AuthoritativeTable {
    pub(super) fn offer_takeback(&self, side: Side) -> Result<Vec<Event>, Refusal> {
        let offer = Offer::Takeback;
        self.check_running()?;
        self.table.check_takebacks()?;
        if self.table.offers(!side, offer) {
            let plies = self.table.plies_to_take_back(!side).ok_or(Refusal::Nothing)?;
            return Ok(vec![self.takeback(plies)]);
        }
        let plies = self.table.plies_to_take_back(side).ok_or(Refusal::Nothing)?;
        if self.table.offers(side, offer) {
            return Err(Refusal::NoOffer);
        }
        let (offered, spent) = (Event::Offer { side, offer }, self.table.usage(side));
        Ok(match self.table.setup().seats()[!side] {
            Seated::Computer(_) => {
                check_limit(spent.takebacks, MAX_COMPUTER_TAKEBACKS)?;
                vec![offered, self.takeback(plies)]
            }
            Seated::Account(_) => {
                check_limit(spent.offers, MAX_OFFERS)?;
                vec![offered]
            }
        })
    }

    fn takeback(&self, plies: u16) -> Event {
        Event::Takeback { plies, shuffle: self.table.shuffle_after(plies) }
    }

    pub(super) fn offer_rematch(&self, side: Side, next: GameId) -> Result<Vec<Event>, Refusal> {
        let offer = Offer::Rematch;
        match self.table.stage() {
            Stage::Waiting => return Err(Refusal::NotBegun),
            Stage::Running => return Err(Refusal::Illegal("the game is still in progress".into())),
            Stage::Over if self.table.rematch().is_some() => return Err(Refusal::NoOffer),
            Stage::Over => {}
        }
        if self.table.offers(side, offer) {
            return Err(Refusal::NoOffer);
        }
        let computer = matches!(self.table.setup().seats()[!side], Seated::Computer(_));
        let mut events = vec![Event::Offer { side, offer }];
        if computer || self.table.offers(!side, offer) {
            events.push(Event::Next { game: next });
        } else {
            check_limit(self.table.usage(side).offers, MAX_OFFERS)?;
        }
        Ok(events)
    }

    pub(super) fn decline(&self, side: Side, offer: Offer) -> Result<Vec<Event>, Refusal> {
        if !self.table.offers(side, offer) && !self.table.offers(!side, offer) {
            return Err(Refusal::NoOffer);
        }
        check_limit(self.table.usage(side).offers, MAX_OFFERS)?;
        Ok(vec![Event::Decline { side, offer }])
    }
}
