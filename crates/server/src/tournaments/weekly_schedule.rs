//! The weekly tournament that a server can announce automatically.

use std::fmt;
use std::str::FromStr;

use bosworth_rules::{Date, Ruleset};
use bosworth_tournament::{
    Announcement, DealSharing, Eligibility, GameTerms, PlayerId, Series, TieBreak, Tournament,
    TournamentFormat, TournamentId,
};
use sha2::{Digest, Sha256};

use super::{TournamentError, Tournaments, encode};
use crate::service_time::now;
use crate::store::NewTournament;

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
const WEEK_MS: i64 = 7 * DAY_MS;
/// Starts with Thursday, the weekday of 1 January 1970.
const DAY_NAMES: [&str; 7] = ["thu", "fri", "sat", "sun", "mon", "tue", "wed"];

/// The weekly start time, in UTC: `fri 19:00`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeeklySchedule {
    /// Milliseconds since midnight at the start of Thursday.
    offset: i64,
}

/// The text is not a day and time of the week.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidWeeklySchedule;

impl fmt::Display for InvalidWeeklySchedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a valid weekly time; use a day and a time in UTC, such as `fri 19:00`")
    }
}

impl std::error::Error for InvalidWeeklySchedule {}

impl FromStr for WeeklySchedule {
    type Err = InvalidWeeklySchedule;

    fn from_str(text: &str) -> Result<Self, InvalidWeeklySchedule> {
        let (day, time) = text.split_once(' ').ok_or(InvalidWeeklySchedule)?;
        let (hours, minutes) = time.split_once(':').ok_or(InvalidWeeklySchedule)?;
        let number = |text: &str, below: i64| {
            let digits = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<i64>()
                .ok()
                .filter(|number| digits && *number < below)
                .ok_or(InvalidWeeklySchedule)
        };
        let day = DAY_NAMES
            .iter()
            .position(|name| name.eq_ignore_ascii_case(day))
            .ok_or(InvalidWeeklySchedule)?;
        let minutes = number(hours, 24)? * 60 + number(minutes, 60)?;
        Ok(Self { offset: day as i64 * DAY_MS + minutes * MINUTE_MS })
    }
}

impl fmt::Display for WeeklySchedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (day, minutes) = (self.offset / DAY_MS, self.offset % DAY_MS / MINUTE_MS);
        write!(f, "{} {:02}:{:02}", DAY_NAMES[day as usize], minutes / 60, minutes % 60)
    }
}

impl WeeklySchedule {
    /// Returns the first occurrence after a moment.
    fn after(self, now: i64) -> i64 {
        let week = (now - self.offset).div_euclid(WEEK_MS) + 1;
        week * WEEK_MS + self.offset
    }

    fn announcement(starts: i64) -> Announcement {
        let kind = TournamentFormat::Swiss { rounds: 5 };
        let date = Date::from_timestamp(starts).to_iso();
        Announcement {
            id: id(starts),
            organiser: PlayerId(0),
            title: format!("Bosworth Weekly, {date}"),
            about: String::new(),
            format: kind,
            series: Series::One,
            deal: DealSharing::Fresh,
            terms: GameTerms { ruleset: Ruleset::CLASSIC, clock: "5+3".into(), rated: true },
            starts,
            rest: MINUTE_MS,
            seats: 128,
            limits: Eligibility { guests: false, ..Eligibility::default() },
            late: 2,
            ties: TieBreak::usual(kind),
        }
    }
}

/// The id is derived from the time, so only one of several nodes announces the tournament.
fn id(starts: i64) -> TournamentId {
    let hash = Sha256::digest(format!("weekly {starts}"));
    let mut number = [0; 8];
    number.copy_from_slice(&hash[..8]);
    TournamentId::from_random(u64::from_le_bytes(number))
}

impl Tournaments {
    /// Announces the next weekly tournament unless it has been announced.
    pub async fn open_weekly(
        &self,
        weekly: WeeklySchedule,
    ) -> Result<TournamentId, TournamentError> {
        let announcement = WeeklySchedule::announcement(weekly.after(now()));
        let (id, starts) = (announcement.id, announcement.starts);
        match self.load(id).await {
            Err(TournamentError::Unknown) => {}
            known => return known.map(|_| id),
        }
        let entry = Tournament::announce(announcement, now()).map_err(TournamentError::Opening)?;
        let new = NewTournament { id, organiser: None, starts, invitation: None };
        self.0.store.create_tournament(&new, &encode(&entry)).await?;
        Ok(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_time_is_within_a_week_and_on_the_right_day() {
        let weekly: WeeklySchedule = "fri 19:00".parse().expect("a time");
        assert_eq!(weekly.to_string(), "fri 19:00");
        // Friday, 2 January 1970.
        let first = DAY_MS + 19 * 60 * MINUTE_MS;
        assert_eq!(weekly.after(0), first);
        assert_eq!(weekly.after(first - 1), first);
        assert_eq!(weekly.after(first), first + WEEK_MS);
        assert_eq!(weekly.after(1_794_846_600_000) % WEEK_MS, first);
    }

    #[test]
    fn invalid_weekly_times_are_rejected() {
        for text in ["", "fri", "fri 24:00", "fri 19:60", "friday 19:00", "fri 7:00", "fri +9:00"] {
            assert_eq!(text.parse::<WeeklySchedule>(), Err(InvalidWeeklySchedule), "{text}");
        }
    }

    #[test]
    fn every_week_has_its_own_valid_announcement() {
        assert_ne!(id(0), id(WEEK_MS));
        assert_eq!(WeeklySchedule::announcement(WEEK_MS).check(), Ok(()));
    }
}
