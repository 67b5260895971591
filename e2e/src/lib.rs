//! The harness of the browser tests: a server, a browser, and user interactions.
//!
//! ```no_run
//! # async fn example() -> anyhow::Result<()> {
//! use bosworth_e2e::{Browser, BrowserProfile, TestSite};
//!
//! let site = TestSite::start()?;
//! let browser = Browser::open(&site, BrowserProfile::phone().language("de")).await?;
//! browser.goto("#/play").await?;
//! browser.tap("button.start").await?;
//! assert_eq!(browser.axe().await?, "");
//! assert_eq!(browser.console_errors().await?, [""; 0]);
//! # Ok(())
//! # }
//! ```
//!
//! It needs Debian's packages `chromium`, `chromium-driver` and `npm` (for axe-core, which
//! checks accessibility), and `dist/`, which `cargo xtask web` builds. Tests may run in parallel:
//! at most three browsers are open at once. When a wait times out, a screenshot is saved in
//! `target/e2e/`.

mod axe;
mod browser;
mod browser_profile;
mod driver_process;
mod http;
mod layout;
mod person;
mod record;
mod test_site;

use std::path::{Path, PathBuf};

pub use thirtyfour::{Key, TypingData, WebElement};

pub use crate::browser::Browser;
pub use crate::browser_profile::{BrowserProfile, Scheme};
pub use crate::person::PASSWORD;
pub use crate::record::{GAME, game_until};
pub use crate::test_site::TestSite;

/// The root of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Cargo's target folder.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("target"), |target| root().join(target))
}
