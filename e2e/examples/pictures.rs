//! Screenshots of every page, for visual review: `cargo xtask pictures`. With `--readme` only those
//! of README.md.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use bosworth_e2e::{Browser, BrowserProfile, Key, Scheme, TestSite, root};
use serde_json::json;

const RECORD: &str = include_str!("../tests/game.rose");
/// A position with targets of both kinds.
const POSITION: &str = "9/2ww1r3/1www1rr2/2w1rrr2/1r1wrr3/1rr1ww1w1/2r1w1ww1/4rrr2/9_e5_w_\
                        NE2,E3,S2,W3,NW3_W2,N3,S3,E2,SE1_2_3_-_classic";

/// How long a page may take, a review included.
const PATIENCE: Duration = Duration::from_secs(120);

/// How long fonts and images of a page may take.
const SETTLING_TIME: Duration = Duration::from_millis(700);

/// Longer than the time between two reports of an analysis.
const REPORT_INTERVAL: Duration = Duration::from_secs(16);

/// A game in progress, with the person to act and a full hand.
fn middle() -> String {
    let text = RECORD.replace("[Result \"1-0\"]\n", "").replace("[Score \"221-130\"]\n", "");
    let at = text.replace('\n', " ").find(" 37. ").unwrap_or(text.len());
    format!("{} *\n", &text[..at])
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    if std::env::args().any(|argument| argument == "--readme") {
        return readme().await;
    }
    people().await?;
    for (name, screen) in BrowserProfile::screens() {
        album(screen, &format!("{name}-light")).await?;
    }
    for (name, screen) in
        [("1280x800", BrowserProfile::desktop()), ("390x844", BrowserProfile::phone())]
    {
        album(screen.scheme(Scheme::Dark), &format!("{name}-dark")).await?;
    }
    themes().await
}

/// The pictures of README.md, into docs/pictures.
async fn readme() -> Result<()> {
    let folder = root().join("docs/pictures");
    let dark = BrowserProfile::desktop().scheme(Scheme::Dark);
    for (name, profile, pages) in [
        ("desktop-light", BrowserProfile::desktop(), &["play", "review"][..]),
        ("phone-light", BrowserProfile::phone(), &["play"]),
        ("desktop-dark", dark, &["analysis"]),
    ] {
        let site = TestSite::start()?;
        let mut browser = Browser::open(&site, profile.reduced_motion()).await?;
        browser.patience = PATIENCE;
        browser.find("#main h1").await?;
        for page in pages {
            match *page {
                "play" => show_game(&browser).await?,
                "review" => show_review(&browser).await?,
                _ => show_analysis(&browser).await?,
            }
            tokio::time::sleep(SETTLING_TIME).await;
            browser.screenshot(folder.join(format!("{page}-{name}.png"))).await?;
        }
    }
    Ok(())
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
    browser.find("#main h1").await?;
    Ok(())
}

/// A game against the computer, in the middle.
async fn show_game(browser: &Browser) -> Result<()> {
    put(browser, "middle", &middle(), json!({})).await?;
    browser.goto("#/play").await?;
    browser.find(".squares button.can").await?;
    Ok(())
}

/// How far before the end of the record a blunder is.
const PLIES_AFTER_BLUNDER: usize = 81;

/// The review of a finished game, at a blunder.
async fn show_review(browser: &Browser) -> Result<()> {
    put(browser, "test", RECORD, json!({})).await?;
    browser.goto("#/review/test").await?;
    browser.find("#main h1").await?;
    browser
        .wait_until("the review is done", async || {
            let script = "return !document.querySelector('progress')";
            Ok(browser.script(script, &[]).await? == json!(true))
        })
        .await?;
    browser.press(Key::End).await?;
    for _ in 0..PLIES_AFTER_BLUNDER {
        browser.press(Key::Left).await?;
    }
    Ok(())
}

/// The analysis board, once the engine has stopped at its limit of nodes or time: it reports whenever
/// its nodes have doubled.
async fn show_analysis(browser: &Browser) -> Result<()> {
    browser.goto(&format!("#/analysis?position={POSITION}")).await?;
    browser.click("#engine").await?;
    let mut reported = String::new();
    browser
        .wait_until("the analysis is done", async || {
            tokio::time::sleep(REPORT_INTERVAL).await;
            let report = browser.text("main").await?;
            let done = report == reported;
            reported = report;
            Ok(done)
        })
        .await
}

