//! Writing findings into a record as comments.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use bosworth_engine::{Mark, PlyReview, Review};
use bosworth_rules::{Action, Record, Step};

/// A file of annotated games that is brought up to date while the review goes on.
pub(super) struct Annotated {
    path: PathBuf,
    /// The games as they were, but for what an earlier review said.
    plain: Vec<Record>,
    /// The games with comments.
    records: Vec<Record>,
}

impl Annotated {
    /// Begins the file, which must not exist: nobody's game is ever written over.
    pub(super) fn create(path: &Path, mut plain: Vec<Record>, annotator: &str) -> Result<Self> {
        for record in &mut plain {
            if record.tag("Annotator").is_none() {
                record.set_tag("Annotator", annotator);
            }
            for step in &mut record.steps {
                forget_review(step);
            }
        }
        let name = path.display();
        match File::create_new(path) {
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                bail!("{name} is there already; choose another name")
            }
            Err(error) => return Err(error).with_context(|| format!("cannot write {name}")),
        }
        let annotated = Self { path: path.into(), records: plain.clone(), plain };
        annotated.save()?;
        Ok(annotated)
    }

    /// Writes what is known of a game by now.
    pub(super) fn update(&mut self, place: usize, review: &Review) -> Result<()> {
        self.records[place] = annotated(&self.plain[place], review);
        self.save()
    }

    /// Replaces the file in one step: whoever stops the program finds the old or the new one,
    /// never a half.
    fn save(&self) -> Result<()> {
        let games: Vec<_> = self.records.iter().map(ToString::to_string).collect();
        let part = self.part();
        let write = || {
            let mut file = File::create(&part)?;
            file.write_all(games.join("\n").as_bytes())?;
            file.sync_all()?;
            fs::rename(&part, &self.path)
        };
        write().with_context(|| {
            let _ = fs::remove_file(&part);
            format!("cannot write {}", self.path.display())
        })
    }

    /// Where the next version is written, in the same folder so that it can be renamed.
    fn part(&self) -> PathBuf {
        let mut name = self.path.file_name().map(OsString::from).unwrap_or_default();
        name.push(format!(".{}.part", std::process::id()));
        self.path.with_file_name(name)
    }
}

fn annotated(plain: &Record, review: &Review) -> Record {
    let mut record = plain.clone();
    for (step, ply) in record.steps.iter_mut().zip(&review.plies) {
        step.comments.push(comment(ply));
    }
    record
}

/// `[%eval 0.5312] [%luck +0.034] ?! best N2`: the win chance of Red after the ply, the luck of
/// the side that drew, and what would have been better.
fn comment(ply: &PlyReview) -> String {
    let mut parts = vec![format!("[%eval {:.4}]", ply.after)];
    // Adding 0 to a rounded number turns -0.000 into +0.000.
    let luck = ply.luck().map(|luck| (1000.0 * luck).round() / 1000.0 + 0.0);
    parts.extend(luck.map(|luck| format!("[%luck {luck:+.3}]")));
    if let (Some(mark), Some(better)) = (ply.mark(), ply.better()) {
        parts.push(format!("{mark} best {better}"));
    }
    parts.join(" ")
}

/// Takes off what an earlier review said of a step, and leaves what people said.
fn forget_review(step: &mut Step) {
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
    use super::*;

    #[test]
    fn an_earlier_review_is_forgotten_but_no_word_of_a_person() {
        let check = |before: &[&str], after: &[&str]| {
            let comments = before.iter().map(ToString::to_string).collect();
            let mut step = Step { ply: "N2".parse().expect("a ply"), comments };
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
    }
}
