//! The application state that request handlers share, and its background tasks.

mod start_error;

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use bosworth_puzzles::PuzzleSet;
use bosworth_table::{AccountId, TableOrder};
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

pub use self::start_error::StartError;
use crate::admin::operator_settings::OperatorSettingsCache;
use crate::auth::rate_limits::RetryAfter;
use crate::auth::{Quota, RateLimitKey, RateLimits};
use crate::bus::{Bus, LocalBus, NatsBus};
pub use crate::config::Config;
use crate::connection_registry::ConnectionRegistry;
use crate::deadline_timer::{DeadlineQueue, DeadlineTimer};
use crate::game_reviews::GameReviewer;
use crate::jobs::{EngineSolution, JobConsumer, JobSubmitter};
use crate::lobby::Lobby;
use crate::login_provider::LoginProvider;
use crate::notices::PendingNotices;
use crate::notifications::Notifier;
use crate::random;
use crate::readiness::{OUTAGE_THRESHOLD_MS, Readiness};
use crate::service_time::{self, now, uptime, wall_time};
use crate::store::{Store, StoreError};
use crate::tables::{TableError, Tables};
use crate::tournaments::Tournaments;

/// How often a node writes a heartbeat to the database.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);
/// How often a node sweeps its rooms.
const SWEEP_INTERVAL: Duration = Duration::from_secs(2);
/// How far the service time may drift from the clock it follows, in milliseconds.
const MAX_CLOCK_DRIFT_MS: i64 = 2_000;
/// How many times the time spent on crediting may itself be credited at startup.
const MAX_CREDIT_PASSES: u32 = 3;

/// The puzzles that ship, which are checked when they are used first.
static SHIPPED_PUZZLES: LazyLock<PuzzleSet> = LazyLock::new(PuzzleSet::shipped);

/// The application state, shared by all requests. Clones are cheap.
#[derive(Clone)]
pub struct App {
    /// The database.
    pub store: Store,
    /// The configuration from the command line.
    pub config: Arc<Config>,
    /// Rate limits.
    pub rate_limits: Arc<RateLimits>,
    /// The connections to this node.
    pub connections: ConnectionRegistry,
    /// The tables that are open at this node.
    pub tables: Tables,
    /// The open offers.
    pub lobby: Lobby,
    /// Notifies players who are away.
    pub notifier: Notifier,
    /// The tournaments.
    pub tournaments: Tournaments,
    /// The service that people can log in with, if any.
    pub(crate) login_provider: Option<LoginProvider>,
    /// Whether the database accepts writes.
    pub readiness: Readiness,
    /// The settings of the operator.
    pub operator_settings: OperatorSettingsCache,
    /// Wakes the follower of the audit log.
    pub(crate) host_acted: Arc<Notify>,
    /// Becomes true when the server stops.
    pub stopping: watch::Receiver<bool>,
    /// The bus between nodes.
    bus: Bus,
    pub(crate) pending_notices: PendingNotices,
    pub(crate) node: u64,
}

/// The receiving ends that the background tasks consume.
pub struct BackgroundWork {
    deadlines: DeadlineQueue,
    tasks: JobConsumer,
    reviewer: GameReviewer,
}

impl App {
    /// Opens the database and the bus of a configuration.
    pub async fn open(
        config: Config,
        stopping: watch::Receiver<bool>,
    ) -> Result<(Self, BackgroundWork), StartError> {
        if let Some(fault) = config.faults().into_iter().next() {
            return Err(fault);
        }
        let store = Store::open(&config.database).await?;
        let bus = match &config.bus {
            Some(url) => Bus::Nats(NatsBus::connect(url).await?),
            None => Bus::Local(LocalBus::new()),
        };
        Self::new(config, store, bus, stopping)
    }

