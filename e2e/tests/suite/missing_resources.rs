//! Missing resources: code, texts, the engine, a clipboard.

use std::fs;

use anyhow::{Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, TestSite};
use serde_json::{Value, json};

/// A browser on the home page whose requests can be blocked.
async fn open(site: &TestSite) -> Result<Browser> {
    let browser = Browser::open_blank(site, &BrowserProfile::desktop().reduced_motion()).await?;
    browser.devtools("Network.enable", json!({})).await?;
    browser.devtools("Network.setBypassServiceWorker", json!({ "bypass": true })).await?;
    browser.devtools("Network.setCacheDisabled", json!({ "cacheDisabled": true })).await?;
    browser.goto("#/").await?;
    browser.find("#main.home").await?;
    Ok(browser)
}

async fn block(browser: &Browser, urls: &[&str]) -> Result<()> {
    browser.devtools("Network.setBlockedURLs", json!({ "urls": urls })).await.map(drop)
}

/// Waits until a script returns a value.
async fn becomes(browser: &Browser, script: &str, wanted: Value) -> Result<()> {
    let what = format!("{script} to be {wanted}");
    browser.wait_until(&what, async || Ok(browser.script(script, &[]).await? == wanted)).await
}

const HEADING: &str = "return document.querySelector('#main h1')?.textContent";

#[tokio::test]
async fn a_page_whose_texts_failed_has_all_texts_after_a_retry() -> Result<()> {
    let site = TestSite::start()?;
    let browser = open(&site).await?;
    block(&browser, &["*late-online*"]).await?;
    browser.goto("#/events").await?;
    becomes(&browser, HEADING, json!("This page could not be loaded")).await?;
    block(&browser, &[]).await?;
    browser.click("#main button.primary").await?;
    becomes(&browser, HEADING, json!("Tournaments")).await?;
    // A missing text would show its message id.
    let names = "return document.querySelector('#main').innerText.match(/\\bevents?-[a-z-]+/g)";
    becomes(&browser, names, json!(null)).await
}

