//! Reasons for actions: `best --why` and `review --why`.

use std::collections::BTreeMap;

use bosworth_engine::{Engine, SearchLimits};
use bosworth_reasons::{BoardMark, ChanceAccount, Explainer, Reason};
use bosworth_rules::{Action, Position};
use bosworth_texts::Language;
use serde::Serialize;

use crate::texts::{Texts, in_language};

/// An action with what its win chance consists of, and why it is better or worse than another.
pub(crate) struct ExplainedAction {
    pub(crate) action: Action,
    account: ChanceAccount,
    reasons: Vec<Reason>,
}

/// Explains the first action against the second, and all others against the first. Empty if there is
/// one action only.
pub(crate) fn explain(
    position: &Position,
    actions: &[Action],
    engine: &Engine,
) -> Vec<ExplainedAction> {
    let &[best, second, ..] = actions else { return Vec::new() };
    let search = |link: &Position, nodes| engine.analyse(link, SearchLimits::nodes(nodes));
    let explainer = Explainer::new(position, actions, search);
    let explain = |account: &ChanceAccount| {
        let other = if account.action == best { second } else { best };
        let reasons = explainer.reasons(account.action, other);
        ExplainedAction { action: account.action, account: account.clone(), reasons }
    };
    explainer.accounts().map(explain).collect()
}

impl ExplainedAction {
    /// A line for each reason: the action, the points of win chance and a sentence.
    pub(crate) fn lines(&self, position: &Position, texts: &Texts) -> Vec<String> {
        let line = |(n, reason): (usize, &Reason)| {
            let action = if n == 0 { texts.short_action(self.action) } else { String::new() };
            let points = texts.number(100.0 * reason.weight.abs(), 1);
            let sign = if reason.weight < 0.0 { '−' } else { '+' };
            let points = format!("{sign}{points}");
            format!("{action:6}  {points:>5}  {}\n", texts.because(position, reason))
        };
        self.reasons.iter().enumerate().map(line).collect()
    }

    /// The reasons as lines of UGI, in English: action, gain in win chance, sentence.
    pub(crate) fn ugi_lines(&self, position: &Position) -> Vec<String> {
        let texts = in_language(Language::English);
        let line = |reason: &Reason| {
            let text = texts.because(position, reason);
            format!("info string why {} {:+.4} {text}", self.action, reason.weight)
        };
        self.reasons.iter().map(line).collect()
    }

    pub(crate) fn report(&self, position: &Position) -> WhyReport {
        let texts = in_language(Language::English);
        let reason = |reason: &Reason| ReasonReport {
            about: reason.about.to_string(),
            aspect: reason.aspect.name(),
            weight: rounded(reason.weight),
            text: texts.because(position, reason),
            marks: reason.marks(position).iter().map(BoardMark::to_string).collect(),
        };
        WhyReport {
            action: self.action.to_string(),
            idle: rounded(self.account.idle),
            parts: self
                .account
                .parts
                .iter()
                .map(|(aspect, part)| (aspect.name(), rounded(*part)))
                .collect(),
            after: rounded(self.account.after),
            reasons: self.reasons.iter().map(reason).collect(),
        }
    }
}

fn rounded(chance: f64) -> f64 {
    (chance * 1e6).round() / 1e6
}

/// Why an action is better or worse than another: `idle` and `parts` add up to `after`.
#[derive(Serialize)]
pub(crate) struct WhyReport {
    action: String,
    /// The win chance if the side could do nothing instead.
    idle: f64,
    /// What each aspect of the action adds.
    parts: BTreeMap<&'static str, f64>,
    /// The win chance after it.
    after: f64,
    /// The most important first.
    reasons: Vec<ReasonReport>,
}

#[derive(Serialize)]
struct ReasonReport {
    /// The action that the sentence is about.
    about: String,
    aspect: &'static str,
    /// The win chance gained by it over the action that this one is compared with.
    weight: f64,
    /// The sentence in English.
    text: String,
    /// An arrow such as `e5-c6`, squares such as `c5,c6`, or a card such as `w:NE2`.
    marks: Vec<String>,
}
