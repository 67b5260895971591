use std::io::{self, Write};
use std::ops::ControlFlow;

use bosworth_analysis::{ReviewPlan, StopSign};
use bosworth_engine::{PlyReview, Review, ReviewDepth};
use bosworth_rules::{Game, Side};
use bosworth_texts::Texts;

/// Reviews a game: prints each improvable action as soon as it is found, and the accuracy of both
/// sides.
pub(super) fn tell(game: &Game, texts: &Texts, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{}", texts.get("plain-reviewing"))?;
    output.flush()?;
    let mut said = Ok(());
    let plan = ReviewPlan::from(ReviewDepth::Standard);
    let review = bosworth_analysis::review(game, plan, &StopSign::default(), |review| {
        if let Some(line) = review.plies.last().and_then(|ply| judged(game, ply, texts)) {
            said = writeln!(output, "{line}").and_then(|()| output.flush());
        }
        if said.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    said?;
    writeln!(output, "{}", accuracy(&review, texts))
}

/// A line about an action that could have been better.
fn judged(game: &Game, ply: &PlyReview, texts: &Texts) -> Option<String> {
    let (mark, better) = (ply.mark()?, ply.better()?);
    let before = &game.positions()[ply.number - 1];
    let loss = texts.number(100.0 * ply.loss()?, 0);
    let values = [
        ("number", ply.number.into()),
        ("side", texts.side(before.side(), before.ruleset()).into()),
        ("action", texts.short_ply(game.plies()[ply.number - 1]).into()),
        ("mark", mark.sign().to_string().into()),
        ("better", texts.short_action(better).into()),
        ("loss", loss.into()),
    ];
    let mut line = texts.format("plain-judged", &values);
    if ply.decision.as_ref()?.exact {
        line = format!("{line} ({})", texts.get("exact"));
    }
    Some(line)
}

fn accuracy(review: &Review, texts: &Texts) -> String {
    let number = |side| texts.number(review.summary(side).accuracy(), 0).into();
    texts.format("tui-reviewed", &[("red", number(Side::Red)), ("white", number(Side::White))])
}
