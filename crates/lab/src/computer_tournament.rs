//! Tournaments between computer players, and experiments with duplicate deals.

mod duplicate;
mod saved;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;

use anyhow::{Context, Result, ensure};
use bosworth_analysis::StopSign;
use bosworth_engine::Random;
use bosworth_fair::{Deck, Proof, Secret};
use bosworth_rules::{BySide, Position, Ruleset, Side};
use bosworth_tournament::{
    Announcement, Applicant, GamePlan, GameSlot, Opponent, PlayerId, Series, SlotResult,
    Tournament, TournamentCommand, TournamentDecision, TournamentFormat, TournamentOrder,
    TournamentStage,
};

use self::saved::SavedGames;
use crate::arena::{
    ArenaGame, Crosstable, CrosstableCell, INTERRUPT_INTERVAL, Pairs, SeededPlayer,
};
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
    /// Positions to begin games from, chosen at random; deals if there are none.
    pub openings: Vec<Position>,
    /// The number of games played concurrently.
    pub threads: usize,
    /// The seed of the deals and of the players' random choices.
    pub seed: u64,
    /// The file to which game records are appended.
    pub save: Option<PathBuf>,
    /// Whether the games in that file are counted instead of being played again.
    pub resume: bool,
}

/// A tournament that was played, to its end unless it was interrupted.
pub struct PlayedTournament {
    /// The tournament.
    pub tournament: Tournament,
    /// What the players scored against each other.
    pub crosstable: Crosstable,
}

/// A finished game: its players, Red first, and the half points of Red.
struct ScoredGame {
    slot: GameSlot,
    players: [usize; 2],
    half_points: usize,
}

impl ComputerTournament {
    /// Plays the tournament. Calls `on_game` with the round, and with how many of its current games
    /// have been played. An interruption ends it with the results so far.
    pub fn play(
        &self,
        interrupt: &StopSign,
        on_game: &mut dyn FnMut(usize, usize, usize),
    ) -> Result<PlayedTournament> {
        for player in &self.players {
            player.check().with_context(|| format!("{player} cannot play"))?;
        }
        let mut tournament = self.announce()?;
        let mut saved = SavedGames::open(self)?;
        let mut scored = Vec::new();
        let mut now = 0;
        while tournament.stage() != TournamentStage::Over {
            let games: Vec<_> = tournament.games().collect();
            let round = tournament.rounds().len();
            let played = self.play_games(&games, &mut saved, interrupt, &mut |done| {
                on_game(round, done, games.len());
            })?;
            for (plan, game_played) in played {
                let (slot, result) = (plan.slot, result(&game_played));
                let result =
                    tournament.decide_order(&TournamentOrder::Result { slot, result }, now)?;
                fold(&mut tournament, &result)?;
                if let (Some(red), Some(white)) = (Self::place(plan.red), Self::place(plan.white)) {
                    let half_points = game_played.half_points();
                    scored.push(ScoredGame { slot, players: [red, white], half_points });
                }
            }
            if interrupt.is_stopped() {
                break;
            }
            // No need to wait for the scheduled time.
            now = tournament.wake_at(now).unwrap_or(now).max(now);
            let due = tournament.decide_order(&TournamentOrder::Tick, now)?;
            fold(&mut tournament, &due)?;
        }
        Ok(PlayedTournament { tournament, crosstable: self.crosstable(&scored) })
    }

    /// What the players scored. Both games of a pair are one observation, and so is a single game.
    fn crosstable(&self, scored: &[ScoredGame]) -> Crosstable {
        let mut pairs: BTreeMap<_, Vec<&ScoredGame>> = BTreeMap::new();
        for game in scored {
            let GameSlot { round, board, game: index } = game.slot;
            pairs.entry((round, board, index / 2)).or_default().push(game);
        }
        let mut cells: BTreeMap<[usize; 2], (Pairs, u64)> = BTreeMap::new();
        for games in pairs.into_values() {
            let mut players = games[0].players;
            players.sort_unstable();
            let points = games.iter().map(|game| {
                let red_first = game.players == players;
                if red_first { game.half_points } else { 2 - game.half_points }
            });
            let half_points = points.sum::<usize>() * 2 / games.len();
            let (pairs, count) = cells.entry(players).or_default();
            pairs.add(half_points);
            *count += games.len() as u64;
        }
        let cells = cells
            .into_iter()
            .map(|(players, (pairs, games))| CrosstableCell { players, pairs, games })
            .collect();
        Crosstable { players: self.players.len(), cells }
    }

