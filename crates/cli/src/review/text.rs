//! A review as a table.

use std::fmt::Write;

use bosworth_engine::{Balance, Engine, Level, Mark, PlyReview, Review, Summary};
use bosworth_rules::{GameResult, Position, Record, Side};

use crate::best::rollout::action_list;
use crate::texts::Texts;

/// Writes the rows and the summary of one game.
pub(super) struct ReviewText<'a> {
    record: &'a Record,
    texts: &'a Texts,
    /// The width of the longer side name.
    side: usize,
    /// The headings of the columns after the side's.
    columns: [String; 5],
}

/// The minimum column widths: action, win chance, loss with mark, luck, best action.
const WIDTHS: [usize; 5] = [6, 7, 8, 6, 0];

impl<'a> ReviewText<'a> {
    pub(super) fn new(record: &'a Record, texts: &'a Texts) -> Self {
        let rules = record.start.ruleset();
        let names = Side::ALL.map(|side| texts.side(side, rules).chars().count());
        let columns = ["action", "chance", "loss", "luck", "best"];
        Self {
            record,
            texts,
            side: names.into_iter().max().unwrap_or_default(),
            columns: columns.map(|name| texts.get(&format!("review-column-{name}"))),
        }
    }

    fn name(&self, side: Side) -> String {
        self.texts.side(side, self.record.start.ruleset())
    }

    /// Which game it is, and the headings of the columns.
    pub(super) fn heading(&self, name: &str) -> String {
        let player = |side| {
            let tag = match side {
                Side::Red => "Red",
                Side::White => "White",
            };
            let named = self.record.tag(tag).filter(|name| *name != "?").map(str::to_string);
            named.unwrap_or_else(|| self.name(side))
        };
        let [red, white] = Side::ALL.map(player);
        let rules = self.texts.ruleset(self.record.start.ruleset());
        let columns = self.line("#", "", self.columns.each_ref().map(String::as_str));
        let heading = self.texts.labelled(name, &format!("{red} – {white}, {rules}"));
        format!("{heading}\n\n{columns}")
    }

    /// The row of a ply.
    pub(super) fn row(&self, ply: &PlyReview) -> String {
        let loss = match (ply.loss(), ply.mark()) {
            (Some(loss), mark) => {
                format!("{} {:2}", self.percent(loss), mark.map_or("", Mark::sign))
            }
            (None, _) => String::new(),
        };
        let luck = ply.luck().map(|luck| self.signed(luck)).unwrap_or_default();
        let better = ply.better().map(|action| self.texts.short_action(action));
        let better = match better {
            Some(better) if ply.decision.as_ref().is_some_and(|decision| decision.exact) => {
                format!("{better} ({})", self.texts.get("exact"))
            }
            better => better.unwrap_or_default(),
        };
        let number = ply.number.to_string();
        let columns =
            [&self.texts.short_ply(ply.ply), &self.percent(ply.after), &loss, &luck, &better];
        self.line(&number, &self.name(ply.side), columns.map(String::as_str))
    }

    /// What rollouts say about a decision that they judged.
    pub(super) fn rollout(&self, ply: &PlyReview) -> String {
        let judged = ply.decision.as_ref().filter(|decision| !decision.rollout.is_empty());
        let list = judged.map(|decision| action_list(&decision.rollout, self.texts));
        list.iter().flat_map(|list| list.lines()).map(|line| format!("      {line}\n")).collect()
    }

    /// Why the best action of a ply is better, and the one that was played worse, a line each.
    pub(super) fn why(&self, ply: &PlyReview, before: &Position, engine: &Engine) -> String {
        let why = super::why(ply, before, engine);
        let lines = why.iter().flat_map(|explained| explained.lines(before, self.texts));
        lines.map(|line| format!("      {line}")).collect()
    }

    /// Text is left-aligned, numbers right-aligned.
    fn line(&self, number: &str, side: &str, columns: [&str; 5]) -> String {
        let mut line = format!("{number:>4}  {side:width$}", width = self.side);
        for (place, column) in columns.into_iter().enumerate() {
            let heading = self.columns[place].chars().count();
            let width = WIDTHS[place].max(heading);
            let _ = match place {
                0 | 4 => write!(line, "  {column:width$}"),
                _ => write!(line, "  {column:>width$}"),
            };
        }
        format!("{}\n", line.trim_end())
    }

