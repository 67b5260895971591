//! Everything that answers requests, and the background tasks beside it.

mod fault;

use std::sync::Arc;
use std::time::Duration;

use bosworth_table::{AccountId, TableOrder};
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

pub use self::fault::StartError;
use crate::admin::house::House;
use crate::bus::{Bus, LocalBus, NatsBus};
use crate::clock::{self, now, uptime, wall};
pub use crate::config::Config;
use crate::crowd::Crowd;
use crate::events::Events;
use crate::hints::Hints;
use crate::jobs::{Asked, Jobs, Solution};
use crate::lobby::Lobby;
use crate::notify::Notifier;
use crate::people::limit::Wait;
use crate::people::{Limits, Quota, Who};
use crate::random;
use crate::readiness::{OUTAGE, Readiness};
use crate::store::{Store, StoreError};
use crate::tables::{TableError, Tables};
use crate::timer::{Rings, Timer};

/// Heartbeat: how often a node writes that it is alive.
const PULSE: Duration = Duration::from_secs(1);
/// How often a node sweeps its rooms.
const BEAT: Duration = Duration::from_secs(2);
/// How far the service clock may drift from the clock it follows, in milliseconds.
const DRIFT: i64 = 2_000;
/// How often the time that crediting itself took is credited at a start.
const PASSES: u32 = 3;

/// Everything that answers requests: cheap to clone, shared by all of them.
#[derive(Clone)]
pub struct App {
    /// The database.
    pub store: Store,
    /// The host's settings.
    pub config: Arc<Config>,
    /// Rate limits.
    pub limits: Arc<Limits>,
    /// Who is connected to this node.
    pub crowd: Crowd,
    /// The open games.
    pub tables: Tables,
    /// The open offers.
    pub lobby: Lobby,
    /// Tells people who are away.
    pub notifier: Notifier,
    /// The tournaments.
    pub events: Events,
    /// Whether the database accepts writes.
    pub readiness: Readiness,
    /// What the host has laid down.
    pub house: House,
    /// Wakes whoever follows the audit log.
    pub(crate) host_acted: Arc<Notify>,
    /// Becomes true when the server stops.
    pub stopping: watch::Receiver<bool>,
    /// Shared with [`Engines`], which drive it.
    bus: Bus,
    pub(crate) hints: Hints,
    pub(crate) node: u64,
}

/// What the background tasks consume.
pub struct Engines {
    rings: Rings,
    asked: Asked,
}

impl App {
    /// Opens the database and the bus that the configuration names.
    pub async fn open(
        config: Config,
        stopping: watch::Receiver<bool>,
    ) -> Result<(Self, Engines), StartError> {
        Notifier::check(&config)?;
        let store = Store::open(&config.database).await?;
        let bus = match &config.bus {
            Some(url) => Bus::Nats(NatsBus::connect(url).await?),
            None => Bus::Local(LocalBus::new()),
        };
        Self::new(config, store, bus, stopping)
    }

    /// The same over a database and a bus that are open already.
    pub fn new(
        config: Config,
        store: Store,
        bus: Bus,
        stopping: watch::Receiver<bool>,
    ) -> Result<(Self, Engines), StartError> {
        let node = random::node();
        let crowd = Crowd::default();
        let (timer, rings) = Timer::new();
        let (jobs, asked) = Jobs::new();
        let readiness = Readiness::default();
        let tables = Tables::new(
            node,
            store.clone(),
            bus.clone(),
            crowd.clone(),
            timer,
            jobs,
            readiness.clone(),
        );
        let lobby = Lobby::new(node, store.clone(), bus.clone(), crowd.clone(), tables.clone());
        let events = Events::new(node, store.clone(), tables.clone(), bus.clone(), crowd.clone());
        let notifier = Notifier::new(&config, node, store.clone(), tables.clone(), events.clone())?;
        let limits = Arc::new(if config.limits { Limits::default() } else { Limits::none() });
        let config = Arc::new(config);
        let hints = Hints::default();
        let app = Self {
            store,
            config,
            limits,
            crowd,
            tables,
            lobby,
            notifier,
            events,
            readiness,
            house: House::default(),
            host_acted: Arc::default(),
            stopping,
            bus,
            hints,
            node,
        };
        Ok((app, Engines { rings, asked }))
    }