    /// A player's place in the list of players.
    fn place(opponent: Opponent) -> Option<usize> {
        match opponent {
            Opponent::Player(player) => usize::try_from(player.0 - 1).ok(),
            Opponent::Computer(_) => None,
        }
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

    /// Plays games on several threads, until they are interrupted. Results are in the order of the
    /// games.
    fn play_games<'g>(
        &self,
        games: &'g [GamePlan],
        saved: &mut SavedGames,
        interrupt: &StopSign,
        on_game: &mut dyn FnMut(usize),
    ) -> Result<Vec<(&'g GamePlan, ArenaGame)>> {
        let mut results = Vec::new();
        let mut missing = Vec::new();
        for plan in games {
            match saved.take(self, plan)? {
                Some(game_played) => results.push((plan, game_played)),
                None => missing.push(plan),
            }
        }
        let next = AtomicUsize::new(0);
        let stop = StopSign::default();
        let (sender, played) = channel();
        thread::scope(|scope| -> Result<()> {
            for _ in 0..self.threads.min(missing.len()) {
                let (sender, next, stop, missing) = (sender.clone(), &next, &stop, &missing);
                scope.spawn(move || {
                    while let Some(&plan) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let result = self.play_game(plan, stop);
                        // The receiver is gone once a game has failed.
                        if sender.send((plan, result)).is_err() || stop.is_stopped() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut collect = || -> Result<()> {
                while !interrupt.is_stopped() {
                    let (plan, result) = match played.recv_timeout(INTERRUPT_INTERVAL) {
                        Ok(done) => done,
                        Err(RecvTimeoutError::Timeout) => continue,
                        Err(RecvTimeoutError::Disconnected) => break,
                    };
                    let Some(game_played) = result? else { break };
                    saved.add(self, plan, &game_played)?;
                    results.push((plan, game_played));
                    on_game(results.len());
                }
                Ok(())
            };
            let collected = collect();
            // Games in flight are abandoned.
            stop.stop();
            collected
        })?;
        results.sort_unstable_by_key(|(plan, _)| plan.slot);
        Ok(results)
    }

    /// The number of a game's deal. Both games of a pair have the same.
    fn deal_number(plan: &GamePlan) -> u128 {
        let GameSlot { round, board, game } = plan.slot;
        let own = (u128::from(round) << 64) | (u128::from(board) << 32) | u128::from(game / 2);
        plan.shared.map_or(own, |shared| shared.deal)
    }

    /// Where a game begins, and its pile.
    fn deal(&self, plan: &GamePlan) -> (Position, Deck) {
        let number = Self::deal_number(plan);
        let proof = proof(self.seed, number);
        if self.openings.is_empty() {
            return proof.deal(self.rules);
        }
        let mut random = Random::new(!self.seed ^ (number as u64) ^ ((number >> 64) as u64));
        let opening = self.openings[random.below(self.openings.len() as u32) as usize];
        (opening, Deck::of_pile(&proof.key(), &opening))
    }

    /// Plays a game; `None` if it is stopped.
    fn play_game(&self, plan: &GamePlan, stop: &StopSign) -> Result<Option<ArenaGame>> {
        let number = Self::deal_number(plan);
        let mut random = Random::new(self.seed ^ (number as u64) ^ ((number >> 64) as u64));
        let mut seat = |opponent| -> Result<SeededPlayer> {
            let player = self.spec(opponent)?.contestant(stop);
            Ok(SeededPlayer { player, seed: random.next() })
        };
        let mut seats = BySide { red: seat(plan.red)?, white: seat(plan.white)? };
        Ok(ArenaGame::play_dealt(self.deal(plan), &mut seats, Side::Red, stop))
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