    /// Like `open`, with a database and a bus that are already open.
    pub fn new(
        config: Config,
        store: Store,
        bus: Bus,
        stopping: watch::Receiver<bool>,
    ) -> Result<(Self, BackgroundWork), StartError> {
        let node = random::node();
        let connections = ConnectionRegistry::default();
        let (timer, deadlines) = DeadlineTimer::new();
        let (jobs, tasks) = JobSubmitter::new();
        let readiness = Readiness::default();
        let tables = Tables::new(
            node,
            store.clone(),
            bus.clone(),
            connections.clone(),
            timer,
            jobs.clone(),
            readiness.clone(),
        );
        let reviewer = GameReviewer::new(node, store.clone(), tables.clone(), jobs);
        let lobby =
            Lobby::new(node, store.clone(), bus.clone(), connections.clone(), tables.clone());
        let tournaments =
            Tournaments::new(node, store.clone(), tables.clone(), bus.clone(), connections.clone());
        let notifier =
            Notifier::new(&config, node, store.clone(), tables.clone(), tournaments.clone())?;
        let login_provider = LoginProvider::new(&config)?;
        let rate_limits =
            Arc::new(if config.limits { RateLimits::default() } else { RateLimits::none() });
        let config = Arc::new(config);
        let pending_notices = PendingNotices::default();
        let app = Self {
            store,
            config,
            rate_limits,
            connections,
            tables,
            lobby,
            notifier,
            tournaments,
            login_provider,
            readiness,
            operator_settings: OperatorSettingsCache::default(),
            host_acted: Arc::default(),
            stopping,
            bus,
            pending_notices,
            node,
        };
        Ok((app, BackgroundWork { deadlines, tasks, reviewer }))
    }

    /// Ends the connections of an account whose credentials are no longer valid, on all nodes.
    pub fn credentials_changed(&self, account: AccountId) {
        self.account_changed(account);
    }

    /// The puzzles.
    pub fn puzzles(&self) -> &PuzzleSet {
        self.config.puzzles.as_ref().unwrap_or(&SHIPPED_PUZZLES)
    }

    /// A description of the bus for logs, without its password.
    pub(crate) fn bus_description(&self) -> String {
        let Some(url) = &self.config.bus else { return "in process".into() };
        match url.rsplit_once('@') {
            Some((_, host)) => format!("nats://…@{host}"),
            None => url.clone(),
        }
    }

    /// Takes a token of a quota, or returns how long to wait for one.
    pub fn limit(&self, quota: Quota, who: RateLimitKey) -> Result<(), RetryAfter> {
        self.rate_limits.take(quota, who, uptime())
    }

    /// The service time, in milliseconds since 1970.
    pub fn now(&self) -> i64 {
        now()
    }

    /// Resumes every open game and starts the background tasks.
    pub async fn start(
        &self,
        background_work: BackgroundWork,
    ) -> Result<Vec<JoinHandle<()>>, StartError> {
        // Subscribed before anything else, so that no notice is missed.
        let mut envelopes = self.bus.subscribe().await?;
        let drift = self.clock_drift().await?;
        if drift.abs() > MAX_CLOCK_DRIFT_MS {
            service_time::shift(drift);
        }
        self.take_lease().await?;
        let before = self.store.last_alive().await?;
        let outage = before.filter(|before| now() - before > OUTAGE_THRESHOLD_MS);
        let mut tasks = Vec::new();
        let app = self.clone();
        tasks.push(tokio::spawn(async move { app.hold_lease().await }));
        let app = self.clone();
        let answer = move |solution: EngineSolution| app.answer(&solution);
        let threads = self.config.engine_threads;
        let bus = self.bus.clone();
        tasks.push(tokio::spawn(async move {
            match bus {
                Bus::Nats(nats) if threads == 0 => {
                    background_work.tasks.run_on_workers(nats, answer).await;
                }
                _ => background_work.tasks.run_in_process(threads, answer).await,
            }
        }));
        let app = self.clone();
        tasks.push(tokio::spawn(async move {
            while let Some(envelope) = envelopes.next().await {
                app.receive_notice(envelope.from, envelope.notice).await;
            }
        }));
        let lobby = self.lobby.clone();
        tasks.push(tokio::spawn(async move { lobby.run().await }));
        let resumed = self.resume(outage).await?;
        // Not earlier: until the outage is credited, clocks seem to have run out.
        let app = self.clone();
        tasks.push(tokio::spawn(background_work.deadlines.run(move |game| {
            let tables = app.tables.clone();
            tokio::spawn(async move { tables.deadline_passed(game).await });
        })));
        let away = outage.map(|since| now() - since);
        tracing::info!(target: "bosworth::start", games = resumed, away_ms = away, "games resumed");
        let known = self.start_following_audit_log().await?;
        let app = self.clone();
        tasks.push(tokio::spawn(async move { app.follow_audit_log(known).await }));
        let app = self.clone();
        tasks.push(tokio::spawn(async move { app.run_sweeps().await }));
        let app = self.clone();
        tasks.push(tokio::spawn(async move { app.run_heartbeats().await }));
        let app = self.clone();
        tasks.push(tokio::spawn(async move { app.run_maintenance().await }));
        let app = self.clone();
        tasks.push(tokio::spawn(async move { app.watch_leases().await }));
        let notifier = self.notifier.clone();
        tasks.push(tokio::spawn(async move { notifier.run().await }));
        if self.config.game_reviews && threads > 0 {
            tasks.push(tokio::spawn(background_work.reviewer.run()));
        }
        tasks.extend(self.tournaments.start(&self.config));
        Ok(tasks)
    }

