use bosworth_protocol::ResultCounts;
use bosworth_rules::Side;
use bosworth_table::{AccountId, GameId};
use futures_util::stream::{self, Stream, TryStreamExt};

use super::game::GameRow;
use super::sql_value::{Columns, SqlValue};
use super::stored_row::ReadRow;
use super::{Store, StoreError};

/// The page size of a stream.
const STREAM_PAGE_SIZE: u32 = 500;

/// A filter for games. Absent fields do not filter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// Games of this account.
    pub account: Option<AccountId>,
    /// Against this account; any of its games if no other account is named.
    pub opponent: Option<AccountId>,
    /// With this ruleset.
    pub ruleset: Option<String>,
    /// Rated or casual.
    pub rated: Option<bool>,
    /// The result for the account; without an account, whether there was a winner.
    pub won: Option<PlayerResult>,
    /// At this speed.
    pub speed: Option<i64>,
    /// Against the computer, or not.
    pub computer: Option<bool>,
    /// Ended or not.
    pub ended: Option<bool>,
    /// Only public games.
    pub shown: bool,
    /// Ended (or, if still open, created) at this time or later.
    pub from: Option<i64>,
    /// Ended (or, if still open, created) before this time.
    pub to: Option<i64>,
}

/// A game's result for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerResult {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Finished without a winner; an aborted game is not drawn.
    Drawn,
}

/// A keyset-pagination cursor: the position of a game in lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameCursor {
    /// When it ended, or was created if still open.
    pub latest: i64,
    /// Its id, which breaks ties.
    pub game: GameId,
}

/// A page of a list, newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GamePage {
    /// Only games after this cursor; the first page if `None`.
    pub after: Option<GameCursor>,
    /// The page size.
    pub limit: u32,
}

impl Store {
    /// Returns a page of the matching games, newest first. The next page starts after the
    /// [`cursor`](GameRow::cursor) of the last game of this one.
    pub async fn games(
        &self,
        filter: &GameFilter,
        page: GamePage,
    ) -> Result<Vec<GameRow>, StoreError> {
        let asked = GameQuerySql::new(filter, &page);
        let rows = self.pools.read(&asked.sql, &asked.values).await?;
        rows.iter().map(GameRow::read).collect()
    }

    /// Counts the finished public games of an account by their results. Aborted games do not count,
    /// unless one side forfeits them.
    pub async fn result_counts(&self, account: AccountId) -> Result<ResultCounts, StoreError> {
        let mut counts = ResultCounts::default();
        // A game in which the account plays both sides counts once, as in lists.
        let halves = [("red = $1", Side::Red), ("white = $1 AND red <> $1", Side::White)];
        for (seat, side) in halves {
            let sql = format!(
                "SELECT winner, COUNT(*) AS games FROM games WHERE {seat} AND ended IS NOT NULL \
                 AND (aborted = 0 OR winner IS NOT NULL) AND sealed IS NULL GROUP BY winner"
            );
            for row in self.pools.read(&sql, &[account.into()]).await? {
                let games = row.int("games")? as u32;
                match row.side_or_none("winner")? {
                    None => counts.drawn += games,
                    Some(winner) if winner == side => counts.won += games,
                    Some(_) => counts.lost += games,
                }
            }
        }
        Ok(counts)
    }

    /// Streams all matching games, newest first. A slow reader blocks nothing: no connection is
    /// held between pages.
    pub fn all_games(
        &self,
        filter: GameFilter,
    ) -> impl Stream<Item = Result<GameRow, StoreError>> + Send + 'static {
        let store = self.clone();
        let first = Some(GamePage { after: None, limit: STREAM_PAGE_SIZE });
        let pieces = stream::try_unfold(first, move |page| {
            let (store, filter) = (store.clone(), filter.clone());
            async move {
                let Some(page) = page else { return Ok::<_, StoreError>(None) };
                let games = store.games(&filter, page).await?;
                let full = games.len() == STREAM_PAGE_SIZE as usize;
                let last = games.last().filter(|_| full).map(GameRow::cursor);
                let next =
                    last.map(|after| GamePage { after: Some(after), limit: STREAM_PAGE_SIZE });
                Ok(Some((stream::iter(games.into_iter().map(Ok)), next)))
            }
        });
        pieces.try_flatten()
    }
}

/// The SQL of a query and its parameters.
struct GameQuerySql<'a> {
    sql: String,
    values: Vec<SqlValue<'a>>,
}

