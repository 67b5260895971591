use bosworth_protocol::{AccountKind, AccountRole};
use bosworth_table::AccountId;
use sqlx::AnyConnection;

use super::retry::{Retry, STATEMENT_TIMEOUT, finish, within};
use super::sql_value::{Columns, SqlValue, change};
use super::stored_row::{ReadRow, stored_row};
use super::{Store, StoreError, StoredIdentity};
use crate::auth::account_name::{key, skeleton};

pub(super) fn kind_to_number(kind: AccountKind) -> i64 {
    match kind {
        AccountKind::Guest => 0,
        AccountKind::Person => 1,
        AccountKind::Bot => 2,
    }
}

pub(super) fn kind_from_number(number: i64) -> Result<AccountKind, StoreError> {
    match number {
        0 => Ok(AccountKind::Guest),
        1 => Ok(AccountKind::Person),
        2 => Ok(AccountKind::Bot),
        _ => Err(StoreError::Corrupt(format!("{number} is not a kind of account"))),
    }
}

pub(super) fn role_to_number(role: AccountRole) -> i64 {
    match role {
        AccountRole::Moderator => 1,
        AccountRole::Admin => 2,
    }
}

pub(super) fn role_from_number(number: i64) -> Result<AccountRole, StoreError> {
    match number {
        1 => Ok(AccountRole::Moderator),
        2 => Ok(AccountRole::Admin),
        _ => Err(StoreError::Corrupt(format!("{number} is not a role"))),
    }
}

stored_row! {
    /// An account.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Account in "accounts" {
        /// Its permanent id.
        pub id: AccountId,
        /// The displayed name.
        pub name: String,
        /// Guest, person or bot.
        pub kind: AccountKind,
        /// When it was created.
        pub created: i64,
        /// When it was closed; `None` while it is in use.
        pub closed: Option<i64>,
        /// Whether chat is on.
        pub chat: bool,
        /// The preferred language.
        pub language: Option<String>,
        /// The owner of a bot.
        pub owner: Option<AccountId>,
        /// When the host disabled it.
        pub disabled: Option<i64>,
        /// When the host muted it.
        pub muted: Option<i64>,
        /// Its role.
        pub role: Option<AccountRole>,
    }
}

/// An account to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAccount {
    /// Its permanent id.
    pub id: AccountId,
    /// The displayed name.
    pub name: String,
    /// The key used to compare names: confusable names have the same key.
    pub name_key: String,
    /// Guest, person or bot.
    pub kind: AccountKind,
    /// When it is created.
    pub created: i64,
    /// The preferred language.
    pub language: Option<String>,
    /// The owner of a bot.
    pub owner: Option<AccountId>,
    /// The password's hash in PHC format; `None` if the account has no password login.
    pub password: Option<String>,
}

impl Store {
    /// Creates an account, unless the name is taken.
    pub async fn create_account(&self, new: &NewAccount) -> Result<(), StoreError> {
        let skeleton = skeleton(&new.name);
        let sql = format!("{INSERTION} ON CONFLICT DO NOTHING");
        match self.pools.write_once(&sql, &inserted(new, &skeleton)).await? {
            0 => Err(StoreError::NameTaken),
            _ => Ok(()),
        }
    }

    /// Creates a bot unless the name is taken or its owner is at the limit. Returns whether it was
    /// created.
    pub async fn create_bot(
        &self,
        new: &NewAccount,
        owner: AccountId,
        limit: i64,
    ) -> Result<bool, StoreError> {
        let skeleton = skeleton(&new.name);
        let sql = "INSERT INTO accounts (id, name, name_key, kind, created, chat, owner, skeleton) \
                   SELECT $1, $2, $3, $4, $5, 1, $6, $8 WHERE \
                   (SELECT COUNT(*) FROM accounts WHERE owner = $6 AND closed IS NULL) < $7";
        let values = [
            new.id.into(),
            (&new.name).into(),
            (&new.name_key).into(),
            kind_to_number(AccountKind::Bot).into(),
            new.created.into(),
            owner.into(),
            limit.into(),
            (&skeleton).into(),
        ];
        match self.change_locked(owner, sql, &values).await {
            Ok(made) => Ok(made > 0),
            Err(error) if error.is_unique_violation() => Err(StoreError::NameTaken),
            Err(error) => Err(error),
        }
    }

