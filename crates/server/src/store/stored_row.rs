//! Rows of tables as structs whose columns are named once.

use bosworth_protocol::AccountKind;
use bosworth_rules::Side;
use bosworth_table::{AccountId, GameId};
use sqlx::any::AnyRow;

use super::StoreError;
use super::account::{kind_from_number, kind_to_number};
use super::sql_value::{Columns, SqlValue};

/// A type of a column.
pub(super) trait ColumnType: Sized {
    fn read(row: &AnyRow, column: &str) -> Result<Self, StoreError>;
    fn value(&self) -> SqlValue<'_>;
}

macro_rules! column_types {
    ($($type:ty: $read:expr, $given:ident => $value:expr;)*) => {
        $(impl ColumnType for $type {
            fn read(row: &AnyRow, column: &str) -> Result<Self, StoreError> {
                $read(row, column)
            }

            fn value(&self) -> SqlValue<'_> {
                let $given = self;
                $value.into()
            }
        })*
    };
}

column_types! {
    i64: AnyRow::int, int => *int;
    Option<i64>: AnyRow::int_or_none, int => *int;
    f64: AnyRow::real, real => *real;
    bool: AnyRow::bit, bit => *bit;
    String: AnyRow::text, text => text;
    Option<String>: AnyRow::text_or_none, text => text.as_deref();
    AccountId: AnyRow::account, account => *account;
    Option<AccountId>: account_or_none, account => account.map(|account| account.0);
    AccountKind: kind, kind => kind_to_number(*kind);
    GameId: AnyRow::game, game => game;
    Option<GameId>: game_or_none, game => game.as_ref().map(GameId::as_str);
    Side: side, side => *side;
    Option<Side>: AnyRow::side_or_none, side => *side;
}

fn account_or_none(row: &AnyRow, column: &str) -> Result<Option<AccountId>, StoreError> {
    Ok(row.int_or_none(column)?.map(AccountId))
}

fn game_or_none(row: &AnyRow, column: &str) -> Result<Option<GameId>, StoreError> {
    row.text_or_none(column)?.map(|_| row.game(column)).transpose()
}

fn kind(row: &AnyRow, column: &str) -> Result<AccountKind, StoreError> {
    kind_from_number(row.int(column)?)
}

fn side(row: &AnyRow, column: &str) -> Result<Side, StoreError> {
    row.side_or_none(column)?.ok_or_else(|| StoreError::Corrupt(format!("no side in {column}")))
}

/// A row of a table.
pub(super) trait StoredRow: Sized {
    /// The columns, to be selected.
    const SELECTED: &'static str;

    /// Reads a row of a query that selects [`Self::SELECTED`], possibly with those of other tables.
    fn read(row: &AnyRow) -> Result<Self, StoreError>;

    /// The values of all columns.
    fn values(&self) -> Vec<SqlValue<'_>>;

    /// All columns.
    fn columns() -> Vec<&'static str>;

    /// The columns and parameters of a statement that inserts a row: `(a, b) SELECT $1, $2`.
    fn inserted() -> String {
        let columns = Self::columns();
        let places: Vec<_> = (1..=columns.len()).map(|place| format!("${place}")).collect();
        format!("({}) SELECT {}", columns.join(", "), places.join(", "))
    }

    /// The assignments by which such a statement updates a row, without those of its key, the first
    /// `key` columns.
    fn updated(key: usize) -> String {
        let update = |column: &&str| format!("{column} = excluded.{column}");
        Self::columns()[key..].iter().map(update).collect::<Vec<_>>().join(", ")
    }
}

/// Defines a row of a table, or with `impl` makes one of a type that exists. The columns have the
/// names of the fields, unless others are given.
macro_rules! stored_row {
    (
        $(#[$about:meta])*
        $visible:vis struct $name:ident in $table:literal {
            $($(#[$field_about:meta])* $field_visible:vis $field:ident $(as $column:literal)?: $type:ty,)+
        }
    ) => {
        $(#[$about])*
        $visible struct $name {
            $($(#[$field_about])* $field_visible $field: $type,)+
        }

        stored_row! { impl $name in $table { $($field $(as $column)?,)+ } }
    };
    (impl $name:ident in $table:literal { $($field:ident $(as $column:literal)?,)+ }) => {
        impl $crate::store::stored_row::StoredRow for $name {
            const SELECTED: &'static str = concat!($(
                ", ", $table, ".", stored_row!(@ $field $($column)?),
                " AS ", $table, "_", stored_row!(@ $field $($column)?)
            ),+).split_at(2).1;

            fn read(row: &sqlx::any::AnyRow) -> Result<Self, $crate::store::StoreError> {
                use $crate::store::stored_row::ColumnType;
                Ok(Self {
                    $($field: ColumnType::read(row, concat!($table, "_", stored_row!(@ $field $($column)?)))?,)+
                })
            }

            fn values(&self) -> Vec<$crate::store::sql_value::SqlValue<'_>> {
                use $crate::store::stored_row::ColumnType as _;
                vec![$(self.$field.value()),+]
            }

            fn columns() -> Vec<&'static str> {
                vec![$(stored_row!(@ $field $($column)?)),+]
            }
        }
    };
    (@ $field:ident $column:literal) => { $column };
    (@ $field:ident) => { stringify!($field) };
}
pub(super) use stored_row;
