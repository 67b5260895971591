use crate::tournaments::WeeklySchedule;

/// How a server is configured.
#[derive(Clone, Debug)]
pub struct Config {
    /// `sqlite:FILE`, a file, or `postgres://…`.
    pub database: String,
    /// `nats://…` where several nodes work together.
    pub bus: Option<String>,
    /// Engine threads of this node; 0 leaves thinking to workers over NATS.
    pub engine_threads: usize,
    /// Whether cookies are always `Secure`, whatever the request says.
    pub secure_cookies: bool,
    /// Whether to trust a proxy in front about where requests come from.
    pub trust_proxy: bool,
    /// Whether rate limits apply; off for measurements only.
    pub limits: bool,
    /// Whether every request leaves a line in the log.
    pub access_log: bool,
    /// Whether the log has addresses of clients.
    pub log_addresses: bool,
    /// A port for `/metrics` alone, which is then nowhere else; 0 takes any free one.
    pub metrics_port: Option<u16>,
    /// Whom push services turn to (`mailto:…`, `https://…`); without it nothing is pushed.
    pub push_contact: Option<String>,
    /// Whether messages are pushed to this machine, too: for tests only.
    pub push_loopback: bool,
    /// The SMTP server (`smtps://…`); without it no mails are sent.
    pub mail: Option<String>,
    /// The sender of mails.
    pub mail_from: Option<String>,
    /// Where the web app is, as links in mails have it.
    pub public_url: Option<String>,
    /// When the server opens an event by itself, every week.
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
