//! The page of moderators: a report comes in and is handled, and everybody sees what they should.

use anyhow::{Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, TestSite};
use serde_json::json;

/// Waits until the text of an element contains something.
async fn says(browser: &Browser, css: &str, text: &str) -> Result<()> {
    browser
        .wait_until(&format!("{css} to say {text}"), async || {
            Ok(browser.text(css).await.is_ok_and(|found| found.contains(text)))
        })
        .await
}

async fn count(browser: &Browser, css: &str) -> Result<u64> {
    let script = "return document.querySelectorAll(arguments[0]).length";
    Ok(browser.script(script, &[json!(css)]).await?.as_u64().unwrap_or_default())
}

/// Presses the button with a label, gives a reason, and waits until it is done.
async fn act(browser: &Browser, label: &str, reason: &str) -> Result<()> {
    browser.click(&format!("#moderation [aria-label^='{label}']")).await?;
    browser.type_into("#moderation-reason", reason).await?;
    browser.click("#moderation-yes").await?;
    browser
        .wait_until(
            "the end of the dialog",
            async || Ok(count(browser, "dialog[open]").await? == 0),
        )
        .await
}

#[tokio::test]
async fn a_report_is_handled_and_everybody_sees_what_they_should() -> Result<()> {
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let profiles = [profile.clone(), profile.clone(), profile];
    let [anna, bert, mona] = Browser::open_all(&site, profiles).await?;
    anna.register("anna").await?;
    bert.register("bert").await?;
    mona.register("mona").await?;
    ensure!(count(&mona, ".moderate").await? == 0, "no link without a role");
    mona.goto("#/admin").await?;
    mona.find("#moderation-refused").await?;

    // Anna writes something rude, and Bert reports it.
    anna.goto("#/online").await?;
    anna.click("#quick-play").await?;
    anna.find("#seek-waiting").await?;
    bert.goto("#/online").await?;
    bert.wait_until("the offer", async || Ok(bert.text("#quick-play").await?.contains("anna")))
        .await?;
    bert.click("#quick-play").await?;
    anna.find(".stage .cards .card").await?;
    anna.type_into("#chat-text", "you toad").await?;
    anna.click("#chat-say").await?;
    bert.click("#chat-lines .flag").await?;
    says(&bert, ".notice", "Thank you").await?;

    // Mona becomes a moderator, finds the page in the header, and handles the report.
    site.give_role("mona", "moderator").await?;
    mona.goto("#/online").await?;
    mona.reload().await?;
    mona.click(".moderate").await?;
    says(&mona, "#reports", "you toad").await?;
    mona.click("#reports .unfold").await?;
    says(&mona, ".moderated-chat", "you toad").await?;
    act(&mona, "Remove: anna", "insult").await?;
    mona.wait_until("the removal", async || Ok(count(&mona, ".moderated-chat").await? == 0))
        .await?;
    // A reason is required, by the page and by the server.
    mona.click("#moderation [aria-label='Mute: anna']").await?;
    mona.click("#moderation-yes").await?;
    ensure!(count(&mona, "dialog[open]").await? == 1, "without a reason nothing happens");
    mona.click("#moderation-no").await?;
    act(&mona, "Mute: anna", "insult").await?;
    says(&mona, "#reports", "muted since").await?;
    mona.click("#moderation [aria-label^='Close the report']").await?;
    mona.click("#moderation-yes").await?;
    mona.find("#moderation-no-reports").await?;
    let focused = "return document.activeElement.id";
    ensure!(mona.script(focused, &[]).await? == json!("moderation-title"), "the focus is lost");
    mona.goto("#/admin/log").await?;
    for text in ["mona · muted · anna", "insult", "report closed", "chat line removed"] {
        says(&mona, "#audit", text).await?;
    }

    // The line is gone, Anna is told that she is muted, and Bert that his report was dealt with.
    anna.reload().await?;
    says(&anna, "#chat", "A moderator has muted you").await?;
    bert.reload().await?;
    bert.find(".stage .cards .card").await?;
    for player in [&anna, &bert] {
        ensure!(count(player, "#chat-lines li").await? == 0, "the line is still there");
    }
    anna.goto("#/account").await?;
    anna.find("#muted").await?;
    bert.goto("#/account").await?;
    bert.click("#own-reports summary").await?;
    says(&bert, "#own-reports", "Dealt with").await?;
    ensure!(!bert.text("#own-reports").await?.contains("muted"), "what was done stays private");
    Ok(())
}

