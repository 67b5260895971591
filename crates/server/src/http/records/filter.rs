//! The query parameters of game lists.

use bosworth_rules::Ruleset;
use bosworth_table::{GameId, Speed};
use serde::Deserialize;

use crate::app::App;
use crate::http::problem::Failure;
use crate::http::profiles;
use crate::rating;
use crate::store::{GameCursor, GameFilter, GameRow, PlayerResult};

/// The maximum page size.
const MAX_PAGE_SIZE: u32 = 100;

/// The query of a list of games. Absent fields do not filter.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct GameQuery {
    pub(super) player: Option<String>,
    pub(super) format: Option<Format>,
    opponent: Option<String>,
    ruleset: Option<String>,
    rated: Option<bool>,
    result: Option<ResultFilter>,
    speed: Option<Speed>,
    computer: Option<bool>,
    from: Option<i64>,
    to: Option<i64>,
    before: Option<GameId>,
    limit: Option<u32>,
}

/// The format of an export.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Format {
    /// For people.
    #[default]
    Rose,
    /// For programs, one game a line.
    Ndjson,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ResultFilter {
    Won,
    Lost,
    Drawn,
}

impl GameQuery {
    /// Converts the query to a database filter: finished games of this player.
    pub(super) async fn filter(
        &self,
        app: &App,
        player: Option<&str>,
    ) -> Result<GameFilter, Failure> {
        let account = match player {
            Some(name) => Some(profiles::find(app, name).await?.id),
            None => None,
        };
        let opponent = match &self.opponent {
            Some(name) => Some(profiles::find(app, name).await?.id),
            None => None,
        };
        if account.is_none() && (opponent.is_some() || self.result.is_some()) {
            return Err(Failure::bad_request("opponent and result require a player"));
        }
        let ruleset = self.ruleset.as_deref().map(str::parse::<Ruleset>).transpose();
        let ruleset = ruleset.map_err(|error| Failure::bad_request(error.to_string()))?;
        Ok(GameFilter {
            account,
            opponent,
            ruleset: ruleset.map(|ruleset| ruleset.to_string()),
            rated: self.rated,
            won: self.result.map(|outcome| match outcome {
                ResultFilter::Won => PlayerResult::Won,
                ResultFilter::Lost => PlayerResult::Lost,
                ResultFilter::Drawn => PlayerResult::Drawn,
            }),
            speed: self.speed.map(rating::number),
            computer: self.computer,
            ended: Some(true),
            shown: true,
            from: self.from,
            to: self.to,
        })
    }

    /// The cursor to continue from.
    pub(super) async fn after(&self, app: &App) -> Result<Option<GameCursor>, Failure> {
        let Some(before) = self.before else { return Ok(None) };
        let row = app.store.game(before).await?;
        let unknown =
            || Failure::bad_request("before is not a known game; use the last one of the list");
        Ok(Some(row.as_ref().map(GameRow::cursor).ok_or_else(unknown)?))
    }

    /// The requested number of games; an export is unlimited by default.
    pub(super) fn limit(&self, usual: Option<u32>) -> Result<Option<u32>, Failure> {
        match (self.limit, usual) {
            (Some(0), _) => Err(Failure::bad_request("the limit must be at least 1")),
            (Some(limit), Some(_)) if limit > MAX_PAGE_SIZE => {
                Err(Failure::bad_request("the limit is 100; use `before` for the next page"))
            }
            (limit, usual) => Ok(limit.or(usual)),
        }
    }
}
