//! Games as records and summaries.

use bosworth_protocol::{GameSummary, PlayerView, Players};
use bosworth_rules::{BySide, Date, GameResult, Record, Side};
use bosworth_table::{Event, GameId, LogEntry, Speed, Table, TimeControl, Times};

use super::PlayerNames;
use crate::http::extract::speed;
use crate::log_codec::decode;
use crate::store::{GameRow, Store, StoreError, StoredEnd};

/// Reads the log of a game.
pub(crate) async fn log(store: &Store, game: GameId) -> Result<Vec<LogEntry>, StoreError> {
    let entries = store.entries(game, 0).await?;
    decode(entries).map_err(|damage| StoreError::Corrupt(format!("game {game}: {damage}")))
}

/// Summarises a finished game.
pub(in crate::http) async fn summary(
    row: &GameRow,
    names: &mut PlayerNames,
) -> Result<GameSummary, StoreError> {
    let ending = row.ending.as_ref();
    Ok(GameSummary {
        game: row.id,
        players: names.players(row.seats).await?,
        ruleset: row.ruleset.clone(),
        clock: row.clock.clone(),
        speed: speed(row.speed)?,
        rated: row.rated,
        created: row.created,
        ended: ending.map(|ending| ending.ended),
        result: result(ending).to_string(),
        reason: ending.map(|ending| ending.reason.clone()),
        forfeit: ending.and_then(StoredEnd::forfeit),
        points: ending.map_or((0, 0), |ending| (ending.points.red, ending.points.white)),
        plies: ending.map_or(0, |ending| ending.plies),
        change: row
            .ratings
            .map(|BySide { red, white }| (red.after - red.before, white.after - white.before)),
        ratings: row.ratings.map(|BySide { red, white }| (red.after, white.after)),
        handicap: row.handicap.clone(),
    })
}

fn result(ending: Option<&StoredEnd>) -> GameResult {
    match ending {
        None | Some(StoredEnd { aborted: true, .. }) => GameResult::Unfinished,
        Some(ending) => ending.winner.map_or(GameResult::Drawn, GameResult::Won),
    }
}

/// Returns the record of a game with all its tags; `None` before the deal. The secret of the
/// shuffle enters the log only when the game is over, so no earlier record can contain it.
pub(crate) async fn record(
    row: &GameRow,
    log: &[LogEntry],
    names: &mut PlayerNames,
) -> Result<Option<Record>, StoreError> {
    let corrupt = |error| StoreError::Corrupt(format!("game {}: {error}", row.id));
    let table = Table::replay(log).map_err(corrupt)?;
    let Some(mut record) = table.record() else { return Ok(None) };
    let players = names.players(row.seats).await?;
    for (name, value) in tags(row, &table, &players, speed(row.speed)?) {
        record.set_tag(name, &value);
    }
    if table.setup().clock.is_live()
        && let Some(game) = table.game()
    {
        let sides = game.positions().iter().map(|position| position.side());
        for ((step, left), side) in record.steps.iter_mut().zip(times(log)).zip(sides) {
            let clock = left.map(|left| clock(BySide::from(left)[side]));
            step.comments.extend(clock.map(|clock| format!("[%clk {clock}]")));
        }
    }
    Ok(Some(record))
}

fn tags(
    row: &GameRow,
    table: &Table,
    players: &Players,
    speed: Speed,
) -> Vec<(&'static str, String)> {
    let kind = if row.rated { "Rated" } else { "Casual" };
    let event = match table.setup().clock {
        TimeControl::Untimed => format!("{kind} game without a clock"),
        _ => format!("{kind} {speed} game"),
    };
    let mut tags = vec![
        ("Event", event),
        ("Site", "Bosworth".into()),
        ("Date", Date::from_timestamp(row.created).to_string()),
        ("UTCDate", Date::from_timestamp(row.created).to_string()),
        ("UTCTime", time_of_day(row.created)),
        ("Red", name(&players.red)),
        ("White", name(&players.white)),
        ("Game", row.id.to_string()),
        ("Clock", table.setup().clock.to_string()),
    ];
    if let Some(ratings) = row.ratings {
        for (tag, side) in [("RedRating", Side::Red), ("WhiteRating", Side::White)] {
            tags.push((tag, format!("{:.0}", ratings[side].before)));
        }
    }
    if let Some(ending) = table.ending() {
        tags.push(("Termination", ending.reason.name().into()));
    }
    tags
}

fn name(player: &PlayerView) -> String {
    match player {
        PlayerView::Account { person, .. } => person.name.clone(),
        PlayerView::Computer { level } => format!("Computer, level {level}"),
    }
}

/// Returns the remaining clock times after each ply that was not taken back.
fn times(log: &[LogEntry]) -> Vec<Option<Times>> {
    let mut times = Vec::new();
    for event in log.iter().flat_map(|entry| &entry.events) {
        match event {
            Event::Act { left, .. } => times.push(*left),
            Event::Takeback { plies, .. } => {
                times.truncate(times.len().saturating_sub(usize::from(*plies)));
            }
            _ => {}
        }
    }
    times
}

/// The time of day in UTC, to the second.
fn time_of_day(at: i64) -> String {
    let seconds = at.rem_euclid(86_400_000) / 1_000;
    format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

/// Formats milliseconds as hours, minutes and seconds.
fn clock(left: i64) -> String {
    let seconds = left.max(0) / 1_000;
    format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_written_as_in_pgn() {
        assert_eq!(clock(271_999), "0:04:31");
        assert_eq!(clock(3 * 3_600_000 + 5_000), "3:00:05");
        assert_eq!(clock(-5), "0:00:00");
    }

    #[test]
    fn the_time_of_day_is_in_utc() {
        assert_eq!(time_of_day(1_794_757_652_004), "15:47:32");
        assert_eq!(time_of_day(-1), "23:59:59");
    }

    #[test]
    fn plies_taken_back_have_no_time() {
        let entry = |seq, event| LogEntry { seq, at: 0, by: None, key: None, events: vec![event] };
        let act = |red| Event::Act {
            ply: "N1".parse().expect("a ply"),
            left: Some(Times { red, white: 0 }),
            lag: 0,
        };
        let log = [
            entry(0, act(3)),
            entry(1, act(2)),
            entry(2, Event::Takeback { plies: 1, shuffle: None }),
            entry(3, act(1)),
        ];
        let red: Vec<_> = times(&log).iter().map(|left| left.map(|left| left.red)).collect();
        assert_eq!(red, [Some(3), Some(1)]);
    }
}
