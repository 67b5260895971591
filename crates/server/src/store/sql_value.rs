//! Query parameters and columns. Only three types are used, which both databases have: 64-bit
//! integers, floating point and text.

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::{AnyConnection, Arguments, ColumnIndex, Row};

use bosworth_rules::Side;
use bosworth_table::{AccountId, GameId};

use super::StoreError;

/// A parameter of a query.
#[derive(Debug, Clone, Copy)]
pub(super) enum SqlValue<'a> {
    Int(Option<i64>),
    Real(Option<f64>),
    Text(Option<&'a str>),
}

macro_rules! value {
    ($($from:ty: $given:ident => $value:expr;)*) => {
        $(impl<'a> From<$from> for SqlValue<'a> {
            fn from($given: $from) -> Self {
                $value
            }
        })*
    };
}

value! {
    i64: int => Self::Int(Some(int));
    Option<i64>: int => Self::Int(int);
    bool: bit => Self::Int(Some(bit.into()));
    f64: real => Self::Real(Some(real));
    &'a str: text => Self::Text(Some(text));
    Option<&'a str>: text => Self::Text(text);
    &'a String: text => Self::Text(Some(text));
    &'a GameId: game => Self::Text(Some(game.as_str()));
    AccountId: account => Self::Int(Some(account.0));
    Side: side => Self::Text(Some(side_letter(side)));
    Option<Side>: side => Self::Text(side.map(side_letter));
}

fn side_letter(side: Side) -> &'static str {
    match side {
        Side::Red => "r",
        Side::White => "w",
    }
}

/// The parameters of a query, in the driver's format.
pub(super) fn arguments<'a>(
    values: impl IntoIterator<Item = SqlValue<'a>>,
) -> Result<AnyArguments<'a>, sqlx::Error> {
    let mut arguments = AnyArguments::default();
    for value in values {
        match value {
            SqlValue::Int(int) => arguments.add(int),
            SqlValue::Real(real) => arguments.add(real),
            SqlValue::Text(text) => arguments.add(text),
        }
        .map_err(sqlx::Error::Encode)?;
    }
    Ok(arguments)
}

/// Like `arguments`, with a static lifetime for a task that outlives its caller.
pub(super) fn owned(values: &[SqlValue<'_>]) -> Result<AnyArguments<'static>, sqlx::Error> {
    let mut arguments = AnyArguments::default();
    for value in values {
        match *value {
            SqlValue::Int(int) => arguments.add(int),
            SqlValue::Real(real) => arguments.add(real),
            SqlValue::Text(text) => arguments.add(text.map(str::to_owned)),
        }
        .map_err(sqlx::Error::Encode)?;
    }
    Ok(arguments)
}

/// Runs a query that returns rows.
pub(super) async fn rows(
    connection: &mut AnyConnection,
    sql: &str,
    values: &[SqlValue<'_>],
) -> Result<Vec<AnyRow>, StoreError> {
    let arguments = arguments(values.iter().copied())?;
    Ok(sqlx::query_with(sql, arguments).fetch_all(connection).await?)
}

/// Runs a statement, and returns how many rows it changed.
pub(super) async fn change(
    connection: &mut AnyConnection,
    sql: &str,
    values: &[SqlValue<'_>],
) -> Result<u64, StoreError> {
    let arguments = arguments(values.iter().copied())?;
    Ok(sqlx::query_with(sql, arguments).execute(connection).await?.rows_affected())
}

/// The columns of a row.
pub(super) trait Columns {
    fn int(&self, column: &str) -> Result<i64, StoreError>;
    fn int_or_none(&self, column: &str) -> Result<Option<i64>, StoreError>;
    fn real(&self, column: &str) -> Result<f64, StoreError>;
    fn real_or_none(&self, column: &str) -> Result<Option<f64>, StoreError>;
    fn text(&self, column: &str) -> Result<String, StoreError>;
    fn text_or_none(&self, column: &str) -> Result<Option<String>, StoreError>;

    fn bit(&self, column: &str) -> Result<bool, StoreError> {
        Ok(self.int(column)? != 0)
    }

    fn account(&self, column: &str) -> Result<AccountId, StoreError> {
        self.int(column).map(AccountId)
    }

    fn game(&self, column: &str) -> Result<GameId, StoreError> {
        let text = self.text(column)?;
        text.parse().map_err(|_| StoreError::Corrupt(format!("{text:?} is not a game id")))
    }

    fn side_or_none(&self, column: &str) -> Result<Option<Side>, StoreError> {
        let Some(text) = self.text_or_none(column)? else { return Ok(None) };
        let side = text.chars().next().and_then(Side::from_letter);
        side.map(Some).ok_or_else(|| StoreError::Corrupt(format!("{text:?} is not a side")))
    }
}

impl Columns for AnyRow {
    fn int(&self, column: &str) -> Result<i64, StoreError> {
        Ok(self.try_get(column)?)
    }

    fn int_or_none(&self, column: &str) -> Result<Option<i64>, StoreError> {
        Ok(self.try_get(column)?)
    }

    fn real(&self, column: &str) -> Result<f64, StoreError> {
        Ok(self.try_get(column)?)
    }

    fn real_or_none(&self, column: &str) -> Result<Option<f64>, StoreError> {
        Ok(self.try_get(column)?)
    }

    fn text(&self, column: &str) -> Result<String, StoreError> {
        Ok(self.try_get(column)?)
    }

    fn text_or_none(&self, column: &str) -> Result<Option<String>, StoreError> {
        Ok(self.try_get(column)?)
    }
}

/// Returns the scalar result of a query: the first column of the first row.
pub(super) fn only<'r, T>(rows: &'r [AnyRow]) -> Result<Option<T>, StoreError>
where
    T: sqlx::Decode<'r, sqlx::Any> + sqlx::Type<sqlx::Any>,
    usize: ColumnIndex<AnyRow>,
{
    rows.first().map(|row| row.try_get(0)).transpose().map_err(StoreError::from)
}
