//! The secret: keys derived from it, and when it is revealed. Shared deals keep it until all of
//! their games are over.

use bosworth_fair::{Nonce, Secret, ShuffleKey};
use bosworth_rules::{BySide, Side};

use super::AuthoritativeTable;
use crate::{EndReason, Event, Seated, Stage};

impl AuthoritativeTable {
    /// The key of all shuffles, once both nonces are known.
    pub(super) fn key(&self) -> Option<ShuffleKey> {
        Some(self.key_with(BySide {
            red: self.table.nonce(Side::Red)?.clone(),
            white: self.table.nonce(Side::White)?.clone(),
        }))
    }

    /// The key for given nonces. A shared deal ignores them, because it must be the same at every
    /// table.
    pub(super) fn key_with(&self, nonces: BySide<Nonce>) -> ShuffleKey {
        let setup = self.table.setup();
        let nonces = if setup.sealed.is_some() { BySide::default() } else { nonces };
        self.secret.key(&setup.subject(), &nonces)
    }

    /// The secret to reveal at the end; `None` if other games share the deal.
    pub(super) fn secret_at_end(&self) -> Option<Secret> {
        self.table.setup().sealed.is_none().then(|| self.secret.clone())
    }

    /// Reveals the secret, since all games with this deal are over.
    pub(super) fn unseal(&self) -> Vec<Event> {
        if self.table.stage() != Stage::Over || !self.table.is_sealed() {
            return Vec::new();
        }
        vec![Event::Unseal { secret: self.secret.clone() }]
    }

    /// The end of a game that is unfinished when its time window closes. The side to act loses, or
    /// if that is the computer, its opponent.
    pub(super) fn window_end(&self, now: i64) -> Option<Vec<Event>> {
        let side = self.table.turn()?;
        self.table.closes_at().filter(|until| *until <= now)?;
        let computer = matches!(self.table.setup().seats()[side], Seated::Computer(_));
        Some(self.end(Some(if computer { side } else { !side }), EndReason::Time))
    }
}