    /// Ends the connections of an account whose credentials are no longer valid, on all nodes.
    pub fn dismiss(&self, account: AccountId) {
        self.changed(account);
    }

    /// The bus in words, without its password.
    pub(crate) fn bus_name(&self) -> String {
        let Some(url) = &self.config.bus else { return "in process".into() };
        match url.rsplit_once('@') {
            Some((_, host)) => format!("nats://…@{host}"),
            None => url.clone(),
        }
    }

    /// Takes one from a quota, or says how long to wait for it.
    pub fn limit(&self, quota: Quota, who: Who) -> Result<(), Wait> {
        self.limits.take(quota, who, uptime())
    }

    /// The service clock, in milliseconds since 1970.
    pub fn now(&self) -> i64 {
        now()
    }

    /// Resumes every open game and starts the background tasks.
    pub async fn start(&self, engines: Engines) -> Result<Vec<JoinHandle<()>>, StartError> {
        // Subscribed before anything else, so that no notice is missed.
        let mut letters = self.bus.listen().await?;
        let drift = self.drift().await?;
        if drift.abs() > DRIFT {
            clock::shift(drift);
        }
        self.take_lease().await?;
        let before = self.store.last_alive().await?;
        let outage = before.filter(|before| now() - before > OUTAGE);
        let mut tasks = Vec::new();
        let app = self.clone();
        tasks.push(tokio::spawn(async move { app.hold_lease().await }));
        let app = self.clone();
        let answer = move |solution: Solution| app.answer(&solution);
        let threads = self.config.engine_threads;
        let bus = self.bus.clone();
        tasks.push(tokio::spawn(async move {
            match bus {
                Bus::Nats(nats) if threads == 0 => {
                    engines.asked.think_elsewhere(nats, answer).await;
                }
                _ => engines.asked.think_here(threads, answer).await,
            }
        }));
        let app = self.clone();
        tasks.push(tokio::spawn(async move {
            while let Some(letter) = letters.next().await {
                app.hear(letter.from, letter.notice).await;
            }
        }));
        let lobby = self.lobby.clone();
        tasks.push(tokio::spawn(async move { lobby.run().await }));
        let resumed = self.resume(outage).await?;
        // Only now: before the outage was credited, clocks seem to have run out.
        let app = self.clone();
        tasks.push(tokio::spawn(engines.rings.run(move |game| {
            let tables = app.tables.clone();
            tokio::spawn(async move { tables.ring(game).await });
        })));
        let away = outage.map(|since| now() - since);
        tracing::info!(target: "bosworth::start", games = resumed, away_ms = away, "games resumed");
        let known = self.begin_to_follow().await?;
        let app = self.clone();
        tasks.push(tokio::spawn(async move { app.follow_host(known).await }));
        let app = self.clone();
        tasks.push(tokio::spawn(async move { app.beat().await }));
        let app = self.clone();
        tasks.push(tokio::spawn(async move { app.pulse().await }));
        let app = self.clone();
        tasks.push(tokio::spawn(async move { app.look_after().await }));
        let app = self.clone();
        tasks.push(tokio::spawn(async move { app.watch_leases().await }));
        let notifier = self.notifier.clone();
        tasks.push(tokio::spawn(async move { notifier.run().await }));
        tasks.extend(self.events.start(&self.config));
        Ok(tasks)
    }

