//! The study pages: a complete review, analysis from a link, lessons, and hostile input.

use std::fs;

use anyhow::{Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, Key, TestSite};
use serde_json::json;

const RECORD: &str = include_str!("../game.rose");
const POSITION: &str = "9/2ww1r3/1www1rr2/2w1rrr2/1r1wrr3/1rr1ww1w1/2r1w1ww1/4rrr2/9_e5_w_NE2,E3,S2,W3,NW3_W2,N3,S3,E2,SE1_2_3_-_classic";

async fn put_game(browser: &Browser) -> Result<()> {
    browser.find("#main h1").await?;
    let script = "const saved = { record: arguments[0], seats: ['person', { level: 3 }],
            started: 1.7e12, updated: 1.7e12 };
        localStorage.setItem('bosworth/game/test', JSON.stringify(saved));";
    browser.script(script, &[json!(RECORD)]).await?;
    Ok(())
}

/// A sentence drawn from the game, with a link to the lesson about it.
#[tokio::test]
async fn only_the_first_three_games_end_with_advice() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    let seats = || [json!("person"), json!({ "level": 1 })];
    for id in ["first", "second", "third"] {
        browser.store_game(id, RECORD, seats()).await?;
        browser.goto("#/play").await?;
        let lesson = browser.find("#advice a").await?.attr("href").await?.unwrap_or_default();
        ensure!(lesson.contains("#/learn/"), "{id}: {lesson}");
    }
    browser.store_game("fourth", RECORD, seats()).await?;
    // Here comes the code of the advice, too.
    browser.goto("#/learn").await?;
    browser.find(".lesson-list").await?;
    browser.goto("#/play").await?;
    browser.find(".end").await?;
    ensure!(browser.all("#advice").await?.is_empty(), "advice after the fourth game");
    Ok(())
}

/// Selects a card and plays it, once its button has the focus.
async fn act_by_key(browser: &Browser, card: &str) -> Result<()> {
    browser.press(card).await?;
    browser
        .wait_until("the button has the focus", async || {
            Ok(browser.script("return document.activeElement.id", &[]).await? == json!("act"))
        })
        .await?;
    browser.press(Key::Enter).await
}

async fn no_errors(browser: &Browser) -> Result<()> {
    let errors = browser.console_errors().await?;
    ensure!(errors.is_empty(), "{errors:?}");
    Ok(())
}

#[tokio::test]
async fn a_review_gives_each_reason_once_and_in_the_words_on_the_cards() -> Result<()> {
    let site = TestSite::start()?;
    let mut browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.patience = std::time::Duration::from_secs(90);
    put_game(&browser).await?;
    browser.goto("#/review/test").await?;
    browser.find("#review-state[data-state=Done]").await?;
    browser.click("#review-next-error").await?;
    browser.find(".why .reasons").await?;
    let reasons = browser.text(".why").await?;
    for second in ["by contrast", "instead:"] {
        ensure!(!reasons.contains(second), "{reasons}");
    }
    let said = format!("{} {reasons}", browser.text(".comment").await?);
    let has_notation = |word: &str| {
        let word = word.trim_end_matches([',', '.', ':', '*']);
        word.parse::<bosworth_rules::Card>().is_ok()
    };
    ensure!(!said.split_whitespace().any(has_notation), "{said}");
    Ok(())
}

#[tokio::test]
async fn a_review_runs_to_completion() -> Result<()> {
    let site = TestSite::start()?;
    let mut browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.patience = std::time::Duration::from_secs(90);
    put_game(&browser).await?;
    browser.goto("#/review/test").await?;
    browser.find("#review-state[data-state=Done]").await?;
    browser.find("#review-summary").await?;
    browser.find("#review-graph").await?;
    // Browse the game by keyboard; at a draw every card is listed.
    browser.press(Key::Home).await?;
    for _ in 0..6 {
        browser.press(Key::Right).await?;
    }
    browser.find("#review-luck").await?;
    browser.click("#review-verify").await?;
    let proof = browser.text("#review-proof").await?;
    ensure!(!proof.is_empty());
    ensure!(browser.axe().await?.is_empty());
    // Learn from mistakes: try an action, see the solution, continue.
    browser.click("#review-learn-red").await?;
    browser.find("#review-task").await?;
    browser.click("#review-solve").await?;
    browser
        .wait_until("a judgement", async || {
            Ok(!browser.text("#review-judgement").await?.is_empty())
        })
        .await?;
    browser.click("#review-leave").await?;
    browser.find("#review-summary").await?;
    no_errors(&browser).await
}

