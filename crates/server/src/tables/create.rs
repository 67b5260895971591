use bosworth_fair::Secret;
use bosworth_protocol::{AccountKind, Person, PlayerView, Players, RatingView};
use bosworth_rules::{BySide, GivenHandicap, Ruleset, Side};
use bosworth_table::{
    AccountId, AuthoritativeTable, GameId, SealedDeal, Seated, SharedHands, TableSetup, TimeControl,
};

use super::{TableError, Tables};
use crate::bus::Notice;
use crate::log_codec::encode;
use crate::notifications::Notification;
use crate::random;
use crate::service_time::now;
use crate::store::NewGameRow;

/// The parameters of a new table.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// The players.
    pub seats: BySide<Seated>,
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The clock.
    pub clock: TimeControl,
    /// Whether ratings change.
    pub rated: bool,
    /// The game it is a rematch of.
    pub after: Option<GameId>,
    /// The id of the offer that was accepted.
    pub seek: Option<String>,
    /// The tournament and the game's place in it, as `EVENT/ROUND.BOARD.GAME`.
    pub event: Option<String>,
    /// The hands it takes from another game.
    pub hands: Option<SharedHands>,
    /// The deal shared with other games, and its secret.
    pub sealed: Option<(SealedDeal, Secret)>,
    /// The handicap.
    pub handicap: Option<GivenHandicap>,
}

/// The offers that a game could not begin with, because they are no longer open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GoneOffers(pub(crate) Vec<String>);

impl Tables {
    /// Opens a table and notifies both players.
    pub async fn create(&self, new: &NewTable) -> Result<GameId, TableError> {
        let id = random::game();
        self.store_as(id, new).await?;
        self.announce(id).await?;
        Ok(id)
    }

    /// Opens a table with a given id, and notifies both players. Fails if it already exists.
    pub(crate) async fn create_as(&self, id: GameId, new: &NewTable) -> Result<(), TableError> {
        self.store_as(id, new).await?;
        self.announce(id).await
    }

    /// Opens a table, notifies both players, and takes the offers it comes from. If some of them are
    /// gone, there is no table, and the others stay open.
    pub(crate) async fn create_from_offers(
        &self,
        new: &NewTable,
        owner: AccountId,
        offers: &[&str],
    ) -> Result<Result<GameId, GoneOffers>, TableError> {
        let id = random::game();
        let (row, first) = Self::write(id, new);
        let told = vec![Notification::of_taken_offer(owner, id, row.created)];
        let gone = self.0.store.create_game_from_offers(offers, &row, first, told).await?;
        if !gone.is_empty() {
            return Ok(Err(GoneOffers(gone)));
        }
        metrics::counter!("bosworth_games_opened_total").increment(1);
        self.announce(id).await?;
        Ok(Ok(id))
    }

    /// Stores a new table.
    async fn store_as(&self, id: GameId, new: &NewTable) -> Result<(), TableError> {
        let (row, first) = Self::write(id, new);
        self.0.store.create_game(&row, first).await?;
        metrics::counter!("bosworth_games_opened_total").increment(1);
        Ok(())
    }

    /// Returns the row and the first entry of a new table.
    fn write(id: GameId, new: &NewTable) -> (NewGameRow, String) {
        let (sealed, secret) = match new.sealed.clone() {
            Some((sealed, secret)) => (Some(sealed), secret),
            None => (None, random::secret()),
        };
        let mut setup = TableSetup {
            game: id,
            red: new.seats.red,
            white: new.seats.white,
            ruleset: new.ruleset,
            clock: new.clock,
            rated: new.rated,
            commitment: secret.commit(id.as_str()),
            after: new.after,
            tournament_slot: new.event.clone(),
            hands: new.hands.clone(),
            seek: new.seek.clone(),
            sealed,
            handicap: new.handicap,
        };
        setup.commitment = secret.commit(&setup.subject());
        let created = now();
        let row = NewGameRow {
            id,
            seats: new.seats,
            ruleset: new.ruleset.to_string(),
            clock: new.clock.to_string(),
            speed: new.clock.speed() as i64,
            rated: new.rated,
            created,
            secret: secret.to_string(),
            rematch_of: new.after,
            sealed: setup.sealed.as_ref().map(|sealed| sealed.deal.clone()),
            handicap: new.handicap.map(|given| given.to_string()),
        };
        (row, encode(&AuthoritativeTable::first_entry(setup, created)))
    }

    async fn announce(&self, id: GameId) -> Result<(), TableError> {
        // Open the room now: its timer runs even if no player ever connects.
        let room = self.room(id).await?;
        for side in Side::ALL {
            if let Seated::Account(account) = room.setup.seats()[side] {
                self.0.connections.announce_game(account, id, room.begins());
                self.publish(Notice::Begin { account, game: id });
            }
        }
        Ok(())
    }

    /// Prepares the rematch agreed on at a table. It is stored in the transaction of the agreement,
    /// so if two nodes agree at the same time only one opens a rematch, and there is none without
    /// an agreement.
    pub(super) fn prepare_rematch(
        table: &AuthoritativeTable,
        next: GameId,
    ) -> (NewGameRow, String) {
        let setup = table.setup();
        let new = NewTable {
            seats: setup.seats().swapped(),
            ruleset: setup.ruleset,
            clock: setup.clock,
            rated: setup.rated,
            after: Some(table.id()),
            seek: None,
            event: None,
            hands: None,
            sealed: None,
            // The same player gives it on the other side.
            handicap: setup.handicap.map(|given| given.handicap.given_by(!given.by)),
        };
        Self::write(next, &new)
    }

    /// Notifies both players of the rematch they have agreed on.
    pub(super) fn announce_rematch(&self, next: GameId) {
        metrics::counter!("bosworth_games_opened_total").increment(1);
        let tables = self.clone();
        tokio::spawn(async move {
            if let Err(why) = tables.announce(next).await {
                tracing::error!(%next, %why, "cannot announce a rematch");
            }
        });
    }

    /// Returns the players of a table, with names and ratings.
    pub(super) async fn players(&self, setup: &TableSetup) -> Result<Players, TableError> {
        let red = self.player(setup.red, setup.clock).await?;
        let white = self.player(setup.white, setup.clock).await?;
        Ok(Players { red, white })
    }

    /// Returns a player as shown at a table with this time control.
    pub(crate) async fn player(
        &self,
        seat: Seated,
        clock: TimeControl,
    ) -> Result<PlayerView, TableError> {
        let account = match seat {
            Seated::Computer(level) => return Ok(PlayerView::Computer { level }),
            Seated::Account(account) => account,
        };
        let speed = clock.speed();
        let found = self.0.store.account(account).await?;
        let person = match found {
            Some(found) => Person { id: account, name: found.name, kind: found.kind },
            None => Person { id: account, name: format!("#{account}"), kind: AccountKind::Guest },
        };
        let ratings = self.0.store.ratings(account).await?;
        let rating = ratings.into_iter().find(|(of, _)| *of == speed as i64);
        let rating = rating.map(|(_, rating)| RatingView {
            speed,
            rating: rating.rating,
            deviation: rating.deviation,
            games: rating.games,
        });
        Ok(PlayerView::Account { person, rating })
    }
}
