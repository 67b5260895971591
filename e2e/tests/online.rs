//! Games between people in two real browsers, over a real server with a database in a file.

use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use bosworth_e2e::{Browser, Profile, Site};
use serde_json::json;

const PASSWORD: &str = "a red rose and a white one";

async fn register(browser: &Browser, name: &str) -> Result<()> {
    browser.goto("#/account").await?;
    browser.type_into("#register-name", name).await?;
    browser.type_into("#register-password", PASSWORD).await?;
    browser.click("#register-go").await?;
    browser.find("#quick-play").await?;
    Ok(())
}

/// The name of the game that the page shows.
async fn game(browser: &Browser) -> Result<String> {
    browser.wait_until("a game", async || Ok(browser.url().await?.contains("#/game/"))).await?;
    let url = browser.url().await?;
    Ok(url.rsplit('/').next().unwrap_or_default().into())
}

async fn plies(browser: &Browser) -> Result<u64> {
    let script = "return document.querySelectorAll('.moves .ply').length";
    Ok(browser.script(script, &[]).await?.as_u64().unwrap_or_default())
}

async fn is_over(browser: &Browser) -> Result<bool> {
    let script = "return !!document.querySelector('#end-title')";
    Ok(browser.script(script, &[]).await? == json!(true))
}

/// Does something if it is this browser's turn: the first target, else a draw.
async fn act(browser: &Browser) -> Result<bool> {
    let script = "const target = document.querySelector('.squares button.can')
            ?? document.querySelector('#draw:not(:disabled, [aria-disabled])');
        target?.click();
        return !!target;";
    let before = plies(browser).await?;
    if browser.script(script, &[]).await? != json!(true) {
        return Ok(false);
    }
    browser
        .wait_until("the action", async || {
            Ok(plies(browser).await? > before || is_over(browser).await?)
        })
        .await?;
    Ok(true)
}

/// Both play until the game is over or so many plies were done.
async fn play(browsers: [&Browser; 2], until: u64) -> Result<()> {
    let mut progress = Instant::now();
    loop {
        for browser in browsers {
            if is_over(browser).await? || plies(browser).await? >= until {
                return Ok(());
            }
            if act(browser).await? {
                progress = Instant::now();
            }
        }
        if progress.elapsed() > Duration::from_secs(20) {
            bail!("nobody can act any more");
        }
    }
}

#[tokio::test]
async fn what_others_write_is_text_and_nothing_else() -> Result<()> {
    let site = Site::start()?;
    let profile = Profile::desktop().reduced_motion();
    let (anna, bert) =
        (Browser::open(&site, profile.clone()).await?, Browser::open(&site, profile).await?);
    register(&anna, "anna").await?;
    register(&bert, "bert").await?;
    anna.click("#pair-5-3").await?;
    bert.click("#pair-5-3").await?;
    game(&anna).await?;
    game(&bert).await?;
    play([&anna, &bert], 2).await?;
    let hostile =
        "<img src=x onerror=document.title='owned'><script>document.title='owned'</script>";
    anna.type_into("#chat-text", hostile).await?;
    anna.click("#chat-say").await?;
    bert.wait_until("what anna said", async || {
        let script = "return document.querySelector('#chat-lines')?.textContent ?? ''";
        let lines = bert.script(script, &[]).await?;
        Ok(lines.as_str().is_some_and(|lines| lines.contains("<img src=x")))
    })
    .await?;
    for browser in [&anna, &bert] {
        let inside =
            "return document.querySelectorAll('#chat-lines img, #chat-lines script').length";
        ensure!(browser.script(inside, &[]).await? == json!(0));
        ensure!(!browser.title().await?.contains("owned"));
    }
    // A name that no account can have.
    bert.goto("#/people/%3Cimg%20src%3Dx%20onerror%3Ddocument.title%3D'owned'%3E").await?;
    bert.find("h1").await?;
    tokio::time::sleep(Duration::from_millis(300)).await;
    ensure!(!bert.title().await?.contains("owned"));
    Ok(())
}
