use std::fmt::{Display, Write};
use std::io::IsTerminal;

use anyhow::{Context, Result};
use bosworth_client::protocol::{AccountRole, AdminChatLine, AdminPerson, ChatPlace};
use bosworth_rules::Date;
use bosworth_server::admin;
use bosworth_server::auth::{account_name, api_token};
use bosworth_server::store::Store;
use serde::Serialize;

use super::AdminCommand;
use crate::output;

/// Rows per query.
const ROWS_PER_QUERY: u32 = 200;

/// Prints what a command asks for: a heading and one row per line, or one JSON value per line.
pub(super) async fn show(
    command: &AdminCommand,
    store: &Store,
    now: i64,
    json: bool,
) -> Result<()> {
    match command {
        AdminCommand::List { text } => list(text, store, json).await,
        AdminCommand::Tokens { name } => {
            let account = store.account_by_name(&account_name::key(name)).await?;
            let account = account.with_context(|| format!("no account is called {name}"))?;
            let mut list = Listing::new(json, &["ID", "CREATED", "USED", "SCOPES", "LABEL"])?;
            for token in store.tokens_of(account.id).await?.iter().map(api_token::view) {
                let scopes: Vec<_> =
                    token.scopes.iter().map(|scope| format!("{scope:?}").to_lowercase()).collect();
                let (made, used) = (day(token.created), token.seen.map_or_else(dash, day));
                list.row(&token, &[&token.id, &made, &used, &scopes.join(","), &token.name])?;
            }
            list.end()
        }
        AdminCommand::Chat { id } => chat(*id, store, json).await,
        AdminCommand::Reports => {
            let columns = ["ID", "TIME", "ABOUT", "NAME", "BY", "GAME", "TEXT"];
            let mut list = Listing::new(json, &columns)?;
            for report in store.reports(None, ROWS_PER_QUERY).await? {
                let reason = format!("{:?}", report.reason).to_lowercase();
                let game = report.game.map_or_else(dash, |game| game.to_string());
                let text = report.text.replace('\n', " ");
                let columns: [&dyn Display; 7] =
                    [&report.id, &time(report.at), &reason, &report.name, &report.by, &game, &text];
                list.row(&report, &columns)?;
            }
            list.end()
        }
        AdminCommand::Settings => settings(store, now, json).await,
        AdminCommand::Log { lines } => {
            let mut lines = store.audit_lines(i64::MAX, *lines).await?;
            lines.reverse();
            let columns =
                ["LINE", "TIME", "ACTOR", "ACTION", "STATE", "SUBJECT", "DETAIL", "REASON"];
            let mut list = Listing::new(json, &columns)?;
            for line in lines {
                let subject = match (line.account, line.game) {
                    (Some(account), _) => account.to_string(),
                    (None, Some(game)) => game.to_string(),
                    (None, None) => dash(),
                };
                let state = if line.pending { "pending" } else { "done" };
                let reason = line.reason.clone().unwrap_or_else(dash);
                let columns: [&dyn Display; 8] = [
                    &line.seq,
                    &time(line.at),
                    &line.actor,
                    &line.action,
                    &state,
                    &subject,
                    &line.detail,
                    &reason,
                ];
                list.row(&line, &columns)?;
            }
            list.end()
        }
        _ => Ok(()),
    }
}

async fn list(text: &str, store: &Store, json: bool) -> Result<()> {
    let mut after = String::new();
    let mut list = Listing::new(json, &["NAME", "KIND", "CREATED", "STATE", "ROLE", "ID"])?;
    loop {
        let text = account_name::key(text);
        let page = store.find_accounts(&text, None, &after, ROWS_PER_QUERY).await?;
        let Some(last) = page.last() else { return list.end() };
        after = account_name::key(&last.name);
        for account in &page {
            let person = AdminPerson::from(account);
            let kind = format!("{:?}", account.kind).to_lowercase();
            let state = match (account.disabled, account.muted) {
                (Some(_), _) => "disabled",
                (None, Some(_)) => "muted",
                (None, None) => "-",
            };
            let role = match account.role {
                Some(AccountRole::Moderator) => "moderator",
                Some(AccountRole::Admin) => "admin",
                None => "-",
            };
            let made = day(account.created);
            list.row(&person, &[&account.name, &kind, &made, &state, &role, &account.id])?;
        }
    }
}

