use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use anyhow::{Context, Result, ensure};
use bosworth_analysis::StopSign;
use bosworth_engine::Random;
use bosworth_rules::{BySide, Ruleset, Side};

use super::proof;
use crate::arena::{Bout, Seat};
use crate::player::PlayerSpec;

/// What the two games of a pair have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// Nothing but that each player has each side once.
    Fresh,
    /// The hands, with the sides swapped.
    Hands,
    /// The hands and the pile, with the sides swapped.
    Mirrored,
    /// Each plays Red against the same third player, with deals of their own.
    ApartFresh,
    /// The same with the same hands and pile: a field against the computer.
    Field,
}

impl Form {
    /// All forms.
    pub const ALL: [Self; 5] =
        [Self::Fresh, Self::Hands, Self::Mirrored, Self::ApartFresh, Self::Field];
}

/// How well a form tells two players apart.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// The form.
    pub form: Form,
    /// How many pairs of games were played.
    pub pairs: u64,
    /// By how many points of a game the first player was better, in the mean of a pair.
    pub lead: f64,
    /// The standard deviation of that.
    pub deviation: f64,
}

impl Measured {
    /// How many games it takes until a lead like this is certain to 95 %, one-sided; none if there is
    /// no lead.
    pub fn games(&self) -> Option<f64> {
        let games = 2.0 * (1.644_854 * self.deviation / self.lead).powi(2);
        (self.lead > 0.0).then_some(games)
    }
}

/// An experiment: two players, one clearly better, in each form.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The better one, and the other.
    pub players: [PlayerSpec; 2],
    /// The third player of the forms in which the two do not meet.
    pub third: PlayerSpec,
    /// How many pairs of games in each form.
    pub pairs: u64,
    /// The edition.
    pub rules: Ruleset,
    /// The number of games played concurrently.
    pub threads: usize,
    /// The seed.
    pub seed: u64,
}

impl Comparison {
    /// Plays all pairs of a form. `on_pair` is told how many were played.
    pub fn measure(&self, form: Form, on_pair: &mut dyn FnMut(u64)) -> Result<Measured> {
        for player in self.players.iter().chain([&self.third]) {
            player.check().with_context(|| format!("{player} cannot play"))?;
        }
        let next = AtomicU64::new(0);
        let (sender, played) = channel();
        let leads: Vec<f64> = thread::scope(|scope| {
            for _ in 0..self.threads {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let pair = next.fetch_add(1, Ordering::Relaxed);
                        // Nobody listens any more once a game has failed.
                        if pair >= self.pairs || sender.send(self.lead(form, pair)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let counted = played.into_iter().zip(1..).map(|(lead, count)| {
                on_pair(count);
                lead
            });
            counted.collect::<Result<_>>()
        })?;
        let count = leads.len() as f64;
        ensure!(leads.len() as u64 == self.pairs && self.pairs > 1, "too few pairs were played");
        let lead = leads.iter().sum::<f64>() / count;
        let square = leads.iter().map(|one| (one - lead).powi(2)).sum::<f64>() / (count - 1.0);
        Ok(Measured { form, pairs: leads.len() as u64, lead, deviation: square.sqrt() })
    }

    /// By how much the first player was better in a pair of games, from -1 to 1.
    fn lead(&self, form: Form, pair: u64) -> Result<f64> {
        let [one, other] = &self.players;
        // All forms see the same first deals.
        let (first, second) = (u128::from(pair) << 1, (u128::from(pair) << 1) | 1);
        let third = &self.third;
        // Whom the first player meets as Red, and how the second game differs.
        let (met, red, white, deal, anew) = match form {
            Form::Fresh => (other, other, one, second, false),
            Form::Hands => (other, other, one, first, true),
            Form::Mirrored => (other, other, one, first, false),
            Form::ApartFresh => (third, other, third, second, false),
            Form::Field => (third, other, third, first, false),
        };
        Ok(self.score(one, met, first, false)? - self.score(red, white, deal, anew)?)
    }

    /// Red's score in a game: 1, ½ or 0. `anew`: with another pile below the same hands.
    fn score(&self, red: &PlayerSpec, white: &PlayerSpec, deal: u128, anew: bool) -> Result<f64> {
        let stop = StopSign::default();
        let (start, mut deck) = proof(self.seed, deal).deal(self.rules);
        // The next draw starts with another shuffle of the pile.
        let fresh = !anew || deck.reshuffle(1);
        debug_assert!(fresh, "no shuffle but the first was used");
        // Players decide anew in each game: what they have in common is the deal alone.
        let mut random = Random::new(self.seed ^ (deal as u64) ^ (u64::from(anew) << 63));
        let mut seat =
            |player: &PlayerSpec| Seat { player: player.contestant(&stop), seed: random.next() };
        let mut seats = BySide { red: seat(red), white: seat(white) };
        let bout = Bout::play_dealt((start, deck), &mut seats, Side::Red, &stop);
        let bout = bout.context("a game was stopped")?;
        Ok(bout.half_points() as f64 / 2.0)
    }
}
