use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use anyhow::{Context, Result, ensure};
use bosworth_analysis::StopSign;
use bosworth_engine::Random;
use bosworth_rules::{BySide, Ruleset, Side};
use strum::{EnumCount, VariantArray};

use super::proof;
use crate::arena::{ArenaGame, SeededPlayer};
use crate::player::PlayerSpec;

/// What the two games of a pair share.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EnumCount, VariantArray)]
pub enum DuplicateForm {
    /// Nothing, but each player has each side once.
    Fresh,
    /// The hands, with the sides swapped.
    Hands,
    /// The hands and the pile, with the sides swapped.
    Mirrored,
    /// Each plays Red against the same third player, with separate deals.
    ApartFresh,
    /// Each plays Red against the same third player, with the same hands and pile: a field against
    /// the computer.
    Field,
}

impl DuplicateForm {
    /// All forms.
    pub const ALL: [Self; Self::COUNT] = *Self::VARIANTS.first_chunk().unwrap();
}

/// How well a form distinguishes two players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FormMeasurement {
    /// The form.
    pub form: DuplicateForm,
    /// The number of pairs of games played.
    pub pairs: u64,
    /// The first player's mean lead per pair, in game points.
    pub lead: f64,
    /// The standard deviation of that.
    pub deviation: f64,
}

impl FormMeasurement {
    /// The number of games needed for one-sided 95 % confidence in a lead like this; `None` if
    /// there is no lead.
    pub fn games(&self) -> Option<f64> {
        let games = 2.0 * (1.644_854 * self.deviation / self.lead).powi(2);
        (self.lead > 0.0).then_some(games)
    }
}

/// An experiment: two players, one clearly better, in each form.
#[derive(Clone, Debug)]
pub struct DuplicateExperiment {
    /// The two players, the better one first.
    pub players: [PlayerSpec; 2],
    /// The third player of the forms in which the two do not meet.
    pub third: PlayerSpec,
    /// The number of pairs of games in each form.
    pub pairs: u64,
    /// The edition.
    pub rules: Ruleset,
    /// The number of games played concurrently.
    pub threads: usize,
    /// The seed.
    pub seed: u64,
}

impl DuplicateExperiment {
    /// Plays all pairs of a form. Calls `on_pair` with the number played so far.
    pub fn measure(
        &self,
        form: DuplicateForm,
        on_pair: &mut dyn FnMut(u64),
    ) -> Result<FormMeasurement> {
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
                        // The receiver is gone once a game has failed.
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
        Ok(FormMeasurement { form, pairs: leads.len() as u64, lead, deviation: square.sqrt() })
    }

    /// The first player's lead in a pair of games, from -1 to 1.
    fn lead(&self, form: DuplicateForm, pair: u64) -> Result<f64> {
        let [one, other] = &self.players;
        // All forms see the same first deals.
        let (first, second) = (u128::from(pair) << 1, (u128::from(pair) << 1) | 1);
        let third = &self.third;
        // The first player's opponent as Red, and the settings of the second game.
        let (met, red, white, deal, anew) = match form {
            DuplicateForm::Fresh => (other, other, one, second, false),
            DuplicateForm::Hands => (other, other, one, first, true),
            DuplicateForm::Mirrored => (other, other, one, first, false),
            DuplicateForm::ApartFresh => (third, other, third, second, false),
            DuplicateForm::Field => (third, other, third, first, false),
        };
        Ok(self.score(one, met, first, false)? - self.score(red, white, deal, anew)?)
    }

    /// Red's score in a game: 1, ½ or 0. With `anew`, the same hands have another pile.
    fn score(&self, red: &PlayerSpec, white: &PlayerSpec, deal: u128, anew: bool) -> Result<f64> {
        let stop = StopSign::default();
        let (start, mut deck) = proof(self.seed, deal).deal(self.rules);
        // The next draw starts with another shuffle of the pile.
        let fresh = !anew || deck.reshuffle(1);
        debug_assert!(fresh, "no shuffle but the first was used");
        // Players decide independently in each game: games share only the deal.
        let mut random = Random::new(self.seed ^ (deal as u64) ^ (u64::from(anew) << 63));
        let mut seat = |player: &PlayerSpec| SeededPlayer {
            player: player.contestant(&stop),
            seed: random.next(),
        };
        let mut seats = BySide { red: seat(red), white: seat(white) };
        let game_played = ArenaGame::play_dealt((start, deck), &mut seats, Side::Red, &stop);
        let game_played = game_played.context("a game was stopped")?;
        Ok(game_played.half_points() as f64 / 2.0)
    }
}
