use bosworth_protocol::{FromServer, Players};
use bosworth_table::{AccountId, GameId, LogEntry, Stage, Table, TableOrder};

use super::{TableError, Tables};
use crate::log_codec::decode;
use crate::service_time::now;
use crate::subscriber::Subscriber;

/// The page size of a log, in entries.
const ENTRIES_PER_PAGE: usize = 500;
/// The page size of a log, in bytes, unless a single entry is longer.
const MAX_PAGE_BYTES: usize = 64 << 10;

impl Tables {
    /// Sends the log of a game from an entry on, and everything after it. Of a long log only the
    /// first page is sent: the client requests the next once it has that one.
    pub async fn watch(
        &self,
        game: GameId,
        account: Option<AccountId>,
        since: u32,
        subscriber: &Subscriber,
    ) -> Result<(), TableError> {
        self.enter(game, account, subscriber, Some(since)).await.map(drop)
    }

    /// Like `watch`, for a caller that folds the log itself: returns the whole log and sends only
    /// what happens after it.
    pub(crate) async fn subscribe_with_log(
        &self,
        game: GameId,
        account: Option<AccountId>,
        subscriber: &Subscriber,
    ) -> Result<(Vec<LogEntry>, Players), TableError> {
        self.enter(game, account, subscriber, None).await
    }

    async fn enter(
        &self,
        game: GameId,
        account: Option<AccountId>,
        subscriber: &Subscriber,
        page: Option<u32>,
    ) -> Result<(Vec<LogEntry>, Players), TableError> {
        let room = self.room(game).await?;
        let mut table = room.table.lock().await;
        self.catch_up_if_shared(&room, &mut table).await?;
        let side = account.and_then(|account| table.setup().side_of(account));
        if side.is_none() && table.is_sealed() {
            return Err(TableError::Sealed);
        }
        // The game is locked, so nothing can happen between the log and the first message after it.
        // A client that reads in pages subscribes with the first page. Entries appended meanwhile
        // reach it with a gap before them, and again in a later page.
        let entries = match page {
            None => self.entries(game, 0).await?,
            Some(since) => {
                let entries = self.page(game, since).await?;
                let more = entries.last().is_some_and(|last| last.seq + 1 < table.length());
                subscriber.send(FromServer::Table {
                    game,
                    players: Box::new(room.players()),
                    entries,
                    watchers: room.watchers() + u32::from(side.is_none()),
                    now: now(),
                    more,
                });
                Vec::new()
            }
        };
        // Before they are in the room: a caller that fails to enter must not remain there.
        let quiet = match account.filter(|_| side.is_some()) {
            Some(account) => {
                self.0.store.account(account).await?.is_some_and(|account| !account.chat)
            }
            None => false,
        };
        let came = room.join(subscriber, side);
        let over = table.stage() == Stage::Over;
        drop(table);
        let players = room.players();
        if let (true, Some(side)) = (came, side) {
            self.record_arrival(room, side, over);
            if quiet {
                self.order_later(game, TableOrder::Mute(side));
            }
        }
        Ok((entries, players))
    }

    /// Returns the entries of a log from a number on, as many as fit into one message.
    async fn page(&self, game: GameId, from: u32) -> Result<Vec<LogEntry>, TableError> {
        let mut texts = self.0.store.entries_page(game, from, ENTRIES_PER_PAGE).await?;
        let mut bytes = 0;
        let fits = texts.iter().take_while(|(_, text)| {
            bytes += text.len();
            bytes <= MAX_PAGE_BYTES
        });
        let count = fits.count().max(1);
        texts.truncate(count);
        Ok(decode(texts)?)
    }

    /// Returns the current state of a table and its players. Sealed tables are hidden from
    /// everybody else.
    pub async fn snapshot(&self, game: GameId) -> Result<(Table, Players), TableError> {
        let room = self.room(game).await?;
        let mut table = room.table.lock().await;
        self.catch_up_if_shared(&room, &mut table).await?;
        let table: &Table = &table;
        Ok((table.clone(), room.players()))
    }
}