    /// Resumes every open game and credits an outage to all of them. Returns their number.
    ///
    /// The first heartbeat is written afterwards, so a server that is stopped half-way credits
    /// everything at its next start, and so does another node that starts meanwhile. The same time
    /// is never credited twice.
    async fn resume(&self, outage: Option<i64>) -> Result<usize, StartError> {
        let failed = |why: TableError| match why {
            TableError::Store(why) => StartError::Store(why),
            why => StartError::Store(StoreError::Corrupt(why.to_string())),
        };
        let mut begun = now();
        let resumed = self.tables.resume(outage).await.map_err(failed)?;
        // Crediting thousands of games takes time in which players cannot act; that is credited
        // too.
        for _ in 0..MAX_CREDIT_PASSES {
            if outage.is_none() || now() - begun <= OUTAGE_THRESHOLD_MS {
                break;
            }
            let since = std::mem::replace(&mut begun, now());
            self.tables.credit_outage(since).await.map_err(failed)?;
        }
        self.store.alive(now()).await?;
        self.readiness.note(true);
        Ok(resumed)
    }

    /// Writes a heartbeat every second. It tells other nodes that this one is alive, and this one
    /// whether the database accepts writes.
    async fn run_heartbeats(&self) {
        let mut lived = now();
        loop {
            let written = async {
                lived += self.correct_clock(self.clock_drift().await?).await?;
                self.write_heartbeat(&mut lived).await
            };
            let written = written.await;
            if let Err(why) = &written {
                tracing::warn!(%why, "the database does not accept writes");
            }
            self.readiness.note(written.is_ok());
            metrics::gauge!("bosworth_ready").set(f64::from(u8::from(written.is_ok())));
            tokio::time::sleep(HEARTBEAT_INTERVAL).await;
        }
    }

    /// Writes one heartbeat. If none could be written for a while, nothing else could be stored
    /// either, and that time is credited to the players. Every node that saw the outage does so,
    /// since the same time is never credited twice.
    async fn write_heartbeat(&self, lived: &mut i64) -> Result<(), TableError> {
        let away = now() - *lived;
        if away > OUTAGE_THRESHOLD_MS {
            self.tables.credit_outage(*lived).await?;
            tracing::warn!(ms = away, "the database is back");
        }
        // Written last: a node that is stopped before credits the time at its next start.
        self.store.alive(now()).await?;
        *lived = now();
        Ok(())
    }

    /// How far the service time is behind the clock it follows: the database's clock if several
    /// nodes share a database, otherwise the machine's.
    async fn clock_drift(&self) -> Result<i64, StoreError> {
        let asked = now();
        let time = self.store.time().await?;
        let heard = now();
        match time {
            None => Ok(wall_time() - heard),
            // After a slow round trip the offset is too uncertain to act on.
            Some(_) if heard - asked > MAX_CLOCK_DRIFT_MS => Err(StoreError::TimedOut),
            Some(time) => Ok(time - i64::midpoint(asked, heard)),
        }
    }

