//! Tournaments between computer players, and experiments with duplicate deals.

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

use crate::arena::{ArenaGame, SeededPlayer};
use crate::player::PlayerSpec;

pub use duplicate::{DuplicateExperiment, DuplicateForm, FormMeasurement};

/// A tournament between computer players.
///
/// Computer players have no memory, so games of a series are fully mirrored in pairs: the same deal
/// and shuffles with the sides swapped. With players that count nodes or depths, the same seed
/// reproduces the same tournament.
#[derive(Clone, Debug)]
pub struct ComputerTournament {
    /// The players; the first is seeded highest.
    pub players: Vec<PlayerSpec>,
    /// The format.
    pub kind: TournamentFormat,
    /// The number of games in a pairing.
    pub series: Series,
    /// The edition.
    pub rules: Ruleset,
    /// The number of games played concurrently.
    pub threads: usize,
    /// The seed of the deals and of the players' random choices.
    pub seed: u64,
}

impl ComputerTournament {
    /// Plays the tournament. Calls `on_game` with the round, and with how many of its current games
    /// have been played.
    pub fn play(&self, on_game: &mut dyn FnMut(usize, usize, usize)) -> Result<Tournament> {
        for player in &self.players {
            player.check().with_context(|| format!("{player} cannot play"))?;
        }
        let mut tournament = self.announce()?;
        let mut now = 0;
        while tournament.stage() != TournamentStage::Over {
            let games: Vec<_> = tournament.games().collect();
            let round = tournament.rounds().len();
            let played = self.play_games(&games, &mut |done| on_game(round, done, games.len()))?;
            for (slot, result) in played {
                let result =
                    tournament.decide_order(&TournamentOrder::Result { slot, result }, now)?;
                fold(&mut tournament, &result)?;
            }
            // No need to wait for the scheduled time.
            now = tournament.wake_at(now).unwrap_or(now).max(now);
            let due = tournament.decide_order(&TournamentOrder::Tick, now)?;
            fold(&mut tournament, &due)?;
        }
        Ok(tournament)
    }

    fn announce(&self) -> Result<Tournament> {
        ensure!(self.players.len() >= self.kind.min_players(), "a tournament needs more players");
        let mut announcement = Announcement::example(self.kind);
        announcement.series = self.series;
        announcement.terms.ruleset = self.rules;
        announcement.limits.bots = true;
        ensure!(
            self.players.len() <= usize::from(announcement.seats),
            "at most {} can play such an event",
            announcement.seats
        );
        let mut tournament = Tournament::open(&Tournament::announce(announcement, 0)?)?;
        for at in 0..self.players.len() {
            // Seeded in the given order.
            let applicant = Applicant { bot: true, ..Applicant::rated(3000 - at as i32) };
            let join = TournamentCommand::Join { applicant, mate: None };
            let entered = tournament.decide(PlayerId(at as i64 + 1), &join, 0)?;
            fold(&mut tournament, &entered)?;
        }
        Ok(tournament)
    }

    /// A player's name, as it was specified.
    pub fn name(&self, player: PlayerId) -> String {
        let at = usize::try_from(player.0 - 1).ok();
        at.and_then(|at| self.players.get(at)).map_or_else(String::new, ToString::to_string)
    }

    /// Plays games on several threads. Results are in the order of the games.
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
                        // The receiver is gone once a game has failed.
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
        // Both games of a pair have the same deal.
        let deal = plan.shared.map_or_else(
            || {
                let GameSlot { round, board, game } = plan.slot;
                (u128::from(round) << 64) | (u128::from(board) << 32) | u128::from(game / 2)
            },
            |shared| shared.deal,
        );
        let mut random = Random::new(self.seed ^ (deal as u64) ^ ((deal >> 64) as u64));
        let mut seat = |player: Result<PlayerSpec>| -> Result<SeededPlayer> {
            Ok(SeededPlayer { player: player?.contestant(stop), seed: random.next() })
        };
        let mut seats = BySide { red: seat(red)?, white: seat(white)? };
        let dealt = proof(self.seed, deal).deal(self.rules);
        let game_played = ArenaGame::play_dealt(dealt, &mut seats, Side::Red, stop);
        let Some(game_played) = game_played else { bail!("the game was stopped") };
        Ok(result(&game_played))
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

fn fold(tournament: &mut Tournament, decided: &TournamentDecision) -> Result<()> {
    if let TournamentDecision::Append(entry) = decided {
        tournament.fold(entry)?;
    }
    Ok(())
}

/// How a game ended, with its margin.
fn result(game_played: &ArenaGame) -> SlotResult {
    let margin = |side: Side| {
        let scores = game_played.game.position().scores();
        scores[side].points as i32 - scores[!side].points as i32
    };
    game_played.winner().map_or(SlotResult::Drawn, |side| SlotResult::won(side, margin(side)))
}

/// The shuffles of a deal.
fn proof(seed: u64, deal: u128) -> Proof {
    let mut bytes = [0; 32];
    bytes[8..16].copy_from_slice(&seed.to_be_bytes());
    bytes[16..].copy_from_slice(&deal.to_be_bytes());
    Proof::of_dealer(Secret::new(bytes), "event")
}
