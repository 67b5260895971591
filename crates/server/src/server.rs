use std::fmt;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::middleware::{from_fn_with_state, map_response};
use axum::routing::get;
use tokio::sync::watch;

use crate::app::{App, BackgroundWork, StartError};
use crate::config::Config;
use crate::limits::MAX_CONNECTIONS_PER_ADDRESS;
use crate::listen::server_listener::{BoundAddress, ServerListener};
use crate::listen::{self, ConnectionCapacity, OpenConnections};
use crate::service_time::now;
use crate::store::{ServerLock, Store};
use crate::web_app::WebApp;
use crate::{access_log, http, prometheus, security_headers, web_app};

/// Grace period for requests in progress at shutdown.
const SHUTDOWN_GRACE_PERIOD: Duration = Duration::from_secs(3);

/// A bound server with an open database, ready to run.
pub struct Server {
    listener: ServerListener,
    address: BoundAddress,
    /// The separate listener for `/metrics`, if configured.
    metrics: Option<ServerListener>,
    web_app: WebApp,
    app: App,
    background_work: BackgroundWork,
    stopping: watch::Sender<bool>,
    lock: ServerLock,
}

/// Why a server cannot run.
#[derive(Debug)]
pub enum ServeError {
    /// The port is not available, or the network fails.
    Network(io::Error),
    /// The database or the bus cannot be used.
    Start(StartError),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Network(why) => why.fmt(f),
            Self::Start(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for ServeError {}

impl From<io::Error> for ServeError {
    fn from(why: io::Error) -> Self {
        Self::Network(why)
    }
}

impl From<StartError> for ServeError {
    fn from(why: StartError) -> Self {
        Self::Start(why)
    }
}

impl Server {
    /// Binds the port and opens the database. Port 0 asks the system for a free one.
    pub async fn bind(
        address: SocketAddr,
        web_app: WebApp,
        config: Config,
    ) -> Result<Self, ServeError> {
        Self::on(ServerListener::bind(address).await?, web_app, config).await
    }

    /// Uses a listening socket, and opens the database.
    pub async fn on(
        listener: ServerListener,
        web_app: WebApp,
        config: Config,
    ) -> Result<Self, ServeError> {
        let address = listener.address()?;
        let metrics = match config.metrics_port {
            Some(port) => Some(ServerListener::bind((address.ip(), port)).await?),
            None => None,
        };
        // Installed before anything is counted.
        prometheus::install();
        let lock = ServerLock::take(&config.database).map_err(StartError::from)?;
        let (stopping, stopped) = watch::channel(false);
        let (app, background_work) = App::open(config, stopped).await?;
        Ok(Self { listener, address, metrics, web_app, app, background_work, stopping, lock })
    }

    /// The address of `/metrics`, if it has a separate port.
    pub fn metrics_address(&self) -> Option<BoundAddress> {
        self.metrics.as_ref().and_then(|listener| listener.address().ok())
    }

    /// The address the server listens on.
    pub fn address(&self) -> &BoundAddress {
        &self.address
    }

    /// The application state, for tests and for embedding.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Resumes all games and serves until `stop` resolves. Then clients are notified, requests in
    /// progress are finished, and the next start credits the time in between.
    pub async fn run(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let metrics_address = self.metrics_address();
        let Self { listener, address, metrics, web_app, app, background_work, stopping, lock } =
            self;
        tracing::info!(
            target: "bosworth::start",
            version = env!("CARGO_PKG_VERSION"),
            %address,
            metrics = metrics_address.map(tracing::field::display),
            database = Store::describe(&app.config.database).unwrap_or_default(),
            bus = app.bus_description(),
            node = app.node,
            "starting"
        );
        let mut tasks = app.start(background_work).await?;
        let is_behind_proxy = app.config.trust_proxy || address.tcp().is_none();
        let per_address = match (app.config.limits, is_behind_proxy) {
            // Behind a proxy, all connections have its address.
            (true, false) => MAX_CONNECTIONS_PER_ADDRESS,
            _ => usize::MAX,
        };
        let connections = OpenConnections::new(ConnectionCapacity::of_this_process(per_address));
        let router = routes(web_app, app.clone(), metrics.is_none());
        if let Some(listener) = metrics {
            let connections = OpenConnections::new(ConnectionCapacity::of_this_process(
                MAX_CONNECTIONS_PER_ADDRESS,
            ));
            let router = Router::new().route("/metrics", get(prometheus::page));
            let stopping = app.stopping.clone();
            tasks.push(tokio::spawn(listen::run(listener, router, connections, stopping)));
        }
        let serving = listen::run(listener, router, connections, app.stopping.clone());
        let patience = async move {
            stop.await;
            tracing::info!(target: "bosworth::stop", "stopping");
            stopping.send_replace(true);
            tokio::time::sleep(SHUTDOWN_GRACE_PERIOD).await;
        };
        tokio::select! {
            () = serving => {}
            () = patience => {}
        }
        for task in tasks {
            task.abort();
        }
        // The database may be down, so this has a timeout.
        let parting = async {
            app.release_lease().await;
            // During an outage the last heartbeat stays: the next start credits the time since.
            if app.readiness.is_time_reliable()
                && let Err(why) = app.store.alive(now()).await
            {
                tracing::warn!(%why, "cannot record the time of the shutdown");
            }
            app.store.close().await;
        };
        if tokio::time::timeout(SHUTDOWN_GRACE_PERIOD, parting).await.is_err() {
            tracing::warn!("the database did not respond during the shutdown");
        }
        drop(lock);
        tracing::info!(target: "bosworth::stop", "stopped");
        Ok(())
    }
}

/// All routes, with or without `/metrics`.
fn routes(web_app: WebApp, app: App, metrics: bool) -> Router {
    let mut operation =
        Router::new().route("/health", get(async || "ok")).route("/ready", get(ready));
    if metrics {
        operation = operation.route("/metrics", get(prometheus::page));
    }
    http::routes()
        .merge(operation)
        .with_state(app.clone())
        .fallback_service(get(web_app::answer).with_state(web_app))
        .layer(map_response(security_headers::add_security_headers))
        .layer(from_fn_with_state(app, access_log::log))
}

/// Readiness probe. It runs no query: it reports the outcome of the latest heartbeat, which is
/// written every second.
async fn ready(State(app): State<App>) -> Result<&'static str, (StatusCode, &'static str)> {
    if *app.stopping.borrow() {
        return Err((StatusCode::SERVICE_UNAVAILABLE, "stopping"));
    }
    if app.readiness.is_ready() {
        Ok("ready")
    } else {
        Err((StatusCode::SERVICE_UNAVAILABLE, "the database does not accept writes"))
    }
}
