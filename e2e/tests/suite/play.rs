//! Complete games in a real browser: by mouse, keyboard, text commands and touch; hot seat; reload;
//! offline.

use anyhow::{Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, Key, TestSite};
use serde_json::json;

/// The state of the page: game over, the person's turn, or the computer's.
#[derive(PartialEq, Eq, Debug)]
enum State {
    Over,
    Mine,
    Theirs,
}

async fn state(browser: &Browser) -> Result<State> {
    let script = "if (document.querySelector('#end-title')) return 'over';
        const can = document.querySelector('.squares button.can') || document.querySelector('#draw:not(:disabled, [aria-disabled])');
        return can ? 'mine' : 'theirs';";
    Ok(match browser.script(script, &[]).await?.as_str() {
        Some("over") => State::Over,
        Some("mine") => State::Mine,
        _ => State::Theirs,
    })
}

/// Waits until the person can act or the game is over.
async fn turn(browser: &Browser) -> Result<State> {
    browser
        .wait_until("the person's turn or the end", async || {
            Ok(state(browser).await? != State::Theirs)
        })
        .await?;
    state(browser).await
}

/// The list of actions as shown.
async fn moves(browser: &Browser) -> Result<String> {
    let script =
        "return [...document.querySelectorAll('.moves .ply')].map(x => x.textContent).join(' ')";
    Ok(browser.script(script, &[]).await?.as_str().unwrap_or_default().into())
}

/// The square of the target with the largest gain, if there is a target.
async fn best_target(browser: &Browser) -> Result<Option<String>> {
    let script = r"const gain = x => Number(/(-?\d+)\D*$/.exec(x.getAttribute('aria-label').replace(/, [^,\d]*$/, ''))?.[1] ?? 0);
        const all = [...document.querySelectorAll('.squares button.can')];
        all.sort((a, b) => gain(b) - gain(a));
        return all.length ? '#' + all[0].id : null;";
    Ok(browser.script(script, &[]).await?.as_str().map(str::to_string))
}

/// Starts a game against a level from the set-up page.
async fn start(browser: &Browser, level: u8) -> Result<()> {
    browser.goto("#/play").await?;
    browser.click("#kind-computer").await?;
    let radio = format!("input[name=\"setup-level\"][value=\"{level}\"]");
    browser.script("document.querySelector(arguments[0]).click()", &[json!(radio)]).await?;
    browser.click("#start").await?;
    browser.find("#main .board").await?;
    Ok(())
}

/// Checks the end of the game: a winner is named and both sides have a score.
async fn counted(browser: &Browser) -> Result<()> {
    ensure!(!browser.text("#end-title").await?.is_empty());
    ensure!(browser.all(".score-number").await?.len() == 2, "the score is shown once");
    ensure!(browser.all(".outlined").await?.len() == 1, "territories are outlined");
    Ok(())
}

async fn no_errors(browser: &Browser) -> Result<()> {
    let errors = browser.console_errors().await?;
    ensure!(errors.is_empty(), "{errors:?}");
    Ok(())
}

#[tokio::test]
async fn a_game_against_level_1_by_mouse() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    start(&browser, 1).await?;
    while turn(&browser).await? == State::Mine {
        let before = browser.plies().await?;
        match best_target(&browser).await? {
            Some(square) => browser.click(&square).await?,
            None => browser.click("#draw").await?,
        }
        browser.wait_until("the action", async || Ok(browser.plies().await? > before)).await?;
    }
    counted(&browser).await?;
    // The game can be browsed, and actions undone.
    let all = browser.plies().await?;
    browser.click(".moves .ply").await?;
    browser.press(Key::End).await?;
    browser.click("#undo").await?;
    browser.wait_until("less", async || Ok(browser.plies().await? < all)).await?;
    browser.click("#redo").await?;
    browser.wait_until("all again", async || Ok(browser.plies().await? == all)).await?;
    no_errors(&browser).await
}

