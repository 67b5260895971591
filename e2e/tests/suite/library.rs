//! The library: import, search, deletion, a full store, several tabs, and games on the server.

use std::fs;

use anyhow::{Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, TestSite};
use serde_json::{Value, json};

const RECORD: &str = include_str!("../game.rose");
const DEAL: &str = "[Deal \"NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1\"]";

/// Stores games: `[id, record, seats, updated]`.
async fn put(browser: &Browser, games: Value) -> Result<()> {
    browser.find("#main h1").await?;
    let script = "for (const [id, record, seats, updated] of arguments[0])
        localStorage.setItem('bosworth/game/' + id,
            JSON.stringify({ record, seats, started: updated, updated }))";
    browser.script(script, &[games]).await?;
    Ok(())
}

async fn open(browser: &Browser) -> Result<()> {
    browser.goto("#/library").await?;
    browser.find("#library-search").await?;
    Ok(())
}

async fn load(browser: &Browser, text: &str) -> Result<String> {
    let folder = tempfile::TempDir::new()?;
    let file = folder.path().join("games.rose");
    fs::write(&file, text)?;
    browser.find("#library-load").await?.send_keys(file.display().to_string()).await?;
    browser.find("#library-report").await?;
    browser.text("#library-report").await
}

async fn stored(browser: &Browser) -> Result<u64> {
    let script =
        "return Object.keys(localStorage).filter(x => x.startsWith('bosworth/game/')).length";
    Ok(browser.script(script, &[]).await?.as_u64().unwrap_or_default())
}

async fn no_errors(browser: &Browser) -> Result<()> {
    let errors = browser.console_errors().await?;
    ensure!(errors.is_empty(), "{errors:?}");
    Ok(())
}

fn numbered(count: usize) -> String {
    (0..count).map(|n| format!("[Red \"Player {n}\"]\n{DEAL}\n\n1. NE2 W1 *\n\n")).collect()
}

#[tokio::test]
async fn three_thousand_games_are_imported_and_rendered_on_demand() -> Result<()> {
    let site = TestSite::start()?;
    let mut browser = Browser::open(&site, BrowserProfile::phone().reduced_motion()).await?;
    browser.patience = std::time::Duration::from_secs(60);
    open(&browser).await?;
    let report = load(&browser, &numbered(3000)).await?;
    ensure!(report.contains("3000"), "{report}");
    ensure!(stored(&browser).await? == 3000);
    let drawn = browser.all(".game").await?.len();
    ensure!((20..200).contains(&drawn), "{drawn} games are drawn at once");
    browser.script("window.scrollTo(0, document.body.scrollHeight)", &[]).await?;
    browser
        .wait_until("more games", async || Ok(browser.all(".game").await?.len() > drawn))
        .await?;
    // Importing the same file again adds nothing.
    let report = load(&browser, &numbered(3000)).await?;
    browser
        .wait_until("the report", async || {
            Ok(browser.text("#library-report").await?.contains("3000 were already here"))
        })
        .await?;
    ensure!(stored(&browser).await? == 3000, "{report}");
    no_errors(&browser).await
}

#[tokio::test]
async fn a_full_store_is_reported_and_loses_no_games() -> Result<()> {
    let site = TestSite::start()?;
    let mut browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.patience = std::time::Duration::from_secs(60);
    put(&browser, json!([["own", RECORD, ["person", { "level": 3 }], 1.7e12]])).await?;
    // Another program on the same origin leaves little space.
    let fill = "let size = 1 << 22; let n = 0;
        while (size > 1 << 15) try { localStorage.setItem('filler' + n, 'x'.repeat(size)); n++ }
            catch { size >>= 1 }
        for (; n > 0 && !localStorage.getItem('room');) {
            localStorage.removeItem('filler' + --n);
            try { localStorage.setItem('room', 'x'.repeat(330000)); } catch {}
        }
        localStorage.removeItem('room')";
    browser.script(fill, &[]).await?;
    open(&browser).await?;
    let report = load(&browser, &numbered(3000)).await?;
    ensure!(report.contains("did not fit"), "{report}");
    let count = stored(&browser).await?;
    ensure!((2..3001).contains(&count), "{count}");
    // There is still space for new games, and the reserve is released.
    let room = "localStorage.setItem('room', 'x'.repeat(200000)); localStorage.removeItem('room');
        return localStorage.getItem('bosworth/reserve')";
    ensure!(browser.script(room, &[]).await? == json!(null));
    let own = "return localStorage.getItem('bosworth/game/own').length";
    ensure!(browser.script(own, &[]).await?.as_u64() > Some(1000));
    Ok(())
}

