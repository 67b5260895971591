//! Every page on every screen: a table fits the window, nothing lies over the hands, and axe finds
//! nothing.

use anyhow::{Result, ensure};
use bosworth_e2e::{Browser, Profile, Scheme, Site};
use serde_json::json;

const RECORD: &str = include_str!("game.rose");

/// The game up to an action, without its result.
fn until(action: &str) -> String {
    let text = RECORD.replace("[Result \"1-0\"]\n", "").replace("[Score \"221-130\"]\n", "");
    let at = text.replace('\n', " ").rfind(action).unwrap_or(text.len());
    format!("{} *\n", &text[..at])
}

/// Stores a game as the current one.
async fn put(browser: &Browser, id: &str, record: &str, other: serde_json::Value) -> Result<()> {
    let script = "const saved = { record: arguments[1], seats: ['person', arguments[2]],
            started: 1.79e12, updated: 1.79e12 };
        localStorage.setItem('bosworth/game/' + arguments[0], JSON.stringify(saved));
        localStorage.setItem('bosworth/current', JSON.stringify(arguments[0]));";
    browser.script(script, &[json!(id), json!(record), other]).await?;
    browser.reload().await?;
    browser.find("main h1").await?;
    Ok(())
}

/// What is wrong with the page: it scrolls, one of the given elements is missing, cut off or
/// covered, a hand overlaps something, or a name is cut.
const FAULTS: &str = r"
    const faults = [];
    const name = e => e ? (e.id || e.className || e.tagName) : 'nothing';
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const page = document.scrollingElement;
    if (page.scrollWidth > innerWidth + 1) faults.push('the page scrolls sideways');
    if (arguments[0].length && page.scrollHeight > innerHeight + 1) faults.push('the page scrolls');
    for (const css of arguments[0]) {
        const found = [...document.querySelectorAll(css)];
        if (!found.length) faults.push(css + ' is missing');
        for (const e of found) {
            const r = e.getBoundingClientRect();
            if (r.width < 1 || r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1)
                faults.push(`${css} lies outside: ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`);
            const top = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2);
            if (!top || !(e.contains(top) || top.contains(e))) faults.push(`${css} is covered by ${name(top)}`);
        }
    }
    for (const hand of document.querySelectorAll('.stage .cards')) {
        const r = hand.getBoundingClientRect(), seat = hand.closest('.seat');
        for (const other of document.querySelectorAll('.board, .act, .top, .side, .lesson, .notice, .who, .heroes')) {
            if (other.closest('.seat') && other.closest('.seat') !== seat) continue;
            if (meet(r, other.getBoundingClientRect())) faults.push(`a hand lies under ${name(other)}`);
        }
        for (const number of hand.querySelectorAll('.number')) {
            const n = number.getBoundingClientRect(), card = number.parentElement.getBoundingClientRect();
            if (n.width && (n.top < card.top || n.right > card.right + 1)) faults.push('a badge hangs over a card');
        }
    }
    for (const e of document.querySelectorAll('.seat .name'))
        if (e.scrollHeight > e.clientHeight + 2) faults.push('cut: ' + e.textContent);
    return faults;";

async fn check(browser: &Browser, what: &str, essential: &[&str]) -> Result<()> {
    let faults = browser.script(FAULTS, &[json!(essential)]).await?;
    if faults != json!([]) {
        let picture = bosworth_e2e::target().join("e2e").join(format!("layout-{what}.png"));
        browser.screenshot(&picture).await?;
    }
    ensure!(faults == json!([]), "{what}: {faults}");
    let found = browser.axe().await?;
    ensure!(found.is_empty(), "{what}:\n{found}");
    Ok(())
}

/// What one needs in a game.
const GAME: [&str; 6] = [".seat", ".board", "#act", "#draw", "#hint", "#undo"];

