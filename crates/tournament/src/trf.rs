use core::fmt::Write;

use bosworth_rules::Side;

use crate::{PlayerId, Points, Tournament, TournamentFormat};

impl Tournament {
    /// Exports the tournament as TRF16, the chess federations' tournament report format, which
    /// rating and pairing programs read. Returns `None` for formats that it cannot express. Red is
    /// reported as White, the side that begins, and a series as one game. `name` returns players'
    /// names.
    pub fn trf(&self, name: impl Fn(PlayerId) -> String) -> Option<String> {
        let format = match self.announcement().format {
            TournamentFormat::RoundRobin { .. } => "Round robin",
            TournamentFormat::Swiss { .. } => "Swiss",
            _ => return None,
        };
        let table = self.standings().pop()?;
        let number: std::collections::BTreeMap<_, _> =
            self.numbers().into_iter().zip(1..).collect();
        let mut text = String::new();
        let _ = writeln!(text, "012 {}", self.announcement().title);
        let _ = writeln!(text, "062 {}", table.rows.len());
        let _ = writeln!(text, "092 {format}");
        let _ = writeln!(text, "122 {}", self.announcement().terms.clock);
        let _ = writeln!(text, "XXR {}", self.planned());
        let mut rows = table.rows;
        rows.sort_by_key(|row| number.get(&row.player).copied());
        for (place, row) in rows.iter().enumerate() {
            let Some(entrant) = self.entrant(row.player) else { continue };
            let start = number.get(&row.player).copied().unwrap_or(place + 1);
            let name: String = plain(&name(row.player)).chars().take(33).collect();
            let _ = write!(
                text,
                "001 {start:>4}      {name:<33} {:>4}{:28}{:>4.1} {:>4}",
                entrant.rating.clamp(0, 9999),
                "",
                f64::from(row.points),
                row.rank,
            );
            for at in 0..self.rounds().len() {
                let (opponent, side, result) = self.cell(row.player, at);
                let opponent = opponent.and_then(|opponent| number.get(&opponent));
                let opponent = opponent.map_or("0000".into(), |number| format!("{number:>4}"));
                let _ = write!(text, "  {opponent} {side} {result}");
            }
            text.push('\n');
        }
        Some(text)
    }

    /// The players by starting number: seeds first, then late entrants.
    fn numbers(&self) -> Vec<PlayerId> {
        let mut players: Vec<_> = self.divisions().iter().flatten().copied().collect();
        for entrant in self.entrants() {
            if !players.contains(&entrant.player) {
                players.push(entrant.player);
            }
        }
        players
    }

    fn planned(&self) -> usize {
        match self.announcement().format {
            TournamentFormat::Swiss { rounds } => usize::from(rounds),
            _ => crate::pairing::round_robin_rounds(self).max(self.rounds().len()),
        }
    }

    /// Opponent, colour and result of a round in TRF notation.
    fn cell(&self, player: PlayerId, at: usize) -> (Option<PlayerId>, char, char) {
        let round = &self.rounds()[at];
        if round.byes.contains(&player) {
            // A bye in a round robin scores nothing.
            let swiss = matches!(self.announcement().format, TournamentFormat::Swiss { .. });
            return (None, '-', if swiss { 'U' } else { 'Z' });
        }
        let pairing = round.pairings.iter().find(|pairing| pairing.seat(player).is_some());
        let Some((pairing, seat)) = pairing.zip(pairing.and_then(|pairing| pairing.seat(player)))
        else {
            let late = self.entrant(player).is_some_and(|entrant| at < usize::from(entrant.missed));
            let swiss = matches!(self.announcement().format, TournamentFormat::Swiss { .. });
            return (None, '-', if late && swiss { 'H' } else { 'Z' });
        };
        let colour = if seat == Side::Red { 'w' } else { 'b' };
        let result = match (pairing.score().map(|score| score[seat]), pairing.is_played()) {
            (None, _) => ' ',
            (Some(Points::ONE), true) => '1',
            (Some(Points::HALF), true) => '=',
            (Some(_), true) => '0',
            (Some(Points::ONE), false) => '+',
            (Some(_), false) => '-',
        };
        (pairing.player(!seat), colour, result)
    }
}

/// Replaces control characters, so that a name stays on one line.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
