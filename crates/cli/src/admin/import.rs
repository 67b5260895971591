use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use bosworth_client::protocol::{AdminAction, AdminAnswer};
use bosworth_server::admin::Administrator;

use crate::output;
use crate::texts::Texts;

/// Create accounts for the people in a CSV file, who get a mail with a link to choose a password
///
/// A line is NAME,MAIL or NAME,MAIL,LANGUAGE (en, de or fr); a first line `name,mail` is skipped.
/// Without --create nothing is changed: it only says what would be.
#[derive(clap::Args)]
pub(super) struct ImportArgs {
    /// CSV file, separated by commas or semicolons
    file: PathBuf,
    /// Create the accounts
    #[arg(long)]
    create: bool,
}

/// A line of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Member {
    line: usize,
    name: String,
    mail: String,
    language: Option<String>,
}

impl ImportArgs {
    pub(super) async fn run(
        &self,
        host: &Administrator<'_>,
        json: bool,
        texts: &Texts,
    ) -> Result<()> {
        let text = fs::read_to_string(&self.file);
        let text = text.with_context(|| format!("cannot read {}", self.file.display()))?;
        let (members, mut faults) = parse(&text);
        faults.extend(duplicates(&members));
        for member in &members {
            let Member { name, mail, language, line } = member;
            let checked = host.check_person(name, Some(mail), language.as_deref()).await;
            if let Err(why) = checked {
                faults.push((*line, format!("{name}: {why}")));
            }
        }
        faults.sort();
        for (line, fault) in &faults {
            output::note(format_args!("line {line}: {fault}"));
        }
        ensure!(faults.is_empty(), "nothing was created; correct the file first");
        let count = ("people", members.len().into());
        if !self.create {
            return Ok(output::line(texts.format("admin-import-trial", &[count]))?);
        }
        for Member { name, mail, language, line } in members {
            let person = AdminAction::Person { name, mail: Some(mail), language };
            let created = host.perform(&person).await;
            let answer: AdminAnswer = created.with_context(|| {
                format!("stopped at line {line}; delete the lines before it and try again")
            })?;
            if json {
                output::json(&answer)?;
            }
        }
        if json {
            return Ok(());
        }
        Ok(output::line(texts.format("admin-import-done", &[count]))?)
    }
}

/// A line of the file, and what is wrong with it.
type Fault = (usize, String);

fn parse(text: &str) -> (Vec<Member>, Vec<Fault>) {
    let (mut members, mut faults) = (Vec::new(), Vec::new());
    // Spreadsheets begin files with a byte order mark.
    for (line, row) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let fields = fields(row);
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        let (name, mail, language) = match fields[..] {
            [""] => continue,
            [name, ..] if line == 1 && name.eq_ignore_ascii_case("name") => continue,
            [name, mail] => (name, mail, ""),
            [name, mail, language] => (name, mail, language),
            _ => {
                faults.push((line, "a line is NAME,MAIL or NAME,MAIL,LANGUAGE".into()));
                continue;
            }
        };
        let language = Some(language.to_lowercase()).filter(|language| !language.is_empty());
        members.push(Member { line, name: name.into(), mail: mail.into(), language });
    }
    (members, faults)
}

/// The fields of a line, some of them in quotation marks.
fn fields(row: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for c in row.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' | ';' if !quoted => fields.push(String::new()),
            c => fields.last_mut().unwrap_or(&mut String::new()).push(c),
        }
    }
    fields.iter().map(|field| field.trim().to_owned()).collect()
}

/// Names that occur twice: the second one could not be created.
fn duplicates(members: &[Member]) -> Vec<Fault> {
    let mut names = HashSet::new();
    let key = |member: &Member| bosworth_server::auth::account_name::key(&member.name);
    let twice = members.iter().filter(|member| !names.insert(key(member)));
    twice.map(|member| (member.line, format!("{} is there twice", member.name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let (members, faults) = parse(text);
        assert!(faults.is_empty(), "{faults:?}");
        let text = |it: Member| {
            let language = it.language.unwrap_or_default();
            format!("{} {} {} {language}", it.line, it.name, it.mail)
        };
        members.into_iter().map(text).collect()
    }

    #[test]
    fn members_are_read_as_spreadsheets_write_them() {
        let expected = ["2 Anne a@example.org ", "4 Max Mustermann m@example.org de"];
        let text = "name,mail\nAnne,a@example.org\n\nMax Mustermann,m@example.org,DE\n";
        assert_eq!(names(text), expected);
        let text = "\u{feff}Name;Mail\r\n\"Anne\"; a@example.org\r\n\r\n\"Max Mustermann\";\"m@example.org\";de\r\n";
        assert_eq!(names(text), expected);
    }

    #[test]
    fn a_line_of_another_form_hides_no_other_fault() {
        let (members, faults) = parse("Anne\nBert,b@example.org\nCarl,c@example.org,de,more\n");
        assert_eq!(members.len(), 1);
        assert_eq!(faults.iter().map(|fault| fault.0).collect::<Vec<_>>(), [1, 3]);
    }

    #[test]
    fn a_name_that_occurs_twice_is_a_fault() {
        let (members, _) = parse("Anne,a@example.org\nanne,b@example.org\n");
        assert_eq!(duplicates(&members), [(2, "anne is there twice".into())]);
    }
}