#[tokio::test]
async fn search_finds_levels_results_and_dates_in_three_languages() -> Result<()> {
    let site = TestSite::start()?;
    for (language, level, lost) in
        [("en", "Level", "lost"), ("de", "Stufe", "verloren"), ("fr", "Niveau", "perdu")]
    {
        let profile = BrowserProfile::desktop().reduced_motion().language(language);
        let browser = Browser::open(&site, profile).await?;
        // Red won; the dates are in March, May and August.
        put(
            &browser,
            json!([
                ["a", RECORD, ["person", { "level": 8 }], 1.741e12],
                ["b", RECORD, [{ "level": 2 }, "person"], 1.747e12],
                ["c", RECORD, ["person", { "level": 3 }], 1.7546e12],
            ]),
        )
        .await?;
        open(&browser).await?;
        let level_8 = format!("{level} 8");
        for (query, count) in [
            ("", 3),
            (&*level_8, 1),
            ("8", 1),
            (lost, 1),
            (&*format!("{level} 2 {lost}"), 1),
            (&*format!("{level} 5"), 0),
            (level, 3),
            ("2025", 3),
            ("2025-03", 1),
            ("221", 3),
        ] {
            browser.type_into("#library-search", query).await?;
            if query.is_empty() {
                browser.reload().await?;
            }
            browser
                .wait_until(&format!("{count} for {query:?} in {language}"), async || {
                    Ok(browser.all(".game").await?.len() == count)
                })
                .await?;
        }
    }
    Ok(())
}

#[tokio::test]
async fn long_names_do_not_widen_the_page() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::phone().reduced_motion()).await?;
    let record =
        format!("[Red \"{}\"]\n[White \"Jo\"]\n{DEAL}\n\n1. NE2 W1 1-0\n", "W".repeat(300));
    put(&browser, json!([["wide", record, ["person", "person"], 1.7e12]])).await?;
    for page in ["#/library", "#/review/wide", "#/analysis?stored=wide"] {
        browser.goto(page).await?;
        browser.find("#main h1").await?;
        let wide = browser.script("return document.documentElement.scrollWidth", &[]).await?;
        ensure!(wide.as_u64() <= Some(390), "{page} is {wide} wide");
    }
    Ok(())
}

#[tokio::test]
async fn several_games_can_be_deleted_and_restored() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    put(
        &browser,
        json!([
            ["a", RECORD, ["person", { "level": 8 }], 1.741e12],
            ["b", RECORD, [{ "level": 2 }, "person"], 1.742e12],
            ["c", RECORD, ["person", { "level": 8 }], 1.743e12],
        ]),
    )
    .await?;
    let saved =
        "const { record, seats, updated } = JSON.parse(localStorage.getItem('bosworth/game/a'));
        return [record, seats, updated]";
    let before = browser.script(saved, &[]).await?;
    open(&browser).await?;
    browser.type_into("#library-search", "level 8").await?;
    browser.wait_until("two games", async || Ok(browser.all(".game").await?.len() == 2)).await?;
    browser.click("#library-select").await?;
    browser.click("#library-select-all").await?;
    ensure!(browser.axe().await?.is_empty(), "{}", browser.axe().await?);
    browser.click("#library-delete").await?;
    browser.find("#library-undo").await?;
    ensure!(stored(&browser).await? == 1, "level 2 stays");
    browser.click("#library-undo").await?;
    browser.wait_until("two games", async || Ok(browser.all(".game").await?.len() == 2)).await?;
    ensure!(stored(&browser).await? == 3);
    let after = browser.script(saved, &[]).await?;
    ensure!(before == after, "as it was");
    no_errors(&browser).await
}