    /// A summary of both sides, and the components of the result.
    pub(super) fn summary(&self, review: &Review) -> String {
        let mut out = String::from("\n");
        for side in Side::ALL {
            out += &self.player(side, &review.summary(side));
        }
        if let (false, GameResult::Won(side)) = (review.finished, self.record.result) {
            let values = &[("side", self.name(side).into())];
            out += &format!("{}\n", self.texts.format("resigned", values));
        } else if !review.finished {
            out += &format!("{}\n", self.texts.get("unfinished"));
        }
        out += &format!("{}\n\n", self.balance(review.balance()));
        out
    }

    fn player(&self, side: Side, summary: &Summary) -> String {
        let text = |value: String| value.into();
        let Summary { decisions, draws, marks: [inaccuracies, mistakes, blunders], .. } = *summary;
        let errors = self.texts.format(
            "review-errors",
            &[
                ("decisions", decisions.into()),
                ("loss", text(self.percent(summary.loss))),
                ("mean", text(self.number(100.0 * summary.mean_loss(), 2))),
                ("accuracy", text(self.number(summary.accuracy(), 1))),
                ("level", Level::of_mean_loss(summary.mean_loss()).number().into()),
            ],
        );
        let marks = self.texts.format(
            "review-marks",
            &[
                ("inaccuracies", inaccuracies.into()),
                ("mistakes", mistakes.into()),
                ("blunders", blunders.into()),
            ],
        );
        let luck = self.texts.format(
            "review-luck",
            &[
                ("draws", draws.into()),
                ("luck", text(self.signed(summary.luck))),
                ("result", text(self.percent(summary.result))),
                ("adjusted", text(self.percent(summary.luck_adjusted))),
            ],
        );
        let swing = summary.swing.map(|swing| {
            let change = text(self.signed(swing.change));
            let values = &[("number", swing.number.into()), ("change", change)];
            self.texts.format("review-swing", values)
        });
        let mut out = format!("{}\n", self.name(side));
        for line in [Some(errors), Some(marks), Some(luck), swing].into_iter().flatten() {
            let _ = writeln!(out, "  {line}");
        }
        out
    }

    /// The balance of luck and skill in numbers.
    ///
    /// Revision is the residual; it also absorbs the rounding errors, so that the printed numbers
    /// add up.
    fn balance(&self, balance: Balance) -> String {
        let tenths = |chance: f64| (1000.0 * chance).round() as i64;
        let Balance { start, result, deal_luck, luck, skill, .. } = balance;
        let [start, result, deal, luck, skill] =
            [start, result, deal_luck, luck, skill].map(tenths);
        let revision = result - start - deal - luck - skill;
        let plain = |tenths: i64| self.percent(tenths as f64 / 1000.0).into();
        let signed = |tenths: i64| self.signed(tenths as f64 / 1000.0).into();
        self.texts.format(
            "review-balance",
            &[
                ("result", plain(result)),
                ("start", plain(start)),
                ("deal", signed(deal)),
                ("luck", signed(luck)),
                ("skill", signed(skill)),
                ("revision", signed(revision)),
            ],
        )
    }

    /// A chance in percent.
    fn percent(&self, chance: f64) -> String {
        self.number(100.0 * chance, 1)
    }

    /// A gain or loss of chance in percent, with its sign.
    fn signed(&self, chance: f64) -> String {
        let number = self.percent(chance.abs());
        let nothing = number.chars().all(|c| !c.is_ascii_digit() || c == '0');
        let sign = match chance {
            _ if nothing => "±",
            _ if chance < 0.0 => "−",
            _ => "+",
        };
        format!("{sign}{number}")
    }

    /// A number formatted for the locale.
    fn number(&self, value: f64, decimals: usize) -> String {
        let sign = if value < 0.0 { "−" } else { "" };
        let digits = format!("{:.decimals$}", value.abs());
        format!("{sign}{}", digits.replace('.', &self.texts.get("decimal-mark")))
    }
}
