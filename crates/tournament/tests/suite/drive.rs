//! An event with its log, driven by a test.

use bosworth_tournament::{
    Announcement, Applicant, PlayerId, Points, SlotResult, Tournament, TournamentCommand,
    TournamentDecision, TournamentLogEntry, TournamentOrder, TournamentRefusal, TournamentStage,
};

pub(crate) struct Driver {
    pub(crate) event: Tournament,
    pub(crate) log: Vec<TournamentLogEntry>,
    pub(crate) now: i64,
}

impl Driver {
    pub(crate) fn new(opening: Announcement) -> Self {
        let first = Tournament::announce(opening, 0).expect("a possible event");
        Self { event: Tournament::open(&first).unwrap(), log: vec![first], now: 0 }
    }

    /// With so many players, 1 the strongest.
    pub(crate) fn with(opening: Announcement, players: i64) -> Self {
        let mut driver = Self::new(opening);
        for player in 1..=players {
            driver.join(player).unwrap();
        }
        driver
    }

    pub(crate) fn append(&mut self, decided: &TournamentDecision) -> bool {
        let TournamentDecision::Append(entry) = decided else { return false };
        self.event.fold(entry).expect("what was decided can be folded");
        self.log.push(entry.clone());
        true
    }

    pub(crate) fn decide(
        &mut self,
        by: i64,
        command: &TournamentCommand,
    ) -> Result<bool, TournamentRefusal> {
        let decided = self.event.decide(PlayerId(by), command, self.now)?;
        Ok(self.append(&decided))
    }

    pub(crate) fn join(&mut self, player: i64) -> Result<bool, TournamentRefusal> {
        let standing = Applicant::rated(2000 - player as i32);
        self.decide(player, &TournamentCommand::Join { standing, mate: None })
    }

    /// Two enter as a team: the captain proposes it, and the mate accepts.
    pub(crate) fn team(&mut self, captain: i64, mate: i64) -> Result<bool, TournamentRefusal> {
        let standing = Applicant::rated(1500);
        self.decide(captain, &TournamentCommand::Join { standing, mate: Some(PlayerId(mate)) })?;
        self.decide(mate, &TournamentCommand::Accept { captain: PlayerId(captain) })
    }

    pub(crate) fn organise(
        &mut self,
        command: &TournamentCommand,
    ) -> Result<bool, TournamentRefusal> {
        self.decide(0, command)
    }

    pub(crate) fn obey(&mut self, order: &TournamentOrder) -> bool {
        let decided = self.event.obey(order, self.now).expect("orders are possible");
        self.append(&decided)
    }

    /// Waits until something is due, and does it.
    pub(crate) fn tick(&mut self) -> bool {
        self.now = self.now.max(self.event.wake_at(self.now).unwrap_or(self.now));
        self.obey(&TournamentOrder::Tick)
    }

    /// Ends all games that are to be played now.
    pub(crate) fn play(&mut self, result: impl Fn(&Tournament, PlayerId, PlayerId) -> SlotResult) {
        let games: Vec<_> = self.event.games().collect();
        for game in games {
            let (red, white) = (player(game.red), player(game.white));
            let result = result(&self.event, red, white);
            self.obey(&TournamentOrder::Result { slot: game.slot, result });
        }
    }

    /// Plays to the end; the stronger always wins.
    pub(crate) fn play_out(&mut self) {
        for _ in 0..10_000 {
            if self.event.stage() == TournamentStage::Over {
                return;
            }
            self.play(stronger);
            self.tick();
        }
        panic!("the event does not end");
    }

    pub(crate) fn points(&self, player: i64) -> Points {
        let tables = self.event.standings();
        let mut rows = tables.iter().flat_map(|table| &table.rows);
        rows.find(|row| row.player == PlayerId(player)).expect("takes part").points
    }

    pub(crate) fn order(&self) -> Vec<i64> {
        let tables = self.event.standings();
        tables.iter().flat_map(|table| &table.rows).map(|row| row.player.0).collect()
    }

    pub(crate) fn pairs(&self, round: usize) -> Vec<(i64, i64)> {
        let pairings = &self.event.rounds()[round - 1].pairings;
        pairings.iter().map(|two| (two.red.0, two.white.map_or(0, |player| player.0))).collect()
    }
}

/// Who sits there; 0 for the computer.
pub(crate) fn player(opponent: bosworth_tournament::Opponent) -> PlayerId {
    match opponent {
        bosworth_tournament::Opponent::Player(player) => player,
        bosworth_tournament::Opponent::Computer(_) => PlayerId(0),
    }
}

pub(crate) fn stronger(_: &Tournament, red: PlayerId, white: PlayerId) -> SlotResult {
    if red.0 < white.0 { SlotResult::Red { margin: 5 } } else { SlotResult::White { margin: 5 } }
}
