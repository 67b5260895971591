//! Self-play games as rows of a table, for people with data tools.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use super::GameSink;
use super::game::{PlayedDecision, SelfPlayGame};
use super::parquet_parts::{Column, ParquetParts, ParquetRow};

/// A searched decision. docs/training.md describes the columns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct DecisionRow {
    pub(super) game: u32,
    /// The number of rows of the game, by which an interrupted one is recognised.
    pub(super) rows: u32,
    pub(super) ply: u32,
    pub(super) position: String,
    pub(super) best: String,
    pub(super) action: String,
    pub(super) value: f64,
    pub(super) margin: f64,
    pub(super) result: f64,
    pub(super) final_margin: i32,
    pub(super) edition: String,
    pub(super) seed: u64,
    pub(super) nodes: u32,
    pub(super) evaluation: String,
    pub(super) program: String,
}

impl ParquetRow for DecisionRow {
    const TABLE: &str = "decisions";

    const COLUMNS: &[(&str, Column<Self>)] = &[
        ("game", Column::Count(|row| row.game)),
        ("rows", Column::Count(|row| row.rows)),
        ("ply", Column::Count(|row| row.ply)),
        ("position", Column::Text(|row| &row.position)),
        ("best", Column::Text(|row| &row.best)),
        ("action", Column::Text(|row| &row.action)),
        ("value", Column::Fraction(|row| row.value)),
        ("margin", Column::Fraction(|row| row.margin)),
        ("result", Column::Fraction(|row| row.result)),
        ("final_margin", Column::Points(|row| row.final_margin)),
        ("edition", Column::Text(|row| &row.edition)),
        ("seed", Column::Seed(|row| row.seed)),
        ("nodes", Column::Count(|row| row.nodes)),
        ("evaluation", Column::Text(|row| &row.evaluation)),
        ("program", Column::Text(|row| &row.program)),
    ];
}

/// A folder of Parquet files with the rows of games.
pub(super) struct DecisionParts {
    pub(super) parts: ParquetParts<DecisionRow>,
    pub(super) provenance: Provenance,
}

impl GameSink for DecisionParts {
    fn add(&mut self, game: SelfPlayGame) -> Result<usize> {
        let rows = self.provenance.rows(&game);
        let count = rows.len();
        self.parts.add(rows)?;
        Ok(count)
    }

    fn finish(&mut self) -> Result<()> {
        self.parts.finish()
    }
}

/// Where games come from: what all rows of a file share.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Provenance {
    pub(super) edition: String,
    pub(super) seed: u64,
    pub(super) nodes: u32,
    pub(super) evaluation: String,
    pub(super) program: String,
}

impl Provenance {
    /// The rows of a game.
    pub(super) fn rows(&self, game: &SelfPlayGame) -> Vec<DecisionRow> {
        game.decisions.iter().map(|decision| self.row(game, decision)).collect()
    }

    fn row(&self, game: &SelfPlayGame, decision: &PlayedDecision) -> DecisionRow {
        let side = decision.position.side();
        let winner = game.last().outcome().and_then(|outcome| outcome.winner());
        let points = game.last().scores().map(|score| score.points as i32);
        let Self { edition, seed, nodes, evaluation, program } = self.clone();
        DecisionRow {
            game: game.number,
            rows: game.decisions.len() as u32,
            ply: decision.ply,
            position: decision.position.to_string(),
            best: decision.best.to_string(),
            action: decision.chosen.to_string(),
            value: rounded(decision.analysis.value.win_chance(), 1e5),
            margin: rounded(decision.analysis.value.margin.into(), 1e2),
            result: winner.map_or(0.5, |winner| f64::from(u8::from(winner == side))),
            final_margin: points[side] - points[!side],
            edition,
            seed,
            nodes,
            evaluation,
            program,
        }
    }

    /// Whether a row has this provenance.
    pub(super) fn is_of(&self, row: &DecisionRow) -> bool {
        let Self { edition, seed, nodes, evaluation, program } = self;
        (edition, seed, nodes, evaluation, program)
            == (&row.edition, &row.seed, &row.nodes, &row.evaluation, &row.program)
    }
}

/// A number without digits that mean nothing.
fn rounded(number: f64, scale: f64) -> f64 {
    // `+ 0.0` normalises -0.0.
    (number * scale).round() / scale + 0.0
}

/// Counts the rows of a file, to find the games that are complete.
#[derive(Default)]
pub(super) struct RowCount {
    pub(super) done: BTreeSet<u32>,
    /// The game whose rows are being read, and how many are missing.
    open: Option<(u32, u32)>,
}

impl RowCount {
    /// Counts a row. Returns whether it is the last one of its game.
    pub(super) fn add(&mut self, row: &DecisionRow) -> Result<bool> {
        let DecisionRow { game, rows, .. } = *row;
        let left = match self.open {
            Some((open, left)) => {
                ensure!(open == game, "rows of game {open} are missing");
                left
            }
            None => rows,
        };
        let left = left.saturating_sub(1);
        self.open = (left > 0).then_some((game, left));
        if left == 0 {
            ensure!(self.done.insert(game), "game {game} is in the file twice");
        }
        Ok(left == 0)
    }
}