#[tokio::test]
async fn a_tampered_shuffle_fails_verification() -> Result<()> {
    let site = TestSite::start()?;
    let mut browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.patience = std::time::Duration::from_secs(60);
    put_game(&browser).await?;
    browser.goto("#/review/test").await?;
    browser.click("#review-verify").await?;
    let good = browser.text("#review-proof").await?;
    browser.script("localStorage.setItem('bosworth/game/test', localStorage.getItem('bosworth/game/test').replace('[Secret \\\\\"0', '[Secret \\\\\"1'))", &[]).await?;
    browser.reload().await?;
    browser.click("#review-verify").await?;
    let bad = browser.text("#review-proof").await?;
    ensure!(!good.is_empty() && good != bad, "{good} / {bad}");
    Ok(())
}

#[tokio::test]
async fn an_analysis_link_in_a_fresh_profile() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.goto(&format!("#/analysis?position={POSITION}")).await?;
    browser.find(".squares button.can").await?;
    let label = browser
        .script("return document.querySelector('#square-e5').getAttribute('aria-label')", &[])
        .await?;
    ensure!(label.as_str().is_some_and(|label| label.contains("crown")), "{label}");
    // Play, go back, play something else: two variations.
    act_by_key(&browser, "1").await?;
    browser
        .wait_until("an action", async || Ok(!browser.all("#variations button").await?.is_empty()))
        .await?;
    browser.press(Key::Left).await?;
    act_by_key(&browser, "2").await?;
    browser
        .wait_until("two variations", async || {
            Ok(browser.all("#variations button").await?.len() >= 2)
        })
        .await?;
    // The engine shows its lines.
    if browser
        .script("return document.querySelector('#engine').getAttribute('aria-pressed')", &[])
        .await?
        != json!("true")
    {
        browser.click("#engine").await?;
    }
    browser
        .wait_until("the engine's lines", async || {
            Ok(!browser.text("#engine-lines").await?.is_empty())
        })
        .await?;
    no_errors(&browser).await
}

/// Blue draws, and one card decides.
const ENDING: &str = "1wrrww3/rrwwrww2/1rr1rrw1r/1wwrwrww1/wwrr1rw2/r2r1w3/wrwrwr1w1/r1wrwwr2/w2w2r2_b9_w_E2,S1,S2,SW1,NW2_N2,NE2,SE3,S3_0_0_W1_kingofroses";

/// Games are played on until they are paused, and go on from there.
#[tokio::test]
async fn looking_deeper_shows_intervals_and_whose_each_square_will_be() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.goto(&format!("#/analysis?position={POSITION}")).await?;
    let games = "return [...document.querySelectorAll('.rollouts td:last-child')]
        .reduce((sum, cell) => sum + +cell.textContent, 0)";
    let count = async || -> Result<u64> {
        Ok(browser.script(games, &[]).await?.as_u64().unwrap_or_default())
    };
    browser.click("#roll-out").await?;
    browser.wait_until("games", async || Ok(count().await? > 0)).await?;
    browser.find("#roll-out[aria-pressed=true]").await?;
    browser.click("#roll-out").await?;
    browser.find("#roll-out[aria-pressed=false]").await?;
    let paused = count().await?;
    browser.click("#owners").await?;
    browser.find(".board .owners rect").await?;
    ensure!(browser.axe().await?.is_empty());
    browser.click("#roll-out").await?;
    browser.wait_until("more games", async || Ok(count().await? > paused)).await?;
    browser.click("#owners").await?;
    ensure!(browser.all(".board .owners rect").await?.is_empty());
    no_errors(&browser).await
}

