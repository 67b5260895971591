//! What commands of people lead to.

use super::{Event, Stage};
use crate::opening::{is_about, is_title};
use crate::{
    BadOpening, Command, Deal, Decided, Entrant, Entry, GameResult, Gone, Kind, Opening, Order,
    PlayerId, Refusal, Slot, Standing, Step,
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

impl Event {
    /// The first entry of a new event.
    pub fn announce(opening: Opening, now: i64) -> Result<Entry, BadOpening> {
        opening.check()?;
        let by = Some(opening.organiser);
        Ok(Entry { seq: 0, at: now, by, steps: vec![Step::Open(Box::new(opening))] })
    }

    /// Decides somebody's command. All commands are idempotent: what is so already is
    /// [`Decided::Nothing`].
    pub fn decide(&self, by: PlayerId, command: &Command, now: i64) -> Result<Decided, Refusal> {
        let organising = !matches!(
            command,
            Command::Join { .. }
                | Command::Accept { .. }
                | Command::Decline { .. }
                | Command::Leave
        );
        if organising && (by != self.opening.organiser || self.tools >= TOOLS) {
            let why = if self.tools >= TOOLS { Refusal::TooOften } else { Refusal::NotOrganiser };
            return Err(why);
        }
        if self.stage == Stage::Over && !matches!(command, Command::Describe { .. }) {
            let void =
                matches!(command, Command::Leave | Command::Decline { .. } | Command::Cancel);
            return if void { Ok(Decided::Nothing) } else { Err(Refusal::Over) };
        }
        let steps = match command {
            Command::Join { standing, mate } => self.join(by, *standing, *mate, now)?,
            Command::Accept { captain } => self.accept(by, *captain, now)?,
            Command::Decline { captain } => self.retract(|one, mate| one == *captain && mate == by),
            Command::Leave => self.withdraw(by)?,
            Command::Remove { player } => self.leave(*player, Gone::Removed)?,
            Command::Start if self.stage == Stage::Coming => self.begin(),
            Command::Describe { title, about } => self.describe(title, about)?,
            Command::Pause if !self.paused => vec![Step::Pause],
            Command::Resume if self.paused => vec![Step::Resume],
            Command::Start | Command::Pause | Command::Resume => Vec::new(),
            Command::Correct { slot, result } => self.correct(*slot, *result)?,
            Command::Cancel => vec![Step::End { cancelled: true }],
        };
        Ok(self.append(Some(by), steps, now))
    }

    /// Decides an order of the server.
    pub fn obey(&self, order: &Order, now: i64) -> Result<Decided, Refusal> {
        let steps = match *order {
            Order::Tick => self.due(now),
            Order::Result { slot, result } => self.result(slot, result)?,
            Order::Review { slot, red } => self.review(slot, red)?,
            Order::Expel(_) | Order::Cancel if self.stage == Stage::Over => Vec::new(),
            Order::Expel(player) => {
                let mut steps = self.retract(|captain, mate| captain == player || mate == player);
                if self.paused && self.opening.organiser == player {
                    // Nobody else could.
                    steps.push(Step::Resume);
                }
                if self.team_of(player).is_some() || steps.is_empty() {
                    // The other half of a team may come back with somebody else.
                    steps.extend(self.leave(player, Gone::Withdrew)?);
                }
                steps
            }
            Order::Cancel => vec![Step::End { cancelled: true }],
        };
        Ok(self.append(None, steps, now))
    }

    fn append(&self, by: Option<PlayerId>, steps: Vec<Step>, now: i64) -> Decided {
        if steps.is_empty() {
            return Decided::Nothing;
        }
        Decided::Append(Entry { seq: self.length, at: now, by, steps })
    }

    fn join(
        &self,
        player: PlayerId,
        standing: Standing,
        mate: Option<PlayerId>,
        now: i64,
    ) -> Result<Vec<Step>, Refusal> {
        let known = self.entrant(player);
        if self.removed.contains(&player) {
            return Err(Refusal::Removed);
        }
        let settled = self.stage == Stage::Coming || self.seated.contains(&player);
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
            _ => Ok(vec![Step::Join { player, mate, rating }]),
        }
    }

    fn propose(&self, player: PlayerId, mate: PlayerId, rating: i32) -> Result<Vec<Step>, Refusal> {
        if self.proposal(player, mate).is_some() {
            return Ok(Vec::new());
        }
        match self.proposals.get(&player) {
            Some(before) if before.made >= PROPOSALS => Err(Refusal::TooOften),
            None if self.proposals.len() >= usize::from(self.opening.seats) + WAITING => {
                Err(Refusal::Full)
            }
            _ => Ok(vec![Step::Propose { player, mate, rating }]),
        }
    }

    /// Makes a team of what was proposed.
    fn accept(&self, mate: PlayerId, captain: PlayerId, now: i64) -> Result<Vec<Step>, Refusal> {
        if self.team_of(mate).is_some_and(|team| team.player == captain) {
            return Ok(Vec::new());
        }
        let proposal = self.proposal(captain, mate).ok_or(Refusal::NoProposal)?;
        self.can_enter(captain, Some(mate), now)?;
        Ok(vec![Step::Join { player: captain, mate: Some(mate), rating: proposal.rating }])
    }

    /// Takes back the proposals that are meant.
    fn retract(&self, meant: impl Fn(PlayerId, PlayerId) -> bool) -> Vec<Step> {
        let meant = self.proposals().filter(|(captain, mate)| meant(*captain, *mate));
        meant.map(|(player, _)| Step::Retract { player }).collect()
    }

    /// Somebody leaves, or takes back what they have proposed.
    fn withdraw(&self, player: PlayerId) -> Result<Vec<Step>, Refusal> {
        let retracted = self.retract(|captain, _| captain == player);
        if retracted.is_empty() { self.leave(player, Gone::Withdrew) } else { Ok(retracted) }
    }

    /// Whether somebody can enter now, alone or with a mate.
    fn can_enter(&self, player: PlayerId, mate: Option<PlayerId>, now: i64) -> Result<(), Refusal> {
        let known = self.entrant(player);
        if [Some(player), mate].iter().flatten().any(|one| self.removed.contains(one)) {
            return Err(Refusal::Removed);
        }
        self.team(player, mate)?;
        if known.is_some_and(|entrant| entrant.entries >= ENTRIES) {
            return Err(Refusal::TooOften);
        }
        if self.stage == Stage::Running {
            self.still_open(now)?;
            if self.playing().count() >= usize::from(self.opening.seats) {
                return Err(Refusal::Full);
            }
        }
        if known.is_none() && self.entrants.len() >= usize::from(self.opening.seats) + WAITING {
            return Err(Refusal::Full);
        }
        Ok(())
    }

    fn admits(&self, standing: Standing) -> Result<(), Refusal> {
        let limits = self.opening.limits;
        let low = limits.from.is_some_and(|from| standing.rating < from);
        let high = limits.to.is_some_and(|to| standing.rating > to);
        match () {
            () if limits.invited && !standing.invited => Err(Refusal::Password),
            () if standing.guest && !limits.guests => Err(Refusal::Guests),
            () if standing.bot && !limits.bots => Err(Refusal::Bots),
            () if low || high => Err(Refusal::Rating),
            () => Ok(()),
        }
    }

    fn team(&self, player: PlayerId, mate: Option<PlayerId>) -> Result<(), Refusal> {
        let taken = |one: PlayerId| {
            let mut others = self.active().filter(|entrant| entrant.player != player);
            others.any(|entrant| entrant.player == one || entrant.mate == Some(one))
        };
        let fits = match mate {
            Some(mate) => {
                self.opening.deal == Deal::Teams && mate != player && !taken(player) && !taken(mate)
            }
            None => self.opening.deal != Deal::Teams,
        };
        if fits { Ok(()) } else { Err(Refusal::Team) }
    }

    /// Whether one may enter after the start.
    fn still_open(&self, now: i64) -> Result<(), Refusal> {
        let open = match self.opening.kind {
            Kind::Swiss { .. } | Kind::Field { .. } => {
                self.rounds.len() <= usize::from(self.opening.late)
            }
            Kind::Arena { .. } => self.closes().is_none_or(|closes| now < closes),
            Kind::League { seasons, .. } => self.season() < u16::from(seasons),
            Kind::RoundRobin { .. } | Kind::Knockout => false,
        };
        if open { Ok(()) } else { Err(Refusal::TooLate) }
    }

    fn leave(&self, player: PlayerId, why: Gone) -> Result<Vec<Step>, Refusal> {
        // Either half of a team speaks for it.
        let team = self.active().find(|entrant| entrant.mate == Some(player));
        let entrant = team.or(self.entrant(player)).ok_or(Refusal::NoPlayer)?;
        let same = match entrant.gone {
            Some(gone) => gone == why || why == Gone::Withdrew,
            None => false,
        };
        let player = entrant.player;
        Ok(if same { Vec::new() } else { vec![Step::Leave { player, why }] })
    }

    fn describe(&self, title: &str, about: &str) -> Result<Vec<Step>, Refusal> {
        if !is_title(title) || !is_about(about) {
            return Err(Refusal::BadText);
        }
        if title == self.opening.title && about == self.opening.about {
            return Ok(Vec::new());
        }
        Ok(vec![Step::Describe { title: title.into(), about: about.into() }])
    }

    fn correct(&self, slot: Slot, result: GameResult) -> Result<Vec<Step>, Refusal> {
        let pairing = self.pairing(slot.round, slot.board).ok_or(Refusal::NoGame)?;
        let noted = pairing.results.get(usize::from(slot.game)).copied().flatten();
        let noted = noted.ok_or(Refusal::NoGame)?;
        // Later pairings follow from who won: in a knock-out, or in an earlier season.
        let last = self.rounds.len() == usize::from(slot.round);
        let season = self.rounds[usize::from(slot.round) - 1].season == self.season();
        if !season || self.opening.kind == Kind::Knockout && !last {
            return Err(Refusal::Result);
        }
        Ok(if noted == result { Vec::new() } else { vec![Step::Correct { slot, result }] })
    }

    fn result(&self, slot: Slot, result: GameResult) -> Result<Vec<Step>, Refusal> {
        if self.stage == Stage::Over {
            return Ok(Vec::new());
        }
        let pairing = self.pairing(slot.round, slot.board).ok_or(Refusal::NoGame)?;
        if usize::from(slot.game) >= pairing.results.len() {
            return Err(Refusal::NoGame);
        }
        if !self.is_open(slot) {
            return Ok(Vec::new());
        }
        let mut steps = vec![Step::Result { slot, result }];
        for seat in bosworth_rules::Side::ALL {
            let missed = result.is_missed_by(pairing.side(usize::from(slot.game), seat));
            let entrant = pairing.player(seat).and_then(|player| self.entrant(player));
            let out = entrant.filter(|entrant| {
                missed && entrant.is_active() && entrant.absences.saturating_add(1) >= ABSENCES
            });
            let leave =
                |entrant: &Entrant| Step::Leave { player: entrant.player, why: Gone::Missing };
            steps.extend(out.map(leave));
        }
        Ok(steps)
    }

    fn review(&self, slot: Slot, red: u16) -> Result<Vec<Step>, Refusal> {
        let pairing = self.pairing(slot.round, slot.board).ok_or(Refusal::NoGame)?;
        let noted = pairing.reviews.get(usize::from(slot.game)).ok_or(Refusal::NoGame)?;
        let red = red.min(1000);
        Ok(if *noted == Some(red) { Vec::new() } else { vec![Step::Review { slot, red }] })
    }
}