    /// Returns an account, even if it is closed.
    pub async fn account(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        let sql = format!("SELECT {} FROM accounts WHERE id = $1", Account::selected());
        let rows = self.pools.read(&sql, &[id.into()]).await?;
        rows.first().map(Account::read).transpose()
    }

    /// Returns those of these accounts that exist.
    pub async fn accounts_among(&self, ids: &[AccountId]) -> Result<Vec<Account>, StoreError> {
        let mut accounts = Vec::with_capacity(ids.len());
        for ids in ids.chunks(100) {
            let places = (1..=ids.len()).map(|place| format!("${place}"));
            let places = places.collect::<Vec<_>>().join(", ");
            let sql =
                format!("SELECT {} FROM accounts WHERE id IN ({places})", Account::selected());
            let values: Vec<_> = ids.iter().map(|&id| SqlValue::from(id)).collect();
            for row in &self.pools.read(&sql, &values).await? {
                accounts.push(Account::read(row)?);
            }
        }
        Ok(accounts)
    }

    /// Finds the account whose name has this key.
    pub async fn account_by_name(&self, key: &str) -> Result<Option<Account>, StoreError> {
        let sql = format!("SELECT {} FROM accounts WHERE name_key = $1", Account::selected());
        let rows = self.pools.read(&sql, &[key.into()]).await?;
        rows.first().map(Account::read).transpose()
    }

    /// Returns the bots of an owner.
    pub async fn bots_of(&self, owner: AccountId) -> Result<Vec<Account>, StoreError> {
        let sql = format!(
            "SELECT {} FROM accounts WHERE owner = $1 ORDER BY created, id",
            Account::selected()
        );
        let rows = self.pools.read(&sql, &[owner.into()]).await?;
        rows.iter().map(Account::read).collect()
    }

    /// Returns the password's hash; `None` if the account has no password login.
    pub async fn password(&self, id: AccountId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT password FROM accounts WHERE id = $1";
        let rows = self.pools.read(sql, &[id.into()]).await?;
        rows.first().map_or(Ok(None), |row| row.text_or_none("password"))
    }

    /// Replaces the password, or removes it.
    pub async fn set_password(&self, id: AccountId, phc: Option<&str>) -> Result<(), StoreError> {
        let sql = "UPDATE accounts SET password = $2 WHERE id = $1 AND closed IS NULL";
        self.pools.write(sql, &[id.into(), phc.into()]).await.map(drop)
    }

    /// Turns a guest into a person, who keeps their games and sessions, with a password or an
    /// identity at another service. Returns whether the identity was free.
    pub async fn promote_guest(
        &self,
        id: AccountId,
        name: &str,
        phc: Option<&str>,
        identity: Option<&StoredIdentity>,
    ) -> Result<bool, StoreError> {
        let (store, name, phc) = (self.clone(), name.to_owned(), phc.map(str::to_owned));
        let identity = identity.cloned();
        finish(within(STATEMENT_TIMEOUT, async move {
            let mut transaction = store.pools.begin().await?;
            promote(&mut transaction, id, &name, phc.as_deref()).await?;
            let is_free = match &identity {
                Some(identity) => identity.insert(&mut transaction).await?,
                None => true,
            };
            if is_free {
                transaction.commit().await?;
            } else {
                transaction.rollback().await?;
            }
            Ok(is_free)
        }))
        .await
    }

    /// Stores an account's preferences.
    pub async fn set_preferences(
        &self,
        id: AccountId,
        chat: bool,
        language: Option<&str>,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE accounts SET chat = $2, language = $3 WHERE id = $1";
        self.pools.write(sql, &[id.into(), chat.into(), language.into()]).await.map(drop)
    }