/// Walks through all pages on a screen whose board has at least this size.
async fn pages(screen: usize, board: f64) -> Result<()> {
    let (name, profile) = Profile::screens()[screen].clone();
    let scheme = if screen.is_multiple_of(2) { Scheme::Light } else { Scheme::Dark };
    let site = Site::start()?;
    let browser = Browser::open(&site, profile.scheme(scheme).reduced_motion()).await?;
    browser.find("main h1").await?;
    check(&browser, &format!("home-{name}"), &[]).await?;
    put(&browser, "middle", &until(" 37. "), json!({ "level": 5 })).await?;
    browser.find(".invitation .board").await?;
    check(&browser, &format!("home-going-on-{name}"), &[]).await?;

    browser.goto("#/play").await?;
    browser.find(".squares button.can").await?;
    check(&browser, &format!("play-{name}"), &GAME).await?;
    let width = "return document.querySelector('.board').getBoundingClientRect().width";
    let width = browser.script(width, &[]).await?.as_f64().unwrap_or_default();
    ensure!(width >= board, "{name}: the board is {width} wide");
    // A toast covers no hand.
    browser.script("document.querySelector('.card.dim:not(:disabled)').click()", &[]).await?;
    browser.find(".notice").await?;
    check(&browser, &format!("toast-{name}"), &GAME).await?;
    browser.click("#hint").await?;
    browser.find(".panel.hint").await?;
    check(&browser, &format!("hint-{name}"), &GAME).await?;
    browser.click("#more").await?;
    browser.find("#resign").await?;
    check(&browser, &format!("more-{name}"), &[]).await?;

    put(&browser, "over", RECORD, json!({ "level": 5 })).await?;
    let end = [".seat", ".board", "#end-title", "#rematch", "#review", "#share-end", "#undo"];
    browser.find("#end-title").await?;
    check(&browser, &format!("end-{name}"), &end).await?;
    browser.goto("#/review/over").await?;
    browser.find(".graph").await?;
    check(&browser, &format!("review-{name}"), &[".seat", ".board", "#review-step-on"]).await?;
    browser.goto("#/analysis").await?;
    browser.find("#engine").await?;
    let desk = [".seat", ".board", "#act", "#draw"];
    check(&browser, &format!("analysis-{name}"), &desk).await?;
    for lesson in 0..11 {
        browser.goto(&format!("#/learn/{lesson}")).await?;
        browser.find(".lesson h1").await?;
        let shown = [".board", "#lesson-task"];
        check(&browser, &format!("lesson-{lesson}-{name}"), &shown).await?;
    }
    let more = ["learn", "rules", "library", "settings", "online", "leaders", "account", "events"];
    for page in more.into_iter().chain(["events/new"]) {
        browser.goto(&format!("#/{page}")).await?;
        browser.find("main h1").await?;
        check(&browser, &format!("{}-{name}", page.replace('/', "-")), &[]).await?;
    }
    browser.goto("#/online").await?;
    browser.click("#computer-5").await?;
    browser.find(".stage .board").await?;
    let table = [".seat", ".board", "#act", "#draw", "#takeback", "#turn-board", "#more"];
    check(&browser, &format!("table-{name}"), &table).await
}

#[tokio::test]
async fn everything_fits_a_small_phone() -> Result<()> {
    pages(0, 330.0).await
}

#[tokio::test]
async fn everything_fits_a_phone() -> Result<()> {
    pages(1, 370.0).await
}

#[tokio::test]
async fn everything_fits_a_phone_on_its_side() -> Result<()> {
    pages(2, 370.0).await
}

#[tokio::test]
async fn everything_fits_a_tablet() -> Result<()> {
    pages(3, 750.0).await
}

#[tokio::test]
async fn everything_fits_a_laptop() -> Result<()> {
    pages(4, 540.0).await
}

#[tokio::test]
async fn everything_fits_a_large_screen() -> Result<()> {
    pages(5, 760.0).await
}

#[tokio::test]
async fn a_card_is_dragged_to_its_square_by_mouse_and_by_finger() -> Result<()> {
    let site = Site::start()?;
    for (_, profile) in [&Profile::screens()[0], &Profile::screens()[4]] {
        let browser = Browser::open(&site, profile.clone().reduced_motion()).await?;
        browser.find("main h1").await?;
        put(&browser, "middle", &until(" 37. "), json!("person")).await?;
        browser.goto("#/play").await?;
        browser.find(".squares button.can").await?;
        let before = browser.plies().await?;
        let (card, square) = ("#card-r-4", ".squares button.can");
        if profile.is_phone() {
            browser.swipe(card, square).await?;
        } else {
            browser.drag(card, square).await?;
        }
        browser.wait_until("the action", async || Ok(browser.plies().await? > before)).await?;
        ensure!(browser.console_errors().await?.is_empty());
    }
    Ok(())
}

#[tokio::test]
async fn the_territories_are_counted_one_by_one_and_the_count_can_be_skipped() -> Result<()> {
    let site = Site::start()?;
    let browser = Browser::open(&site, Profile::desktop()).await?;
    browser.find("main h1").await?;
    put(&browser, "last", &until("+SW1 1-0"), json!("person")).await?;
    browser.goto("#/play").await?;
    browser.click("#draw").await?;
    browser.find("#skip-count").await?;
    browser.find(".wash.latest").await?;
    let points = async || -> Result<u64> {
        let script = "return [...document.querySelectorAll('.score-number')]
            .reduce((sum, e) => sum + Number(e.textContent), 0)";
        Ok(browser.script(script, &[]).await?.as_u64().unwrap_or_default())
    };
    ensure!(points().await? < 221 + 130, "the count has only begun");
    browser.click("#skip-count").await?;
    browser.find("#end-title").await?;
    ensure!(points().await? == 221 + 130);
    ensure!(browser.all(".count-sum").await?.len() == 2);
    browser
        .wait_until("the result in words", async || {
            Ok(browser.text("#voice").await?.contains("221"))
        })
        .await
}

#[tokio::test]
async fn a_game_begins_on_the_board_of_the_home_page() -> Result<()> {
    let site = Site::start()?;
    let browser = Browser::open(&site, Profile::desktop().reduced_motion()).await?;
    browser.click(".invitation .squares button.can").await?;
    browser
        .wait_until("the first action", async || {
            let script = "return document.querySelectorAll('.moves .ply').length > 0";
            Ok(browser.script(script, &[]).await? == json!(true))
        })
        .await?;
    ensure!(browser.console_errors().await?.is_empty());
    Ok(())
}
