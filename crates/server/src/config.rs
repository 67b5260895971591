use crate::app::StartError;
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
    /// Whether cookies are always `Secure`, even for requests over plain HTTP.
    pub secure_cookies: bool,
    /// Whether to trust `X-Forwarded-For` from a reverse proxy.
    pub trust_proxy: bool,
    /// Whether rate limits apply; disabled for benchmarks only.
    pub limits: bool,
    /// Whether every request is logged.
    pub access_log: bool,
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
    /// The public URL of the web app, for links in mails.
    pub public_url: Option<String>,
    /// When the server automatically starts a tournament every week.
    pub weekly_event: Option<WeeklySchedule>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            database: "sqlite::memory:".into(),
            bus: None,
            engine_threads: 1,
            secure_cookies: false,
            trust_proxy: false,
            limits: true,
            access_log: false,
            log_addresses: true,
            metrics_port: None,
            push_contact: None,
            push_loopback: false,
            mail: None,
            mail_from: None,
            public_url: None,
            weekly_event: None,
        }
    }
}

impl Config {
    /// Checks the values that only make sense together.
    pub fn check(&self) -> Result<(), StartError> {
        if self.engine_threads == 0 && self.bus.is_none() {
            return Err(StartError::NoWorkers);
        }
        Ok(Notifier::check(self)?)
    }
}
