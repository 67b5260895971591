//! People press twice, or again because nothing seems to happen: once is enough.

use std::time::Duration;

use anyhow::{Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, TestSite};
use serde_json::json;

/// Presses a button twice, the second time before the page can show an answer.
async fn press_twice(browser: &Browser, css: &str) -> Result<()> {
    browser.find(css).await?;
    let script =
        "const button = document.querySelector(arguments[0]); button.click(); button.click()";
    browser.script(script, &[json!(css)]).await?;
    Ok(())
}

/// The number of entries of a list of the visitor's own.
async fn count(browser: &Browser, path: &str) -> Result<u64> {
    let script = "const [path, done] = arguments;
        fetch(path).then(x => x.json()).then(x => done(x.length), done)";
    let found = browser.script_async(script, &[json!(path)], Duration::from_secs(20)).await?;
    Ok(found.as_u64().unwrap_or(u64::MAX))
}

async fn has(browser: &Browser, css: &str) -> Result<bool> {
    let script = "return !!document.querySelector(arguments[0])";
    Ok(browser.script(script, &[json!(css)]).await? == json!(true))
}

/// Waits for a game other than `before`, and returns its address.
async fn at_the_table(browser: &Browser, before: &str) -> Result<String> {
    browser
        .wait_until("a game", async || {
            let url = browser.url().await?;
            Ok(url.contains("#/game/") && url != before && has(browser, "#abort").await?)
        })
        .await?;
    browser.url().await
}

#[tokio::test]
async fn a_second_press_makes_no_second_offer_game_or_complaint() -> Result<()> {
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let [anna, bert] = Browser::open_all(&site, [profile.clone(), profile]).await?;
    anna.register("anna").await?;
    bert.register("bert").await?;
    press_twice(&anna, "#quick-play").await?;
    anna.find("#seek-waiting").await?;
    ensure!(count(&anna, "api/me/seeks").await? == 1, "two offers");
    press_twice(&bert, "#offers .take").await?;
    let game = at_the_table(&bert, "").await?;
    ensure!(at_the_table(&anna, "").await? == game);
    ensure!(count(&bert, "api/me/games").await? == 1, "two games");

    // Behind the question is the board.
    let (asked, other) =
        if has(&anna, ".squares button.can").await? { (&anna, &bert) } else { (&bert, &anna) };
    asked.click("#abort").await?;
    asked.find("#abort-yes").await?;
    let script = "document.querySelector('#abort-yes').click();
        document.querySelector('.squares button:not(.can)').click()";
    asked.script(script, &[]).await?;
    other.find("#end-title").await?;
    ensure!(!has(asked, ".notice").await?, "{}", asked.text(".notice").await?);

    // The same for an offer at the table.
    press_twice(&anna, "#rematch").await?;
    bert.find("#their-offer").await?;
    press_twice(&bert, "#rematch").await?;
    for browser in [&anna, &bert] {
        at_the_table(browser, &game).await?;
        ensure!(!has(browser, ".notice").await?, "{}", browser.text(".notice").await?);
    }
    Ok(())
}