#[tokio::test]
async fn the_analysis_of_an_ending_says_with_which_cards_it_is_won() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.goto(&format!("#/analysis?position={ENDING}")).await?;
    browser.click("#engine").await?;
    let known = "Blue wins unless SE II comes: 13 of 14 cards.";
    browser
        .wait_until("a forecast", async || {
            Ok(browser.text("#engine-count").await?.starts_with(known))
        })
        .await?;
    ensure!(browser.text("#engine-lines").await?.contains("92.9% exact"));
    let bar = "return document.querySelector('.bar').getAttribute('aria-label')";
    browser
        .wait_until("the bar says it too", async || {
            Ok(browser.script(bar, &[]).await? == json!(known))
        })
        .await?;
    ensure!(browser.axe().await?.is_empty());
    no_errors(&browser).await
}

#[tokio::test]
async fn hostile_links_and_files_are_rejected_with_a_message() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    put_game(&browser).await?;
    let kept = browser.script("return JSON.stringify(localStorage)", &[]).await?;
    let long = "9/".repeat(30_000);
    let links = [
        "#/analysis?position=nonsense".to_string(),
        "#/analysis?position=%3Cimg%20src=x%20onerror=window.hacked=1%3E".to_string(),
        "#/analysis?position=%FF%FE".to_string(),
        "#/analysis?game=[Red_%22%3Cscript%3Ewindow.hacked=1%3C/script%3E%22]".to_string(),
        "#/analysis?stored=%3Csvg/onload=window.hacked=1%3E".to_string(),
        format!("#/analysis?position={long}"),
    ];
    for link in &links {
        browser.goto(link).await?;
        browser.find("#analysis-fault").await?;
        let role =
            browser.script("return document.querySelector('[role=alert]') !== null", &[]).await?;
        ensure!(role == json!(true), "{}", &link[..40.min(link.len())]);
    }
    browser.goto("#/review/%3Cimg%20src=x%20onerror=window.hacked=1%3E").await?;
    browser.find("#review-library").await?;
    // Files, through the file input.
    browser.goto("#/library").await?;
    let folder = tempfile::TempDir::new()?;
    let file = folder.path().join("bad.rose");
    fs::write(
        &file,
        "[Red \"<img src=x onerror=window.hacked=1>\"]\n\n1. XX9 {oops *\n\u{0}\u{1}",
    )?;
    browser.find("#library-load").await?.send_keys(file.display().to_string()).await?;
    browser.find("#library-report").await?;
    ensure!(browser.all(".game").await?.len() == 1, "nothing was imported");
    ensure!(browser.script("return window.hacked ?? null", &[]).await? == json!(null));
    let now = browser.script("return JSON.stringify(localStorage)", &[]).await?;
    let games =
        |text: &serde_json::Value| text.as_str().map(|text| text.matches("bosworth/game/").count());
    ensure!(games(&kept) == games(&now));
    Ok(())
}

#[tokio::test]
async fn an_import_error_is_in_view_beside_its_button() -> Result<()> {
    let site = TestSite::start()?;
    for profile in [BrowserProfile::desktop(), BrowserProfile::phone()] {
        let browser = Browser::open(&site, profile.reduced_motion()).await?;
        browser.goto("#/analysis").await?;
        browser.type_into("#analysis-text", "nonsense").await?;
        browser.click("#analysis-show").await?;
        browser.find("#load-fault .fault").await?;
        let seen = "const box = document.querySelector('#load-fault').getBoundingClientRect();
            return box.top >= 0 && box.bottom <= innerHeight";
        browser
            .wait_until("the error in view", async || {
                Ok(browser.script(seen, &[]).await? == json!(true))
            })
            .await?;
        ensure!(browser.text("#analysis-fault").await?.is_empty(), "it is reported once");
        browser.type_into("#analysis-text", &POSITION.replace('_', " ")).await?;
        browser.click("#analysis-show").await?;
        browser
            .wait_until("the error gone", async || {
                Ok(browser.all("#load-fault .fault").await?.is_empty())
            })
            .await?;
    }
    Ok(())
}

