use bosworth_fair::Proof;
use bosworth_rules::{BySide, Handicap, Record};

use super::Table;

impl Table {
    /// The game as a record, with the proof of its shuffle once it is over. The caller sets the
    /// tags with names.
    pub fn record(&self) -> Option<Record> {
        let mut record = Record::of(self.game.as_ref()?);
        record.result = self.result();
        if let Some(given) = self.setup.handicap {
            record.set_tag(Handicap::TAG, &given.to_string());
        }
        if let Some(proof) = self.proof() {
            proof.write(&mut record);
        }
        Some(record)
    }

    /// The proof of the shuffle, once its secret is revealed.
    fn proof(&self) -> Option<Proof> {
        let nonces = BySide { red: self.nonces.red.clone()?, white: self.nonces.white.clone()? };
        let shared = self.setup.sealed.as_ref().map(|sealed| sealed.deal.clone());
        Some(Proof {
            game: self.id().to_string(),
            commitment: self.setup.commitment,
            nonces: if shared.is_some() { BySide::default() } else { nonces },
            secret: self.ending.as_ref()?.secret.clone()?,
            reshuffles: self.reshuffles.clone(),
            hands_of: self.setup.hands.as_ref().map(|hands| hands.of.to_string()),
            shared,
            handicap: self.setup.handicap,
        })
    }
}
