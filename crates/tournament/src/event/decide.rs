//! What commands of people lead to.

use super::{Tournament, TournamentStage};
use crate::opening::{is_about, is_title};
use crate::{
    Announcement, Applicant, DealSharing, Departure, Entrant, GameSlot, InvalidAnnouncement,
    PlayerId, SlotResult, TournamentCommand, TournamentDecision, TournamentEvent, TournamentFormat,
    TournamentLogEntry, TournamentOrder, TournamentRefusal,
};

/// How often one player may enter, and how often the organiser may change anything.
const ENTRIES: u8 = 5;
const TOOLS: u16 = 1000;
/// How often one player may propose a team.
const PROPOSALS: u8 = 10;
/// How many may enter beyond the seats.
const WAITING: usize = 1000;
/// Who does not come to so many games in a row is out.
const ABSENCES: u8 = 2;

impl Tournament {
    /// The first entry of a new event.
    pub fn announce(
        opening: Announcement,
        now: i64,
    ) -> Result<TournamentLogEntry, InvalidAnnouncement> {
        opening.check()?;
        let by = Some(opening.organiser);
        Ok(TournamentLogEntry {
            seq: 0,
            at: now,
            by,
            steps: vec![TournamentEvent::Open(Box::new(opening))],
        })
    }

    /// Decides somebody's command. All commands are idempotent: what is so already is
    /// [`TournamentDecision::Nothing`].
    pub fn decide(
        &self,
        by: PlayerId,
        command: &TournamentCommand,
        now: i64,
    ) -> Result<TournamentDecision, TournamentRefusal> {
        let organising = !matches!(
            command,
            TournamentCommand::Join { .. }
                | TournamentCommand::Accept { .. }
                | TournamentCommand::Decline { .. }
                | TournamentCommand::Leave
        );
        if organising && (by != self.opening.organiser || self.tools >= TOOLS) {
            let why = if self.tools >= TOOLS {
                TournamentRefusal::TooOften
            } else {
                TournamentRefusal::NotOrganiser
            };
            return Err(why);
        }
        if self.stage == TournamentStage::Over
            && !matches!(command, TournamentCommand::Describe { .. })
        {
            let void = matches!(
                command,
                TournamentCommand::Leave
                    | TournamentCommand::Decline { .. }
                    | TournamentCommand::Cancel
            );
            return if void {
                Ok(TournamentDecision::Nothing)
            } else {
                Err(TournamentRefusal::Over)
            };
        }
        let steps = match command {
            TournamentCommand::Join { standing, mate } => self.join(by, *standing, *mate, now)?,
            TournamentCommand::Accept { captain } => self.accept(by, *captain, now)?,
            TournamentCommand::Decline { captain } => {
                self.retract(|one, mate| one == *captain && mate == by)
            }
            TournamentCommand::Leave => self.withdraw(by)?,
            TournamentCommand::Remove { player } => self.leave(*player, Departure::Removed)?,
            TournamentCommand::Start if self.stage == TournamentStage::Coming => self.begin(),
            TournamentCommand::Describe { title, about } => self.describe(title, about)?,
            TournamentCommand::Pause if !self.paused => vec![TournamentEvent::Pause],
            TournamentCommand::Resume if self.paused => vec![TournamentEvent::Resume],
            TournamentCommand::Start | TournamentCommand::Pause | TournamentCommand::Resume => {
                Vec::new()
            }
            TournamentCommand::Correct { slot, result } => self.correct(*slot, *result)?,
            TournamentCommand::Cancel => vec![TournamentEvent::End { cancelled: true }],
        };
        Ok(self.append(Some(by), steps, now))
    }

    /// Decides an order of the server.
    pub fn obey(
        &self,
        order: &TournamentOrder,
        now: i64,
    ) -> Result<TournamentDecision, TournamentRefusal> {
        let steps = match *order {
            TournamentOrder::Tick => self.due(now),
            TournamentOrder::Result { slot, result } => self.result(slot, result)?,
            TournamentOrder::Review { slot, red } => self.review(slot, red)?,
            TournamentOrder::Expel(_) | TournamentOrder::Cancel
                if self.stage == TournamentStage::Over =>
            {
                Vec::new()
            }
            TournamentOrder::Expel(player) => {
                let mut steps = self.retract(|captain, mate| captain == player || mate == player);
                if self.paused && self.opening.organiser == player {
                    // Nobody else could.
                    steps.push(TournamentEvent::Resume);
                }
                if self.team_of(player).is_some() || steps.is_empty() {
                    // The other half of a team may come back with somebody else.
                    steps.extend(self.leave(player, Departure::Withdrew)?);
                }
                steps
            }
            TournamentOrder::Cancel => vec![TournamentEvent::End { cancelled: true }],
        };
        Ok(self.append(None, steps, now))
    }