async fn chat(id: ChatPlace, store: &Store, json: bool) -> Result<()> {
    let mut list = Listing::new(json, &["LINE", "TIME", "BY", "TEXT"])?;
    for said in admin::chat(store, id).await? {
        let AdminChatLine { line, at, by, text } = &said;
        list.row(&said, &[line, &time(*at), by, text])?;
    }
    list.end()
}

async fn settings(store: &Store, now: i64, json: bool) -> Result<()> {
    let settings = admin::settings(store, now).await?;
    if json {
        return Ok(output::json(&settings)?);
    }
    let mode = format!("{:?}", settings.registration).to_lowercase();
    let mut list = Listing::new(json, &["SETTING", "VALUE"])?;
    list.row(&(), &[&"registration", &mode])?;
    list.row(&(), &[&"announcement", &settings.announcement])?;
    list.row(&(), &[&"words", &settings.words.join(" ")])?;
    list.end()?;
    output::line("")?;
    let mut list = Listing::new(json, &["INVITATION", "USES", "EXPIRES"])?;
    for invitation in settings.invitations {
        list.row(&(), &[&invitation.id, &invitation.uses, &day(invitation.expires)])?;
    }
    list.end()
}

/// Rows under a heading: aligned in a terminal, separated by tabs for other programs, or as JSON.
struct Listing {
    json: bool,
    /// The rows for a terminal, which are printed in the end.
    aligned: Option<Vec<Vec<String>>>,
}

impl Listing {
    fn new(json: bool, columns: &[&str]) -> Result<Self> {
        let is_aligned = !json && std::io::stdout().is_terminal();
        let mut listing = Self { json, aligned: is_aligned.then(Vec::new) };
        if !json {
            listing.add(columns.iter().map(ToString::to_string).collect())?;
        }
        Ok(listing)
    }

    fn row(&mut self, value: &impl Serialize, columns: &[&dyn Display]) -> Result<()> {
        if self.json {
            return Ok(output::json(value)?);
        }
        self.add(columns.iter().map(ToString::to_string).collect())
    }

    fn add(&mut self, row: Vec<String>) -> Result<()> {
        match &mut self.aligned {
            Some(rows) => rows.push(row),
            None => output::line(row.join("\t"))?,
        }
        Ok(())
    }

    fn end(self) -> Result<()> {
        Ok(output::text(aligned(&self.aligned.unwrap_or_default()))?)
    }
}

/// Rows with columns of the same width, two spaces apart.
fn aligned(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, value) in row.iter().enumerate() {
            let widths = rows.iter().filter_map(|row| row.get(column));
            let width = widths.map(|value| value.chars().count()).max().unwrap_or_default();
            let _ = write!(line, "{value:<width$}  ");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

fn dash() -> String {
    "-".into()
}

/// A date in UTC.
fn day(at: i64) -> String {
    Date::from_timestamp(at).to_iso()
}

/// A time in UTC, to the second.
fn time(at: i64) -> String {
    let seconds = at.rem_euclid(86_400_000) / 1_000;
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!("{}T{hour:02}:{minute:02}:{second:02}Z", day(at))
}

#[cfg(test)]
mod tests {
    use super::{aligned, time};

    #[test]
    fn columns_are_as_wide_as_their_longest_value() {
        let rows = [["NAME", "KIND"], ["Bartholomäus", "person"], ["Bo", "bot"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        let expected = "NAME          KIND\nBartholomäus  person\nBo            bot\n";
        assert_eq!(aligned(&rows), expected);
    }

    #[test]
    fn timestamps_are_printed_as_utc_dates() {
        for (at, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"),
            (1_794_757_652_004, "2026-11-15T15:47:32Z"),
            (4_102_444_799_999, "2099-12-31T23:59:59Z"),
        ] {
            assert_eq!(time(at), expected);
        }
    }
}
