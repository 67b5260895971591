//! The server of Bosworth: it hands the web app to browsers.
//!
//! A [`Site`] is what it serves: the web app inside this program, or a folder. A [`Server`] is
//! bound first, so that its address is known and a taken port is an error, and run after that:
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use bosworth_server::{Server, Site};
//!
//! let server = Server::bind(([127, 0, 0, 1], 0).into(), Site::embedded()?).await?;
//! println!("http://{}/", server.address());
//! server.run(std::future::pending()).await?;
//! # Ok(())
//! # }
//! ```

pub mod app;
mod encoding;
mod headers;
pub mod http;
mod media;
pub mod people;
pub mod rating;
mod site;
pub mod store;

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::middleware::map_response;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::watch;

pub use crate::site::{NoSite, Site};

/// How long answers that are on their way may take once the server is told to stop.
const GRACE: Duration = Duration::from_secs(3);

/// A server that has its port and is ready to run.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    routes: Router,
}

impl Server {
    /// Takes the port. Port 0 asks the system for a free one.
    pub async fn bind(address: SocketAddr, site: Site) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address, routes: routes(site) })
    }

    /// Where the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` is ready. Answers that are on their way are finished, but a browser
    /// that never lets go of its connection does not hold the server up for long.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let (stopping, mut stopped) = watch::channel(false);
        let graceful = axum::serve(self.listener, self.routes).with_graceful_shutdown(async move {
            stop.await;
            stopping.send_replace(true);
        });
        let patience = async move {
            // Dropped without a word, the server has ended by itself.
            let told = stopped.wait_for(|stopped| *stopped).await.is_ok();
            if told {
                tokio::time::sleep(GRACE).await;
            } else {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            result = graceful => result,
            () = patience => Ok(()),
        }
    }
}

/// Everything that can be asked for.
fn routes(site: Site) -> Router {
    Router::new()
        .route("/health", get(async || "ok"))
        .fallback_service(get(site::answer).with_state(site))
        .layer(map_response(headers::protect))
}
