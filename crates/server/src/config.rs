use bosworth_puzzles::PuzzleSet;

use crate::app::StartError;
use crate::login_provider::LoginProvider;
use crate::notifications::Notifier;
use crate::tournaments::WeeklySchedule;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// `sqlite:FILE`, a file, or `postgres://…`.
    pub database: String,
    /// `nats://…`, which connects several nodes.
    pub bus: Option<String>,
    /// Engine threads of this node; 0 leaves computer turns to `bosworth worker`.
    pub engine_threads: usize,
    /// Whether nodes with engine threads review rated games.
    pub game_reviews: bool,
    /// Whether cookies are always `Secure`, even for requests over plain HTTP.
    pub secure_cookies: bool,
    /// Whether to trust `X-Forwarded-For` from a reverse proxy.
    pub trust_proxy: bool,
    /// Whether rate limits apply; disabled for benchmarks only.
    pub limits: bool,
    /// Whether the log contains addresses of clients.
    pub log_addresses: bool,
    /// A separate port for `/metrics`, which is then not served on the main port; 0 picks a free
    /// one.
    pub metrics_port: Option<u16>,
    /// The contact for push services (`mailto:…`, `https://…`); without it push is disabled.
    pub push_contact: Option<String>,
    /// Whether push messages can be sent to this machine: for tests only.
    pub push_loopback: bool,
    /// The SMTP server (`smtps://…`); without it mail is disabled.
    pub mail: Option<String>,
    /// The sender of mails.
    pub mail_from: Option<String>,
    /// The public URL of the web app, for links in mails and for the way back from a provider.
    pub public_url: Option<String>,
    /// The `OpenID` Connect provider that people can log in with; without it that is disabled.
    pub oidc_issuer: Option<String>,
    /// The id that the provider knows this server by.
    pub oidc_client_id: Option<String>,
    /// The password of this server at the provider; public clients have none.
    pub oidc_secret: Option<String>,
    /// The puzzles of tests; otherwise, those that ship.
    pub puzzles: Option<PuzzleSet>,
    /// When the server automatically starts a tournament every week.
    pub weekly_event: Option<WeeklySchedule>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            database: "sqlite::memory:".into(),
            bus: None,
            engine_threads: 1,
            game_reviews: true,
            secure_cookies: false,
            trust_proxy: false,
            limits: true,
            log_addresses: true,
            metrics_port: None,
            push_contact: None,
            push_loopback: false,
            mail: None,
            mail_from: None,
            public_url: None,
            oidc_issuer: None,
            oidc_client_id: None,
            oidc_secret: None,
            puzzles: None,
            weekly_event: None,
        }
    }
}

impl Config {
    /// Returns what is wrong with values that only make sense together.
    pub fn faults(&self) -> Vec<StartError> {
        let computes = self.engine_threads > 0 || self.bus.is_some();
        let checks = [
            if computes { Ok(()) } else { Err(StartError::NoWorkers) },
            Notifier::check(self).map_err(Into::into),
            LoginProvider::new(self).map(drop).map_err(Into::into),
        ];
        checks.into_iter().filter_map(Result::err).collect()
    }
}