/// Plays to the first target, or draws.
async fn act(browser: &Browser) -> Result<()> {
    let before = browser.plies().await?;
    browser
        .wait_until("a turn", async || {
            Ok(!browser
                .all(".squares button.can, #draw:not(:disabled, [aria-disabled])")
                .await?
                .is_empty())
        })
        .await?;
    let script = "(document.querySelector('.squares button.can')
        ?? document.querySelector('#draw')).click()";
    browser.script(script, &[]).await?;
    browser.wait_until("the action", async || Ok(browser.plies().await? != before)).await
}

async fn two_tabs(site: &TestSite) -> Result<Browser> {
    let browser = Browser::open(site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.goto("#/play").await?;
    browser.click("#kind-people").await?;
    browser.click("#start").await?;
    browser.find(".board").await?;
    act(&browser).await?;
    browser.open_tab("#/play").await?;
    browser.find(".board").await?;
    ensure!(browser.plies().await? == 1);
    Ok(browser)
}

#[tokio::test]
async fn two_tabs_with_the_same_game_stay_in_sync() -> Result<()> {
    let site = TestSite::start()?;
    let browser = two_tabs(&site).await?;
    act(&browser).await?;
    browser.switch_tab(0).await?;
    browser.wait_until("the other's action", async || Ok(browser.plies().await? == 2)).await?;
    ensure!(browser.text(".notice").await?.contains("another tab"));
    act(&browser).await?;
    browser.switch_tab(1).await?;
    browser.wait_until("the first's action", async || Ok(browser.plies().await? == 3)).await?;
    no_errors(&browser).await
}

#[tokio::test]
async fn a_tab_that_is_behind_does_not_overwrite_newer_versions() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.goto("#/play").await?;
    browser.click("#kind-people").await?;
    browser.click("#start").await?;
    browser.find(".board").await?;
    act(&browser).await?;
    // The game as of now and as of two actions later.
    let stored =
        "return Object.entries(localStorage).find(([key]) => key.startsWith('bosworth/game/'))";
    let early = browser.script(stored, &[]).await?;
    act(&browser).await?;
    act(&browser).await?;
    let late = browser.script(stored, &[]).await?;
    let put = "localStorage.setItem(...arguments[0])";
    browser.script(put, &[early]).await?;
    browser.reload().await?;
    browser.wait_until("one action", async || Ok(browser.plies().await? == 1)).await?;
    // A page's own writes fire no storage event: as if the event of another tab arrived too late.
    browser.script(put, std::slice::from_ref(&late)).await?;
    act(&browser).await?;
    browser.wait_until("the current game", async || Ok(browser.plies().await? == 3)).await?;
    ensure!(browser.script(stored, &[]).await? == late, "nothing was overwritten");
    ensure!(browser.text(".notice").await?.contains("do not count"));
    no_errors(&browser).await
}

/// Starts an online game against the computer and resigns it; returns its id.
async fn resign_online_game(browser: &Browser) -> Result<Value> {
    let play = "const post = (path, body) => fetch(path, { method: 'POST',
            headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
        return (async () => {
            const terms = { ruleset: 'classic', clock: '5+3', side: 'red' };
            const { game } = await (await post('api/computer', { level: 1, terms })).json();
            for (let n = 0; n < 100; n++) {
                const table = await (await fetch('api/games/' + game)).json();
                if (table.stage == 'over') return game;
                if (table.stage == 'running' && table.turn == 'red')
                    await post(`api/games/${game}/command`,
                        { key: n + 1, command: 'resign' });
                await new Promise(done => setTimeout(done, 100));
            }
        })()";
    browser.script(play, &[]).await
}

