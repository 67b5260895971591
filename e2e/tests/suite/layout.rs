//! Every page on every screen: a game fits the window, nothing covers the hands, and axe finds no
//! violations.

use anyhow::{Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, GAME, Scheme, TestSite, game_until};
use serde_json::json;

/// Stores a game as the current one, with a person as Red.
async fn put(browser: &Browser, id: &str, record: &str, other: serde_json::Value) -> Result<()> {
    browser.store_game(id, record, [json!("person"), other]).await
}

async fn check(browser: &Browser, what: &str, essential: &[&str]) -> Result<()> {
    browser.check_layout(what, essential).await?;
    let found = browser.axe().await?;
    ensure!(found.is_empty(), "{what}:\n{found}");
    Ok(())
}

/// The essential elements of a game.
const TOOLS: [&str; 6] = [".seat", ".board", "#status", "#hint", "#undo", "#reach"];

/// Walks through all pages on a screen whose board has at least this size.
async fn pages(screen: usize, board: f64) -> Result<()> {
    let (name, profile) = BrowserProfile::screens()[screen].clone();
    let scheme = if screen.is_multiple_of(2) { Scheme::Light } else { Scheme::Dark };
    let site = TestSite::start()?;
    let browser = Browser::open(&site, profile.scheme(scheme).reduced_motion()).await?;
    browser.find("#main h1").await?;
    check(&browser, &format!("home-{name}"), &[]).await?;
    // The number of a card leaves its numeral free.
    let covered = "const box = x => x.getBoundingClientRect();
        return [...document.querySelectorAll('.card:not(.dim)')].filter(card => {
            const number = box(card.querySelector('.number'));
            const numeral = box(card.querySelector('[href^=\"#numeral\"]'));
            return number.width > 0 && number.left < numeral.right && numeral.left < number.right
                && number.top < numeral.bottom && numeral.top < number.bottom;
        }).length";
    let covered = browser.script(covered, &[]).await?;
    ensure!(covered == json!(0), "{name}: {covered} numerals are covered");
    put(&browser, "middle", &game_until(" 37. "), json!({ "level": 5 })).await?;
    browser.find(".invitation .board").await?;
    check(&browser, &format!("home-going-on-{name}"), &[]).await?;

    browser.goto("#/play").await?;
    browser.find(".squares button.can").await?;
    check(&browser, &format!("play-{name}"), &TOOLS).await?;
    let width = "return document.querySelector('.board').getBoundingClientRect().width";
    let width = browser.script(width, &[]).await?.as_f64().unwrap_or_default();
    ensure!(width >= board, "{name}: the board is {width} wide");
    // A toast must not cover a hand.
    browser.script("document.querySelector('.card.dim:not([aria-disabled])').click()", &[]).await?;
    browser.find(".notice").await?;
    check(&browser, &format!("toast-{name}"), &TOOLS).await?;
    browser.click("#hint").await?;
    browser.find(".panel.hint").await?;
    check(&browser, &format!("hint-{name}"), &TOOLS).await?;
    browser.click("#more").await?;
    browser.find("#resign").await?;
    check(&browser, &format!("more-{name}"), &[]).await?;

    // Text mode has no board, and its input is in view.
    browser.store_settings(json!({ "words": true })).await?;
    browser.goto("#/play").await?;
    browser.find("#word").await?;
    check(&browser, &format!("words-{name}"), &["#status", "#hint", "#word"]).await?;
    browser.store_settings(json!({ "bar": "chance" })).await?;
    browser.find(".bar").await?;
    check(&browser, &format!("bar-{name}"), &TOOLS).await?;
    browser.store_settings(json!({})).await?;

    put(&browser, "over", GAME, json!({ "level": 5 })).await?;
    let end = [".seat", ".board", "#end-title", "#rematch", "#review", "#share-end", "#undo"];
    browser.find("#end-title").await?;
    check(&browser, &format!("end-{name}"), &end).await?;
    let crown = "const middle = css => {
            const box = document.querySelector(css).getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
        };
        const [crown, heroes] = [middle('.seat-crown'), middle('.heroes:has(.seat-crown)')];
        return Math.hypot(crown[0] - heroes[0], crown[1] - heroes[1])";
    let off = browser.script(crown, &[]).await?.as_f64().unwrap_or(f64::MAX);
    ensure!(off < 2.0, "{name}: the crown lies {off} px beside the heroes");
    browser.goto("#/review/over").await?;
    browser.find(".graph").await?;
    check(&browser, &format!("review-{name}"), &[".seat", ".board", "#review-step-on"]).await?;
    browser.goto("#/analysis").await?;
    browser.find("#engine").await?;
    let desk = [".seat", ".board", "#status"];
    check(&browser, &format!("analysis-{name}"), &desk).await?;
    for lesson in 0..11 {
        browser.goto(&format!("#/learn/{lesson}")).await?;
        browser.find(".lesson h1").await?;
        let shown = [".board", "#lesson-task"];
        check(&browser, &format!("lesson-{lesson}-{name}"), &shown).await?;
    }
    for lesson in 0..12 {
        browser.goto(&format!("#/train/road/{lesson}")).await?;
        browser.find(".lesson h1").await?;
        let shown = [".board", ".task", "#practice"];
        check(&browser, &format!("strategy-{lesson}-{name}"), &shown).await?;
    }
    let more = [
        "learn",
        "train",
        "train/road",
        "train/progress",
        "rules",
        "book",
        "library",
        "settings",
        "online",
        "leaders",
        "account",
        "events",
    ];
    for page in more.into_iter().chain(["events/new"]) {
        browser.goto(&format!("#/{page}")).await?;
        browser.find("#main h1").await?;
        check(&browser, &format!("{}-{name}", page.replace('/', "-")), &[]).await?;
    }
    browser.goto("#/online").await?;
    browser.click("#computer-5").await?;
    browser.find(".stage .board").await?;
    let table = [".seat", ".board", "#status", "#takeback", "#reach", "#more"];
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

