//! Tournaments between computer players, and what duplicate deals are worth.

mod duplicate;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use anyhow::{Context, Result, bail, ensure};
use bosworth_analysis::StopSign;
use bosworth_engine::Random;
use bosworth_fair::{Proof, Secret};
use bosworth_rules::{BySide, Ruleset, Side};
use bosworth_tournament::{
    Announcement, Applicant, GamePlan, GameSlot, Opponent, PlayerId, Series, SlotResult,
    Tournament, TournamentCommand, TournamentDecision, TournamentFormat, TournamentOrder,
    TournamentStage,
};

use crate::arena::{Bout, Seat};
use crate::player::PlayerSpec;

pub use duplicate::{Comparison, Form, Measured};

/// A tournament between computer players.
///
/// They forget every game at once, so games of a series are fully mirrored in pairs: the same deal
/// and the same shuffles, with the sides swapped. The same seed gives the same tournament with
/// players that count nodes or depths.
#[derive(Clone, Debug)]
pub struct ComputerTournament {
    /// Who plays; the first is seeded highest.
    pub players: Vec<PlayerSpec>,
    /// How.
    pub kind: TournamentFormat,
    /// How many games decide a pairing.
    pub series: Series,
    /// The edition.
    pub rules: Ruleset,
    /// The number of games played concurrently.
    pub threads: usize,
    /// The seed of the deals and of the players' random choices.
    pub seed: u64,
}

impl ComputerTournament {
    /// Plays it. `on_game` is told the number of the round, and how many of the games to be played at
    /// this point were played.
    pub fn play(&self, on_game: &mut dyn FnMut(usize, usize, usize)) -> Result<Tournament> {
        for player in &self.players {
            player.check().with_context(|| format!("{player} cannot play"))?;
        }
        let mut event = self.announce()?;
        let mut now = 0;
        while event.stage() != TournamentStage::Over {
            let games: Vec<_> = event.games().collect();
            let round = event.rounds().len();
            let played = self.play_games(&games, &mut |done| on_game(round, done, games.len()))?;
            for (slot, result) in played {
                let result = event.obey(&TournamentOrder::Result { slot, result }, now)?;
                fold(&mut event, &result)?;
            }
            // Nobody waits for a time that nobody needs.
            now = event.wake_at(now).unwrap_or(now).max(now);
            let due = event.obey(&TournamentOrder::Tick, now)?;
            fold(&mut event, &due)?;
        }
        Ok(event)
    }

    fn announce(&self) -> Result<Tournament> {
        ensure!(self.players.len() >= self.kind.fewest(), "an event needs more players");
        let mut opening = Announcement::example(self.kind);
        opening.series = self.series;
        opening.terms.ruleset = self.rules;
        opening.limits.bots = true;
        ensure!(
            self.players.len() <= usize::from(opening.seats),
            "at most {} can play such an event",
            opening.seats
        );
        let mut event = Tournament::open(&Tournament::announce(opening, 0)?)?;
        for at in 0..self.players.len() {
            // Entered in the order of their strength, as far as it is known.
            let standing = Applicant { bot: true, ..Applicant::rated(3000 - at as i32) };
            let join = TournamentCommand::Join { standing, mate: None };
            let entered = event.decide(PlayerId(at as i64 + 1), &join, 0)?;
            fold(&mut event, &entered)?;
        }
        Ok(event)
    }

    /// Who a player is, as it was asked for.
    pub fn name(&self, player: PlayerId) -> String {
        let at = usize::try_from(player.0 - 1).ok();
        at.and_then(|at| self.players.get(at)).map_or_else(String::new, ToString::to_string)
    }

    /// Plays games on several threads; the results are in the order of the games.
    fn play_games(
        &self,
        games: &[GamePlan],
        on_game: &mut dyn FnMut(usize),
    ) -> Result<Vec<(GameSlot, SlotResult)>> {
        let next = AtomicUsize::new(0);
        let stop = StopSign::default();
        let (sender, played) = channel();
        let mut results = thread::scope(|scope| {
            for _ in 0..self.threads.min(games.len()) {
                let (sender, next, stop) = (sender.clone(), &next, &stop);
                scope.spawn(move || {
                    while let Some(plan) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let result = self.play_game(plan, stop);
                        // Nobody listens any more once a game has failed.
                        if sender.send(result.map(|result| (plan.slot, result))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let counted = played.into_iter().zip(1..).map(|(result, count)| {
                on_game(count);
                result
            });
            counted.collect::<Result<Vec<_>>>()
        })?;
        results.sort_unstable_by_key(|(slot, _)| *slot);
        Ok(results)
    }

    fn play_game(&self, plan: &GamePlan, stop: &StopSign) -> Result<SlotResult> {
        let seats = [plan.red, plan.white].map(|seat| self.spec(seat));
        let [red, white] = seats;
        // The two games of a pair have the same.
        let deal = plan.shared.map_or_else(
            || {
                let GameSlot { round, board, game } = plan.slot;
                (u128::from(round) << 64) | (u128::from(board) << 32) | u128::from(game / 2)
            },
            |shared| shared.deal,
        );
        let mut random = Random::new(self.seed ^ (deal as u64) ^ ((deal >> 64) as u64));
        let mut seat = |player: Result<PlayerSpec>| -> Result<Seat> {
            Ok(Seat { player: player?.contestant(stop), seed: random.next() })
        };
        let mut seats = BySide { red: seat(red)?, white: seat(white)? };
        let dealt = proof(self.seed, deal).deal(self.rules);
        let bout = Bout::play_dealt(dealt, &mut seats, Side::Red, stop);
        let Some(bout) = bout else { bail!("the game was stopped") };
        Ok(result(&bout))
    }

    fn spec(&self, opponent: Opponent) -> Result<PlayerSpec> {
        match opponent {
            Opponent::Player(player) => {
                let at = usize::try_from(player.0 - 1).ok();
                at.and_then(|at| self.players.get(at)).cloned().context("an unknown player")
            }
            Opponent::Computer(level) => {
                format!("level:{level}").parse().map_err(anyhow::Error::msg)
            }
        }
    }
}

fn fold(event: &mut Tournament, decided: &TournamentDecision) -> Result<()> {
    if let TournamentDecision::Append(entry) = decided {
        event.fold(entry)?;
    }
    Ok(())
}

/// How a game ended, with its margin.
fn result(bout: &Bout) -> SlotResult {
    let margin = |side: Side| {
        let scores = bout.game.position().scores();
        scores[side].points as i32 - scores[!side].points as i32
    };
    bout.winner().map_or(SlotResult::Drawn, |side| SlotResult::won(side, margin(side)))
}

/// The shuffles of a deal.
fn proof(seed: u64, deal: u128) -> Proof {
    let mut bytes = [0; 32];
    bytes[8..16].copy_from_slice(&seed.to_be_bytes());
    bytes[16..].copy_from_slice(&deal.to_be_bytes());
    Proof::of_dealer(Secret::new(bytes), "event")
}
