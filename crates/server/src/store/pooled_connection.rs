//! Connections that are never returned to their pool in an unknown state.
//!
//! A future can be cancelled at any await: the client hangs up, a deadline passes, a task panics.
//! Its connection is then in an unknown state, so it is closed instead of being reused; the
//! database rolls back, and the pool opens another one.

use std::ops::{Deref, DerefMut};

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, Executor};

use super::StoreError;

/// A connection that is closed when it is dropped, unless it was released.
#[derive(Debug)]
pub(super) struct PooledConnection(Option<PoolConnection<Any>>);

impl PooledConnection {
    pub(super) async fn acquire(pool: &AnyPool) -> Result<Self, StoreError> {
        Ok(Self(Some(pool.acquire().await?)))
    }

    /// Returns the connection to the pool. Only valid between statements and outside a transaction.
    fn give_back(mut self) {
        drop(self.0.take());
    }

    /// Returns the connection to the pool after a statement outside a transaction, unless the
    /// statement failed in a way that may have broken the connection.
    pub(super) fn give_back_after<T>(
        self,
        answer: Result<T, sqlx::Error>,
    ) -> Result<T, StoreError> {
        let answer = answer.map_err(StoreError::from);
        if answer.as_ref().err().is_none_or(StoreError::is_answer) {
            self.give_back();
        }
        answer
    }
}

impl Drop for PooledConnection {
    fn drop(&mut self) {
        if let Some(connection) = self.0.take() {
            metrics::counter!("bosworth_connections_discarded_total").increment(1);
            drop(connection.detach());
        }
    }
}

const TAKEN: &str = "only taken out by `give_back`, which consumes the guard";

impl Deref for PooledConnection {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        self.0.as_ref().expect(TAKEN)
    }
}

impl DerefMut for PooledConnection {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        self.0.as_mut().expect(TAKEN)
    }
}

/// A transaction. If it is dropped before it has ended, its connection is closed.
///
/// Deliberately not sqlx's own transaction: that one returns its connection to the pool before it
/// has been rolled back, and counts nesting depths that a failed commit leaves wrong.
#[derive(Debug)]
pub(super) struct Transaction(PooledConnection);

impl Transaction {
    pub(super) async fn begin(pool: &AnyPool, begin: &str) -> Result<Self, StoreError> {
        let mut held = PooledConnection::acquire(pool).await?;
        held.execute(begin).await?;
        Ok(Self(held))
    }

    pub(super) async fn commit(mut self) -> Result<(), StoreError> {
        self.0.execute("COMMIT").await?;
        self.0.give_back();
        Ok(())
    }

    pub(super) async fn rollback(mut self) -> Result<(), StoreError> {
        self.0.execute("ROLLBACK").await?;
        self.0.give_back();
        Ok(())
    }
}

impl Deref for Transaction {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.0
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.0
    }
}
