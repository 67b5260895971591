//! The tests of `bosworth-view` that need a browser: `crates/view/examples/dom/`.

use std::slice::from_ref;

use anyhow::{Context, Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, TestSite, target};

#[tokio::test]
async fn the_renderer_passes_its_tests() -> Result<()> {
    let page = target().join("web/renderer");
    ensure!(page.exists(), "run `cargo xtask renderer`, which compiles the tests");
    let site = TestSite::of(&page)?;
    let browser = Browser::open(&site, BrowserProfile::desktop()).await?;
    let names = browser.script("return testNames()", &[]).await?;
    let names = names.as_array().context("the page lists its tests")?;
    let mut failures = Vec::new();
    for name in names {
        browser.reload().await?;
        let failure = browser.script("return runTest(arguments[0])", from_ref(name)).await?;
        // An exception in an event handler ends nothing, but is reported in the console.
        let errors = browser.console_errors().await?.join("\n");
        let passed = failure.is_null() && errors.is_empty();
        println!("{name}: {}", if passed { "ok" } else { "failed" });
        if !passed {
            failures.push(format!("{name}: {} {errors}", failure.as_str().unwrap_or_default()));
        }
    }
    ensure!(!names.is_empty() && failures.is_empty(), "{}", failures.join("\n\n"));
    Ok(())
}
