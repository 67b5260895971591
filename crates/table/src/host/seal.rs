//! What follows from the secret, and when it is revealed: deals that several games have in common.

use bosworth_fair::{Nonce, Secret, ShuffleKey};
use bosworth_rules::{BySide, Side};

use super::AuthoritativeTable;
use crate::{EndReason, Event, Seated, Stage};

impl AuthoritativeTable {
    /// The key of all shuffles, once both nonces are given.
    pub(super) fn key(&self) -> Option<ShuffleKey> {
        Some(self.key_with(BySide {
            red: self.table.nonce(Side::Red)?.clone(),
            white: self.table.nonce(Side::White)?.clone(),
        }))
    }

    /// The same with nonces that are about to be given. The nonces of one table must not change a
    /// deal that others have, too.
    pub(super) fn key_with(&self, nonces: BySide<Nonce>) -> ShuffleKey {
        let opening = self.table.opening();
        let nonces = if opening.sealed.is_some() { BySide::default() } else { nonces };
        self.secret.key(opening.subject(), &nonces)
    }

    /// What the end reveals: nothing that somebody else may still draw.
    pub(super) fn revealed(&self) -> Option<Secret> {
        self.table.opening().sealed.is_none().then(|| self.secret.clone())
    }

    /// All games with this deal are over.
    pub(super) fn unseal(&self) -> Vec<Event> {
        if self.table.stage() != Stage::Over || !self.table.is_sealed() {
            return Vec::new();
        }
        vec![Event::Unseal { secret: self.secret.clone() }]
    }

    /// The end of a game that is still played when its time window closes. Whoever was to finish in
    /// time loses: never the computer.
    pub(super) fn closed(&self, now: i64) -> Option<Vec<Event>> {
        let side = self.table.turn()?;
        self.table.closes().filter(|until| *until <= now)?;
        let computer = matches!(self.table.opening().seats()[side], Seated::Computer(_));
        Some(self.end(Some(if computer { side } else { !side }), EndReason::Time))
    }
}
