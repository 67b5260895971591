//! Writing findings into a record as comments.

use bosworth_engine::{Mark, PlyReview, Review};
use bosworth_rules::{Action, Record};

/// The record with what the engine says of every ply, in place of what it said before.
pub fn annotated(plain: &Record, review: &Review) -> Record {
    let mut record = plain.clone();
    if record.tag("Annotator").is_none() {
        record.set_tag("Annotator", "Bosworth");
    }
    for (step, ply) in record.steps.iter_mut().zip(&review.plies) {
        step.comments.retain(|comment| !is_review(comment));
        step.comments.push(comment(ply));
    }
    record
}

/// `[%eval 0.5312] [%luck +0.034] ?! best N2`: the win chance of Red after the ply, the luck of
/// the side that drew, and what would have been better.
fn comment(ply: &PlyReview) -> String {
    let mut text = format!("[%eval {:.4}]", ply.after);
    // Adding 0 to a rounded number turns -0.000 into +0.000.
    if let Some(luck) = ply.luck().map(|luck| (1000.0 * luck).round() / 1000.0 + 0.0) {
        text += &format!(" [%luck {luck:+.3}]");
    }
    if let (Some(mark), Some(better)) = (ply.mark(), ply.better()) {
        text += &format!(" {mark} best {better}");
    }
    text
}

/// Whether a comment is one of ours and holds no word of a person.
fn is_review(comment: &str) -> bool {
    let words: Vec<_> = comment.split_whitespace().collect();
    let known = |word: &str| Mark::ALL.iter().any(|mark| mark.sign() == word);
    let (["[%eval", _, "[%luck", _, rest @ ..] | ["[%eval", _, rest @ ..]) = &words[..] else {
        return false;
    };
    match rest {
        [] => true,
        [mark, "best", action] => known(mark) && action.parse::<Action>().is_ok(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use bosworth_engine::{Engine, Limits};

    use super::*;

    #[test]
    fn a_review_takes_the_place_of_an_earlier_one() {
        let text = r#"[Deal "NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1"]

1. NE2 {well played} SW3 2. +N1 *"#;
        let plain: Record = text.parse().expect("a record");
        let game = plain.replay().expect("a game");
        let review = Review::of(&game, &Engine::default(), Limits::nodes(50));
        let once = annotated(&plain, &review);
        assert_eq!(once.steps[0].comments[0], "well played");
        assert!(once.steps[2].comments[0].contains("[%luck "));
        assert_eq!(annotated(&once, &review), once);
        let again: Record = once.to_string().parse().expect("it can be read");
        assert_eq!(again.steps, once.steps);
    }

    #[test]
    fn words_of_people_stay() {
        assert!(is_review("[%eval 0.5312] [%luck +0.034] ?! best N2"));
        assert!(is_review("[%eval 0.5312]"));
        assert!(!is_review("[%eval 0.5] ?! best N2, I was tired"));
        assert!(!is_review("late [%clk 0:00:07]"));
        assert!(!is_review(""));
    }
}
