//! The console stays empty on every page, and a crash shows a small note.

use anyhow::{Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, GAME, TestSite};
use serde_json::json;

/// Every page that a guest can open without a game.
const PAGES: [&str; 24] = [
    "#/",
    "#/play",
    "#/learn",
    "#/learn/0",
    "#/learn/7",
    "#/train",
    "#/train/daily",
    "#/train/road/2",
    "#/train/nonsense",
    "#/rules",
    "#/analysis",
    "#/analysis?stored=over",
    "#/review/over",
    "#/library",
    "#/settings",
    "#/online",
    "#/leaders",
    "#/account",
    "#/events",
    "#/events/new",
    "#/password",
    "#/admin",
    "#/review/none",
    "#/analysis?position=nonsense",
];

/// The browser reports unused preloads only some seconds after a page is loaded, so look for their
/// cause.
const PRELOADS: &str = "const links = document.querySelectorAll('link[rel~=preload], link[rel~=modulepreload]');
    return fetch('').then(page => [...links].map(link => link.href).concat(page.headers.get('link') ?? []));";

#[tokio::test]
async fn no_page_writes_to_the_console() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.find("#main h1").await?;
    browser.store_game("over", GAME, [json!("person"), json!({ "level": 5 })]).await?;
    for page in PAGES {
        // Each page once as the first one, which fetches everything it needs.
        browser.goto(page).await?;
        browser.reload().await?;
        browser.find("#main h1").await?;
        let settled = "const done = arguments[0];
            const rest = () => requestIdleCallback(done, { timeout: 5000 });
            if (document.readyState === 'complete') rest(); else addEventListener('load', rest);";
        let limit = std::time::Duration::from_secs(20);
        browser.script_async(settled, &[], limit).await?;
        let preloads = browser.script(PRELOADS, &[]).await?;
        ensure!(preloads == json!([]), "{page}: {preloads}");
        let said = browser.console_warnings().await?;
        ensure!(said.is_empty(), "{page}: {said:?}");
    }
    // A guest without an account must not cause errors either.
    browser.goto("#/online").await?;
    browser.click("#computer-1").await?;
    browser.find(".stage .board").await?;
    browser.goto("#/account").await?;
    browser.find("#main h1").await?;
    let said = browser.console_warnings().await?;
    ensure!(said.is_empty(), "a guest: {said:?}");
    Ok(())
}

/// Checks the crash note: its text, its buttons, its size; then closes it.
async fn check_note(browser: &Browser, text: &str, buttons: [&str; 3]) -> Result<()> {
    browser.find("#crash").await?;
    let shown = "const note = document.querySelector('#crash'), box = note.getBoundingClientRect();
        const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
        return { text: note.querySelector('p').textContent, inside, alert: note.getAttribute('role'),
            buttons: [...note.querySelectorAll('button')].map(button => button.textContent),
            part: box.width * box.height / (innerWidth * innerHeight) };";
    let shown = browser.script(shown, &[]).await?;
    ensure!(shown["text"] == text, "{shown}");
    ensure!(shown["buttons"] == json!(buttons), "{shown}");
    ensure!(shown["inside"] == true && shown["alert"] == "alert", "{shown}");
    ensure!(shown["part"].as_f64().is_some_and(|part| part < 0.3), "not small: {shown}");
    let violations = browser.axe().await?;
    ensure!(violations.is_empty(), "{violations}");
    // The details go to the clipboard.
    let heard = "navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); };";
    browser.script(heard, &[]).await?;
    browser.click("#crash button:nth-of-type(2)").await?;
    let copied = browser.script("return window.copied", &[]).await?;
    let copied = copied.as_str().unwrap_or_default();
    ensure!(copied.starts_with("Bosworth ") && copied.lines().count() > 1, "{copied}");
    ensure!(!copied.contains("/.cargo/") && !copied.contains("/home/"), "{copied}");
    browser.click("#crash button:nth-of-type(3)").await?;
    ensure!(browser.all("#crash").await?.is_empty(), "the note can be closed");
    Ok(())
}

#[tokio::test]
async fn a_crash_is_a_small_note_in_one_language() -> Result<()> {
    let site = TestSite::start()?;
    for (language, text, buttons) in [
        ("en", "Something went wrong. Your games are safe.", ["Reload", "Copy details", "Close"]),
        (
            "de",
            "Da ist etwas schiefgegangen. Deine Partien sind gespeichert.",
            ["Neu laden", "Details kopieren", "Schließen"],
        ),
    ] {
        let browser =
            Browser::open(&site, BrowserProfile::small_phone().language(language)).await?;
        browser.find("#main h1").await?;
        // The program relies on creating elements. Make one call fail.
        let sabotage =
            "for (const [kind, name] of [[Document, 'createElement'], [Node, 'cloneNode']]) {
                const real = kind.prototype[name];
                kind.prototype[name] = function (...rest) {
                    if (window.broken) return real.apply(this, rest);
                    window.broken = true;
                    throw new Error('broken by a test');
                };
            }
            location.hash = '#/settings';";
        browser.script(sabotage, &[]).await?;
        check_note(&browser, text, buttons).await?;
        // After a reload, everything is as before.
        browser.reload().await?;
        browser.find("#settings-theme").await?;
    }
    Ok(())
}

#[tokio::test]
async fn missing_texts_are_reported_with_a_reload_button() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open_blank(&site, &BrowserProfile::phone().language("fr")).await?;
    browser.devtools("Network.enable", json!({})).await?;
    browser.devtools("Network.setBlockedURLs", json!({ "urls": ["*.ftl"] })).await?;
    browser.goto("").await?;
    browser.find("#crash").await?;
    let text = browser.text("#crash p").await?;
    ensure!(text == "Something went wrong. Your games are safe.", "{text}");
    browser.devtools("Network.setBlockedURLs", json!({ "urls": [] })).await?;
    browser.click("#crash button:nth-of-type(1)").await?;
    browser.find("#main h1").await?;
    ensure!(browser.all("#crash").await?.is_empty());
    Ok(())
}
