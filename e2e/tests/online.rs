//! Games between people in real browsers, on a real server with a database file.

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

/// The id of the game on the page.
async fn game(browser: &Browser) -> Result<String> {
    browser.wait_until("a game", async || Ok(browser.url().await?.contains("#/game/"))).await?;
    let url = browser.url().await?;
    Ok(url.rsplit('/').next().unwrap_or_default().into())
}

async fn plies(browser: &Browser) -> Result<u64> {
    let script = "return document.querySelectorAll('.moves .ply').length";
    Ok(browser.script(script, &[]).await?.as_u64().unwrap_or_default())
}

async fn moves(browser: &Browser) -> Result<String> {
    let script =
        "return [...document.querySelectorAll('.moves .ply')].map(x => x.textContent).join(' ')";
    Ok(browser.script(script, &[]).await?.as_str().unwrap_or_default().into())
}

async fn is_over(browser: &Browser) -> Result<bool> {
    let script = "return !!document.querySelector('#end-title')";
    Ok(browser.script(script, &[]).await? == json!(true))
}

/// Acts if it is this browser's turn: plays to the first target, else draws.
async fn act(browser: &Browser) -> Result<bool> {
    let script = "const target = document.querySelector('.squares button.can')
            ?? document.querySelector('#draw:not(:disabled, [aria-disabled])');
        target?.click();
        return !!target;";
    let before = plies(browser).await?;
    if browser.script(script, &[]).await? != json!(true) {
        return Ok(false);
    }
    // On touch screens, a tap only selects.
    let confirm = "document.querySelector('#act:not([aria-disabled])')?.click()";
    browser
        .wait_until("the action", async || {
            let done = plies(browser).await? > before || is_over(browser).await?;
            if !done {
                browser.script(confirm, &[]).await?;
            }
            Ok(done)
        })
        .await?;
    Ok(true)
}

/// Both play until the game is over or has `until` plies.
async fn play(browsers: [&Browser; 2], until: u64) -> Result<()> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(240) {
        for browser in browsers {
            if is_over(browser).await? || plies(browser).await? >= until {
                return Ok(());
            }
            act(browser).await?;
        }
    }
    bail!("the game does not end")
}

#[tokio::test]
async fn a_rated_game_with_a_spectator_survives_a_server_restart() -> Result<()> {
    let mut site = Site::start()?;
    let profile = Profile::desktop().reduced_motion();
    let profiles = [profile.clone(), profile.clone(), profile];
    let [anna, bert, spectator] = Browser::open_all(&site, profiles).await?;
    register(&anna, "anna").await?;
    register(&bert, "bert").await?;
    anna.click("#pair-5-3").await?;
    bert.wait_until("anna's offer", async || {
        let script = "return document.querySelector('#offers').textContent.includes('anna')";
        Ok(bert.script(script, &[]).await? == json!(true))
    })
    .await?;
    bert.click("#pair-5-3").await?;
    let name = game(&anna).await?;
    ensure!(name == game(&bert).await?);
    spectator.goto(&format!("#/game/{name}")).await?;
    play([&anna, &bert], 12).await?;

    // The server restarts; one of the two also reloads the page.
    site.restart()?;
    anna.reload().await?;
    anna.wait_until("the board again", async || Ok(plies(&anna).await? >= 12)).await?;
    play([&anna, &bert], u64::MAX).await?;
    for browser in [&anna, &bert, &spectator] {
        browser.wait_until("the end", async || is_over(browser).await).await?;
    }
    ensure!(moves(&anna).await? == moves(&bert).await?);
    ensure!(moves(&anna).await? == moves(&spectator).await?);

    // The shuffle verifies with one click, and the ratings have changed.
    for browser in [&anna, &spectator] {
        browser.click("#verify").await?;
        browser
            .wait_until("a verdict", async || {
                Ok(browser.text("#verified").await.is_ok_and(|text| text.starts_with('✓')))
            })
            .await?;
    }
    anna.wait_until("the rating", async || {
        let script = "return !!document.querySelector('#rating-change')";
        Ok(anna.script(script, &[]).await? == json!(true))
    })
    .await?;
    anna.goto("#/people/bert").await?;
    anna.wait_until("bert's rating", async || {
        let script = "return (document.querySelector('#ratings')?.textContent ?? '').length > 0";
        Ok(anna.script(script, &[]).await? == json!(true))
    })
    .await?;
    Ok(())
}

#[tokio::test]
async fn text_of_other_users_is_escaped() -> Result<()> {
    let site = Site::start()?;
    let profile = Profile::desktop().reduced_motion();
    let [anna, bert] = Browser::open_all(&site, [profile.clone(), profile]).await?;
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
    // An image of our own that cannot be loaded: once its error is reported, that of a hostile one
    // before it would have been.
    let sentinel = "return new Promise(done => {
        const image = new Image();
        image.onerror = () => done(true);
        image.src = 'x';
    })";
    ensure!(bert.script(sentinel, &[]).await? == json!(true));
    ensure!(!bert.title().await?.contains("owned"));
    Ok(())
}

#[tokio::test]
async fn a_guest_can_play_at_once_and_challenge_by_link() -> Result<()> {
    let site = Site::start()?;
    let desktop = Profile::desktop().reduced_motion();
    let phone = Profile::phone().reduced_motion().language("de");
    let [anna, bert] = Browser::open_all(&site, [desktop, phone]).await?;
    anna.goto("#/online").await?;
    anna.find("#quick-play").await?;
    anna.click("#offer-link").await?;
    anna.click("#offer").await?;
    anna.find("#link").await?;
    let link = anna.script("return document.querySelector('#link').value", &[]).await?;
    let fragment =
        link.as_str().and_then(|link| link.split_once('#')).map(|(_, rest)| rest.to_owned());
    let Some(fragment) = fragment else { bail!("{link} is no link") };
    bert.goto(&format!("#{fragment}")).await?;
    bert.find("#seek-offer").await?;
    bert.script("document.querySelector('#seek-offer button').click()", &[]).await?;
    ensure!(game(&anna).await? == game(&bert).await?);
    play([&anna, &bert], 4).await?;
    ensure!(moves(&anna).await?.split(' ').count() >= 4);
    Ok(())
}
