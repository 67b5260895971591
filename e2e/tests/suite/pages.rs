//! Every page: its texts in three languages, its accessibility in every theme.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, TestSite};
use serde_json::json;

/// Every page that needs no game.
const PAGES: [&str; 14] = [
    "#/",
    "#/play",
    "#/learn",
    "#/learn/0",
    "#/learn/5",
    "#/train",
    "#/train/road",
    "#/train/road/4",
    "#/train/progress",
    "#/analysis",
    "#/library",
    "#/rules",
    "#/book",
    "#/settings",
];

/// A finished game, for the pages that show one.
const RECORD: &str = include_str!("../game.rose");

/// Stores a game in the library and makes it the current one.
async fn put_game(browser: &Browser) -> Result<()> {
    let script = "const saved = { record: arguments[0], seats: ['person', { level: 3 }],
            started: 1.7e12, updated: 1.7e12 };
        localStorage.setItem('bosworth/game/test', JSON.stringify(saved));
        localStorage.setItem('bosworth/current', JSON.stringify('test'));";
    browser.script(script, &[json!(RECORD)]).await?;
    browser.reload().await?;
    browser.find("#main h1").await?;
    Ok(())
}

async fn set(browser: &Browser, settings: serde_json::Value) -> Result<()> {
    let script = "localStorage.setItem('bosworth/settings', JSON.stringify(arguments[0]))";
    browser.script(script, &[settings]).await?;
    browser.reload().await?;
    browser.find("#main h1").await?;
    Ok(())
}

async fn go(browser: &Browser, page: &str) -> Result<()> {
    browser.goto(page).await?;
    browser.find("#main h1").await?;
    Ok(())
}

#[tokio::test]
async fn the_red_and_blue_theme_renames_the_sides() -> Result<()> {
    let site = TestSite::start()?;
    for (language, white, blue) in
        [("en", "White", "Blue"), ("de", "Weiß", "Blau"), ("fr", "Blanc", "Bleu")]
    {
        let profile = BrowserProfile::desktop().reduced_motion().language(language);
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
            // The comparison of the editions describes the physical games.
            ensure!(at.is_none() || page == "#/rules", "{language} {page}: {at:?}");
            seen |= text.contains(blue);
        }
        ensure!(seen, "{language} says {blue} somewhere");
        // With other colours, the names change immediately, and the focus stays.
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

#[tokio::test]
async fn the_example_board_in_the_rules_has_north_up() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::phone()).await?;
    go(&browser, "#/rules").await?;
    // The squares in reading order, the ranks from top to bottom, and where two roses are drawn.
    let script = "const board = document.querySelector('.example .board');
        const squares = [...board.querySelectorAll('.squares button')].map(x => x.id);
        const ranks = [...board.querySelectorAll('.coordinate')].filter(x => /\\d/.test(x.textContent) && x.checkVisibility());
        ranks.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
        const rose = (square, href) => {
            const box = board.querySelector('#square-' + square).getBoundingClientRect();
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            return [...board.querySelectorAll(`use[href='${href}']`)].map(x => x.getBoundingClientRect())
                .some(r => r.left < x && x < r.right && r.top < y && y < r.bottom);
        };
        return { first: squares[0], last: squares.at(-1), count: squares.length,
            ranks: ranks.map(x => x.textContent).join(''),
            roses: [rose('b8', '#rose-red'), rose('h1', '#rose-white'), rose('b2', '#rose-white')] };";
    let seen = browser.script(script, &[]).await?;
    let expected = json!({ "first": "square-a9", "last": "square-i1", "count": 81,
        "ranks": "987654321", "roses": [true, true, false] });
    ensure!(seen == expected, "{seen}");
    Ok(())
}

/// A script that returns all visible text and accessible labels of the page.
const WORDS: &str = "return [document.body.innerText, ...[...document.querySelectorAll('*')]
    .flatMap(x => ['aria-label', 'title', 'placeholder'].map(name => x.getAttribute(name) ?? '')),
    ...[...document.querySelectorAll('option, summary')].map(x => x.textContent)].join('\\n')";

