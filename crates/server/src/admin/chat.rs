//! Reading the chat of games and tournaments, and removing lines from it.

use bosworth_protocol::{AdminChatLine, ChatPlace};
use bosworth_rules::Side;
use bosworth_table::{AccountId, Event, GameId, LogEntry, Seated};
use bosworth_tournament::TournamentId;

use super::{AdminError, Administrator, PlannedChange};
use crate::log_codec::{decode, encode};
use crate::store::{AdminChange, Store, StoreError};
use crate::tables::TableError;

const MISSING: &str = "chat line not found; it may have been removed already";

/// Returns the chat of a game or a tournament, without removed lines.
pub async fn chat(store: &Store, place: ChatPlace) -> Result<Vec<AdminChatLine>, TableError> {
    match place {
        ChatPlace::Game(game) => chat_of_game(store, game).await,
        ChatPlace::Event(event) => Ok(chat_of_tournament(store, event).await?),
    }
}

async fn chat_of_game(store: &Store, game: GameId) -> Result<Vec<AdminChatLine>, TableError> {
    let row = store.game(game).await?.ok_or(TableError::Unknown)?;
    let author = |side| match row.seats[side] {
        Seated::Account(author) => author,
        Seated::Computer(_) => AccountId(0),
    };
    let mut said = Vec::new();
    for entry in decode(store.entries(game, 0).await?)? {
        for event in entry.events {
            if let Event::Chat { side, text } = event
                && !text.is_empty()
            {
                said.push((entry.seq, entry.at, author(side), text));
            }
        }
    }
    let authors = store.accounts_among(&[author(Side::Red), author(Side::White)]).await?;
    let name = |id| authors.iter().find(|account| account.id == id).map(|known| known.name.clone());
    let line =
        |(line, at, by, text)| AdminChatLine { line, at, by: name(by).unwrap_or_default(), text };
    Ok(said.into_iter().map(line).collect())
}

async fn chat_of_tournament(
    store: &Store,
    event: TournamentId,
) -> Result<Vec<AdminChatLine>, StoreError> {
    let mut said: Vec<AdminChatLine> = Vec::new();
    loop {
        let since = said.last().map_or(0, |last| last.line + 1);
        let page = store.chat_lines(event, since).await?;
        if page.is_empty() {
            return Ok(said);
        }
        said.extend(page.into_iter().map(|line| AdminChatLine {
            line: line.seq,
            at: line.at,
            by: line.by.map(|by| by.name).unwrap_or_default(),
            text: line.text,
        }));
    }
}

impl Administrator<'_> {
    pub(super) async fn erase(
        &self,
        chat: ChatPlace,
        line: u32,
    ) -> Result<PlannedChange, AdminError> {
        match chat {
            ChatPlace::Game(game) => self.erase_from_game(game, line).await,
            ChatPlace::Event(event) => self.erase_from_tournament(event, line).await,
        }
    }

    /// The entry stays in the log, so that it has no gap; only the text goes, from which nothing is
    /// folded.
    async fn erase_from_game(&self, game: GameId, line: u32) -> Result<PlannedChange, AdminError> {
        let missing = || AdminError::NotFound(MISSING);
        let row = self.store.game(game).await?.ok_or_else(missing)?;
        let found = self.store.entries_page(game, line, 1).await?;
        let (seq, before) = found.into_iter().next().ok_or_else(missing)?;
        let mut entry: LogEntry = serde_json::from_str(&before)
            .map_err(|why| StoreError::Corrupt(format!("entry {seq} of {game}: {why}")))?;
        let said = entry.events.iter_mut().find_map(|event| match event {
            Event::Chat { side, text } if seq == line && !text.is_empty() => Some((*side, text)),
            _ => None,
        });
        let (side, text) = said.ok_or_else(missing)?;
        text.clear();
        let Seated::Account(author) = row.seats[side] else { return Err(missing()) };
        let name = self.check_rank_of(author).await?;
        let change = AdminChange::EraseFromGame(game, line, before, encode(&entry));
        let detail = format!("{name} #{line}");
        Ok(PlannedChange {
            account: Some(author),
            game: Some(game),
            ..PlannedChange::new(change, detail, MISSING)
        })
    }

    async fn erase_from_tournament(
        &self,
        event: TournamentId,
        line: u32,
    ) -> Result<PlannedChange, AdminError> {
        let author = self.store.chat_author(event, line).await?;
        let author = author.ok_or(AdminError::NotFound(MISSING))?;
        let name = self.check_rank_of(author).await?;
        let change = AdminChange::EraseFromTournament(event, line);
        let detail = format!("{name} #{line} ({})", event.as_str());
        Ok(PlannedChange { account: Some(author), ..PlannedChange::new(change, detail, MISSING) })
    }
}