#[tokio::test]
async fn analysis_opens_at_the_reviewed_ply_and_saves_variations() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    put_game(&browser).await?;
    browser.goto("#/review/test").await?;
    browser.find("#review-analyse").await?;
    browser.press(Key::Home).await?;
    for _ in 0..6 {
        browser.press(Key::Right).await?;
    }
    browser
        .wait_until("the link to action 6", async || {
            let script = "return document.querySelector('#review-analyse').getAttribute('href')";
            Ok(browser.script(script, &[]).await?.as_str().is_some_and(|it| it.ends_with("at=6")))
        })
        .await?;
    browser.click("#review-analyse").await?;
    browser.find("#variations .now").await?;
    let at = "return [...document.querySelectorAll('#variations .ply')]
        .findIndex(x => x.classList.contains('now')) + 1";
    ensure!(browser.script(at, &[]).await? == json!(6));
    // A variation becomes the main line; the file still contains the original game.
    browser.click("#draw").await?;
    browser.click(".drawing .small-card:not(#draw-NE2)").await?;
    let shown = "return document.querySelectorAll('#variations .line').length > 1
        && !document.querySelector('#an-promote').disabled";
    browser
        .wait_until("a variation", async || Ok(browser.script(shown, &[]).await? == json!(true)))
        .await?;
    browser.click("#an-promote").await?;
    let keep = "window.saved = null;
        const make = URL.createObjectURL;
        URL.createObjectURL = blob => { blob.text().then(text => window.saved = text); return make(blob) }";
    browser.script(keep, &[]).await?;
    browser.click("#end-save").await?;
    browser
        .wait_until("the file", async || {
            Ok(browser.script("return window.saved", &[]).await?.is_string())
        })
        .await?;
    let saved = browser.script("return window.saved", &[]).await?;
    let saved = saved.as_str().unwrap_or_default();
    ensure!(saved.contains("{[%main 4. +"), "{saved}");
    for tag in ["[Result \"1-0\"]", "[Score \"221-130\"]", "[Secret \""] {
        ensure!(saved.contains(tag), "{saved}");
    }
    no_errors(&browser).await
}

#[tokio::test]
async fn the_first_lessons_can_be_solved_on_the_board() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::phone().reduced_motion()).await?;
    browser.goto("#/learn/0").await?;
    browser.find("#lesson-task").await?;
    // One of the targets is the solution, and wrong attempts are allowed: try each in turn.
    for turn in 0.. {
        ensure!(turn < 200, "none of the targets is right");
        browser
            .wait_until("a target, or the end of the lesson", async || {
                Ok(!browser.all("#next, .squares button.can").await?.is_empty())
            })
            .await?;
        if !browser.all("#next").await?.is_empty() {
            break;
        }
        let script = "const all = [...document.querySelectorAll('.squares button.can')];
            return all.length ? '#' + all[arguments[0] % all.length].id : null";
        let target = browser.script(script, &[json!(turn)]).await?;
        if let Some(target) = target.as_str() {
            browser.tap(target).await?;
            if !browser.all("#act:not(:disabled, [aria-disabled])").await?.is_empty() {
                browser.tap("#act").await?;
            }
        }
    }
    browser.find("#next").await?;
    no_errors(&browser).await
}

/// The lines of the tree on the analysis board, with the current ply in brackets.
async fn tree(browser: &Browser) -> Result<String> {
    let script = "return [...document.querySelectorAll('#variations .line')].map(line =>
        [...line.querySelectorAll('.ply')].map(ply => ply.classList.contains('now')
            ? `[${ply.textContent}]` : ply.textContent).join(' ')).join(' / ')";
    Ok(browser.script(script, &[]).await?.as_str().unwrap_or_default().into())
}

/// Plays an action and an alternative to it.
async fn analyse_two_actions(browser: &Browser) -> Result<String> {
    browser.goto(&format!("#/analysis?position={POSITION}")).await?;
    browser.find(".squares button.can").await?;
    for (card, count) in [("1", 1), ("2", 2)] {
        act_by_key(browser, card).await?;
        browser
            .wait_until("an action", async || {
                Ok(browser.all("#variations button").await?.len() == count)
            })
            .await?;
        if count == 1 {
            browser.press(Key::Left).await?;
        }
    }
    let made = tree(browser).await?;
    ensure!(made.contains(" / ["), "{made}");
    Ok(made)
}

