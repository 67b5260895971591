//! A tournament with its log, driven by a test.

use bosworth_tournament::{
    Announcement, Applicant, PlayerId, Points, SlotResult, Tournament, TournamentCommand,
    TournamentDecision, TournamentLogEntry, TournamentOrder, TournamentRefusal, TournamentStage,
};

pub(crate) struct Driver {
    pub(crate) tournament: Tournament,
    pub(crate) log: Vec<TournamentLogEntry>,
    pub(crate) now: i64,
}

impl Driver {
    pub(crate) fn new(announcement: Announcement) -> Self {
        let first = Tournament::announce(announcement, 0).expect("a valid announcement");
        Self { tournament: Tournament::open(&first).unwrap(), log: vec![first], now: 0 }
    }

    /// Enters a number of players, 1 the strongest.
    pub(crate) fn with(announcement: Announcement, players: i64) -> Self {
        let mut driver = Self::new(announcement);
        for player in 1..=players {
            driver.join(player).unwrap();
        }
        driver
    }

    pub(crate) fn append(&mut self, decided: &TournamentDecision) -> bool {
        let TournamentDecision::Append(entry) = decided else { return false };
        self.tournament.fold(entry).expect("a decided entry folds");
        self.log.push(entry.clone());
        true
    }

    pub(crate) fn decide(
        &mut self,
        by: i64,
        command: &TournamentCommand,
    ) -> Result<bool, TournamentRefusal> {
        let decided = self.tournament.decide(PlayerId(by), command, self.now)?;
        Ok(self.append(&decided))
    }

    pub(crate) fn join(&mut self, player: i64) -> Result<bool, TournamentRefusal> {
        let applicant = Applicant::rated(2000 - player as i32);
        self.decide(player, &TournamentCommand::Join { applicant, mate: None })
    }

    /// Enters a team: the captain proposes it and the teammate accepts.
    pub(crate) fn team(&mut self, captain: i64, mate: i64) -> Result<bool, TournamentRefusal> {
        let applicant = Applicant::rated(1500);
        self.decide(captain, &TournamentCommand::Join { applicant, mate: Some(PlayerId(mate)) })?;
        self.decide(mate, &TournamentCommand::Accept { captain: PlayerId(captain) })
    }

    pub(crate) fn organise(
        &mut self,
        command: &TournamentCommand,
    ) -> Result<bool, TournamentRefusal> {
        self.decide(0, command)
    }

    pub(crate) fn decide_order(&mut self, order: &TournamentOrder) -> bool {
        let decided = self.tournament.decide_order(order, self.now).expect("a valid order");
        self.append(&decided)
    }

    /// Advances to the next time something is due, and does it.
    pub(crate) fn tick(&mut self) -> bool {
        self.now = self.now.max(self.tournament.wake_at(self.now).unwrap_or(self.now));
        self.decide_order(&TournamentOrder::Tick)
    }

    /// Finishes all games to be played now.
    pub(crate) fn play(&mut self, result: impl Fn(&Tournament, PlayerId, PlayerId) -> SlotResult) {
        let games: Vec<_> = self.tournament.games().collect();
        for game in games {
            let (red, white) = (player(game.red), player(game.white));
            let result = result(&self.tournament, red, white);
            self.decide_order(&TournamentOrder::Result { slot: game.slot, result });
        }
    }

    /// Plays to the end; the stronger player always wins.
    pub(crate) fn play_out(&mut self) {
        for _ in 0..10_000 {
            if self.tournament.stage() == TournamentStage::Over {
                return;
            }
            self.play(stronger);
            self.tick();
        }
        panic!("the tournament does not end");
    }

    pub(crate) fn points(&self, player: i64) -> Points {
        let tables = self.tournament.standings();
        let mut rows = tables.iter().flat_map(|table| &table.rows);
        rows.find(|row| row.player == PlayerId(player)).expect("a participant").points
    }

    pub(crate) fn order(&self) -> Vec<i64> {
        let tables = self.tournament.standings();
        tables.iter().flat_map(|table| &table.rows).map(|row| row.player.0).collect()
    }

    pub(crate) fn pairs(&self, round: usize) -> Vec<(i64, i64)> {
        let pairings = &self.tournament.rounds()[round - 1].pairings;
        pairings.iter().map(|two| (two.red.0, two.white.map_or(0, |player| player.0))).collect()
    }
}

/// The player; 0 for the computer.
pub(crate) fn player(opponent: bosworth_tournament::Opponent) -> PlayerId {
    match opponent {
        bosworth_tournament::Opponent::Player(player) => player,
        bosworth_tournament::Opponent::Computer(_) => PlayerId(0),
    }
}

pub(crate) fn stronger(_: &Tournament, red: PlayerId, white: PlayerId) -> SlotResult {
    if red.0 < white.0 { SlotResult::Red { margin: 5 } } else { SlotResult::White { margin: 5 } }
}