#[tokio::test]
async fn an_online_page_shows_itself_once_the_server_is_there_again() -> Result<()> {
    let site = TestSite::start()?;
    let browser = open(&site).await?;
    block(&browser, &["*/api/*"]).await?;
    browser.goto("#/online").await?;
    browser.find("#absent").await?;
    block(&browser, &[]).await?;
    // Nobody presses anything.
    browser.find("#quick-play").await?;
    ensure!(browser.all("#absent").await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn retrying_a_page_in_vain_reloads_the_whole_site() -> Result<()> {
    let site = TestSite::start()?;
    let browser = open(&site).await?;
    browser.script("window.before = true", &[]).await?;
    block(&browser, &["*chunk-*"]).await?;
    browser.goto("#/rules").await?;
    becomes(&browser, HEADING, json!("This page could not be loaded")).await?;
    browser.click("#main button.primary").await?;
    becomes(&browser, HEADING, json!("This page could not be loaded")).await?;
    becomes(&browser, "return window.before", json!(true)).await?;
    block(&browser, &[]).await?;
    // As after an update of the server: only the new page knows the new file names.
    browser.click("#main button.primary").await?;
    becomes(&browser, "return window.before ?? null", json!(null)).await?;
    becomes(&browser, HEADING, json!("Rules")).await
}

#[tokio::test]
async fn the_heading_receives_the_focus_even_if_the_code_arrives_late() -> Result<()> {
    let site = TestSite::start()?;
    let browser = open(&site).await?;
    browser.click("#menu a[href='#/rules']").await?;
    let focused = "return document.activeElement.tagName + ' ' + document.activeElement.innerText";
    becomes(&browser, focused, json!("H1 Rules")).await
}

#[tokio::test]
async fn an_engine_that_fails_to_load_is_reported() -> Result<()> {
    let whole = TestSite::start()?;
    for missing in ["js", "wasm"] {
        let folder = tempfile::tempdir()?;
        fs::create_dir(folder.path().join("assets"))?;
        for place in ["", "assets"] {
            for file in fs::read_dir(whole.folder().join(place))? {
                let (file, name) = (file.as_ref(), file.as_ref().map(fs::DirEntry::file_name));
                let (Ok(file), Ok(name)) = (file, name) else { continue };
                let text = name.to_string_lossy();
                let is_missing = text.starts_with("engine-")
                    && !text.starts_with("engine-boot")
                    && text.contains(&format!(".{missing}"));
                if file.file_type()?.is_file() && !is_missing {
                    fs::copy(file.path(), folder.path().join(place).join(&name))?;
                }
            }
        }
        let site = TestSite::of(folder.path())?;
        let browser = open(&site).await?;
        browser.click("#quick").await?;
        browser.click("#main.play .squares button.can").await?;
        let told = "return document.querySelector('.notice')?.innerText.slice(0, 30)";
        becomes(&browser, told, json!("The computer is not responding")).await?;
    }
    Ok(())
}

#[tokio::test]
async fn without_a_clipboard_the_link_is_shown_every_time() -> Result<()> {
    let site = TestSite::start()?;
    let browser = open(&site).await?;
    browser.click("#quick").await?;
    browser.find("#main.play .squares button.can").await?;
    let without = "Object.defineProperty(navigator, 'clipboard', { value: undefined })";
    browser.script(without, &[]).await?;
    for _ in 0..2 {
        browser.script("document.querySelector('.notice button')?.click()", &[]).await?;
        browser.click("#more").await?;
        browser.click("#share").await?;
        let told = "return document.querySelector('.notice')?.innerText.includes('#/analysis')";
        becomes(&browser, told, json!(true)).await?;
    }
    becomes(&browser, "return document.querySelector('#crash')", json!(null)).await
}

#[tokio::test]
async fn an_invalid_number_restores_the_old_value() -> Result<()> {
    let site = TestSite::start()?;
    let browser = open(&site).await?;
    browser.goto("#/play").await?;
    browser.find("#start").await?;
    let own = "const details = document.querySelector('#main details');
        details.open = true;
        const clock = document.querySelector('#setup-clock');
        clock.value = 'own';
        clock.dispatchEvent(new Event('change', { bubbles: true }));";
    browser.script(own, &[]).await?;
    browser.find("#setup-clock-minutes").await?;
    let before = "return document.querySelector('#setup-clock-minutes').value";
    let minutes = browser.script(before, &[]).await?;
    for _ in 0..2 {
        let much = "const field = document.querySelector('#setup-clock-minutes');
            field.value = '999';
            field.dispatchEvent(new Event('change', { bubbles: true }));";
        browser.script(much, &[]).await?;
        becomes(&browser, before, minutes.clone()).await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_double_press_creates_only_one_guest() -> Result<()> {
    let site = TestSite::start()?;
    let browser = open(&site).await?;
    browser.goto("#/online").await?;
    browser.find("#computer-1").await?;
    let twice = "const send = window.fetch.bind(window);
        window.asked = [];
        window.fetch = (...what) => { window.asked.push(what[0].url ?? what[0]); return send(...what); };
        const level = document.querySelector('#computer-1');
        level.click();
        level.click();";
    browser.script(twice, &[]).await?;
    browser.find("#main.play .squares").await?;
    let guests = "return window.asked.filter(url => url.endsWith('/api/guest')).length";
    becomes(&browser, guests, json!(1)).await
}

#[tokio::test]
async fn a_new_game_after_browsing_starts_at_its_current_position() -> Result<()> {
    let site = TestSite::start()?;
    let browser = open(&site).await?;
    browser.click("#quick").await?;
    browser.click("#main.play .squares button.can").await?;
    // The computer has answered; perhaps only a draw is possible now.
    becomes(&browser, "return document.querySelectorAll('.moves .ply').length", json!(2)).await?;
    browser.click("#more").await?;
    browser.click("#resign").await?;
    browser.click("#resign-yes").await?;
    browser.find("#end-title").await?;
    let back =
        "[...document.querySelectorAll('#moves button')].find(x => x.innerText === '«').click()";
    browser.script(back, &[]).await?;
    browser.click("#rematch").await?;
    // The first press plays, rather than only returning to the current position.
    browser.click("#main.play .squares button.can").await?;
    becomes(&browser, "return document.querySelector('.moves .now') !== null", json!(true)).await
}
