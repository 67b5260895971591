use std::collections::BTreeMap;

use bosworth_rules::Side;

use crate::{Pairing, PlayerId, Points, Tournament, TournamentFormat};

/// A player's results in the current season.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) points: Points,
    pub(super) played: u16,
    pub(super) won: u16,
    pub(super) drawn: u16,
    pub(super) lost: u16,
    pub(super) byes: u16,
    pub(super) margin: i64,
    pub(super) adjusted: u32,
    pub(super) reviewed: u16,
    pub(super) survived: u16,
    /// Whether the player was in any round, or is still active.
    pub(super) took_part: bool,
    /// Played series: the opponent and the player's points.
    pub(super) met: Vec<(PlayerId, Points)>,
    /// Series of a round robin that were decided without a game: the opponent of the schedule and
    /// the player's points.
    pub(super) forfeited: Vec<(PlayerId, Points)>,
    /// Points without an opponent: byes, missed rounds and, unless everybody meets everybody,
    /// forfeits.
    pub(super) unplayed: Vec<Points>,
}

pub(super) type Tallies = BTreeMap<PlayerId, Tally>;

impl Tally {
    /// The tallies of all entrants.
    pub(super) fn all(tournament: &Tournament) -> Tallies {
        let format = tournament.announcement().format;
        let swiss = matches!(format, TournamentFormat::Swiss { .. });
        let mut tallies: Tallies =
            tournament.entrants().iter().map(|entrant| (entrant.player, Self::default())).collect();
        for entrant in tournament.entrants() {
            let tally = tallies.entry(entrant.player).or_default();
            tally.took_part = entrant.is_active();
            if swiss && !tournament.is_waiting(entrant.player) {
                tally.unplayed = vec![Points::HALF; usize::from(entrant.missed)];
                tally.adjusted = u32::from(entrant.missed) * thousandths(Points::HALF);
            }
        }
        let all_meet = format.cycles().is_some();
        let annulled: Vec<_> = annulled(tournament).collect();
        for round in tournament.season_rounds() {
            let counts = |player: &PlayerId| !annulled.contains(player);
            for player in &round.byes {
                let tally = tallies.entry(*player).or_default();
                tally.byes += 1;
                tally.took_part = true;
                // In a round robin, everyone has the same number of byes.
                if swiss {
                    tally.unplayed.push(Points::ONE);
                    tally.adjusted += thousandths(Points::ONE);
                }
            }
            for pairing in &round.pairings {
                let both = [Some(pairing.red), pairing.white];
                let all_count = both.iter().flatten().all(counts);
                for (seat, player) in Side::ALL.into_iter().zip(both) {
                    let Some(player) = player else { continue };
                    let tally = tallies.entry(player).or_default();
                    tally.took_part = true;
                    if all_count {
                        tally.add(pairing, seat, all_meet);
                    }
                }
            }
        }
        for matches in tournament.bracket().rounds {
            for winner in matches.iter().filter_map(|two| two.winner) {
                tallies.entry(winner).or_default().survived += 1;
            }
        }
        for tally in tallies.values_mut() {
            tally.points = tally.with_opponent().map(|(_, points)| points).sum();
            tally.points += tally.unplayed.iter().copied().sum();
        }
        tallies
    }

    /// The series with an opponent, played or not, and the player's points.
    pub(super) fn with_opponent(&self) -> impl Iterator<Item = (PlayerId, Points)> + '_ {
        self.met.iter().chain(&self.forfeited).copied()
    }

    fn add(&mut self, pairing: &Pairing, seat: Side, all_meet: bool) {
        self.margin += pairing.margin(seat);
        let Some(score) = pairing.score() else { return };
        let own = score[seat];
        match pairing.adjusted(seat) {
            Some(adjusted) => {
                self.adjusted += adjusted;
                self.reviewed += 1;
            }
            None => self.adjusted += thousandths(own),
        }
        match (own, score[!seat]) {
            (Points::ONE, _) => self.won += 1,
            (Points::HALF, _) => self.drawn += 1,
            _ => self.lost += 1,
        }
        self.played += u16::from(pairing.is_played());
        match pairing.player(!seat) {
            Some(opponent) if pairing.is_played() => self.met.push((opponent, own)),
            Some(opponent) if all_meet => self.forfeited.push((opponent, own)),
            _ => self.unplayed.push(own),
        }
    }
}

fn thousandths(points: Points) -> u32 {
    points.halves() * 500
}

/// The players whose games do not count: in a round robin, those who left before playing half of
/// their games, because not everyone met them.
fn annulled(tournament: &Tournament) -> impl Iterator<Item = PlayerId> + '_ {
    let cycles = tournament.announcement().format.cycles().map(|(cycles, _)| usize::from(cycles));
    let divisions = tournament.divisions().iter();
    divisions.flat_map(move |players| {
        let games = players.len().saturating_sub(1) * cycles.unwrap_or(0);
        players.iter().copied().filter(move |&player| {
            let gone = tournament.entrant(player).is_some_and(|entrant| !entrant.is_active());
            let played = || {
                let pairings = tournament.season_rounds().iter().flat_map(|round| &round.pairings);
                pairings
                    .filter(|pairing| pairing.seat(player).is_some() && pairing.is_played())
                    .count()
            };
            cycles.is_some() && gone && 2 * played() < games
        })
    })
}
