use std::collections::HashSet;

use bosworth_practice::{Progress, RatedAnswer};
use bosworth_puzzles::PuzzleId;
use bosworth_table::AccountId;

use super::puzzle_rating::rate_puzzle;
use super::retry::{Retry, STATEMENT_TIMEOUT, finish, within};
use super::sql_value::{Columns, change};
use super::{Store, StoreError};
use crate::limits::MAX_TRAINING_BYTES;

/// The outcome of merging what somebody who trains has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrainingOutcome {
    /// It is stored.
    Merged,
    /// All of it together would be too long.
    TooLong,
}

/// How often a document is merged again when another request was faster.
const MAX_MERGES: u32 = 10;

/// How many answers of one request change the ratings of puzzles.
const MAX_RATED_ANSWERS: usize = 200;

impl Store {
    /// Returns what an account has done while training.
    pub async fn training(&self, account: AccountId) -> Result<Progress, StoreError> {
        Ok(self.training_version(account).await?.0)
    }

    /// Also returns the version; 0 if nothing is stored.
    async fn training_version(&self, account: AccountId) -> Result<(Progress, i64), StoreError> {
        let sql = "SELECT body, version FROM training WHERE account = $1";
        let rows = self.pools.read(sql, &[account.into()]).await?;
        let Some(row) = rows.first() else { return Ok((Progress::default(), 0)) };
        let progress = Progress::from_json(&row.text("body")?);
        let corrupt = |why| StoreError::Corrupt(format!("training of account {account}: {why}"));
        Ok((progress.map_err(corrupt)?, row.int("version")?))
    }

    /// Merges a part of what an account has done into what is stored, and rates the puzzles of new
    /// answers that are `known`.
    pub async fn merge_training(
        &self,
        account: AccountId,
        part: &Progress,
        known: impl Fn(PuzzleId) -> bool,
        now: i64,
    ) -> Result<TrainingOutcome, StoreError> {
        for _ in 0..MAX_MERGES {
            // Outside of the transaction: a long document takes a while.
            let (stored, version) = self.training_version(account).await?;
            let mut merged = stored.clone().merged(part);
            merged.compact(now);
            let body = merged.to_json();
            if body.len() > MAX_TRAINING_BYTES {
                return Ok(TrainingOutcome::TooLong);
            }
            let mut answers = new_answers(&stored, &merged);
            answers.retain(|answer| known(answer.attempt.puzzle));
            answers.truncate(MAX_RATED_ANSWERS);
            if self.write_training(account, &body, version, answers).await? {
                return Ok(TrainingOutcome::Merged);
            }
        }
        Err(StoreError::TimedOut)
    }

    /// Replaces a version. Returns whether it was still the latest one.
    async fn write_training(
        &self,
        account: AccountId,
        body: &str,
        version: i64,
        answers: Vec<RatedAnswer>,
    ) -> Result<bool, StoreError> {
        let (store, body) = (self.clone(), body.to_owned());
        finish(async move {
            let writing = || {
                let write = store.write_training_once(account, &body, version, &answers);
                within(STATEMENT_TIMEOUT, write)
            };
            Retry::new().run(writing).await
        })
        .await
    }

    async fn write_training_once(
        &self,
        account: AccountId,
        body: &str,
        version: i64,
        answers: &[RatedAnswer],
    ) -> Result<bool, StoreError> {
        let mut transaction = self.pools.begin().await?;
        let sql = "INSERT INTO training (account, body, version) SELECT $1, $2, $3 \
                   FROM accounts WHERE id = $1 AND closed IS NULL \
                   ON CONFLICT (account) DO UPDATE SET body = excluded.body, \
                   version = excluded.version WHERE training.version = excluded.version - 1";
        let values = [account.into(), body.into(), (version + 1).into()];
        if change(&mut transaction, sql, &values).await? == 0 {
            transaction.rollback().await?;
            return Ok(false);
        }
        for answer in answers {
            rate_puzzle(&mut transaction, *answer).await?;
        }
        transaction.commit().await?;
        Ok(true)
    }
}

/// The answers that are rated now and were not before, in the order of their puzzles: transactions
/// that lock them in the same order cannot deadlock.
fn new_answers(before: &Progress, after: &Progress) -> Vec<RatedAnswer> {
    let known: HashSet<_> =
        before.rated().iter().map(|it| (it.attempt.at, it.attempt.puzzle)).collect();
    let mut new = after.rated();
    new.retain(|it| !known.contains(&(it.attempt.at, it.attempt.puzzle)));
    new.sort_by_key(|it| it.attempt.puzzle);
    new
}