impl<'a> GameQuerySql<'a> {
    fn new(filter: &'a GameFilter, page: &'a GamePage) -> Self {
        let mut asked = Self { sql: String::new(), values: Vec::new() };
        let limit = asked.value(i64::from(page.limit));
        let newest = format!("ORDER BY games_latest DESC, games_id DESC LIMIT {limit}");
        let columns = GameRow::selected();
        // A UNION of one half for each side of an account, so that both use an index.
        asked.sql = match (filter.account, filter.opponent) {
            (Some(me), other) => asked.of_account(filter, page, me, other, &newest),
            (None, Some(me)) => asked.of_account(filter, page, me, None, &newest),
            (None, None) => {
                let conditions = asked.common(filter, page);
                let won = filter.won.map(|won| match won {
                    PlayerResult::Won | PlayerResult::Lost => "winner IS NOT NULL",
                    PlayerResult::Drawn => "aborted = 0 AND winner IS NULL",
                });
                let computer = filter.computer.map(|computer| {
                    if computer { "(red < 0 OR white < 0)" } else { "red > 0 AND white > 0" }
                });
                let all = conditions.into_iter().chain(won.map(Into::into));
                let all = joined(all.chain(computer.map(Into::into)));
                format!("SELECT {columns} FROM games WHERE {all} {newest}")
            }
        };
        asked
    }

    fn of_account(
        &mut self,
        filter: &'a GameFilter,
        page: &'a GamePage,
        me: AccountId,
        other: Option<AccountId>,
        newest: &str,
    ) -> String {
        let (columns, common) = (GameRow::selected(), self.common(filter, page));
        let me = self.value(me);
        let other = other.map(|other| self.value(other));
        let half = |mine: &str, theirs: &str, side: Side| {
            let mut all = common.clone();
            all.push(format!("{mine} = {me}"));
            all.extend(other.as_ref().map(|other| format!("{theirs} = {other}")));
            all.extend(filter.won.map(|won| match won {
                PlayerResult::Won => format!("winner = '{}'", side.letter()),
                PlayerResult::Lost => format!("winner = '{}'", (!side).letter()),
                PlayerResult::Drawn => "aborted = 0 AND winner IS NULL".into(),
            }));
            all.extend(filter.computer.map(|computer| {
                let sign = if computer { "<" } else { ">" };
                format!("{theirs} {sign} 0")
            }));
            if side == Side::White {
                // A game in which the account plays both sides is in the other half already.
                all.push(format!("red <> {me}"));
            }
            let all = joined(all);
            format!(
                "SELECT * FROM (SELECT {columns} FROM games WHERE {all} {newest}) AS {mine}_half"
            )
        };
        let red = half("red", "white", Side::Red);
        let white = half("white", "red", Side::White);
        format!("{red} UNION ALL {white} {newest}")
    }

    /// The conditions that both halves share.
    fn common(&mut self, filter: &'a GameFilter, page: &'a GamePage) -> Vec<String> {
        let mut all = Vec::new();
        if let Some(ruleset) = &filter.ruleset {
            all.push(format!("ruleset = {}", self.value(ruleset)));
        }
        if let Some(rated) = filter.rated {
            all.push(format!("rated = {}", self.value(rated)));
        }
        if let Some(speed) = filter.speed {
            all.push(format!("speed = {}", self.value(speed)));
        }
        if let Some(ended) = filter.ended {
            all.push(format!("ended IS {}NULL", if ended { "NOT " } else { "" }));
        }
        if filter.shown {
            all.push("sealed IS NULL".into());
        }
        if let Some(from) = filter.from {
            all.push(format!("latest >= {}", self.value(from)));
        }
        if let Some(to) = filter.to {
            all.push(format!("latest < {}", self.value(to)));
        }
        if let Some(GameCursor { latest, game }) = &page.after {
            let (latest, game) = (self.value(*latest), self.value(game));
            all.push(format!("(latest, id) < ({latest}, {game})"));
        }
        all
    }

    /// Binds a value, and returns its placeholder.
    fn value(&mut self, value: impl Into<SqlValue<'a>>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }
}

fn joined(conditions: impl IntoIterator<Item = String>) -> String {
    let all = conditions.into_iter().collect::<Vec<_>>();
    if all.is_empty() { "1 = 1".into() } else { all.join(" AND ") }
}