#[tokio::test]
async fn a_game_by_keyboard_alone() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    // From the start page with Tab and Enter.
    browser.find("#quick").await?;
    for _ in 0..40 {
        let id = browser.script("return document.activeElement.id", &[]).await?;
        if id == json!("quick") {
            break;
        }
        browser.press(Key::Tab).await?;
    }
    browser.press(Key::Enter).await?;
    browser.find("#main .board").await?;
    while turn(&browser).await? == State::Mine {
        let before = browser.plies().await?;
        let card = browser
            .script(
                "return document.querySelector('.card:not(.dim, [aria-disabled])')?.id.slice(-1) ?? null",
                &[],
            )
            .await?;
        match card.as_str() {
            Some(number) => browser.press(number).await?,
            None => browser.press("d").await?,
        }
        browser
            .wait_until("the button has the focus", async || {
                Ok(browser.script("return document.activeElement.id", &[]).await? == json!("act"))
            })
            .await?;
        browser.press(Key::Enter).await?;
        browser.wait_until("the action", async || Ok(browser.plies().await? > before)).await?;
    }
    counted(&browser).await?;
    no_errors(&browser).await
}

#[tokio::test]
async fn a_game_in_text_mode() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.goto("#/settings").await?;
    browser.click("#words-mode").await?;
    start(&browser, 1).await?;
    browser.find("#word").await?;
    let shown = "return getComputedStyle(document.querySelector('main .table')).display";
    ensure!(browser.script(shown, &[]).await? == json!("none"), "no board in text mode");
    let lines = async || -> Result<Vec<String>> {
        let script =
            "return [...document.querySelectorAll('.word-log li')].map(x => x.textContent)";
        let lines = browser.script(script, &[]).await?;
        Ok(serde_json::from_value(lines)?)
    };
    let ask = async |word: &str| -> Result<Vec<String>> {
        browser.type_into("#word", word).await?;
        browser.press(Key::Enter).await?;
        let said = format!("› {word}");
        browser
            .wait_until("an answer", async || {
                Ok(browser.text("#word").await?.is_empty() && lines().await?.contains(&said))
            })
            .await?;
        let lines = lines().await?;
        let from = lines.iter().rposition(|line| *line == said).map_or(0, |at| at + 1);
        Ok(lines[from..].to_vec())
    };
    for word in
        ["hand", "opp", "pile", "crown", "score", "last", "clock", "board", "help", "area e5"]
    {
        ensure!(!ask(word).await?.is_empty(), "{word} is answered");
    }
    let strange = ask("abracadabra").await?;
    ensure!(strange[0].contains("abracadabra"), "{strange:?}");
    while turn(&browser).await? == State::Mine {
        let before = browser.plies().await?;
        let targets = ask("targets").await?;
        let action = targets
            .iter()
            .filter_map(|line| line.split_once(':'))
            .map(|(action, _)| action.to_string())
            .find(|action| action.len() <= "NE\u{a0}III*".len() && !action.contains(' '));
        let Some(action) = action else { continue };
        ask(&action).await?;
        browser.wait_until("the action", async || Ok(browser.plies().await? > before)).await?;
    }
    counted(&browser).await?;
    let score = ask("score").await?.join(" ");
    ensure!(score.contains("wins") || score.contains("a draw"), "{score}");
    no_errors(&browser).await
}

#[tokio::test]
async fn text_mode_accepts_german_words_and_compass_letters() -> Result<()> {
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion().language("de");
    let browser = Browser::open(&site, profile).await?;
    browser.goto("#/settings").await?;
    browser.click("#words-mode").await?;
    start(&browser, 1).await?;
    let ask = async |word: &str, said: &str| -> Result<String> {
        browser.type_into("#word", word).await?;
        browser.press(Key::Enter).await?;
        let script = "return document.querySelector('.word-log').textContent";
        let log = async || Ok(browser.script(script, &[]).await?.to_string());
        browser.wait_until(said, async || Ok(log().await?.contains(said))).await?;
        log().await
    };
    ask("hilfe", "gegner, ziele, krone").await?;
    ask("Gebiet e5", "e5: leer").await?;
    let targets = ask("ziele", " für Rot").await?;
    let first = targets.rsplit("› ziele").next().and_then(|targets| targets.split(':').next());
    let before = browser.plies().await?;
    let action = first.unwrap_or_default();
    browser.type_into("#word", action).await?;
    browser.press(Key::Enter).await?;
    browser.wait_until(action, async || Ok(browser.plies().await? > before)).await?;
    no_errors(&browser).await
}