    /// Corrects the service time if it has drifted because the machine's clock was set or the
    /// process was suspended. The time is credited to the players, unless another node was alive
    /// throughout. Returns the correction.
    async fn correct_clock(&self, drift: i64) -> Result<i64, TableError> {
        if drift.abs() <= MAX_CLOCK_DRIFT_MS {
            return Ok(0);
        }
        tracing::warn!(drift, "the clock was set or the process was suspended");
        metrics::counter!("bosworth_clock_corrections_total").increment(1);
        let right = now() + drift;
        let games = self.store.open_games().await?;
        let before = self.store.last_alive().await?;
        let alive_elsewhere =
            before.is_some_and(|before| (right - before).abs() <= MAX_CLOCK_DRIFT_MS);
        if drift > 0 {
            // Before the next heartbeat: a node that is stopped in between credits the time at its
            // next start. Several nodes may do so, since the same time is never credited twice.
            let games = if alive_elsewhere { Vec::new() } else { games };
            self.tables.skip_time(drift, games).await?;
        } else {
            // After the heartbeat, which tells the nodes apart: only one sets all games back. If it
            // is stopped in between, players have gained time.
            let first = match before {
                Some(before) if !alive_elsewhere => self.store.alive_after(before, right).await?,
                before => before.is_none(),
            };
            self.tables.set_clock_back(-drift, if first { games } else { Vec::new() }).await;
        }
        Ok(drift)
    }

    /// Applies the engine's answer.
    fn answer(&self, solution: &EngineSolution) {
        let (Some(action), Some(revision)) = (solution.action(), solution.revision) else {
            tracing::warn!(game = %solution.game, "a solution lacks its action or revision");
            return;
        };
        let (tables, game) = (self.tables.clone(), solution.game);
        tokio::spawn(async move {
            if let Err(why) = tables.order(game, &TableOrder::Compute(action, revision)).await {
                tracing::warn!(%game, %why, "the computer's action was not stored");
            }
        });
    }

    async fn run_sweeps(&self) {
        loop {
            tokio::time::sleep(SWEEP_INTERVAL).await;
            self.tables.sweep().await;
            metrics::gauge!("bosworth_tables").set(self.tables.len() as f64);
            crate::prometheus::run_upkeep();
        }
    }
}

#[cfg(test)]
mod tests {
    use bosworth_protocol::OfferTerms;
    use sqlx::{AnyConnection, Connection};
    use tempfile::TempDir;

    use super::*;
    use crate::auth::account_name;
    use crate::store::{Account, NewAccount};

    async fn sql(url: &str, sql: &str) {
        let mut connection = AnyConnection::connect(url).await.expect("a connection");
        sqlx::raw_sql(sql).execute(&mut connection).await.expect("a change");
        connection.close().await.expect("an end");
    }

    async fn person(store: &Store) -> Account {
        let id = AccountId(1);
        let new = NewAccount {
            id,
            name: "Anne".into(),
            name_key: account_name::key("Anne"),
            kind: bosworth_protocol::AccountKind::Person,
            created: 1,
            language: None,
            owner: None,
            password: None,
        };
        store.create_account(&new).await.expect("an account");
        store.account(id).await.expect("an answer").expect("an account")
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn suspended_time_is_credited_before_a_heartbeat_says_so() {
        let folder = TempDir::new().expect("a folder");
        let database = format!("sqlite:{}", folder.path().join("rose.db").display());
        let store = Store::open(&database).await.expect("a database");
        let (_stop, stopping) = watch::channel(false);
        let bus = Bus::Local(LocalBus::new());
        let opened = App::new(Config::default(), store, bus, stopping);
        let (app, _work) = opened.expect("an app");
        let anne = person(&app.store).await;
        let clock = "5+3".parse().expect("a clock");
        let terms = OfferTerms { ruleset: "classic".into(), clock, rated: false, side: None };
        app.lobby.computer(&anne, 1, &terms).await.expect("a game");
        app.store.alive(now()).await.expect("a heartbeat");
        let before = app.store.last_alive().await.expect("an answer");
        let refuse = "CREATE TRIGGER no_entries BEFORE INSERT ON entries \
                      BEGIN SELECT RAISE(ABORT, 'nothing today'); END";
        sql(&database, refuse).await;
        let time = now();
        app.correct_clock(60_000).await.expect_err("no credit can be stored");
        assert_eq!(app.store.last_alive().await.expect("an answer"), before);
        assert!(now() < time + 50_000, "the clock is as it was");
    }
}
