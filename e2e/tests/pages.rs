//! Every page: its texts in three languages, its accessibility in every theme.

use anyhow::{Result, ensure};
use bosworth_e2e::{Browser, Profile, Site};
use serde_json::json;

/// Every page that needs no game.
const PAGES: [&str; 9] = [
    "#/",
    "#/play",
    "#/learn",
    "#/learn/0",
    "#/learn/5",
    "#/analysis",
    "#/library",
    "#/rules",
    "#/settings",
];

/// A finished game, for the pages that show one.
const RECORD: &str = include_str!("game.rose");

/// Stores a game in the library and makes it the current one.
async fn put_game(browser: &Browser) -> Result<()> {
    let script = "const saved = { record: arguments[0], seats: ['person', { level: 3 }],
            started: 1.7e12, updated: 1.7e12 };
        localStorage.setItem('bosworth/game/test', JSON.stringify(saved));
        localStorage.setItem('bosworth/current', JSON.stringify('test'));";
    browser.script(script, &[json!(RECORD)]).await?;
    browser.reload().await?;
    browser.find("main h1").await?;
    Ok(())
}

async fn set(browser: &Browser, settings: serde_json::Value) -> Result<()> {
    let script = "localStorage.setItem('bosworth/settings', JSON.stringify(arguments[0]))";
    browser.script(script, &[settings]).await?;
    browser.reload().await?;
    browser.find("main h1").await?;
    Ok(())
}

async fn go(browser: &Browser, page: &str) -> Result<()> {
    browser.goto(page).await?;
    browser.find("main h1").await?;
    Ok(())
}

#[tokio::test]
async fn red_and_blue_names_the_sides_by_what_is_seen() -> Result<()> {
    let site = Site::start()?;
    for (language, white, blue) in
        [("en", "White", "Blue"), ("de", "Weiß", "Blau"), ("fr", "Blanc", "Bleu")]
    {
        let profile = Profile::desktop().reduced_motion().language(language);
        let browser = Browser::open(&site, profile).await?;
        put_game(&browser).await?;
        set(&browser, json!({ "theme": "blue" })).await?;
        let mut seen = false;
        for page in [
            "#/play",
            "#/review/test",
            "#/analysis?stored=test",
            "#/library",
            "#/rules",
            "#/learn/2",
        ] {
            go(&browser, page).await?;
            let script = "return document.body.innerText + [...document.querySelectorAll('[aria-label], [title]')]
                .map(x => x.getAttribute('aria-label') + ' ' + x.title).join(' ')";
            let text = browser.script(script, &[]).await?;
            let text = text.as_str().unwrap_or_default();
            let at = text.find(white).map(|at| text[at..].chars().take(60).collect::<String>());
            // The table of the editions says what each looks like in its box.
            ensure!(at.is_none() || page == "#/rules", "{language} {page}: {at:?}");
            seen |= text.contains(blue);
        }
        ensure!(seen, "{language} says {blue} somewhere");
        // Back to other colours, the name changes at once, and the focus stays.
        go(&browser, "#/settings").await?;
        let script = "const theme = document.querySelector('#settings-theme');
            theme.focus(); theme.value = 'light';
            theme.dispatchEvent(new Event('change', { bubbles: true }))";
        browser.script(script, &[]).await?;
        browser
            .wait_until("the focus", async || {
                Ok(browser.script("return document.activeElement.id", &[]).await?
                    == json!("settings-theme"))
            })
            .await?;
    }
    Ok(())
}

