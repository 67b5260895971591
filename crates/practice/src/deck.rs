use crate::sorted_map::SortedMap;
use crate::{Day, MistakeCard, MistakeKey};

/// A deck of mistakes of one's own.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct MistakeDeck {
    pub(crate) cards: SortedMap<MistakeKey, MistakeCard>,
}

/// How many cards a deck holds: those of the latest games. Somebody who makes four such mistakes a game
/// reviews 2 500 games until the first is dropped.
const MAX_CARDS: usize = 10_000;

/// How many cards that were never reviewed come in a day, so that a hundred reviewed games do not turn
/// into a day's work.
const NEW_PER_DAY: usize = 10;

impl MistakeDeck {
    /// Adds a decision of a reviewed game. A decision that is there already keeps its reviews.
    pub fn add(&mut self, key: MistakeKey, card: &MistakeCard) {
        match self.cards.get_mut(&key) {
            Some(own) => own.merge(card),
            None => {
                self.cards.or_insert(key, card.clone());
            }
        }
        self.cards.keep_last(MAX_CARDS);
    }

    /// One card.
    pub fn card(&self, key: &MistakeKey) -> Option<&MistakeCard> {
        self.cards.get(key).filter(|card| !card.is_removed)
    }

    /// All cards, of the oldest game first.
    pub fn cards(&self) -> impl Iterator<Item = (&MistakeKey, &MistakeCard)> {
        self.cards.iter().filter(|(_, card)| !card.is_removed)
    }

    /// The number of cards.
    pub fn len(&self) -> usize {
        self.cards().count()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.cards().next().is_none()
    }

    /// Notes the answer to a card. The first one of a day counts.
    pub fn review(&mut self, key: &MistakeKey, now: i64, is_right: bool) {
        if let Some(card) = self.cards.get_mut(key) {
            card.review(Day::of(now), is_right);
        }
    }

    /// Takes a card out of the deck for good: its owner does not think it a mistake.
    pub fn remove(&mut self, key: &MistakeKey) {
        if let Some(card) = self.cards.get_mut(key) {
            card.is_removed = true;
        }
    }

    /// The cards of today in the order in which to show them: those to repeat, the longest overdue
    /// first, then new ones, of the latest games first, ten a day at most.
    pub fn due(&self, today: Day) -> Vec<&MistakeKey> {
        let mut old = Vec::new();
        let mut new = Vec::new();
        let mut begun_today = 0;
        for (key, card) in self.cards() {
            match card.due() {
                Some(day) if day <= today => old.push((day, key)),
                Some(_) => {
                    begun_today += usize::from(card.reviews.iter().all(|(day, _)| *day == today));
                }
                None => new.push(key),
            }
        }
        let room = NEW_PER_DAY.saturating_sub(begun_today);
        let new = new.into_iter().rev().take(room);
        let mut due = Vec::with_capacity(old.len() + room);
        // The cards of a day are in order already.
        let after = |last| old.iter().map(|(day, _)| *day).filter(|day| Some(*day) > last).min();
        let mut next = after(None);
        while let Some(day) = next {
            due.extend(old.iter().filter(|(of, _)| *of == day).map(|(_, key)| *key));
            next = after(next);
        }
        due.extend(new);
        due
    }

    /// How many cards are [due](Self::due) today and on each of the days after, if nothing is done until
    /// then.
    pub fn due_counts<const DAYS: usize>(&self, today: Day) -> [usize; DAYS] {
        let (mut counts, mut new, mut begun_today) = ([0; DAYS], 0, 0);
        for (_, card) in self.cards() {
            let Some(due) = card.due() else {
                new += 1;
                continue;
            };
            let first = due.since(today).max(0) as usize;
            counts.iter_mut().skip(first).for_each(|count| *count += 1);
            if due > today && card.reviews.iter().all(|(day, _)| *day == today) {
                begun_today += 1;
            }
        }
        for (day, count) in counts.iter_mut().enumerate() {
            let begun = if day == 0 { begun_today } else { 0 };
            *count += NEW_PER_DAY.saturating_sub(begun).min(new);
        }
        counts
    }

    /// Takes over what another device knows.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.cards.merge(&other.cards, MistakeCard::merge);
        self.cards.keep_last(MAX_CARDS);
    }
}
