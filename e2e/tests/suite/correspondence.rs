//! Correspondence games in real browsers: a custom time control, conditional actions, holidays.

use anyhow::{Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, TestSite};
use serde_json::json;

async fn click(browser: &Browser, css: &str) -> Result<()> {
    browser.find(css).await?;
    browser.script("document.querySelector(arguments[0]).click()", &[css.into()]).await?;
    Ok(())
}

/// Offers a game with a reserve of seven days and weekends off.
async fn offer(browser: &Browser) -> Result<()> {
    click(browser, "[name=offer-clock][value=own]").await?;
    click(browser, "#offer-own-own-days").await?;
    click(browser, "#clock-weekends-off").await?;
    let text = browser.text("#own-clock").await?;
    ensure!(text.starts_with("7 days + 1 per action, weekends off"), "{text}");
    click(browser, "#quick-play").await
}

async fn is_on_turn(browser: &Browser) -> Result<bool> {
    Ok(browser.title().await?.starts_with('●'))
}

/// Plays to a square, the first reachable one or a given one, until `done`. Returns the square.
async fn play_to(
    browser: &Browser,
    square: Option<&str>,
    done: impl AsyncFn() -> Result<bool>,
) -> Result<String> {
    let css = square.map_or(".squares button.can".into(), |square| format!("#{square}"));
    let target = browser.find(&css).await?;
    let square = target.id().await?.unwrap_or_default();
    let script = "document.getElementById(arguments[0]).click()";
    browser.script(script, &[json!(square)]).await?;
    let confirm = "document.querySelector('#act:not([aria-disabled])')?.click()";
    browser
        .wait_until("the action", async || {
            let done = done().await?;
            if !done {
                browser.script(confirm, &[]).await?;
            }
            Ok(done)
        })
        .await?;
    Ok(square)
}

#[tokio::test]
async fn a_conditional_line_is_played_automatically_and_a_holiday_is_shown() -> Result<()> {
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let [anna, bert] = Browser::open_all(&site, [profile.clone(), profile]).await?;
    anna.register("anna").await?;
    bert.register("bert").await?;
    offer(&anna).await?;
    anna.find("#seek-waiting").await?;
    offer(&bert).await?;
    for browser in [&anna, &bert] {
        browser.find("#status").await?;
    }
    anna.wait_until("the next turn", async || {
        Ok(is_on_turn(&anna).await? != is_on_turn(&bert).await?)
    })
    .await?;
    let mine = is_on_turn(&anna).await?;
    let (acting, waiting) = if mine { (&anna, &bert) } else { (&bert, &anna) };

    // The expected ply on the board, the answer in the list.
    waiting.click("#conditional-new").await?;
    let made = async || Ok(!waiting.text("#conditional-making").await?.is_empty());
    let square = play_to(waiting, None, made).await?;
    ensure!(waiting.plies().await? == 0, "nothing has been played yet");
    let takes_back = !waiting.all("#takeback").await?.is_empty();
    ensure!(!takes_back, "the real game is taken back from an imagined board");
    click(waiting, ".conditional-choices button").await?;
    // The action button saves the line: on a phone, the panel is below the board.
    waiting.find("#conditional-save").await?;
    waiting.click("#act:not([aria-disabled])").await?;
    waiting
        .wait_until("the line", async || {
            let line = waiting.text("#conditional-lines").await?.to_lowercase();
            Ok(line.starts_with("if ") && line.contains(", then "))
        })
        .await?;
    if let Ok(path) = std::env::var("BOSWORTH_PICTURE") {
        waiting.screenshot(path).await?;
    }
    ensure!(acting.all("#conditional-lines li").await?.is_empty(), "the opponent sees nothing");
    play_to(acting, Some(&square), async || Ok(acting.plies().await? >= 2)).await?;
    waiting.wait_until("both plies", async || Ok(waiting.plies().await? == 2)).await?;

    // A holiday, as seen by the opponent.
    waiting.goto("#/account").await?;
    waiting.click("#holiday-take").await?;
    waiting.find("#holiday-end").await?;
    acting.find(".on-holiday").await?;
    waiting.click("#holiday-end").await?;
    acting
        .wait_until("the end of the holiday", async || {
            Ok(acting.all(".on-holiday").await?.is_empty())
        })
        .await?;
    for browser in [&anna, &bert] {
        ensure!(
            browser.console_errors().await?.is_empty(),
            "{:?}",
            browser.console_errors().await?
        );
    }
    Ok(())
}

#[tokio::test]
async fn a_clock_of_days_is_beside_the_name_and_covers_no_card() -> Result<()> {
    let site = TestSite::start()?;
    let profiles = [BrowserProfile::small_phone(), BrowserProfile::desktop()];
    let [anna, bert] =
        Browser::open_all(&site, profiles.map(BrowserProfile::reduced_motion)).await?;
    anna.register("anna").await?;
    bert.register("bert").await?;
    for browser in [&anna, &bert] {
        click(browser, "#pair-1d").await?;
        browser
            .wait_until("the time control", async || {
                Ok(browser.text("#quick-play").await?.contains("1 day"))
            })
            .await?;
        browser.click("#quick-play").await?;
        browser.find("#seek-waiting, .seat .clock").await?;
    }
    let script = "return [...document.querySelectorAll('.seat')].every(seat => {
        const box = css => seat.querySelector(css)?.getBoundingClientRect();
        const [name, clock, card] = ['.name', '.clock', '.card'].map(box);
        const beside = clock.top < name.bottom && clock.left > name.left;
        return clock && card && (innerWidth < 400 ? clock.right <= card.left : beside);
    })";
    for browser in [&anna, &bert] {
        browser.find(".seat .card").await?;
        ensure!(browser.script(script, &[]).await? == json!(true), "the clock is elsewhere");
    }
    Ok(())
}