    fn append(
        &self,
        by: Option<PlayerId>,
        steps: Vec<TournamentEvent>,
        now: i64,
    ) -> TournamentDecision {
        if steps.is_empty() {
            return TournamentDecision::Nothing;
        }
        TournamentDecision::Append(TournamentLogEntry { seq: self.length, at: now, by, steps })
    }

    fn join(
        &self,
        player: PlayerId,
        standing: Applicant,
        mate: Option<PlayerId>,
        now: i64,
    ) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        let known = self.entrant(player);
        if self.removed.contains(&player) {
            return Err(TournamentRefusal::Removed);
        }
        let settled = self.stage == TournamentStage::Coming || self.seated.contains(&player);
        if known.is_some_and(Entrant::is_active) && settled {
            return Ok(Vec::new());
        }
        if let Some(captain) = mate.filter(|mate| self.proposal(*mate, player).is_some()) {
            return self.accept(player, captain, now);
        }
        self.admits(standing)?;
        self.can_enter(player, mate, now)?;
        let rating = standing.rating;
        // A team that waits for a seat has agreed before.
        let agreed = known.is_some_and(|entrant| entrant.is_active() && entrant.mate == mate);
        match mate {
            Some(mate) if !agreed => self.propose(player, mate, rating),
            _ => Ok(vec![TournamentEvent::Join { player, mate, rating }]),
        }
    }

    fn propose(
        &self,
        player: PlayerId,
        mate: PlayerId,
        rating: i32,
    ) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        if self.proposal(player, mate).is_some() {
            return Ok(Vec::new());
        }
        match self.proposals.get(&player) {
            Some(before) if before.made >= PROPOSALS => Err(TournamentRefusal::TooOften),
            None if self.proposals.len() >= usize::from(self.opening.seats) + WAITING => {
                Err(TournamentRefusal::Full)
            }
            _ => Ok(vec![TournamentEvent::Propose { player, mate, rating }]),
        }
    }

    /// Makes a team of what was proposed.
    fn accept(
        &self,
        mate: PlayerId,
        captain: PlayerId,
        now: i64,
    ) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        if self.team_of(mate).is_some_and(|team| team.player == captain) {
            return Ok(Vec::new());
        }
        let proposal = self.proposal(captain, mate).ok_or(TournamentRefusal::NoProposal)?;
        self.can_enter(captain, Some(mate), now)?;
        Ok(vec![TournamentEvent::Join {
            player: captain,
            mate: Some(mate),
            rating: proposal.rating,
        }])
    }

    /// Takes back the proposals that are meant.
    fn retract(&self, meant: impl Fn(PlayerId, PlayerId) -> bool) -> Vec<TournamentEvent> {
        let meant = self.proposals().filter(|(captain, mate)| meant(*captain, *mate));
        meant.map(|(player, _)| TournamentEvent::Retract { player }).collect()
    }

    /// Somebody leaves, or takes back what they have proposed.
    fn withdraw(&self, player: PlayerId) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        let retracted = self.retract(|captain, _| captain == player);
        if retracted.is_empty() { self.leave(player, Departure::Withdrew) } else { Ok(retracted) }
    }

    /// Whether somebody can enter now, alone or with a mate.
    fn can_enter(
        &self,
        player: PlayerId,
        mate: Option<PlayerId>,
        now: i64,
    ) -> Result<(), TournamentRefusal> {
        let known = self.entrant(player);
        if [Some(player), mate].iter().flatten().any(|one| self.removed.contains(one)) {
            return Err(TournamentRefusal::Removed);
        }
        self.team(player, mate)?;
        if known.is_some_and(|entrant| entrant.entries >= ENTRIES) {
            return Err(TournamentRefusal::TooOften);
        }
        if self.stage == TournamentStage::Running {
            self.still_open(now)?;
            if self.playing().count() >= usize::from(self.opening.seats) {
                return Err(TournamentRefusal::Full);
            }
        }
        if known.is_none() && self.entrants.len() >= usize::from(self.opening.seats) + WAITING {
            return Err(TournamentRefusal::Full);
        }
        Ok(())
    }

    fn admits(&self, standing: Applicant) -> Result<(), TournamentRefusal> {
        let limits = self.opening.limits;
        let low = limits.from.is_some_and(|from| standing.rating < from);
        let high = limits.to.is_some_and(|to| standing.rating > to);
        match () {
            () if limits.invited && !standing.invited => Err(TournamentRefusal::Password),
            () if standing.guest && !limits.guests => Err(TournamentRefusal::Guests),
            () if standing.bot && !limits.bots => Err(TournamentRefusal::Bots),
            () if low || high => Err(TournamentRefusal::Rating),
            () => Ok(()),
        }
    }

    fn team(&self, player: PlayerId, mate: Option<PlayerId>) -> Result<(), TournamentRefusal> {
        let taken = |one: PlayerId| {
            let mut others = self.active().filter(|entrant| entrant.player != player);
            others.any(|entrant| entrant.player == one || entrant.mate == Some(one))
        };
        let fits = match mate {
            Some(mate) => {
                self.opening.deal == DealSharing::Teams
                    && mate != player
                    && !taken(player)
                    && !taken(mate)
            }
            None => self.opening.deal != DealSharing::Teams,
        };
        if fits { Ok(()) } else { Err(TournamentRefusal::Team) }
    }

    /// Whether one may enter after the start.
    fn still_open(&self, now: i64) -> Result<(), TournamentRefusal> {
        let open = match self.opening.kind {
            TournamentFormat::Swiss { .. } | TournamentFormat::Field { .. } => {
                self.rounds.len() <= usize::from(self.opening.late)
            }
            TournamentFormat::Arena { .. } => self.closes().is_none_or(|closes| now < closes),
            TournamentFormat::League { seasons, .. } => self.season() < u16::from(seasons),
            TournamentFormat::RoundRobin { .. } | TournamentFormat::Knockout => false,
        };
        if open { Ok(()) } else { Err(TournamentRefusal::TooLate) }
    }

    fn leave(
        &self,
        player: PlayerId,
        why: Departure,
    ) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        // Either half of a team speaks for it.
        let team = self.active().find(|entrant| entrant.mate == Some(player));
        let entrant = team.or(self.entrant(player)).ok_or(TournamentRefusal::NoPlayer)?;
        let same = match entrant.gone {
            Some(gone) => gone == why || why == Departure::Withdrew,
            None => false,
        };
        let player = entrant.player;
        Ok(if same { Vec::new() } else { vec![TournamentEvent::Leave { player, why }] })
    }

    fn describe(
        &self,
        title: &str,
        about: &str,
    ) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        if !is_title(title) || !is_about(about) {
            return Err(TournamentRefusal::BadText);
        }
        if title == self.opening.title && about == self.opening.about {
            return Ok(Vec::new());
        }
        Ok(vec![TournamentEvent::Describe { title: title.into(), about: about.into() }])
    }

    fn correct(
        &self,
        slot: GameSlot,
        result: SlotResult,
    ) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        let pairing = self.pairing(slot.round, slot.board).ok_or(TournamentRefusal::NoGame)?;
        let noted = pairing.results.get(usize::from(slot.game)).copied().flatten();
        let noted = noted.ok_or(TournamentRefusal::NoGame)?;
        // Later pairings follow from who won: in a knock-out, or in an earlier season.
        let last = self.rounds.len() == usize::from(slot.round);
        let season = self.rounds[usize::from(slot.round) - 1].season == self.season();
        if !season || self.opening.kind == TournamentFormat::Knockout && !last {
            return Err(TournamentRefusal::Result);
        }
        Ok(if noted == result {
            Vec::new()
        } else {
            vec![TournamentEvent::Correct { slot, result }]
        })
    }

    fn result(
        &self,
        slot: GameSlot,
        result: SlotResult,
    ) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        if self.stage == TournamentStage::Over {
            return Ok(Vec::new());
        }
        let pairing = self.pairing(slot.round, slot.board).ok_or(TournamentRefusal::NoGame)?;
        if usize::from(slot.game) >= pairing.results.len() {
            return Err(TournamentRefusal::NoGame);
        }
        if !self.is_open(slot) {
            return Ok(Vec::new());
        }
        let mut steps = vec![TournamentEvent::Result { slot, result }];
        for seat in bosworth_rules::Side::ALL {
            let missed = result.is_missed_by(pairing.side(usize::from(slot.game), seat));
            let entrant = pairing.player(seat).and_then(|player| self.entrant(player));
            let out = entrant.filter(|entrant| {
                missed && entrant.is_active() && entrant.absences.saturating_add(1) >= ABSENCES
            });
            let leave = |entrant: &Entrant| TournamentEvent::Leave {
                player: entrant.player,
                why: Departure::Missing,
            };
            steps.extend(out.map(leave));
        }
        Ok(steps)
    }

    fn review(&self, slot: GameSlot, red: u16) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        let pairing = self.pairing(slot.round, slot.board).ok_or(TournamentRefusal::NoGame)?;
        let noted = pairing.reviews.get(usize::from(slot.game)).ok_or(TournamentRefusal::NoGame)?;
        let red = red.min(1000);
        Ok(if *noted == Some(red) {
            Vec::new()
        } else {
            vec![TournamentEvent::Review { slot, red }]
        })
    }
}