#[tokio::test]
async fn play_now_starts_easy_and_then_repeats_the_last_settings() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.click("#quick").await?;
    browser.find("main.play .stage").await?;
    let level = "return document.querySelector('.stage').textContent.match(/level (\\d)/i)?.[1]";
    ensure!(browser.script(level, &[]).await? == json!("1"), "an easy opponent");
    let guide = browser.text("#status").await?;
    ensure!(guide.contains("Choose a card: it moves"), "{guide}");
    // Once another level has been chosen, it becomes the default.
    browser.goto("#/").await?;
    browser.click(".levels-row .level:nth-child(4)").await?;
    browser.find("main.play .stage").await?;
    ensure!(browser.script(level, &[]).await? == json!("4"));
    browser.goto("#/").await?;
    browser.click("#quick").await?;
    browser.find("main.play .stage").await?;
    ensure!(browser.script(level, &[]).await? == json!("4"), "the settings of the last game");
    let guide = browser.text("#status").await?;
    ensure!(!guide.contains("it moves"), "{guide}");
    no_errors(&browser).await
}

#[tokio::test]
async fn a_game_by_touch_on_a_small_phone() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::small_phone().reduced_motion()).await?;
    browser.find("#quick").await?;
    browser.tap("#quick").await?;
    browser.find("#main .board").await?;
    // Hands, board and the button are on the screen without scrolling.
    browser.script("window.scrollTo(0, 0)", &[]).await?;
    let script = "return [...document.querySelectorAll('.seat, .board, #status')]
        .every(x => { const r = x.getBoundingClientRect();
            return r.top >= 0 && r.bottom <= innerHeight + 1 && r.left >= 0 && r.right <= innerWidth + 1; })";
    ensure!(browser.script(script, &[]).await? == json!(true), "everything fits");
    while turn(&browser).await? == State::Mine {
        let before = browser.plies().await?;
        match best_target(&browser).await? {
            Some(square) => {
                browser.tap(&square).await?;
                browser.find("#act:not(:disabled, [aria-disabled])").await?;
                ensure!(browser.plies().await? == before, "the first tap only selects");
                browser.tap("#act").await?;
            }
            None => browser.tap("#draw").await?,
        }
        browser.wait_until("the action", async || Ok(browser.plies().await? > before)).await?;
    }
    counted(&browser).await?;
    no_errors(&browser).await
}

#[tokio::test]
async fn a_hot_seat_game_survives_a_reload() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.goto("#/play").await?;
    browser.click("#kind-people").await?;
    browser.click("#start").await?;
    browser.find("#main .board").await?;
    browser.click("#more").await?;
    browser.click("#turning").await?;
    browser.press(Key::Escape).await?;
    for n in 0..24 {
        ensure!(turn(&browser).await? == State::Mine);
        let before = browser.plies().await?;
        // The board is flipped for the side to act, so its hand is the lower one.
        let script = "const seats = document.querySelectorAll('.seat');
            return seats[1].classList.contains('acting')";
        browser
            .wait_until("the board has turned", async || {
                Ok(browser.script(script, &[]).await? == json!(true))
            })
            .await?;
        match best_target(&browser).await? {
            Some(square) if n % 3 != 0 => browser.click(&square).await?,
            Some(square) => browser.drag(&crown(&browser).await?, &square).await?,
            None => browser.click("#draw").await?,
        }
        browser.wait_until("the action", async || Ok(browser.plies().await? > before)).await?;
    }
    let before = moves(&browser).await?;
    browser.reload().await?;
    browser.find("#main .board").await?;
    ensure!(moves(&browser).await? == before, "the game is as it was");
    // A new tab restores it too.
    browser.goto("#/library").await?;
    browser.find(".game").await?;
    ensure!(browser.all(".game").await?.len() == 1);
    browser.click(".game .button.primary").await?;
    browser.find("#main .board").await?;
    ensure!(moves(&browser).await? == before);
    no_errors(&browser).await
}

async fn crown(browser: &Browser) -> Result<String> {
    let script = "return '#' + [...document.querySelectorAll('.squares button')]
        .find(x => x.getAttribute('aria-label').includes(', crown')).id";
    Ok(browser.script(script, &[]).await?.as_str().unwrap_or_default().into())
}

