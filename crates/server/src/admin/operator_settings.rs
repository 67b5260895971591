//! What the host has laid down for everybody: who may register, which words are not to be used,
//! what is announced.

use std::sync::{Arc, PoisonError, RwLock};

use bosworth_protocol::Registration;

use super::forbidden_words::ForbiddenWords;
use crate::store::{Store, StoreError};

/// The names of the settings.
pub(super) const REGISTRATION_KEY: &str = "registration";
pub(super) const ANNOUNCEMENT_KEY: &str = "announcement";
pub(super) const FORBIDDEN_WORDS_KEY: &str = "words";

/// The rules of the house.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OperatorSettings {
    /// Who may open an account.
    pub registration: Registration,
    /// What is announced; empty if nothing is.
    pub announcement: String,
    /// Words that are not to be used.
    pub forbidden_words: ForbiddenWords,
}

/// The value of a setting.
pub(super) fn value<'a>(settings: &'a [(String, String)], name: &str) -> &'a str {
    settings.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
}

/// A mode of registration by its name.
pub(super) fn registration_name(mode: Registration) -> &'static str {
    match mode {
        Registration::Open => "open",
        Registration::Invitation => "invitation",
        Registration::Closed => "closed",
    }
}

impl OperatorSettings {
    /// Reads them.
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

/// The rules as this node knows them; shared by all requests.
#[derive(Clone, Debug, Default)]
pub struct OperatorSettingsCache(Arc<RwLock<Arc<OperatorSettings>>>);

impl OperatorSettingsCache {
    /// The rules at the moment.
    pub fn current(&self) -> Arc<OperatorSettings> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces them. Returns the old ones.
    pub(super) fn set(&self, settings: OperatorSettings) -> Arc<OperatorSettings> {
        let mut cached = self.0.write().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *cached, Arc::new(settings))
    }
}
