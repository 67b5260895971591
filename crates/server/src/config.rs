/// How a host wants a server to be.
#[derive(Clone, Debug)]
pub struct Config {
    /// `sqlite:FILE`, a file, or `postgres://…`.
    pub database: String,
    /// `nats://…` where several nodes play together.
    pub bus: Option<String>,
    /// Threads in which the computer thinks here; 0 leaves it to workers over NATS.
    pub engine_threads: usize,
    /// Whether cookies only travel over https, whatever the request says.
    pub secure_cookies: bool,
    /// Whether a proxy in front says where requests come from.
    pub trust_proxy: bool,
    /// Whether there are limits on how much may be asked; off for measurements only.
    pub limits: bool,
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
        }
    }
}
