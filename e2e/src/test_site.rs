use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context, Result};
use bosworth_server::admin::{Administrator, Authority};
use bosworth_server::auth::password_hashers::PasswordHashers;
use bosworth_server::store::Store;
use bosworth_server::{Config, Server};
use serde_json::json;
use tempfile::TempDir;
use tokio::runtime;
use tokio::sync::oneshot;

use crate::root;

/// How long the server may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// The web app on a free loopback port, until it is dropped.
#[derive(Debug)]
pub struct TestSite {
    folder: PathBuf,
    /// The server's data, which survives restarts.
    database: TempDir,
    config: Config,
    address: SocketAddr,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    stop: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl TestSite {
    /// Serves `dist/`, or the folder in the variable `BOSWORTH_DIST`.
    pub fn start() -> Result<Self> {
        Self::with(Config::default())
    }

    /// The same, with these settings; its database is another one.
    pub fn with(config: Config) -> Result<Self> {
        let folder = std::env::var_os("BOSWORTH_DIST").unwrap_or_else(|| "dist".into());
        Self::open(&root().join(folder), config).context("run `cargo xtask web` first")
    }

    /// Serves any folder with an `index.html`.
    pub fn of(folder: &Path) -> Result<Self> {
        Self::open(folder, Config::default())
    }

    fn open(folder: &Path, config: Config) -> Result<Self> {
        let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let database = tempfile::tempdir()?;
        let (address, running) = serve(folder, database.path(), any, config.clone())?;
        Ok(Self { folder: folder.into(), database, config, address, running: Some(running) })
    }

    /// The folder that is served.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The URL of a link such as `#/play`; the empty one is the home page.
    pub fn url(&self, link: &str) -> String {
        format!("http://{}/{link}", self.address)
    }

    /// Makes somebody a moderator or an admin, as the host does on the command line.
    pub async fn give_role(&self, name: &str, role: &str) -> Result<()> {
        let store = Store::open_existing(&database_url(self.database.path())).await?;
        let password_hashers = PasswordHashers::new(1);
        let host = Administrator {
            store: &store,
            actor: "cli:test".into(),
            authority: Authority::Host,
            now: 0,
            password_hashers: &password_hashers,
        };
        let action = json!({ "role": { "name": name, "role": role } });
        host.perform(&serde_json::from_value(action)?).await?;
        store.close().await;
        Ok(())
    }

    /// Stops the server. Unlike [`Browser::set_offline`](crate::Browser::set_offline), which only
    /// affects the page, this cuts off service workers too.
    pub fn stop(&mut self) {
        if let Some(Running { stop, thread }) = self.running.take() {
            let _ = stop.send(());
            let _ = thread.join();
        }
    }

    /// Restarts the server so that people can log in with an OpenID Connect provider.
    pub fn add_login_provider(&mut self, issuer: String, client: &str, secret: &str) -> Result<()> {
        self.config.public_url = Some(format!("http://{}/", self.address));
        self.config.oidc_issuer = Some(issuer);
        self.config.oidc_client_id = Some(client.into());
        self.config.oidc_secret = Some(secret.into());
        self.restart()
    }

    /// Restarts the server at the same address.
    pub fn restart(&mut self) -> Result<()> {
        self.stop();
        let (_, running) =
            serve(&self.folder, self.database.path(), self.address, self.config.clone())?;
        self.running = Some(running);
        Ok(())
    }
}

impl Drop for TestSite {
    fn drop(&mut self) {
        self.stop();
    }
}

fn database_url(data: &Path) -> String {
    format!("sqlite:{}", data.join("games.db").display())
}

/// Runs a server in its own thread, so that it answers even while a test blocks.
fn serve(
    folder: &Path,
    data: &Path,
    address: SocketAddr,
    config: Config,
) -> Result<(SocketAddr, Running)> {
    let database = database_url(data);
    // No browser subscribes here, but the pages offer push notifications.
    let push_contact = Some("mailto:host@example.org".into());
    let config = Config { database, push_contact, push_loopback: true, ..config };
    let site = bosworth_server::WebApp::folder(folder)?;
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let (stop, stopped) = oneshot::channel::<()>();
    let (bound, binding) = mpsc::channel();
    let thread = thread::spawn(move || {
        runtime.block_on(async {
            match Server::bind(address, site, config).await {
                Ok(server) => {
                    let _ = bound.send(Ok(server.address().tcp().expect("a port")));
                    let _ = server.run(async { drop(stopped.await) }).await;
                }
                Err(error) => drop(bound.send(Err(error))),
            }
        });
    });
    let bound = binding.recv_timeout(START_TIMEOUT).context("the server did not start")?;
    let address = bound.context("no port for the server")?;
    Ok((address, Running { stop, thread }))
}