    /// Closes an account: deletes its name, password, sessions, tokens, offers, ratings and their
    /// history, devices, mail address, training and pending notifications. Games stay, for the opponents,
    /// under the anonymous name, which must be unique.
    pub async fn close_account(
        &self,
        id: AccountId,
        anonymous: &str,
        at: i64,
    ) -> Result<(), StoreError> {
        let (store, anonymous) = (self.clone(), anonymous.to_owned());
        finish(async move {
            let closing =
                || within(STATEMENT_TIMEOUT, store.close_account_once(id, &anonymous, at));
            Retry::new().run(closing).await
        })
        .await
    }

    async fn close_account_once(
        &self,
        id: AccountId,
        anonymous: &str,
        at: i64,
    ) -> Result<(), StoreError> {
        let mut transaction = self.pools.begin().await?;
        let sql = "UPDATE accounts SET name = $2, name_key = $2, skeleton = $4, password = NULL, \
                   language = NULL, role = NULL, closed = $3 WHERE id = $1 AND closed IS NULL";
        let skeleton = skeleton(anonymous);
        let values = [id.into(), anonymous.into(), at.into(), (&skeleton).into()];
        let renamed = change(&mut transaction, sql, &values).await;
        renamed.map_err(
            |error| if error.is_unique_violation() { StoreError::NameTaken } else { error },
        )?;
        for table in [
            "sessions",
            "tokens",
            "seeks",
            "ratings",
            "rating_history",
            "ratings_without_luck",
            "outbox",
            "push_devices",
            "mail_links",
            "mail_addresses",
            "identities",
            "notification_settings",
            "holidays",
            "conditional_actions",
            "training",
            "daily_answers",
        ] {
            let sql = format!("DELETE FROM {table} WHERE account = $1");
            change(&mut transaction, &sql, &[id.into()]).await?;
        }
        let sql = "DELETE FROM blocks WHERE account = $1 OR blocked = $1";
        change(&mut transaction, sql, &[id.into()]).await?;
        let sql = "DELETE FROM seeks WHERE recipient = $1";
        change(&mut transaction, sql, &[id.into()]).await?;
        transaction.commit().await
    }
}

/// Inserts an account; a name that is taken violates a unique index.
pub(super) async fn insert_account(
    connection: &mut AnyConnection,
    new: &NewAccount,
) -> Result<u64, StoreError> {
    let skeleton = skeleton(&new.name);
    change(connection, INSERTION, &inserted(new, &skeleton)).await
}

const INSERTION: &str = "INSERT INTO accounts \
       (id, name, name_key, kind, created, chat, language, owner, password, skeleton) \
     VALUES ($1, $2, $3, $4, $5, 1, $6, $7, $8, $9)";

/// The values of [`INSERTION`].
fn inserted<'a>(new: &'a NewAccount, skeleton: &'a str) -> [SqlValue<'a>; 9] {
    [
        new.id.into(),
        (&new.name).into(),
        (&new.name_key).into(),
        kind_to_number(new.kind).into(),
        new.created.into(),
        new.language.as_deref().into(),
        new.owner.map(|owner| owner.0).into(),
        new.password.as_deref().into(),
        skeleton.into(),
    ]
}

async fn promote(
    connection: &mut AnyConnection,
    id: AccountId,
    name: &str,
    phc: Option<&str>,
) -> Result<(), StoreError> {
    let sql = "UPDATE accounts SET name = $2, name_key = $3, kind = $4, password = $5, \
               skeleton = $7 WHERE id = $1 AND kind = $6 AND closed IS NULL";
    let (key, skeleton) = (key(name), skeleton(name));
    let (person, guest) = (kind_to_number(AccountKind::Person), kind_to_number(AccountKind::Guest));
    let values = [
        id.into(),
        name.into(),
        (&key).into(),
        person.into(),
        phc.into(),
        guest.into(),
        (&skeleton).into(),
    ];
    match change(connection, sql, &values).await {
        Ok(0) => Err(StoreError::NotAGuest),
        Ok(_) => Ok(()),
        Err(error) if error.is_unique_violation() => Err(StoreError::NameTaken),
        Err(error) => Err(error),
    }
}