/// Finds untranslated message ids, and labels that overflow.
const FAULTS: &str = r"
    const faults = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const text = walk.currentNode.textContent.trim();
        if (/^[a-z]+(-[a-z0-9]+)+$/.test(text)) faults.push('missing text: ' + text);
        if (/\{\s*\$/.test(text)) faults.push('gap: ' + text);
    }
    for (const x of document.querySelectorAll('[aria-label], [title], [placeholder]'))
        for (const name of ['aria-label', 'title', 'placeholder']) {
            const text = x.getAttribute(name) ?? '';
            if (/^[a-z]+(-[a-z0-9]+)+$/.test(text)) faults.push(name + ': ' + text);
        }
    for (const x of document.querySelectorAll('button, a, label, h1, h2, h3, th, td, legend, summary, .name')) {
        if (!x.offsetParent || x.classList.contains('unseen') || x.closest('.unseen, .skip')) continue;
        if (x.scrollWidth > x.clientWidth + 2 && getComputedStyle(x).overflow !== 'visible')
            faults.push('clipped: ' + x.textContent);
        const r = x.getBoundingClientRect();
        const scrolls = e => e && (/auto|scroll/.test(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
        if (r.right > innerWidth + 1 && !scrolls(x.parentElement)) faults.push('beyond the edge: ' + x.textContent);
    }
    if (document.documentElement.scrollWidth > innerWidth + 1) faults.push('the page scrolls sideways');
    return faults;";

async fn texts_are_complete(profile: Profile, language: &str) -> Result<()> {
    let site = Site::start()?;
    let browser = Browser::open(&site, profile.language(language).reduced_motion()).await?;
    browser.find("main h1").await?;
    put_game(&browser).await?;
    ensure!(browser.script("return document.documentElement.lang", &[]).await? == json!(language));
    for page in PAGES.into_iter().chain(["#/review/test"]) {
        go(&browser, page).await?;
        let faults = browser.script(FAULTS, &[]).await?;
        ensure!(faults == json!([]), "{language} {page}: {faults}");
    }
    let errors = browser.console_errors().await?;
    ensure!(errors.is_empty(), "{errors:?}");
    Ok(())
}

#[tokio::test]
async fn all_texts_in_english() -> Result<()> {
    texts_are_complete(Profile::desktop(), "en").await
}

#[tokio::test]
async fn all_texts_in_german_on_a_phone() -> Result<()> {
    texts_are_complete(Profile::phone(), "de").await
}

#[tokio::test]
async fn all_texts_in_german() -> Result<()> {
    texts_are_complete(Profile::desktop(), "de").await
}

#[tokio::test]
async fn all_texts_in_french_on_a_small_phone() -> Result<()> {
    texts_are_complete(Profile::small_phone(), "fr").await
}

async fn accessible(theme: &str) -> Result<()> {
    let site = Site::start()?;
    let browser = Browser::open(&site, Profile::desktop().reduced_motion()).await?;
    browser.find("main h1").await?;
    set(&browser, json!({ "theme": theme, "words": true, "bar": "chance" })).await?;
    let mut faults = String::new();
    for page in PAGES {
        go(&browser, page).await?;
        let found = browser.axe().await?;
        if !found.is_empty() {
            faults += &format!("{theme} {page}:\n{found}\n");
        }
    }
    // A game in progress, then a finished one.
    go(&browser, "#/").await?;
    browser.click("#quick").await?;
    browser.find(".squares button.can").await?;
    let found = browser.axe().await?;
    if !found.is_empty() {
        faults += &format!("{theme} a game:\n{found}\n");
    }
    put_game(&browser).await?;
    for page in ["#/play", "#/review/test", "#/analysis?stored=test", "#/library"] {
        go(&browser, page).await?;
        let found = browser.axe().await?;
        if !found.is_empty() {
            faults += &format!("{theme} {page} with a game:\n{found}\n");
        }
    }
    ensure!(faults.is_empty(), "{faults}");
    Ok(())
}

#[tokio::test]
async fn accessible_in_light() -> Result<()> {
    accessible("light").await
}

#[tokio::test]
async fn accessible_in_dark() -> Result<()> {
    accessible("dark").await
}

#[tokio::test]
async fn accessible_in_high_contrast() -> Result<()> {
    accessible("contrast").await
}

#[tokio::test]
async fn accessible_in_red_and_blue() -> Result<()> {
    accessible("blue").await
}

#[tokio::test]
async fn the_chosen_language_persists() -> Result<()> {
    let site = Site::start()?;
    let browser = Browser::open(&site, Profile::desktop().language("en")).await?;
    browser.click(".languages button[lang=fr]").await?;
    browser
        .wait_until("French", async || {
            Ok(browser.script("return document.documentElement.lang", &[]).await? == json!("fr"))
        })
        .await?;
    browser.reload().await?;
    browser.find("main h1").await?;
    ensure!(browser.script("return document.documentElement.lang", &[]).await? == json!("fr"));
    Ok(())
}
