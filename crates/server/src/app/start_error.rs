use crate::bus::NatsError;
use crate::login_provider::InvalidLoginProvider;
use crate::notifications::InvalidNotifierConfig;
use crate::store::StoreError;

/// Why a server cannot start.
#[derive(Debug)]
pub enum StartError {
    /// The database cannot be used.
    Store(StoreError),
    /// The bus cannot be used.
    Nats(NatsError),
    /// The configuration of notifications is invalid.
    Notify(InvalidNotifierConfig),
    /// The configuration of the login with another service is invalid.
    LoginProvider(InvalidLoginProvider),
    /// There are neither engine threads nor a bus to reach workers, so the computer would never act.
    NoWorkers,
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Store(why) => why.fmt(f),
            Self::Nats(why) => why.fmt(f),
            Self::Notify(why) => why.fmt(f),
            Self::LoginProvider(why) => why.fmt(f),
            Self::NoWorkers => f.write_str(
                "without engine threads, the computer's turns are left to workers, which need --bus",
            ),
        }
    }
}

impl std::error::Error for StartError {}

impl From<StoreError> for StartError {
    fn from(why: StoreError) -> Self {
        Self::Store(why)
    }
}

impl From<InvalidNotifierConfig> for StartError {
    fn from(why: InvalidNotifierConfig) -> Self {
        Self::Notify(why)
    }
}

impl From<InvalidLoginProvider> for StartError {
    fn from(why: InvalidLoginProvider) -> Self {
        Self::LoginProvider(why)
    }
}

impl From<NatsError> for StartError {
    fn from(why: NatsError) -> Self {
        Self::Nats(why)
    }
}