#[tokio::test]
async fn the_classic_edition_has_a_name_in_every_language() -> Result<()> {
    for (language, name) in [("de", "Klassisch"), ("fr", "Classique")] {
        let site = TestSite::start()?;
        let profile = BrowserProfile::desktop().reduced_motion().language(language);
        let browser = Browser::open(&site, profile).await?;
        browser.find("#main h1").await?;
        browser.register(&format!("anna-{language}")).await?;
        // A game against the computer and the player's own offer are listed, and have pages.
        let game = "const ask = (path, body) => fetch(path, {method: 'POST', body: JSON.stringify(body),
                headers: {'content-type': 'application/json'}}).then(answer => answer.json());
            return ask('api/computer', {level: 1, terms: {ruleset: 'classic', clock: '1d', side: 'red'}})
                .then(answer => answer.game);";
        let game = browser.script(game, &[]).await?;
        let game = format!("#/game/{}", game.as_str().unwrap_or_default());
        put_game(&browser).await?;
        let person = format!("#/people/anna-{language}");
        let online =
            ["#/online", "#/leaders", "#/account", "#/events", "#/events/new", &game, &person];
        let local = ["#/review/test", "#/analysis?stored=test"];
        let mut named = false;
        for page in PAGES.into_iter().chain(local).chain(online) {
            go(&browser, page).await?;
            let words = browser.script(WORDS, &[]).await?;
            let words = words.as_str().unwrap_or_default();
            named |= words.contains(name);
            let is_english = |word: &str| word.eq_ignore_ascii_case("classic");
            let line = words
                .lines()
                .find(|line| line.split(|c: char| !c.is_alphanumeric()).any(is_english));
            ensure!(line.is_none(), "{language} {page}: {line:?}");
        }
        ensure!(named, "{name} is nowhere");
        browser.goto("#/online").await?;
        browser.click("#quick-play").await?;
        browser.find("#seek-waiting").await?;
        let words = browser.script(WORDS, &[]).await?;
        let words = words.as_str().unwrap_or_default().to_lowercase();
        ensure!(!words.split(|c: char| !c.is_alphanumeric()).any(|word| word == "classic"));
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

async fn texts_are_complete(profile: BrowserProfile, language: &str) -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, profile.language(language).reduced_motion()).await?;
    browser.find("#main h1").await?;
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
    texts_are_complete(BrowserProfile::desktop(), "en").await
}

#[tokio::test]
async fn all_texts_in_german_on_a_phone() -> Result<()> {
    texts_are_complete(BrowserProfile::phone(), "de").await
}

#[tokio::test]
async fn all_texts_in_german() -> Result<()> {
    texts_are_complete(BrowserProfile::desktop(), "de").await
}

#[tokio::test]
async fn all_texts_in_french_on_a_small_phone() -> Result<()> {
    texts_are_complete(BrowserProfile::small_phone(), "fr").await
}

async fn accessible(theme: &str) -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.find("#main h1").await?;
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
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().language("en")).await?;
    browser.click(".languages button[lang=fr]").await?;
    browser
        .wait_until("French", async || {
            Ok(browser.script("return document.documentElement.lang", &[]).await? == json!("fr"))
        })
        .await?;
    browser.reload().await?;
    browser.find("#main h1").await?;
    ensure!(browser.script("return document.documentElement.lang", &[]).await? == json!("fr"));
    Ok(())
}

#[tokio::test]
async fn a_board_is_there_before_the_program() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open_blank(&site, &BrowserProfile::phone().language("de")).await?;
    browser.devtools("Network.enable", json!({})).await?;
    browser.devtools("Network.setBlockedURLs", json!({ "urls": ["*.js"] })).await?;
    browser.goto("#/play").await?;
    let shown =
        "const board = document.querySelector('#shell .play .board svg').getBoundingClientRect();
        return [board.width > 300 && board.bottom < innerHeight,
            document.querySelector('#shell .menu-button').innerText,
            document.querySelector('#shell .splash').offsetHeight,
            document.querySelector('#main') === null];";
    browser.find("#shell .board").await?;
    let shown = browser.script(shown, &[]).await?;
    ensure!(shown == json!([true, "Menü", 0, true]), "{shown}");
    Ok(())
}

/// Adds up layout shifts, and records the position of the first board.
const JUMPS: &str = "window.jumps = 0;
    window.first = null;
    new PerformanceObserver(list => { for (const x of list.getEntries()) window.jumps += x.value; })
        .observe({ type: 'layout-shift', buffered: true });
    window.place = () => {
        const board = [...document.querySelectorAll('.board')].find(board => board.offsetHeight > 0);
        const x = board?.getBoundingClientRect();
        return x && [x.left, x.top, x.width].map(Math.round); };
    document.addEventListener('DOMContentLoaded', () => { window.first = window.place(); });";