async fn album(profile: BrowserProfile, name: &str) -> Result<()> {
    let site = TestSite::start()?;
    let mut browser = Browser::open(&site, profile.reduced_motion()).await?;
    browser.patience = PATIENCE;
    browser.find("#main h1").await?;
    let shoot = async |what: &str| -> Result<()> {
        tokio::time::sleep(SETTLING_TIME).await;
        browser.screenshot(folder().join(format!("{what}-{name}.png"))).await
    };
    shoot("home").await?;
    browser.goto("#/play").await?;
    browser.find("#start").await?;
    shoot("setup").await?;
    put(&browser, "middle", &middle(), json!({})).await?;
    browser.goto("#/").await?;
    browser.find(".invitation").await?;
    shoot("home-going-on").await?;
    show_game(&browser).await?;
    shoot("play").await?;
    browser.click("#card-r-1, .card:not(.dim, [aria-disabled])").await.ok();
    shoot("play-chosen").await?;
    if browser.all("#show-moves").await?[0].is_displayed().await? {
        browser.click("#show-moves").await?;
        shoot("play-list").await?;
    }
    put(&browser, "middle", &middle(), json!({ "areas": true, "bar": "chance", "words": true }))
        .await?;
    browser.goto("#/play").await?;
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    shoot("play-everything").await?;
    put(&browser, "test", RECORD, json!({})).await?;
    browser.goto("#/play").await?;
    browser.find("#end-title").await?;
    shoot("end").await?;
    show_review(&browser).await?;
    shoot("review").await?;
    show_analysis(&browser).await?;
    shoot("analysis").await?;
    for (page, what) in [
        ("#/learn", "lessons"),
        ("#/learn/0", "lesson"),
        ("#/learn/5", "lesson-hero"),
        ("#/learn/6", "lesson-blocked"),
        ("#/train", "training"),
        ("#/train/road/4", "strategy-lesson"),
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
        browser.find("#main h1").await?;
        shoot(what).await?;
    }
    Ok(())
}

/// The themes other than light and dark, and a simulation of total colour blindness.
async fn themes() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.find("#main h1").await?;
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

/// The pages that need other people, on every screen.
async fn people() -> Result<()> {
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let [anna, bert] = Browser::open_all(&site, [profile.clone(), profile]).await?;
    let shoot = async |what: &str| -> Result<()> {
        for (name, screen) in BrowserProfile::screens() {
            anna.emulate(&screen.reduced_motion()).await?;
            tokio::time::sleep(std::time::Duration::from_millis(300)).await;
            anna.screenshot(folder().join(format!("{what}-{name}-light.png"))).await?;
        }
        anna.emulate(&BrowserProfile::desktop().reduced_motion()).await
    };
    let act =
        "if (document.title.startsWith('●')) (document.querySelector('#draw:not([aria-disabled])')
        ?? document.querySelector('.squares button.can'))?.click()";
    anna.register("anna").await?;
    bert.register("bert-of-twenty-chars").await?;
    anna.goto("#/account").await?;
    anna.find("#bot-form").await?;
    shoot("account-own").await?;
    anna.goto("#/online").await?;
    anna.click("#quick-play").await?;
    anna.find("#seek-waiting").await?;
    shoot("seek").await?;
    bert.goto("#/online").await?;
    bert.wait_until("the offer", async || Ok(bert.text("#quick-play").await?.contains("anna")))
        .await?;
    bert.click("#quick-play").await?;
    for browser in [&anna, &bert] {
        browser.find(".stage .cards .card").await?;
    }
    anna.wait_until("a few actions", async || {
        for browser in [&anna, &bert] {
            browser.script(act, &[]).await?;
        }
        // After fewer, a rated game is called off instead of resigned.
        Ok(anna.plies().await? >= 8)
    })
    .await?;
    for line in ["Hello, and a good game!", "May the roses be with you."] {
        bert.type_into("#chat-text", line).await?;
        bert.click("#chat-say").await?;
    }
    shoot("table").await?;
    for (name, screen) in BrowserProfile::screens() {
        anna.emulate(&screen.reduced_motion()).await?;
        for (tool, what) in [("#show-moves", "table-list"), ("#show-chat", "table-chat")] {
            if anna.all(tool).await?[0].is_displayed().await? {
                anna.click(tool).await?;
                tokio::time::sleep(std::time::Duration::from_millis(300)).await;
                anna.screenshot(folder().join(format!("{what}-{name}-light.png"))).await?;
                anna.press(Key::Escape).await?;
            }
        }
    }
    anna.emulate(&BrowserProfile::desktop().reduced_motion()).await?;
    bert.click("#resign").await?;
    bert.click("#resign-yes").await?;
    anna.find("#rating-change").await?;
    shoot("table-over").await?;
    anna.goto("#/people/bert-of-twenty-chars").await?;
    anna.find("#ratings").await?;
    shoot("person").await?;
    anna.goto("#/online").await?;
    anna.find("#quick-play").await?;
    shoot("lobby").await?;
    site.give_role("anna", "admin").await?;
    anna.reload().await?;
    for (section, what) in [("", "reports"), ("people", "people"), ("log", "log")] {
        anna.goto(&format!("#/admin/{section}")).await?;
        anna.find("#moderation .panel").await?;
        shoot(&format!("moderation-{what}")).await?;
    }
    Ok(())
}
