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
        }
    }
}
