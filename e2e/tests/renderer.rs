//! The tests of `bosworth-view` that need a browser: `crates/view/examples/dom/`.

use anyhow::{Context, Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, TestSite, target};
use serde_json::Value;

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
        let failure = browser.script("return runTest(arguments[0])", &[name.clone()]).await?;
        println!("{name}: {}", if failure.is_null() { "ok" } else { "failed" });
        if let Value::String(why) = failure {
            failures.push(format!("{name}: {why}"));
        }
    }
    ensure!(!names.is_empty() && failures.is_empty(), "{}", failures.join("\n\n"));
    Ok(())
}