/// The sections, and the page of one person.
const SECTIONS: [&str; 7] =
    ["", "people", "people/reporter-of-20-chars", "games", "announcement", "events", "log"];

const UNFOLD: &str =
    "document.querySelectorAll('.unfold[aria-expanded=false]').forEach(x => x.click())";

/// Makes the page full: long names, a long report, a tournament.
async fn fill(site: &TestSite, browser: &Browser) -> Result<()> {
    browser.register("a-moderator-of-20-ch").await?;
    site.give_role("a-moderator-of-20-ch", "admin").await?;
    let about = "return fetch('api/reports', { method: 'POST', headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'a-moderator-of-20-ch', reason: 'play', text: 'x'.repeat(500) }) }).then(x => x.status)";
    let other = Browser::open(site, BrowserProfile::desktop().reduced_motion()).await?;
    other.register("reporter-of-20-chars").await?;
    other.script(about, &[]).await?;
    let event = "return fetch('api/events', { method: 'POST', headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Rose cup', kind: 'knockout', clock: '5+3', starts: Date.now() + 36e5 }) })
        .then(x => x.json())";
    other.script(event, &[]).await.map(drop)
}

#[tokio::test]
async fn every_section_fits_in_german_and_french() -> Result<()> {
    for language in ["de", "fr"] {
        let site = TestSite::start()?;
        let desktop = BrowserProfile::desktop().reduced_motion().language(language);
        let phone = BrowserProfile::phone().reduced_motion().language(language);
        let browser = Browser::open(&site, desktop.clone()).await?;
        fill(&site, &browser).await?;
        for section in SECTIONS {
            browser.goto(&format!("#/admin/{section}")).await?;
            browser.reload().await?;
            browser.find("#moderation .panel").await?;
            browser.script(UNFOLD, &[]).await?;
            for (name, screen) in [("desktop", &desktop), ("phone", &phone)] {
                browser.emulate(screen).await?;
                let what = format!("admin-{language}-{}-{name}", section.replace('/', "-"));
                browser.check_layout(&what, &[]).await?;
            }
            browser.emulate(&desktop).await?;
        }
    }
    Ok(())
}

#[tokio::test]
async fn every_section_fits_every_screen_and_is_accessible() -> Result<()> {
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let browser = Browser::open(&site, profile).await?;
    fill(&site, &browser).await?;
    for section in SECTIONS {
        browser.goto(&format!("#/admin/{section}")).await?;
        browser.reload().await?;
        browser.find("#moderation .panel").await?;
        browser.script(UNFOLD, &[]).await?;
        for (name, screen) in BrowserProfile::screens() {
            browser.emulate(&screen.reduced_motion()).await?;
            let what = format!("admin-{}-{name}", section.replace('/', "-"));
            browser.check_layout(&what, &[]).await?;
            let violations = browser.axe().await?;
            ensure!(violations.is_empty(), "{what}:\n{violations}");
        }
        browser.emulate(&BrowserProfile::desktop().reduced_motion()).await?;
    }
    // An error is shown in the dialog that caused it, and the dialog has no violations either.
    browser.goto("#/admin/people/reporter-of-20-chars").await?;
    browser.click("#moderation [aria-label='Rename: reporter-of-20-chars']").await?;
    browser.type_into("#moderation-new-name", "x").await?;
    browser.type_into("#moderation-reason", "too long").await?;
    browser.click("#moderation-yes").await?;
    says(&browser, "dialog [role=alert]", "This name cannot be used").await?;
    let violations = browser.axe().await?;
    ensure!(violations.is_empty(), "{violations}");
    Ok(())
}
