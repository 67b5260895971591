//! Writing a review into a record as comments, and removing an earlier one.

use bosworth_rules::{Action, Record, RecordedPly};

use super::{Mark, PlyReview, Review};

impl Review {
    /// Returns the record with the review of each ply as a comment after the existing ones.
    ///
    /// Comments of an earlier review are removed first, even from plies that this review has not
    /// reached yet; comments by people stay. `annotator`, which begins with `Bosworth`, becomes the
    /// `Annotator` tag unless somebody else is named there.
    pub fn annotate(&self, record: &Record, annotator: &str) -> Record {
        let mut record = record.clone();
        if record.tag(TAG).is_none_or(is_ours) {
            record.set_tag(TAG, annotator);
        }
        for step in &mut record.steps {
            forget_review(step);
        }
        for (step, ply) in record.steps.iter_mut().zip(&self.plies) {
            step.comments.push(comment(ply));
        }
        record
    }
}

/// The tag that names who wrote the comments.
const TAG: &str = "Annotator";

/// Whether an annotator is this program, in any version.
fn is_ours(annotator: &str) -> bool {
    let version = annotator.strip_prefix("Bosworth").map(str::trim_start);
    version.is_some_and(|version| version.is_empty() || version.starts_with(char::is_numeric))
}

/// `[%eval 0.5312] [%luck +0.034] ?! best N2`: the win chance of Red after the ply, the luck of
/// the side that drew, and what would have been better.
fn comment(ply: &PlyReview) -> String {
    let mut parts = vec![format!("[%eval {}]", decimal(ply.after, 4))];
    parts.extend(ply.luck().map(|luck| {
        // Nobody has a luck of -0.000.
        let sign = if luck <= -0.0005 { '-' } else { '+' };
        format!("[%luck {sign}{}]", decimal(luck, 3))
    }));
    if let (Some(mark), Some(better)) = (ply.mark(), ply.better()) {
        parts.push(format!("{mark} best {better}"));
    }
    parts.join(" ")
}

/// The absolute value of a number, rounded to some decimal places. Uses integers, because the
/// standard library's exact decimal expansion would be a large part of the code of a page that
/// needs it nowhere else.
fn decimal(number: f64, places: u32) -> String {
    let scale = 10_u64.pow(places);
    let scaled = (number.abs() * scale as f64).round() as u64;
    format!("{}.{:0width$}", scaled / scale, scaled % scale, width = places as usize)
}

/// Removes what an earlier review said of a step, and keeps what people said.
fn forget_review(step: &mut RecordedPly) {
    step.comments.retain_mut(|comment| {
        let before = comment.len();
        let own = comment.starts_with("[%eval ");
        for command in ["eval", "luck"] {
            take_command(comment, command);
        }
        if comment.len() == before {
            return true;
        }
        *comment = comment.trim().to_string();
        !(comment.is_empty() || own && is_verdict(comment))
    });
}

/// Cuts every `[%name …]` out of a comment.
fn take_command(comment: &mut String, name: &str) {
    let opening = format!("[%{name} ");
    while let Some(from) = comment.find(&opening) {
        let Some(length) = comment[from..].find(']') else { return };
        comment.replace_range(from..=from + length, "");
    }
}

/// Whether a text is `?! best N2` and nothing else.
fn is_verdict(text: &str) -> bool {
    let words: Vec<_> = text.split_whitespace().collect();
    let [mark, "best", action] = words[..] else { return false };
    Mark::ALL.iter().any(|known| known.sign() == mark) && action.parse::<Action>().is_ok()
}

#[cfg(test)]
mod tests {
    use crate::{Engine, SearchLimits};

    use super::*;

    const SHORT: &str = r#"[Deal "NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1"]

1. NE2 {well played} SW3 2. +N1 *"#;

    fn reviewed() -> (Record, Review) {
        let record: Record = SHORT.parse().expect("a record");
        let game = record.replay().expect("a game");
        let review = Review::of(&game, &Engine::default(), SearchLimits::nodes(50));
        (record, review)
    }

    #[test]
    fn a_review_replaces_an_earlier_one() {
        let (plain, review) = reviewed();
        let once = review.annotate(&plain, "Bosworth 1");
        assert_eq!(once.steps[0].comments[0], "well played");
        assert!(once.steps[2].comments[0].contains("[%luck "));
        assert_eq!(review.annotate(&once, "Bosworth 1"), once);
        let again: Record = once.to_string().parse().expect("it can be read");
        assert_eq!(again.steps, once.steps);
    }

    #[test]
    fn a_partial_review_removes_an_earlier_complete_one() {
        let (plain, review) = reviewed();
        let whole = review.annotate(&plain, "Bosworth 1");
        let half = Review { plies: review.plies[..1].to_vec(), ..review };
        let annotated = half.annotate(&whole, "Bosworth 1");
        assert_eq!(annotated.steps[0].comments.len(), 2);
        assert!(annotated.steps[1..].iter().all(|step| step.comments.is_empty()));
    }

    #[test]
    fn the_tag_names_the_author_of_the_comments() {
        let (plain, review) = reviewed();
        let named = |before: &str| {
            let mut record = plain.clone();
            record.set_tag(TAG, before);
            review.annotate(&record, "Bosworth 2, 10 nodes").tag(TAG).map(str::to_string)
        };
        for ours in ["Bosworth", "Bosworth 1", "Bosworth 0.1.0 net 0123abcd, 20000 nodes"] {
            assert_eq!(named(ours).as_deref(), Some("Bosworth 2, 10 nodes"));
        }
        for other in ["Anne", "Bosworth Anne", "Bosworthy 1"] {
            assert_eq!(named(other).as_deref(), Some(other));
        }
    }

    #[test]
    fn an_earlier_review_is_forgotten_but_no_word_of_a_person() {
        let check = |before: &[&str], after: &[&str]| {
            let comments = before.iter().map(ToString::to_string).collect();
            let mut step = RecordedPly { ply: "N2".parse().expect("a ply"), comments };
            forget_review(&mut step);
            assert_eq!(step.comments, after);
        };
        check(&["well played"], &["well played"]);
        check(&["[%eval 0.5312] [%luck +0.034] ?! best N2"], &[]);
        check(&["[%eval 0.5312]", "late [%clk 0:00:07]"], &["late [%clk 0:00:07]"]);
        check(&["[%eval 0.5] ?! best N2, I was tired"], &["?! best N2, I was tired"]);
        check(&["?! best N2"], &["?! best N2"]);
        check(&["[%eval 0.5"], &["[%eval 0.5"]);
        check(&["[%clk 0:01:00] [%eval 0.5]"], &["[%clk 0:01:00]"]);
        check(&[""], &[""]);
    }
}
