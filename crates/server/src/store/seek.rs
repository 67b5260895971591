use bosworth_rules::Side;
use bosworth_table::AccountId;
use sqlx::any::AnyRow;

use super::value::{Columns, Value};
use super::{Store, StoreError};

/// A seek whose owner has not been seen for so long is gone, unless it is lasting.
const PRESENCE: i64 = 60_000;

/// An open offer to play: for everybody, or for whoever has the link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seek {
    /// Its name, as in the link.
    pub id: String,
    /// Whose it is.
    pub account: AccountId,
    /// The rules, by name.
    pub ruleset: String,
    /// The clock, as text.
    pub clock: String,
    /// Whether the game is to count for ratings.
    pub rated: bool,
    /// The side its owner wants; none leaves it to the lot.
    pub side: Option<Side>,
    /// Whether it is shown to everybody.
    pub public: bool,
    /// The weakest opponent wanted.
    pub rating_min: Option<i64>,
    /// The strongest opponent wanted.
    pub rating_max: Option<i64>,
    /// Since when.
    pub created: i64,
    /// When its owner was last there.
    pub seen: i64,
    /// Whether it stays when its owner goes.
    pub lasting: bool,
}

const SEEK: &str = "id, account, ruleset, clock, rated, side, open_to_all, rating_min, \
                    rating_max, created, seen, lasting";

impl Seek {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.text("id")?,
            account: row.account("account")?,
            ruleset: row.text("ruleset")?,
            clock: row.text("clock")?,
            rated: row.bit("rated")?,
            side: row.side_or_none("side")?,
            public: row.bit("open_to_all")?,
            rating_min: row.int_or_none("rating_min")?,
            rating_max: row.int_or_none("rating_max")?,
            created: row.int("created")?,
            seen: row.int("seen")?,
            lasting: row.bit("lasting")?,
        })
    }
}

impl Store {
    /// Makes an offer, in place of one with the same name and owner.
    pub async fn put_seek(&self, seek: &Seek) -> Result<(), StoreError> {
        let sql = format!(
            "INSERT INTO seeks ({SEEK}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
             ON CONFLICT (id) DO UPDATE SET ruleset = excluded.ruleset, clock = excluded.clock, \
             rated = excluded.rated, side = excluded.side, open_to_all = excluded.open_to_all, \
             rating_min = excluded.rating_min, rating_max = excluded.rating_max, \
             created = excluded.created, seen = excluded.seen, lasting = excluded.lasting \
             WHERE seeks.account = excluded.account"
        );
        let values = [
            (&seek.id).into(),
            seek.account.into(),
            (&seek.ruleset).into(),
            (&seek.clock).into(),
            seek.rated.into(),
            seek.side.into(),
            seek.public.into(),
            seek.rating_min.into(),
            seek.rating_max.into(),
            seek.created.into(),
            seek.seen.into(),
            seek.lasting.into(),
        ];
        self.pools.write_once(&sql, &values).await.map(drop)
    }

    /// The offers to everybody, the oldest first, without those whose owners are gone.
    pub async fn seeks(&self, now: i64) -> Result<Vec<Seek>, StoreError> {
        let sql = format!(
            "SELECT {SEEK} FROM seeks WHERE open_to_all = 1 AND (lasting = 1 OR seen >= $1) \
             ORDER BY created, id"
        );
        self.read_seeks(&sql, &[(now - PRESENCE).into()]).await
    }

    /// An offer.
    pub async fn seek(&self, id: &str) -> Result<Option<Seek>, StoreError> {
        let sql = format!("SELECT {SEEK} FROM seeks WHERE id = $1");
        Ok(self.read_seeks(&sql, &[id.into()]).await?.pop())
    }

    /// The offers of an account, the oldest first.
    pub async fn seeks_of(&self, account: AccountId) -> Result<Vec<Seek>, StoreError> {
        let sql = format!("SELECT {SEEK} FROM seeks WHERE account = $1 ORDER BY created, id");
        self.read_seeks(&sql, &[account.into()]).await
    }

    async fn read_seeks(&self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Seek>, StoreError> {
        self.pools.read(sql, values).await?.iter().map(Seek::read).collect()
    }

    /// Takes an offer away and gives it to the one who took it: of several, one gets it.
    pub async fn take_seek(&self, id: &str) -> Result<Option<Seek>, StoreError> {
        let sql = format!("DELETE FROM seeks WHERE id = $1 RETURNING {SEEK}");
        let rows = self.pools.take_once(&sql, &[id.into()]).await?;
        rows.first().map(Seek::read).transpose()
    }

    /// Withdraws an offer. Says whether it was there and of this account.
    pub async fn drop_seek(&self, id: &str, account: AccountId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM seeks WHERE id = $1 AND account = $2";
        Ok(self.pools.write(sql, &[id.into(), account.into()]).await? > 0)
    }

    /// Notes that the owners of these offers are there, and forgets the offers of those who have
    /// gone.
    pub async fn touch_seeks(&self, ids: &[String], now: i64) -> Result<(), StoreError> {
        for ids in ids.chunks(100) {
            let places = (2..ids.len() + 2).map(|place| format!("${place}"));
            let places = places.collect::<Vec<_>>().join(", ");
            let sql = format!("UPDATE seeks SET seen = $1 WHERE id IN ({places}) AND seen < $1");
            let values = [now.into()].into_iter().chain(ids.iter().map(Value::from));
            self.pools.write(&sql, &values.collect::<Vec<_>>()).await?;
        }
        let sql = "DELETE FROM seeks WHERE lasting = 0 AND seen < $1";
        self.pools.write(sql, &[(now - PRESENCE).into()]).await.map(drop)
    }
}
