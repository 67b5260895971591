//! Why the best action of a hint is better than the next best.

use bosworth_engine::{Analysis, Engine, PrincipalVariation, SearchLimits};
use bosworth_reasons::{Explainer, Reason};
use bosworth_rules::{Action, Position};
use bosworth_texts::Texts;

/// Sentences, the most important first; none if there is one action only. It takes some hundredths of a
/// second.
pub(crate) fn reasons(position: &Position, analysis: &Analysis, texts: &Texts) -> Vec<String> {
    let actions: Vec<Action> =
        analysis.lines.iter().map(PrincipalVariation::action).take(2).collect();
    let &[best, second] = &actions[..] else { return Vec::new() };
    let engine = Engine::default();
    let search = |link: &Position, nodes| engine.analyse(link, SearchLimits::nodes(nodes));
    let explainer = Explainer::new(position, &actions, search);
    let sentence = |reason: &Reason| texts.because(position, reason);
    explainer.reasons(best, second).iter().map(sentence).collect()
}
