//! Rows of tables as structs whose columns are named once.

use bosworth_protocol::{AccountKind, AccountRole};
use bosworth_rules::{BySide, Side};
use bosworth_table::{AccountId, GameId, Seated};
use sqlx::any::AnyRow;

use super::StoreError;
use super::account::{kind_from_number, kind_to_number, role_from_number, role_to_number};
use super::game::{seat_from_number, seat_to_number};
use super::sql_value::{Columns, SqlValue};

/// A field that is read from columns, most often one.
pub(super) trait ReadColumns: Sized {
    fn read(row: &AnyRow, columns: &[&str]) -> Result<Self, StoreError>;
}

/// A field that is written to columns.
pub(super) trait WriteColumns {
    fn write<'a>(&'a self, values: &mut Vec<SqlValue<'a>>);
}

macro_rules! column_types {
    ($($type:ty: $read:expr, $given:ident => $value:expr;)*) => {
        $(impl ReadColumns for $type {
            fn read(row: &AnyRow, columns: &[&str]) -> Result<Self, StoreError> {
                $read(row, columns[0])
            }
        }

        impl WriteColumns for $type {
            fn write<'a>(&'a self, values: &mut Vec<SqlValue<'a>>) {
                let $given = self;
                values.push($value.into());
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
    Option<AccountRole>: role_or_none, role => role.map(role_to_number);
    GameId: AnyRow::game, game => game;
    Option<GameId>: game_or_none, game => game.as_ref().map(GameId::as_str);
    Seated: seat, seat => seat_to_number(*seat);
    Side: side, side => *side;
    Option<Side>: AnyRow::side_or_none, side => *side;
}

fn role_or_none(row: &AnyRow, column: &str) -> Result<Option<AccountRole>, StoreError> {
    row.int_or_none(column)?.map(role_from_number).transpose()
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

fn seat(row: &AnyRow, column: &str) -> Result<Seated, StoreError> {
    row.int(column).map(seat_from_number)
}

fn side(row: &AnyRow, column: &str) -> Result<Side, StoreError> {
    row.side_or_none(column)?.ok_or_else(|| StoreError::Corrupt(format!("no side in {column}")))
}

/// The columns of Red, then those of White.
impl<T: ReadColumns> ReadColumns for BySide<T> {
    fn read(row: &AnyRow, columns: &[&str]) -> Result<Self, StoreError> {
        let (red, white) = columns.split_at(columns.len() / 2);
        Ok(Self { red: T::read(row, red)?, white: T::read(row, white)? })
    }
}

impl<T: WriteColumns> WriteColumns for BySide<T> {
    fn write<'a>(&'a self, values: &mut Vec<SqlValue<'a>>) {
        self.red.write(values);
        self.white.write(values);
    }
}

/// A row of a table, or some of its columns.
pub(super) trait ReadRow: Sized {
    const TABLE: &'static str;

    fn columns() -> Vec<&'static str>;

    /// The columns, to be selected.
    fn selected() -> String {
        let select = |column| format!("{0}.{column} AS {0}_{column}", Self::TABLE);
        Self::columns().into_iter().map(select).collect::<Vec<_>>().join(", ")
    }

    /// Reads a row of a query that selects [`Self::selected`], possibly with columns of other
    /// tables.
    fn read(row: &AnyRow) -> Result<Self, StoreError>;
}

/// Values to be written to columns of a row.
pub(super) trait WriteRow {
    fn columns() -> Vec<&'static str>;

    /// The values of all columns.
    fn values(&self) -> Vec<SqlValue<'_>>;

    /// The columns and parameters of a statement that inserts a row: `(a, b) SELECT $1, $2`.
    fn inserted() -> String {
        Self::inserted_after(&[])
    }

    /// The same, where the first parameters are those of other columns.
    fn inserted_after(others: &[&'static str]) -> String {
        let columns = [others, &Self::columns()].concat();
        let places: Vec<_> = (1..=columns.len()).map(|place| format!("${place}")).collect();
        format!("({}) SELECT {}", columns.join(", "), places.join(", "))
    }

    /// The assignments by which such a statement updates a row, without those of its key, the first
    /// `key` columns.
    fn updated(key: usize) -> String {
        let update = |column: &&str| format!("{column} = excluded.{column}");
        Self::columns()[key..].iter().map(update).collect::<Vec<_>>().join(", ")
    }

    /// The assignments of a statement that updates all columns, with parameters from `$first` on.
    fn assigned(first: usize) -> String {
        let assign = |(place, column): (usize, &str)| format!("{column} = ${place}");
        (first..).zip(Self::columns()).map(assign).collect::<Vec<_>>().join(", ")
    }
}

/// Defines a struct that is read `from` a table, written `into` it, or both (`in`); with `impl`,
/// makes one of a type that exists. The columns have the names of the fields, unless others are
/// given; `ending in StoredEnd` stands for the columns of that row.
macro_rules! stored_row {
    (
        $(#[$about:meta])*
        $visible:vis struct $name:ident $use:tt $table:literal {
            $(
                $(#[$field_about:meta])*
                $field_visible:vis $field:ident $(as $columns:tt)? $(in $row:ident)?: $type:ty,
            )+
        }
    ) => {
        $(#[$about])*
        $visible struct $name {
            $($(#[$field_about])* $field_visible $field: $type,)+
        }

        stored_row! { impl $name $use $table { $($field $(as $columns)? $(in $row)?,)+ } }
    };
    (impl $name:ident in $table:literal $fields:tt) => {
        stored_row! { impl $name from $table $fields }
        stored_row! { impl $name into $table $fields }
    };
    (impl $name:ident from $table:literal { $($field:ident $(as $columns:tt)? $(in $row:ident)?,)+ }) => {
        impl $crate::store::stored_row::ReadRow for $name {
            const TABLE: &'static str = $table;

            fn columns() -> Vec<&'static str> {
                let mut columns = Vec::new();
                $(columns.extend(stored_row!(@columns "", $field $($columns)? $(in $row)?));)+
                columns
            }

            fn read(row: &sqlx::any::AnyRow) -> Result<Self, $crate::store::StoreError> {
                use $crate::store::stored_row::ReadColumns;
                Ok(Self {
                    $($field: ReadColumns::read(
                        row,
                        &stored_row!(@columns concat!($table, "_"), $field $($columns)? $(in $row)?),
                    )?,)+
                })
            }
        }
    };
    (impl $name:ident into $table:literal { $($field:ident $(as $columns:tt)?,)+ }) => {
        impl $crate::store::stored_row::WriteRow for $name {
            fn columns() -> Vec<&'static str> {
                let mut columns = Vec::new();
                $(columns.extend(stored_row!(@columns "", $field $($columns)?));)+
                columns
            }

            fn values(&self) -> Vec<$crate::store::sql_value::SqlValue<'_>> {
                let mut values = Vec::new();
                $($crate::store::stored_row::WriteColumns::write(&self.$field, &mut values);)+
                values
            }
        }
    };
    (@columns $prefix:expr, $field:ident) => { [concat!($prefix, stringify!($field))] };
    (@columns $prefix:expr, $field:ident ($($column:literal),+)) => { [$(concat!($prefix, $column)),+] };
    (@columns $prefix:expr, $field:ident $column:literal) => { [concat!($prefix, $column)] };
    (@columns $prefix:expr, $field:ident in $row:ident) => {
        <$row as $crate::store::stored_row::ReadRow>::columns()
    };
}
pub(super) use stored_row;
