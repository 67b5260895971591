use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use bosworth_rules::{Game, Next, PendingDraw, Ply, Position};

/// Where in a game the rest of the pile was reshuffled because a draw had been taken back.
///
/// Each is a ply and a number: the first draw at or after that ply starts with the shuffle of that
/// number. Both are strictly increasing. As text, which is a tag of records: `8:2 15:4`.
///
/// ```
/// use bosworth_fair::Reshuffles;
///
/// let mut reshuffles: Reshuffles = "8:2 15:4".parse()?;
/// reshuffles.take_back(10, Some(6));
/// assert_eq!(reshuffles.to_string(), "8:2 10:6");
/// assert!("8:2 8:3".parse::<Reshuffles>().is_err());
/// # Ok::<(), bosworth_fair::ParseReshufflesError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reshuffles {
    // Invariant: plies and numbers are strictly increasing, numbers are at least 1.
    list: Vec<(usize, u64)>,
}

impl Reshuffles {
    /// The plies and numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u64)> {
        self.list.iter().copied()
    }

    /// Whether there was no reshuffle.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether a takeback of everything from a ply on requires a reshuffle: a drawn card has been
    /// seen, or a reshuffle is due since a later ply.
    pub fn needs(&self, game: &Game, ply: usize) -> bool {
        let taken_back = game.plies().get(ply..).unwrap_or_default();
        taken_back.iter().any(|ply| matches!(ply, Ply::Draw(_)))
            || self.list.last().is_some_and(|&(since, _)| since > ply)
    }

    /// Everything from a ply on was taken back. With a number, the next draw starts with the
    /// shuffle of that number, which must be higher than all before.
    pub fn take_back(&mut self, ply: usize, shuffle: Option<u64>) {
        match shuffle {
            None => self.list.retain(|&(since, _)| since <= ply),
            Some(shuffle) => {
                self.list.retain(|&(since, other)| since < ply && other < shuffle);
                self.list.push((ply, shuffle));
            }
        }
    }

    /// Only those up to a ply.
    #[must_use]
    pub fn up_to(&self, ply: usize) -> Self {
        let list = self.list.iter().copied().filter(|&(since, _)| since <= ply).collect();
        Self { list }
    }

    /// The reshuffles that are due before a draw, given how many plies came before it and how many
    /// of the list were due earlier.
    pub(crate) fn due(&self, ply: usize, done: usize) -> &[(usize, u64)] {
        let rest = self.list.get(done..).unwrap_or_default();
        let count = rest.iter().take_while(|&&(since, _)| since <= ply).count();
        &rest[..count]
    }
}

impl fmt::Display for Reshuffles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (ply, shuffle)) in self.iter().enumerate() {
            let gap = if place == 0 { "" } else { " " };
            write!(f, "{gap}{ply}:{shuffle}")?;
        }
        Ok(())
    }
}

/// The text is not a list of reshuffles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseReshufflesError;

impl fmt::Display for ParseReshufflesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "plies and numbers of shuffles are expected, both strictly increasing, such as 8:2 15:4",
        )
    }
}

impl core::error::Error for ParseReshufflesError {}

impl FromStr for Reshuffles {
    type Err = ParseReshufflesError;

    fn from_str(text: &str) -> Result<Self, ParseReshufflesError> {
        let mut list: Vec<(usize, u64)> = Vec::new();
        for pair in text.split_ascii_whitespace() {
            let (ply, shuffle) = pair.split_once(':').ok_or(ParseReshufflesError)?;
            let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            if !number(ply) || !number(shuffle) {
                return Err(ParseReshufflesError);
            }
            let ply = ply.parse().map_err(|_| ParseReshufflesError)?;
            let shuffle = shuffle.parse().map_err(|_| ParseReshufflesError)?;
            let grows = list.last().is_none_or(|&(before, less)| before < ply && less < shuffle);
            if shuffle == 0 || !grows {
                return Err(ParseReshufflesError);
            }
            list.push((ply, shuffle));
        }
        Ok(Self { list })
    }
}

/// What everyone knows about a deck: how many cards of its order are left, and the number of the
/// next shuffle. So every observer of a game can tell that no shuffle was skipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PileCount {
    /// The number of the next shuffle.
    pub next: u64,
    /// The cards that are left in the order of the last one.
    pub left: usize,
}

impl PileCount {
    /// The count after the deal.
    pub fn dealt(start: &Position) -> Self {
        Self { next: 1, left: start.pile().len() as usize }
    }

    /// The count after a whole game.
    pub fn after(game: &Game, reshuffles: &Reshuffles) -> Self {
        let mut count = Self::dealt(game.start());
        let mut done = 0;
        for (index, (position, &ply)) in game.positions().iter().zip(game.plies()).enumerate() {
            if let (Ply::Draw(_), Ok(Next::Draw(pending))) = (ply, position.act(ply.action())) {
                for &(_, shuffle) in reshuffles.due(index, done) {
                    count.reshuffle(shuffle);
                    done += 1;
                }
                count.draw(&pending);
            }
        }
        for &(_, shuffle) in reshuffles.due(game.plies().len(), done) {
            count.reshuffle(shuffle);
        }
        count
    }

    /// A card is drawn.
    pub fn draw(&mut self, pending: &PendingDraw) {
        if self.left == 0 {
            self.left = pending.outcomes().len() as usize;
            self.next += 1;
        }
        self.left -= 1;
    }

    /// The next draw starts with the shuffle of this number.
    pub fn reshuffle(&mut self, number: u64) {
        self.left = 0;
        self.next = number;
    }
}