#[tokio::test]
async fn the_app_works_offline_after_the_first_visit() -> Result<()> {
    let mut site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.find("#quick").await?;
    browser
        .wait_until("the site is cached", async || {
            let script = "return navigator.serviceWorker.controller !== null";
            Ok(browser.script(script, &[]).await? == json!(true))
        })
        .await?;
    site.stop();
    browser.reload().await?;
    start(&browser, 3).await?;
    for _ in 0..6 {
        ensure!(turn(&browser).await? == State::Mine);
        let before = browser.plies().await?;
        match best_target(&browser).await? {
            Some(square) => browser.click(&square).await?,
            None => browser.click("#draw").await?,
        }
        browser
            .wait_until("the computer's answer", async || Ok(browser.plies().await? >= before + 2))
            .await?;
    }
    // The study pages work offline too.
    browser.goto("#/rules").await?;
    browser.find("#main h1").await?;
    Ok(())
}

#[tokio::test]
async fn clicking_a_card_and_pressing_enter_plays_it() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    start(&browser, 1).await?;
    ensure!(turn(&browser).await? == State::Mine);
    let before = browser.plies().await?;
    browser.click(".card:not(.dim, [aria-disabled])").await?;
    browser.find(".card.sel").await?;
    browser.press(Key::Enter).await?;
    browser.wait_until("the action", async || Ok(browser.plies().await? > before)).await?;
    no_errors(&browser).await
}

#[tokio::test]
async fn leaving_the_table_while_the_computer_thinks_breaks_nothing() -> Result<()> {
    let site = TestSite::start()?;
    // With animations, so that responses are delayed.
    let browser = Browser::open(&site, BrowserProfile::desktop()).await?;
    start(&browser, 5).await?;
    for milliseconds in [0, 30, 60, 100, 150, 200, 250, 300] {
        ensure!(turn(&browser).await? == State::Mine);
        let before = browser.plies().await?;
        // A script acts and navigates away: the driver would be too slow.
        let script = "const target = document.querySelector('.squares button.can')
                ?? document.querySelector('#draw');
            target.click();
            setTimeout(() => { location.hash = '#/library'; }, arguments[0]);";
        browser.script(script, &[json!(milliseconds)]).await?;
        browser.find(".game").await?;
        // Back in the game the computer answers, so pending responses have arrived by then.
        browser.goto("#/play").await?;
        browser
            .wait_until("the computer's answer", async || Ok(browser.plies().await? >= before + 2))
            .await?;
    }
    ensure!(browser.all("#crash").await?.is_empty());
    no_errors(&browser).await
}

#[tokio::test]
async fn leaving_an_engine_game_while_the_engine_thinks_breaks_nothing() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop()).await?;
    browser.goto("#/play").await?;
    browser.click("#kind-watch").await?;
    for (side, level) in [("red", 8), ("white", 5)] {
        let radio = format!("input[name=\"setup-level-{side}\"][value=\"{level}\"]");
        browser.script("document.querySelector(arguments[0]).click()", &[json!(radio)]).await?;
    }
    browser.click("#start").await?;
    let links = ["rules", "library", "settings", "learn", "analysis", "online", "events", "rules"];
    for (link, milliseconds) in links.into_iter().zip([0, 20, 50, 100, 200, 400, 700, 1000]) {
        browser.find("#pause").await?;
        let before = browser.plies().await?;
        let script = "const link = document.querySelector(`#menu a[href='#/${arguments[0]}']`);
            setTimeout(() => link.click(), arguments[1]);";
        browser.script(script, &[json!(link), json!(milliseconds)]).await?;
        browser
            .wait_until(link, async || Ok(browser.url().await?.ends_with(&format!("#/{link}"))))
            .await?;
        browser.find("#main h1").await?;
        // Back in the game they continue, so pending responses have arrived by then.
        browser.goto("#/play").await?;
        browser.wait_until("another action", async || Ok(browser.plies().await? > before)).await?;
    }
    ensure!(browser.all("#crash").await?.is_empty());
    no_errors(&browser).await
}

/// In this game the computer has to pass after NW3.
const PASS: &str = r#"[Rules "classic"]
[Deal "E2,S1,S2,SW2,NW3 / N2,N3,NE2,NE3,SW3"]
[Game "test"]
[Commitment "088e7342c2fc38855af070c6ffbbe0386272a621f8909e3ddff8811c262f2676"]
[RedNonce ""]
[WhiteNonce ""]
[Secret "4508000000000000000000000000000000000000000000000000000000000000"]