async fn nothing_jumps(profile: BrowserProfile) -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, profile.reduced_motion()).await?;
    browser.find("#main h1").await?;
    browser.run_in_new_pages(JUMPS).await?;
    jumps_nowhere(&browser, "home of a new visitor").await?;
    board_stays(&browser).await?;
    put_game(&browser).await?;
    for page in PAGES {
        go(&browser, page).await?;
        jumps_nowhere(&browser, page).await?;
    }
    go(&browser, "#/play").await?;
    browser.reload().await?;
    board_stays(&browser).await
}

/// Reloads a page, and checks its layout shift.
async fn jumps_nowhere(browser: &Browser, page: &str) -> Result<()> {
    browser.reload().await?;
    browser.find("#main h1").await?;
    let after_paint = "const done = arguments[0];
        requestAnimationFrame(() => requestAnimationFrame(() => done(window.jumps)));";
    let jumps = browser.script_async(after_paint, &[], Duration::from_secs(10)).await?;
    ensure!(jumps.as_f64().is_some_and(|jumps| jumps < 0.001), "{page}: {jumps}");
    Ok(())
}

/// Checks that the program's board replaces the page's in the same place.
async fn board_stays(browser: &Browser) -> Result<()> {
    browser.find("#main .board").await?;
    let places = browser.script("return [window.first, window.place()]", &[]).await?;
    ensure!(places[0] == places[1], "the board of the page, and the program's: {places}");
    Ok(())
}

#[tokio::test]
async fn a_game_requested_before_the_program_runs_is_started() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open_blank(&site, &BrowserProfile::phone().reduced_motion()).await?;
    browser.throttle_fast_3g_and_cpu(1).await?;
    // The driver waits for the whole page, including the program; this script presses earlier.
    let press = "const look = () => {
            const quick = document.querySelector('#shell #quick');
            if (quick) { window.pressed = true; quick.click(); } else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);";
    browser.run_in_new_pages(press).await?;
    browser.goto("#/").await?;
    browser.find("#main.play .squares button.can").await?;
    let address = browser.script("return [window.pressed, location.hash]", &[]).await?;
    ensure!(address == json!([true, "#/play"]), "{address}");
    // Going back leads to the home page, where the game can be continued.
    browser.script("history.back()", &[]).await?;
    browser.find("#main.home #continue").await?;
    ensure!(browser.console_errors().await?.is_empty(), "nothing in the console");
    Ok(())
}

#[tokio::test]
async fn a_truncated_page_reports_an_error() -> Result<()> {
    let whole = TestSite::start()?;
    let page = fs::read_to_string(whole.folder().join("index.html"))?;
    let folder = tempfile::tempdir()?;
    fs::create_dir(folder.path().join("assets"))?;
    for asset in fs::read_dir(whole.folder().join("assets"))? {
        let asset = asset?;
        fs::copy(asset.path(), folder.path().join("assets").join(asset.file_name()))?;
    }
    let last = page.rfind("<script type=\"text/plain\">").context("the program is in the page")?;
    fs::write(folder.path().join("index.html"), &page[..last])?;
    let site = TestSite::of(folder.path())?;
    for (language, told, again) in [
        ("en", "could not be loaded", "Reload"),
        ("de", "nicht geladen", "Neu laden"),
        ("fr", "n’a pas pu", "Recharger"),
    ] {
        let profile = BrowserProfile::phone().language(language);
        let browser = Browser::open(&site, profile).await?;
        let is_told = async || {
            let text = browser.text("#shell .crash").await?;
            Ok(text.contains(told) && text.contains(again))
        };
        browser.wait_until(told, is_told).await?;
        browser.click("#again").await?;
        browser.wait_until(told, is_told).await?;
    }
    Ok(())
}

#[tokio::test]
async fn nothing_jumps_when_the_program_takes_over() -> Result<()> {
    nothing_jumps(BrowserProfile::desktop()).await
}

#[tokio::test]
async fn nothing_jumps_when_the_program_takes_over_on_a_phone() -> Result<()> {
    nothing_jumps(BrowserProfile::phone()).await
}

#[tokio::test]
async fn a_site_without_a_server_offers_no_login() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    ensure!(browser.text(".top .me").await? == "Log in");
    // As the archive for static hosts has it.
    let unmark =
        "new MutationObserver(() => document.documentElement?.removeAttribute('data-server'))
        .observe(document, { childList: true });";
    browser.run_in_new_pages(unmark).await?;
    browser.reload().await?;
    browser.find("#main h1").await?;
    ensure!(browser.all(".top a[href='#/account']").await?.is_empty());
    Ok(())
}
