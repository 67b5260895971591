//! Settings of the host: who can register, forbidden words, and the announcement.

use std::sync::{Arc, PoisonError, RwLock};

use bosworth_protocol::Registration;

use super::forbidden_words::ForbiddenWords;
use crate::store::{Store, StoreError};

/// The names of the settings in the database.
pub(super) const REGISTRATION_KEY: &str = "registration";
pub(super) const ANNOUNCEMENT_KEY: &str = "announcement";
pub(super) const FORBIDDEN_WORDS_KEY: &str = "words";

/// The settings of the host.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OperatorSettings {
    /// Who can open an account.
    pub registration: Registration,
    /// The announcement; empty if there is none.
    pub announcement: String,
    /// Words that names and chat must not contain.
    pub forbidden_words: ForbiddenWords,
}

/// The value of a setting.
pub(super) fn value<'a>(settings: &'a [(String, String)], name: &str) -> &'a str {
    settings.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
}

/// The name of a registration mode in the database.
pub(super) fn registration_name(mode: Registration) -> &'static str {
    match mode {
        Registration::Open => "open",
        Registration::Invitation => "invitation",
        Registration::Closed => "closed",
    }
}

impl OperatorSettings {
    /// Reads the settings from the database.
    pub async fn read(store: &Store) -> Result<Self, StoreError> {
        let settings = store.settings().await?;
        let modes = [Registration::Open, Registration::Invitation, Registration::Closed];
        let mode = value(&settings, REGISTRATION_KEY);
        let mode = modes.into_iter().find(|&known| registration_name(known) == mode);
        Ok(Self {
            registration: mode.unwrap_or_default(),
            announcement: value(&settings, ANNOUNCEMENT_KEY).into(),
            forbidden_words: ForbiddenWords::parse(value(&settings, FORBIDDEN_WORDS_KEY)),
        })
    }
}

/// The settings as this node has last read them; shared by all requests.
#[derive(Clone, Debug, Default)]
pub struct OperatorSettingsCache(Arc<RwLock<Arc<OperatorSettings>>>);

impl OperatorSettingsCache {
    /// The current settings.
    pub fn current(&self) -> Arc<OperatorSettings> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the settings and returns the old ones.
    pub(super) fn set(&self, settings: OperatorSettings) -> Arc<OperatorSettings> {
        let mut cached = self.0.write().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *cached, Arc::new(settings))
    }
}