    /// Resumes every open game, and credits an outage to all of them. Returns their number.
    ///
    /// The first heartbeat is written afterwards: a server that is stopped half-way credits all of it
    /// at its next start, and so does another node that starts meanwhile. A credit covers the same
    /// time only once.
    async fn resume(&self, outage: Option<i64>) -> Result<usize, StartError> {
        let failed = |why: TableError| match why {
            TableError::Store(why) => StartError::Store(why),
            why => StartError::Store(StoreError::Corrupt(why.to_string())),
        };
        let mut begun = now();
        let resumed = self.tables.resume(outage).await.map_err(failed)?;
        // Nobody can play while thousands of games are credited, either.
        for _ in 0..PASSES {
            if outage.is_none() || now() - begun <= OUTAGE {
                break;
            }
            let since = std::mem::replace(&mut begun, now());
            self.tables.credit_outage(since).await.map_err(failed)?;
        }
        self.store.alive(now()).await?;
        self.readiness.note(true);
        Ok(resumed)
    }

    /// Writes a heartbeat every second: other nodes see by it that this one is alive, and this one
    /// sees by it whether the database accepts writes.
    async fn pulse(&self) {
        let mut lived = now();
        loop {
            let noted = async {
                lived += self.keep_time().await?;
                self.live(&mut lived).await
            };
            let noted = noted.await;
            if let Err(why) = &noted {
                tracing::warn!(%why, "the database takes no changes");
            }
            self.readiness.note(noted.is_ok());
            metrics::gauge!("bosworth_ready").set(f64::from(u8::from(noted.is_ok())));
            tokio::time::sleep(PULSE).await;
        }
    }

    /// Writes one heartbeat. If none could be written for a while, nothing else could be stored
    /// here either, and that time is credited to the players: by every node that saw the outage,
    /// since a credit covers the same time only once.
    async fn live(&self, lived: &mut i64) -> Result<(), TableError> {
        let away = now() - *lived;
        if away > OUTAGE {
            self.tables.credit_outage(*lived).await?;
            tracing::warn!(ms = away, "the database is back");
        }
        // Afterwards: whoever is stopped before has it credited at the next start.
        self.store.alive(now()).await?;
        *lived = now();
        Ok(())
    }

    /// How far the service clock is behind the clock it follows: the database's where several nodes
    /// share one, so that they agree, otherwise the machine's.
    async fn drift(&self) -> Result<i64, StoreError> {
        let asked = now();
        let time = self.store.time().await?;
        let heard = now();
        match time {
            None => Ok(wall() - heard),
            // With a slow round trip the clock offset is too uncertain to act on.
            Some(_) if heard - asked > DRIFT => Err(StoreError::TimedOut),
            Some(time) => Ok(time - i64::midpoint(asked, heard)),
        }
    }

    /// Corrects the service clock when it has drifted: the machine's clock was set, or the process
    /// was suspended. The time is credited to the players, unless another node was alive
    /// throughout. Returns the correction.
    async fn keep_time(&self) -> Result<i64, TableError> {
        let drift = self.drift().await?;
        if drift.abs() <= DRIFT {
            return Ok(0);
        }
        tracing::warn!(drift, "the clock was set, or the process was stopped");
        metrics::counter!("bosworth_clock_corrections_total").increment(1);
        let right = now() + drift;
        // Before a heartbeat says that the time was credited.
        let games = self.store.open_games().await?;
        let away = match self.store.last_alive().await? {
            Some(before) if (right - before).abs() <= DRIFT => false,
            // Of several nodes that noticed, one credits the time.
            Some(before) => self.store.alive_after(before, right).await?,
            None => true,
        };
        self.tables.set_clock(drift, if away { games } else { Vec::new() }).await;
        Ok(drift)
    }

    /// The engine has answered.
    fn answer(&self, solution: &Solution) {
        let (Some(action), Some(revision)) = (solution.action(), solution.revision) else {
            tracing::warn!(game = %solution.game, "a solution names no action or no revision");
            return;
        };
        let (tables, game) = (self.tables.clone(), solution.game);
        tokio::spawn(async move {
            if let Err(why) = tables.order(game, &TableOrder::Compute(action, revision)).await {
                tracing::warn!(%game, %why, "the computer's action was not stored");
            }
        });
    }

    async fn beat(&self) {
        loop {
            tokio::time::sleep(BEAT).await;
            self.tables.sweep().await;
            metrics::gauge!("bosworth_tables").set(self.tables.len() as f64);
            crate::meters::tidy();
        }
    }
}
