//! The people behind account ids.

use std::collections::HashMap;

use bosworth_protocol::{AccountKind, Person, PlayerView, Players};
use bosworth_rules::{BySide, Side};
use bosworth_table::{AccountId, Seated};

use crate::store::{Store, StoreError};

/// The capacity of the cache.
const NAME_CACHE_CAPACITY: usize = 10_000;

/// A cache of the names of players in a list of games.
#[derive(Debug)]
pub(crate) struct PlayerNames {
    store: Store,
    known: HashMap<AccountId, Person>,
}

impl PlayerNames {
    pub(crate) fn new(store: &Store) -> Self {
        Self { store: store.clone(), known: HashMap::new() }
    }

    async fn person(&mut self, id: AccountId) -> Result<Person, StoreError> {
        if let Some(person) = self.known.get(&id) {
            return Ok(person.clone());
        }
        let account = self.store.account(id).await?;
        // There is no foreign key: in a manually edited database, a game can outlive its players'
        // rows.
        let unknown = || Person { id, name: "?".into(), kind: AccountKind::Guest };
        let person = account.as_ref().map_or_else(unknown, Person::from);
        if self.known.len() >= NAME_CACHE_CAPACITY {
            self.known.clear();
        }
        self.known.insert(id, person.clone());
        Ok(person)
    }

    async fn player(&mut self, seat: Seated) -> Result<PlayerView, StoreError> {
        Ok(match seat {
            Seated::Account(id) => {
                PlayerView::Account { person: self.person(id).await?, rating: None }
            }
            Seated::Computer(level) => PlayerView::Computer { level },
        })
    }

    /// Returns the players by side.
    pub(crate) async fn players(&mut self, seats: BySide<Seated>) -> Result<Players, StoreError> {
        let red = self.player(seats[Side::Red]).await?;
        let white = self.player(seats[Side::White]).await?;
        Ok(Players { red, white })
    }
}