async fn shows_tree(browser: &Browser, wanted: &str) -> Result<()> {
    browser.wait_until(wanted, async || Ok(tree(browser).await? == wanted)).await
}

#[tokio::test]
async fn an_own_analysis_survives_a_reload_and_the_opening_of_a_link() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    let own = analyse_two_actions(&browser).await?;
    browser.reload().await?;
    shows_tree(&browser, &own).await?;
    browser.goto(&format!("#/analysis?position={ENDING}")).await?;
    shows_tree(&browser, "").await?;
    browser.script("history.back()", &[]).await?;
    shows_tree(&browser, &own).await?;
    browser.script("history.forward()", &[]).await?;
    shows_tree(&browser, "").await?;
    // The tree is also in the list of drafts.
    browser.click("#drafts summary").await?;
    ensure!(browser.axe().await?.is_empty(), "{}", browser.axe().await?);
    browser.click("#drafts .drafts button").await?;
    shows_tree(&browser, &own).await?;
    no_errors(&browser).await
}

#[tokio::test]
async fn a_link_to_an_analysis_carries_its_variations_and_the_place() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    let own = analyse_two_actions(&browser).await?;
    let copy = "Object.defineProperty(navigator, 'clipboard', { value: {
        writeText: async text => { window.copied = text } } })";
    browser.script(copy, &[]).await?;
    browser.click("#an-link-game").await?;
    let copied = async || browser.script("return window.copied ?? null", &[]).await;
    browser.wait_until("a link", async || Ok(copied().await?.is_string())).await?;
    let link = copied().await?;
    let link = link.as_str().and_then(|link| link.split_once('#')).map(|(_, link)| link);
    drop(browser);
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.goto(&format!("#{}", link.unwrap_or_default())).await?;
    shows_tree(&browser, &own).await?;
    no_errors(&browser).await
}

#[tokio::test]
async fn a_lesson_that_asks_for_the_best_action_does_not_print_the_answer() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    for lesson in [5, 8] {
        browser.goto(&format!("#/learn/{lesson}")).await?;
        browser.find(".squares button.can").await?;
        ensure!(browser.all(".target .gain").await?.is_empty(), "lesson {lesson}");
        let labels = "return [...document.querySelectorAll('.squares button.can')]
            .map(square => square.getAttribute('aria-label')).join()";
        let labels = browser.script(labels, &[]).await?.to_string();
        ensure!(labels.contains("leads here") && !labels.contains("point"), "{labels}");
    }
    no_errors(&browser).await
}

#[tokio::test]
async fn an_exercise_leaves_the_whole_board_in_view_on_a_phone() -> Result<()> {
    let site = TestSite::start()?;
    for profile in [BrowserProfile::phone(), BrowserProfile::small_phone()] {
        let mut browser = Browser::open(&site, profile.reduced_motion()).await?;
        browser.patience = std::time::Duration::from_secs(90);
        put_game(&browser).await?;
        browser.goto("#/review/test").await?;
        browser.find(".ply .mistake, .ply .blunder").await?;
        browser.click("#review-stop").await?;
        let start = "document.querySelector('#review-learn-red.button, #review-learn-white.button').click()";
        browser.script(start, &[]).await?;
        browser.find("#review-task").await?;
        // Whatever moves the page does so within a frame or two.
        let seen = "return new Promise(done => setTimeout(() => {
            const box = name => document.querySelector(name).getBoundingClientRect();
            done(box('.board').top >= Math.max(0, box('.top').bottom) - 1
                && box('#review-task').bottom <= innerHeight) }, 300))";
        ensure!(browser.script(seen, &[]).await? == json!(true), "the board and the task");
    }
    Ok(())
}

#[tokio::test]
async fn points_and_their_unit_are_two_words() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    put_game(&browser).await?;
    browser.goto("#/analysis?stored=test").await?;
    browser.find("#variations .ply").await?;
    browser.press(Key::End).await?;
    browser.find("#analysis-over .count-sum").await?;
    let sums = "return [...document.querySelectorAll('.count-sum')].map(sum => sum.textContent)";
    ensure!(browser.script(sums, &[]).await? == json!(["221 points", "130 points"]));
    no_errors(&browser).await
}