*
"#;

#[tokio::test]
async fn the_list_of_actions_says_that_it_is_empty() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::phone().reduced_motion()).await?;
    browser.click("#quick").await?;
    browser.click("#show-moves").await?;
    ensure!(browser.text(".moves").await?.contains("No action yet"));
    no_errors(&browser).await
}

#[tokio::test]
async fn a_hint_marks_its_own_card_and_no_other() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.find("#quick").await?;
    browser.store_game("test", PASS, [json!("person"), json!({ "level": 1 })]).await?;
    browser.goto("#/play").await?;
    browser.click("#hint").await?;
    browser.find(".panel.hint .reasons").await?;
    let hint = browser.text(".panel.hint p").await?;
    let marked = "return [...document.querySelectorAll('.card[data-marked]')]
        .map(card => card.getAttribute('aria-label').match(/ to (..)/)?.[1])";
    let marked = browser.script(marked, &[]).await?;
    let target = marked[0].as_str().unwrap_or_default();
    ensure!(marked.as_array().is_some_and(|all| all.len() == 1), "{marked}");
    ensure!(hint.contains(&format!(" to {target}:")), "{hint}: {marked}");
    no_errors(&browser).await
}

#[tokio::test]
async fn a_hint_asked_for_while_the_computer_passes_is_given() -> Result<()> {
    let site = TestSite::start()?;
    // With animations, so that the pass takes a moment.
    let browser = Browser::open(&site, BrowserProfile::desktop()).await?;
    browser.find("#quick").await?;
    browser.store_game("test", PASS, [json!("person"), json!({ "level": 1 })]).await?;
    browser.goto("#/play").await?;
    browser.click("#square-b8").await?;
    let ask = "const act = document.querySelector('#act:not([aria-disabled])');
        act?.click();
        return new Promise(done => setTimeout(() => {
            document.querySelector('#hint').click();
            done(document.querySelectorAll('.moves .ply').length) }, 50))";
    ensure!(browser.script(ask, &[]).await? == json!(1), "the computer has not passed yet");
    browser.find(".panel.hint").await?;
    ensure!(browser.plies().await? == 2);
    no_errors(&browser).await
}

/// Chooses an option of a select element, as a person would.
async fn select(browser: &Browser, id: &str, value: &str) -> Result<()> {
    browser.find(&format!("#{id}")).await?;
    let script = "const field = document.getElementById(arguments[0]);
        field.value = arguments[1];
        field.dispatchEvent(new Event('change', { bubbles: true }));";
    browser.script(script, &[json!(id), json!(value)]).await.map(drop)
}

#[tokio::test]
async fn a_game_against_a_stronger_level_that_gives_a_handicap() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.goto("#/play").await?;
    browser.click("#kind-computer").await?;
    let radio = "input[name=\"setup-level\"][value=\"5\"]";
    browser.script("document.querySelector(arguments[0]).click()", &[json!(radio)]).await?;
    browser.script("document.querySelector('details.more').open = true", &[]).await?;
    // The name of the stronger player gives a fair handicap and its odds.
    select(&browser, "handicap-giver", "1").await?;
    let odds = browser.text("#handicap-odds").await?;
    ensure!(odds.contains("About even between level 3 and level 5"), "{odds}");
    // And can choose another.
    select(&browser, "handicap-heroes-left", "1").await?;
    select(&browser, "handicap-own-roses", "2").await?;
    let odds = browser.text("#handicap-odds").await?;
    ensure!(odds.contains("Level 5 wins") && odds.contains("of 100 games"), "{odds}");
    browser.click("#start").await?;
    browser.find("#main .board").await?;
    let words = browser.text("#handicap").await?;
    ensure!(words.contains("White plays with 1 hero"), "{words}");
    ensure!(words.contains("Red has 2 roses on the board"), "{words}");
    turn(&browser).await?;
    browser.click(&best_target(&browser).await?.expect("a target")).await?;
    browser.wait_until("the answer", async || Ok(browser.plies().await? >= 2)).await?;
    // It is part of the stored game, which goes on after a reload.
    browser.reload().await?;
    ensure!(browser.text("#handicap").await? == words);
    no_errors(&browser).await
}