#[tokio::test]
async fn online_games_can_be_selected_and_saved() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.register("Margaret").await?;
    resign_online_game(&browser).await?;
    // Without the server, the page says what is missing instead of writing an empty file.
    let keep = "window.saved = null;
        const make = URL.createObjectURL;
        URL.createObjectURL = blob => { blob.text().then(text => window.saved = text); return make(blob) };
        window.reach = window.fetch;
        window.fetch = (what, ...rest) => String(what).includes('/api/')
            ? Promise.reject(new TypeError('unreachable')) : window.reach(what, ...rest)";
    browser.script(keep, &[]).await?;
    open(&browser).await?;
    browser.find("#library-online-fault").await?;
    browser.click("#library-save").await?;
    browser.find("#library-report").await?;
    let report = browser.text("#library-report").await?;
    ensure!(report.contains("Nothing was saved") && report.contains("not responding"), "{report}");
    ensure!(browser.script("return window.saved", &[]).await? == json!(null));
    browser.script("window.fetch = window.reach", &[]).await?;
    for selects in [false, true] {
        if selects {
            browser.script("window.saved = null", &[]).await?;
            browser.click("#library-select").await?;
            browser.click(".game-select").await?;
            ensure!(browser.all("#library-delete").await?.is_empty(), "it is not in this browser");
            browser.click("#library-save-some").await?;
        } else {
            browser.click("#library-save").await?;
        }
        let saved = async || browser.script("return window.saved", &[]).await;
        browser.wait_until("a file", async || Ok(saved().await?.is_string())).await?;
        let saved = saved().await?.to_string();
        ensure!(saved.contains("Margaret") && saved.contains("Termination"), "{saved}");
    }
    Ok(())
}

#[tokio::test]
async fn a_language_change_clears_the_search_field() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    put(&browser, json!([["own", RECORD, ["person", { "level": 3 }], 1.7e12]])).await?;
    open(&browser).await?;
    browser.type_into("#library-search", "york").await?;
    browser.click(".languages button[lang=de]").await?;
    browser
        .wait_until("an empty field in German", async || {
            let script = "return document.documentElement.lang === 'de'
                && document.querySelector('#library-search').value === ''";
            Ok(browser.script(script, &[]).await? == json!(true))
        })
        .await
}

#[tokio::test]
async fn finished_online_games_are_in_the_library() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.goto("#/account").await?;
    browser.type_into("#register-name", "Margaret").await?;
    browser.type_into("#register-password", "a red rose and a white one").await?;
    browser.click("#register-go").await?;
    browser.find("#quick-play").await?;
    let game = resign_online_game(&browser).await?;
    ensure!(game.is_string(), "{game}");
    put(&browser, json!([["own", RECORD, ["person", { "level": 3 }], 1.7e12]])).await?;
    open(&browser).await?;
    browser.wait_until("both games", async || Ok(browser.all(".game").await?.len() == 2)).await?;
    let first = browser.text(".game .game-what").await?;
    ensure!(first.contains("Margaret") && first.contains("You lost"), "{first}");
    browser.type_into("#library-search", "lost").await?;
    browser.wait_until("the lost one", async || Ok(browser.all(".game").await?.len() == 1)).await?;
    ensure!(browser.all(".game .thumbnail").await?.len() == 1);
    no_errors(&browser).await
}

#[tokio::test]
async fn the_install_button_appears_when_the_browser_offers_it() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::phone().reduced_motion()).await?;
    browser.goto("#/settings").await?;
    browser.find("#settings-reset").await?;
    // This browser may have fired its own event, which ends with the installation.
    browser.script("window.dispatchEvent(new Event('appinstalled'))", &[]).await?;
    browser.wait_until("no button", async || Ok(browser.all("#install").await?.is_empty())).await?;
    let offer = "const offer = new Event('beforeinstallprompt', { cancelable: true });
        offer.prompt = () => { window.prompted = true; };
        window.dispatchEvent(offer);
        return offer.defaultPrevented";
    ensure!(browser.script(offer, &[]).await? == json!(true));
    browser.click("#install").await?;
    ensure!(browser.script("return window.prompted", &[]).await? == json!(true));
    browser.wait_until("no button", async || Ok(browser.all("#install").await?.is_empty())).await
}