/// Tries one possible solution of a lesson step; returns whether it is solved.
const TRY: &str = "const find = css => document.querySelector(css);
    const solved = () => !!find('#next, #first-game');
    if (solved()) return true;
    const answers = [...document.querySelectorAll('.answer')];
    const hint = find('.hint-mark')?.getBoundingClientRect();
    const targets = [...document.querySelectorAll('.squares button.can')];
    const ways = hint
        ? [document.elementFromPoint((hint.left + hint.right) / 2, (hint.top + hint.bottom) / 2)]
        : answers.length ? answers : [...targets, find('#draw'), find('#act'), find('.squares button')];
    const possible = ways.filter(way => way && !way.disabled);
    possible[arguments[0] % possible.length].click();
    // On a touch screen the first press selects.
    return new Promise(done => setTimeout(() => {
        find('#act:not(:disabled)')?.click();
        setTimeout(() => done(solved()));
    }));";

/// Lists the cards and the crown that are out of view.
const HIDDEN: &str = "const shown = (element, place) => {
        const r = element.getBoundingClientRect();
        const inside = r.width > 0 && r.left > -1 && r.top > -1 && r.right < innerWidth + 1 && r.bottom < innerHeight + 1;
        return inside && !!document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2)?.closest(place);
    };
    const crown = document.querySelector('.board .crown use');
    return [...document.querySelectorAll('.seat .card')].filter(card => !shown(card, '#' + card.id))
        .concat(shown(crown, '.board') ? [] : crown).map(x => x.id || x.getAttribute('href'));";

#[tokio::test]
async fn hands_and_crown_are_in_view_in_every_lesson_step() -> Result<()> {
    let site = TestSite::start()?;
    let small = BrowserProfile::small_phone().reduced_motion();
    for language in ["en", "de"] {
        let browser = Browser::open(&site, small.clone().language(language)).await?;
        browser.find("#main h1").await?;
        let mut steps = 0;
        for lesson in 0..11 {
            browser.goto(&format!("#/learn/{lesson}")).await?;
            browser.find(".lesson h1").await?;
            let mut step = 1;
            loop {
                let look = async |when: &str| -> Result<()> {
                    let hidden = browser.script(HIDDEN, &[]).await?;
                    let what = format!("lesson-{lesson}-{step}-{when}-{language}");
                    ensure!(hidden == json!([]), "{what}: {hidden} not in sight");
                    browser.check_layout(&what, &[".board"]).await
                };
                look("task").await?;
                let mut tries = 0;
                while browser.script(TRY, &[json!(tries)]).await? != json!(true) {
                    tries += 1;
                    look("tried").await?;
                    ensure!(tries < 30, "lesson {lesson}, step {step} cannot be solved");
                }
                look("solved").await?;
                // The last step of a lesson links to the next lesson.
                let on = "const next = document.querySelector('#next');
                    next?.click();
                    return new Promise(done => setTimeout(() => done(location.hash)));";
                let address = browser.script(on, &[]).await?;
                let over = address != json!(format!("#/learn/{lesson}"));
                if over || !browser.all("#first-game").await?.is_empty() {
                    break;
                }
                step += 1;
            }
            steps += step;
        }
        ensure!(steps > 15, "only {steps} steps");
    }
    Ok(())
}

