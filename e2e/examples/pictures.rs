//! Screenshots of every page, for visual review: `cargo xtask pictures`.

use std::path::PathBuf;

use anyhow::Result;
use bosworth_e2e::{Browser, Key, Profile, Scheme, Site, root};
use serde_json::json;

const RECORD: &str = include_str!("../tests/game.rose");
/// A position with targets of both kinds.
const POSITION: &str = "9/2ww1r3/1www1rr2/2w1rrr2/1r1wrr3/1rr1ww1w1/2r1w1ww1/4rrr2/9_e5_w_\
                        NE2,E3,S2,W3,NW3_W2,N3,S3,E2,SE1_2_3_-_classic";

/// A game in progress, with the person to act and a full hand.
fn middle() -> String {
    let text = RECORD.replace("[Result \"1-0\"]\n", "").replace("[Score \"221-130\"]\n", "");
    let at = text.replace('\n', " ").find(" 37. ").unwrap_or(text.len());
    format!("{} *\n", &text[..at])
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    for (name, screen) in Profile::screens() {
        album(screen, &format!("{name}-light")).await?;
    }
    for (name, screen) in [("1280x800", Profile::desktop()), ("390x844", Profile::phone())] {
        album(screen.scheme(Scheme::Dark), &format!("{name}-dark")).await?;
    }
    themes().await
}

fn folder() -> PathBuf {
    root().join("target/pictures")
}

async fn put(browser: &Browser, id: &str, record: &str, settings: serde_json::Value) -> Result<()> {
    let script = "const saved = { record: arguments[1], seats: ['person', { level: 5 }],
            started: 1.79e12, updated: 1.79e12 };
        localStorage.setItem('bosworth/game/' + arguments[0], JSON.stringify(saved));
        localStorage.setItem('bosworth/current', JSON.stringify(arguments[0]));
        localStorage.setItem('bosworth/settings', JSON.stringify(arguments[2]));";
    browser.script(script, &[json!(id), json!(record), settings]).await?;
    browser.reload().await?;
    browser.find("main h1").await?;
    Ok(())
}

async fn album(profile: Profile, name: &str) -> Result<()> {
    let site = Site::start()?;
    let mut browser = Browser::open(&site, profile.reduced_motion()).await?;
    browser.patience = std::time::Duration::from_secs(120);
    browser.find("main h1").await?;
    let shoot = async |what: &str| -> Result<()> {
        tokio::time::sleep(std::time::Duration::from_millis(700)).await;
        browser.screenshot(folder().join(format!("{what}-{name}.png"))).await
    };
    shoot("home").await?;
    browser.goto("#/play").await?;
    browser.find("#start").await?;
    shoot("setup").await?;
    put(&browser, "middle", &middle(), json!({})).await?;
    shoot("home-going-on").await?;
    browser.goto("#/play").await?;
    browser.find(".squares button.can").await?;
    shoot("play").await?;
    browser.click("#card-r-1, .card:not(.dim):not(:disabled)").await.ok();
    shoot("play-chosen").await?;
    put(&browser, "middle", &middle(), json!({ "areas": true, "bar": "chance", "words": true }))
        .await?;
    browser.goto("#/play").await?;
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    shoot("play-everything").await?;
    put(&browser, "test", RECORD, json!({})).await?;
    browser.goto("#/play").await?;
    browser.find("#end-title").await?;
    shoot("end").await?;
    browser.goto("#/review/test").await?;
    browser.find("main h1").await?;
    browser
        .wait_until("the review is done", async || {
            let script = "return !document.querySelector('progress')";
            Ok(browser.script(script, &[]).await? == json!(true))
        })
        .await?;
    browser.press(Key::End).await?;
    for _ in 0..56 {
        browser.press(Key::Left).await?;
    }
    shoot("review").await?;
    browser.goto(&format!("#/analysis?position={POSITION}")).await?;
    browser.click("#engine").await?;
    tokio::time::sleep(std::time::Duration::from_millis(2500)).await;
    shoot("analysis").await?;
    for (page, what) in [
        ("#/learn", "lessons"),
        ("#/learn/0", "lesson"),
        ("#/learn/5", "lesson-hero"),
        ("#/learn/6", "lesson-blocked"),
        ("#/rules", "rules"),
        ("#/library", "library"),
        ("#/settings", "settings"),
        ("#/online", "online"),
        ("#/leaders", "leaders"),
        ("#/events", "events"),
        ("#/events/new", "new-event"),
        ("#/account", "account"),
    ] {
        browser.goto(page).await?;
        browser.find("main h1").await?;
        shoot(what).await?;
    }
    Ok(())
}

/// The themes other than light and dark, and a simulation of total colour blindness.
async fn themes() -> Result<()> {
    let site = Site::start()?;
    let browser = Browser::open(&site, Profile::desktop().reduced_motion()).await?;
    browser.find("main h1").await?;
    for theme in ["contrast", "blue", "light"] {
        put(&browser, "middle", &middle(), json!({ "theme": theme })).await?;
        browser.goto("#/play").await?;
        browser.find(".squares button.can").await?;
        if theme == "light" {
            browser.goto(&format!("#/analysis?position={POSITION}")).await?;
            browser.find("#engine").await?;
            let colourless = json!({ "type": "achromatopsia" });
            browser.devtools("Emulation.setEmulatedVisionDeficiency", colourless).await?;
        }
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        let name = if theme == "light" { "grey" } else { theme };
        browser.screenshot(folder().join(format!("play-{name}.png"))).await?;
    }
    Ok(())
}
