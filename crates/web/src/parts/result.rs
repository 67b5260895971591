use bosworth_board::DecidingTerritory;
use bosworth_rules::{BySide, Colours, Position, Side, Verdict};
use bosworth_texts::ResultForReader;
use bosworth_view::prelude::*;

use crate::language::{fill, texts, tr};

/// The number of petals that fall when a person wins, and when they win by far.
const PETALS: usize = 14;
const TRIUMPH_PETALS: usize = 36;

/// The result of a game: the crown, the result in a few words, the score, and what decided. Petals
/// fall for a person who has won, or, between others, for the winner.
pub fn result(position: &Position, ending: ResultForReader<'_>, reasons: Vec<String>) -> View {
    let ruleset = position.ruleset();
    let winner = match ending.winner {
        Some(Side::Red) => "red",
        Some(Side::White) if ruleset.colours == Colours::RedBlue => "white blue",
        Some(Side::White) => "white",
        None => "drawn",
    };
    let score = ending.played.then(|| score(position));
    let decision = if ending.played { decision(position) } else { None };
    let lines = reasons.into_iter().chain(decision);
    let celebrates =
        ending.winner.is_some() && ending.reader.is_none_or(|side| Some(side) == ending.winner);
    let petals = match (celebrates, ending.is_triumph(position)) {
        (false, _) => 0,
        (true, false) => PETALS,
        (true, true) => TRIUMPH_PETALS,
    };
    // Scattered evenly, and the same every time.
    let petal = |n: usize| {
        let (left, wait) = (format!("{}%", n * 37 % 100), format!("{}ms", n * 53 % 600));
        view! { <i style:left=left style:animation-delay=wait></i> }
    };
    view! {
        <div class=format!("result {winner}") class:lost={!celebrates}>
            <div class="petals" aria-hidden="true">{(0..petals).map(petal).collect_view()}</div>
            <svg class="result-crown" aria-hidden="true"><use href="#crown"/></svg>
            <h2 id="end-title" tabindex="-1">{texts().headline(position, ending)}</h2>
            {score}
            {lines.map(|line| view! { <p class="decided">{line}</p> }).collect_view()}
        </div>
    }
}

/// The points of both sides.
fn score(position: &Position) -> View {
    let BySide { red, white } = position.scores().map(|score| score.points);
    let label = fill("result-score", &[("red", red.into()), ("white", white.into())]);
    view! {
        <p class="result-score">
            <span aria-hidden="true"><b class="score-number red">{red}</b>" : "<b class="score-number white">{white}</b></span>
            <span class="unseen">{label}</span>
        </p>
    }
}

/// The territory or the tie-break that decided a game that was played to its end.
pub fn decision(position: &Position) -> Option<String> {
    let texts = texts();
    Some(match position.outcome()?.verdict {
        Verdict::Points(_) => texts.decision(&DecidingTerritory::of(position)?, position.ruleset()),
        Verdict::Largest(_) => tr("tie-largest"),
        Verdict::Roses(_) => tr("tie-roses"),
        Verdict::Drawn => tr("tie-drawn"),
    })
}