#[tokio::test]
async fn a_card_can_be_dragged_to_its_square_by_mouse_and_by_touch() -> Result<()> {
    let site = TestSite::start()?;
    for (_, profile) in [&BrowserProfile::screens()[0], &BrowserProfile::screens()[4]] {
        let browser = Browser::open(&site, profile.clone().reduced_motion()).await?;
        browser.find("#main h1").await?;
        put(&browser, "middle", &game_until(" 37. "), json!("person")).await?;
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
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop()).await?;
    browser.find("#main h1").await?;
    put(&browser, "last", &game_until("+SW1 1-0"), json!("person")).await?;
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
    browser
        .wait_until("the result in words", async || {
            Ok(browser.text("#voice").await?.contains("221"))
        })
        .await
}

#[tokio::test]
async fn a_game_can_be_started_on_the_board_of_the_home_page() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
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

#[tokio::test]
async fn the_badge_and_the_menu_are_in_view_on_a_phone_on_its_side() -> Result<()> {
    let site = TestSite::start()?;
    let (_, profile) = BrowserProfile::screens()[2].clone();
    let browser = Browser::open(&site, profile.reduced_motion()).await?;
    browser.register("bert-of-twenty-chars").await?;
    browser.goto("#/online").await?;
    browser.click("#offer-link").await?;
    browser.find("#link").await?;
    // From a page that knows nothing of the offer.
    browser.goto("#/rules").await?;
    // The offer waits while its maker does something else.
    put(&browser, "middle", &game_until(" 37. "), json!({ "level": 5 })).await?;
    browser.goto("#/play").await?;
    browser.find("#waits .badge").await?;
    check(&browser, "waits", &["#waits", ".menu-button"]).await?;
    browser.script("document.querySelector('.card.dim:not([aria-disabled])').click()", &[]).await?;
    browser.find(".notice").await?;
    check(&browser, "waits-toast", &["#waits", ".menu-button"]).await
}

#[tokio::test]
async fn the_menu_of_a_phone_leads_to_profile_account_and_leaderboard() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::phone().reduced_motion()).await?;
    browser.goto("#/rules").await?;
    browser.click(".menu-button").await?;
    browser.find(".menu a[href='#/account']").await?;
    browser.register("anna").await?;
    browser.goto("#/rules").await?;
    browser.find("#main.rules").await?;
    for page in ["people/anna", "account", "leaders"] {
        browser.click(".menu-button").await?;
        browser.click(&format!(".menu.open a[href='#/{page}']")).await?;
        browser
            .wait_until(page, async || {
                let script = "return location.hash === arguments[0]
                    && !document.querySelector('.menu.open')";
                Ok(browser.script(script, &[json!(format!("#/{page}"))]).await? == json!(true))
            })
            .await?;
    }
    Ok(())
}

#[tokio::test]
async fn what_an_empty_list_of_tournaments_says_is_centred() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.goto("#/events").await?;
    browser.find("#events-none .lead").await?;
    let off = "const middle = css => {
            const box = document.querySelector(css).getBoundingClientRect();
            return (box.left + box.right) / 2;
        };
        return Math.abs(middle('#events-none .lead') - middle('#events-none'));";
    let off = browser.script(off, &[]).await?.as_f64().unwrap_or(f64::MAX);
    ensure!(off < 1.0, "{off} pixels off centre");
    Ok(())
}

#[tokio::test]
async fn the_button_below_the_games_of_the_library_does_not_touch_the_last_one() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    let games = "for (let i = 0; i < 120; i += 1) {
        const saved = { record: arguments[0], seats: ['person', { level: 5 }], started: i, updated: i };
        localStorage.setItem('bosworth/game/many-' + i, JSON.stringify(saved)); }";
    browser.script(games, &[json!(GAME)]).await?;
    browser.reload().await?;
    browser.goto("#/library").await?;
    browser.find("#library-more").await?;
    let gap = "const box = css => document.querySelector(css).getBoundingClientRect();
        return box('#library-more').top - box('.games').bottom;";
    let gap = browser.script(gap, &[]).await?.as_f64().unwrap_or_default();
    ensure!(gap >= 10.0, "{gap} pixels");
    Ok(())
}
