//! Training: solving, failing, the position of the day, runs, mistakes from a review, and the road. The
//! puzzles are those of this test, so that none depends on the set that ships.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, GAME, Key, PASSWORD, TestSite};
use bosworth_puzzles::{Answer, Puzzle, PuzzleSet, Tag, Tags};
use bosworth_rules::{Action, Next, Position, Record};
use bosworth_server::Config;
use serde_json::{Value, json};

/// The decisions of a game as puzzles, each of whose best actions gains most.
fn puzzles() -> Result<PuzzleSet> {
    let record: Record = GAME.parse()?;
    let game = record.replay()?;
    let puzzles = game.positions().iter().enumerate().filter_map(|(n, position)| {
        let mut actions: Vec<_> = position.actions().iter().collect();
        // The last one of three is wrong, not close.
        if actions.len() < 3 {
            return None;
        }
        actions.sort_by_key(|action| -worth(position, *action));
        let losses = [0.0, 3.0, 6.5, 12.0, 21.5];
        let answers = actions.iter().zip(losses).map(|(action, loss)| Answer::new(*action, loss));
        let tags = Tags::of(Tag::ALL[n % Tag::ALL.len()]);
        let rating = 900 + 10 * n as u16;
        Puzzle::new(*position, 55.0, answers.collect(), tags, 3 + (n % 5) as u8, rating).ok()
    });
    Ok(PuzzleSet::new(&puzzles.collect::<Vec<_>>())?)
}

/// What an action changes in the score of the side to act.
fn worth(position: &Position, action: Action) -> i64 {
    let lead = |it: &Position| {
        let scores = it.scores().map(|score| i64::from(score.points));
        scores[position.side()] - scores[!position.side()]
    };
    match position.act(action) {
        Ok(Next::Position(next)) => lead(&next) - lead(position),
        _ => 0,
    }
}

/// Opens the app with these puzzles in place of the set that ships.
async fn open(site: &TestSite, profile: BrowserProfile) -> Result<Browser> {
    let browser = Browser::open_blank(site, &profile).await?;
    replace_puzzles(&browser).await?;
    Ok(browser)
}

/// Opens two browsers with these puzzles.
async fn open_two(site: &TestSite) -> Result<[Browser; 2]> {
    let profile = BrowserProfile::desktop().reduced_motion();
    let browsers = Browser::open_all(site, [profile.clone(), profile]).await?;
    for browser in &browsers {
        replace_puzzles(browser).await?;
        browser.reload().await?;
    }
    Ok(browsers)
}

/// A server that has these puzzles, too.
fn site_with_puzzles() -> Result<TestSite> {
    TestSite::with(Config { puzzles: Some(puzzles()?), ..Config::default() })
}

async fn replace_puzzles(browser: &Browser) -> Result<()> {
    let set: Vec<_> = puzzles()?.bytes().to_vec();
    let script = format!(
        "Object.defineProperty(self, 'fetchPuzzles', {{ set() {{}}, get: () => () =>
            Promise.resolve(new Response(Uint8Array.from({set:?}))) }})"
    );
    browser.run_in_new_pages(&script).await?;
    browser.goto("#/").await?;
    browser.find("#main h1").await?;
    Ok(())
}

/// Answers a puzzle, rightly or not.
async fn solve(browser: &Browser, number: usize, rightly: bool) -> Result<()> {
    let puzzle = puzzles()?.iter().nth(number).context("a puzzle")?;
    browser.goto(&format!("#/train/puzzle/{}", puzzle.id())).await?;
    browser.find(".squares button.can, #draw").await?;
    let answers = puzzle.answers();
    let answer = if rightly { answers.first() } else { answers.last() };
    act(browser, puzzle.position(), answer.context("an answer")?.action).await?;
    says(browser, "#status", if rightly { "Right" } else { "Not this" }).await
}

/// Waits until as many answers are known, in the browser or with the account.
async fn knows(browser: &Browser, script: &str, count: usize) -> Result<()> {
    let what = format!("{count} answers: {script}");
    browser
        .wait_until(&what, async || {
            let known = browser.script(script, &[]).await?;
            Ok(known["attempts"].as_array().is_some_and(|all| all.len() == count))
        })
        .await
}

const OF_ACCOUNT: &str = "return fetch('/api/me/training').then(it => it.json())";
const OF_BROWSER: &str = "return JSON.parse(localStorage.getItem('bosworth/training') ?? '{}')";

async fn log_in(browser: &Browser, name: &str) -> Result<()> {
    browser.goto("#/account").await?;
    browser.type_into("#login-name", name).await?;
    browser.type_into("#login-password", PASSWORD).await?;
    browser.click("#login-go").await?;
    browser.find("#quick-play").await.map(drop)
}

/// The puzzle on the board.
async fn shown(browser: &Browser) -> Result<Puzzle> {
    let id = browser.find("#main[data-puzzle]").await?.attr("data-puzzle").await?;
    let id = id.context("a puzzle")?.parse()?;
    puzzles()?.find(id).context("a puzzle of this test")
}

/// Plays an action with the keyboard.
async fn act(browser: &Browser, position: &Position, action: Action) -> Result<()> {
    let key = if action == Action::Draw {
        "d".to_string()
    } else {
        let card = bosworth_board::card_of(action).expect("a card");
        let place = position.hand(position.side()).iter().position(|held| held == card);
        (place.expect("in the hand") + 1).to_string()
    };
    browser.press(key).await?;
    browser
        .wait_until("the button has the focus", async || {
            Ok(browser.script("return document.activeElement.id", &[]).await? == json!("act"))
        })
        .await?;
    browser.press(Key::Enter).await
}

async fn says(browser: &Browser, css: &str, text: &str) -> Result<()> {
    browser.wait_until(text, async || Ok(browser.text(css).await?.contains(text))).await
}

async fn stored(browser: &Browser) -> Result<Value> {
    browser.script("return JSON.parse(localStorage.getItem('bosworth/training'))", &[]).await
}

async fn no_errors(browser: &Browser) -> Result<()> {
    let errors = browser.console_errors().await?;
    ensure!(errors.is_empty(), "{errors:?}");
    Ok(())
}

#[tokio::test]
async fn every_action_is_answered_and_the_right_one_goes_on() -> Result<()> {
    let site = TestSite::start()?;
    let browser = open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.goto("#/train/puzzles").await?;
    browser.find(".squares button.can").await?;
    let puzzle = shown(&browser).await?;
    let worst = puzzle.answers().last().expect("an answer").action;
    act(&browser, puzzle.position(), worst).await?;
    says(&browser, "#status", "Not this one: costs").await?;
    says(&browser, "#status", "Try again").await?;
    // Three hints: the theme, the card, the square.
    for hint in ["Look for", "", ""] {
        browser.click("#hint").await?;
        says(&browser, "#status", hint).await?;
    }
    act(&browser, puzzle.position(), puzzle.best().action).await?;
    says(&browser, "#status", "Right: best by 3 of 100 games").await?;
    says(&browser, "#status", "Rating").await?;
    says(&browser, "#train-session", "0 of 1 right").await?;
    ensure!(browser.axe().await?.is_empty());
    let attempts = stored(&browser).await?["attempts"].clone();
    ensure!(attempts.as_array().is_some_and(|all| all.len() == 1), "{attempts}");
    browser.click("#next").await?;
    browser.find("#hint").await?;
    let next = shown(&browser).await?;
    ensure!(next.id() != puzzle.id(), "another puzzle");
    act(&browser, next.position(), next.best().action).await?;
    says(&browser, "#train-session", "1 of 2 right, 1 in a row").await?;
    browser.click("#train-end").await?;
    says(&browser, "#main", "1 / 2").await?;
    no_errors(&browser).await
}

#[tokio::test]
async fn the_answer_can_be_asked_for_and_played_on_from() -> Result<()> {
    let site = TestSite::start()?;
    let browser = open(&site, BrowserProfile::phone().reduced_motion()).await?;
    let puzzle = puzzles()?.iter().nth(3).expect("a puzzle");
    browser.goto(&format!("#/train/puzzle/{}", puzzle.id())).await?;
    browser.tap("#answer").await?;
    says(&browser, "#status", "The answer").await?;
    browser.find("#next").await?;
    browser.tap("#play-on").await?;
    browser.tap("#play-on-1").await?;
    browser.find("#leave-game").await?;
    browser.find(".squares button.can, #draw").await?;
    browser.tap("#leave-game").await?;
    let address = browser.find("#train-analyse").await?.attr("href").await?.unwrap_or_default();
    ensure!(address.contains("#/analysis?position="), "{address}");
    browser.tap("#next").await?;
    browser.find("#train-over").await?;
    no_errors(&browser).await
}

#[tokio::test]
async fn the_position_of_the_day_is_the_same_all_day_and_its_result_can_be_shared() -> Result<()> {
    let site = TestSite::start()?;
    let browser = open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    says(&browser, ".ways", "What would you play?").await?;
    browser.goto("#/train/daily").await?;
    browser.find(".squares button.can, #draw").await?;
    let puzzle = shown(&browser).await?;
    browser.reload().await?;
    browser.find(".squares button.can, #draw").await?;
    ensure!(shown(&browser).await?.id() == puzzle.id(), "the same position after a reload");
    act(&browser, puzzle.position(), puzzle.best().action).await?;
    says(&browser, "#status", "Right").await?;
    browser.click("#next").await?;
    let copy = "navigator.clipboard.writeText =
        text => { window.copied = text; return Promise.resolve() }";
    browser.script(copy, &[]).await?;
    browser.click("#train-share").await?;
    browser
        .wait_until("a text to share", async || {
            let copied = browser.script("return window.copied ?? ''", &[]).await?;
            let copied = copied.as_str().unwrap_or_default();
            Ok(copied.contains('🟩') && copied.contains("#/train/daily"))
        })
        .await?;
    browser.goto("#/").await?;
    says(&browser, ".ways", "Solved today").await?;
    no_errors(&browser).await
}

#[tokio::test]
async fn a_puzzle_shows_both_scores_and_says_who_the_opponent_is() -> Result<()> {
    let site = TestSite::start()?;
    let browser = open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    for page in ["puzzles", "streak"] {
        browser.goto(&format!("#/train/{page}")).await?;
        browser.find(".squares button.can").await?;
        ensure!(browser.text(".table .seat .name").await? == "Opponent", "{page}");
        let seen = "return [...document.querySelectorAll('.seat-points')]
            .filter(it => it.checkVisibility()).length";
        ensure!(browser.script(seen, &[]).await? == json!(2), "{page}: two scores in view");
    }
    no_errors(&browser).await
}

#[tokio::test]
async fn a_run_says_who_is_to_act() -> Result<()> {
    let site = TestSite::start()?;
    let browser = open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.goto("#/train/storm").await?;
    browser.find(".squares button.can").await?;
    says(&browser, ".act", "to act: find the best action").await?;
    no_errors(&browser).await
}

#[tokio::test]
async fn a_visitor_without_mistakes_is_told_where_they_come_from() -> Result<()> {
    let site = TestSite::start()?;
    let browser = open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.goto("#/train/mistakes").await?;
    says(&browser, "#train-over", "Review a game").await?;
    no_errors(&browser).await
}

#[tokio::test]
async fn three_wrong_answers_end_a_storm() -> Result<()> {
    let site = TestSite::start()?;
    let browser = open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.goto("#/train/storm").await?;
    browser.find(".squares button.can, #draw").await?;
    let first = shown(&browser).await?;
    act(&browser, first.position(), first.best().action).await?;
    says(&browser, ".run-status", "1 solved").await?;
    for wrong in 1..=3 {
        let puzzle = shown(&browser).await?;
        let worst = puzzle.answers().last().expect("an answer").action;
        act(&browser, puzzle.position(), worst).await?;
        if wrong < 3 {
            says(&browser, ".run-status", &"✗".repeat(wrong)).await?;
        }
    }
    says(&browser, "#run-result", "1 puzzle solved").await?;
    ensure!(browser.all("a[href*='#/train/puzzle/']").await?.len() == 3);
    ensure!(stored(&browser).await?["storms"][0][0] == json!(1));
    ensure!(browser.axe().await?.is_empty());
    no_errors(&browser).await
}

#[tokio::test]
async fn mistakes_of_a_review_come_back() -> Result<()> {
    let site = TestSite::start()?;
    let mut browser = open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.patience = Duration::from_secs(90);
    browser.store_game("own", GAME, [json!("person"), json!({ "level": 3 })]).await?;
    browser.goto("#/review/own").await?;
    browser.find("#review-state[data-state=Done]").await?;
    browser.goto("#/").await?;
    says(&browser, ".ways", "of your mistakes").await?;
    browser.goto("#/train/mistakes").await?;
    browser.find("#answer").await?;
    let kept = stored(&browser).await?["mistakes"].as_array().map_or(0, Vec::len);
    ensure!(kept > 0, "the deck holds the mistakes of the review");
    browser.click("#answer").await?;
    browser.click("#next").await?;
    let reviews = "return JSON.parse(localStorage.getItem('bosworth/training')).mistakes
        .filter(card => card.reviews?.length).length";
    ensure!(browser.script(reviews, &[]).await? == json!(1));
    no_errors(&browser).await
}

#[tokio::test]
async fn a_lesson_of_the_road_is_done_after_its_three_positions() -> Result<()> {
    let site = TestSite::start()?;
    let browser = open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.goto("#/train/road").await?;
    browser.click("#road-start").await?;
    browser.find(".reason-marks path").await?;
    browser.find(".card[data-marked]").await?;
    ensure!(browser.axe().await?.is_empty());
    browser.click("#practice").await?;
    for _ in 0..3 {
        browser.click("#answer").await?;
        browser.click("#next").await?;
    }
    browser.find("#train-on").await?;
    ensure!(stored(&browser).await?["lessons"] == json!([0]));
    browser.goto("#/train/road").await?;
    browser.find("#lesson-0.done").await?;
    no_errors(&browser).await
}

#[tokio::test]
async fn training_is_exported_and_imported() -> Result<()> {
    let site = TestSite::start()?;
    let browser = open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.goto("#/train/progress").await?;
    let folder = tempfile::TempDir::new()?;
    let file = folder.path().join("training.json");
    std::fs::write(&file, r#"{"lessons":[3],"storms":[[17,1795046400000]]}"#)?;
    browser.find("#training-file").await?.send_keys(file.display().to_string()).await?;
    says(&browser, ".notice", "Imported").await?;
    ensure!(stored(&browser).await?["storms"][0][0] == json!(17));
    std::fs::write(&file, "nonsense")?;
    browser.find("#training-file").await?.send_keys(file.display().to_string()).await?;
    says(&browser, ".notice", "holds no training").await?;
    no_errors(&browser).await
}

#[tokio::test]
async fn puzzles_that_cannot_be_loaded_are_asked_for_again() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::phone().reduced_motion()).await?;
    browser.find("#main h1").await?;
    let fail = "fetchPuzzles = () => Promise.reject(new TypeError('offline'))";
    browser.script(fail, &[]).await?;
    browser.goto("#/train/daily").await?;
    browser.find("#train-not-here").await?;
    let set: Vec<_> = puzzles()?.bytes().to_vec();
    let mend = "const [set] = arguments;
        fetchPuzzles = () => Promise.resolve(new Response(Uint8Array.from(set)))";
    browser.script(mend, &[json!(set)]).await?;
    browser.tap("#train-again").await?;
    browser.find("#hint").await?;
    Ok(())
}

#[tokio::test]
async fn two_browsers_of_an_account_end_with_the_same_training() -> Result<()> {
    let site = site_with_puzzles()?;
    let [phone, laptop] = open_two(&site).await?;
    // What was done before there was an account is kept with it.
    solve(&phone, 0, true).await?;
    phone.register("anna").await?;
    phone.goto("#/train").await?;
    knows(&phone, OF_ACCOUNT, 1).await?;
    // What a browser has done without an account comes with the login.
    solve(&laptop, 1, false).await?;
    log_in(&laptop, "anna").await?;
    laptop.goto("#/train").await?;
    knows(&laptop, OF_BROWSER, 2).await?;
    knows(&laptop, OF_ACCOUNT, 2).await?;
    // Both go on; neither knows of the other's answer.
    solve(&laptop, 2, true).await?;
    solve(&phone, 3, false).await?;
    knows(&laptop, OF_ACCOUNT, 4).await?;
    for browser in [&phone, &laptop] {
        browser.goto("#/train").await?;
        browser.reload().await?;
        knows(browser, OF_BROWSER, 4).await?;
    }
    ensure!(stored(&phone).await? == stored(&laptop).await?);
    ensure!(phone.text("#main").await? == laptop.text("#main").await?, "the same rating");
    no_errors(&phone).await?;
    no_errors(&laptop).await
}

#[tokio::test]
async fn a_deck_too_large_for_one_request_reaches_the_account() -> Result<()> {
    let site = site_with_puzzles()?;
    let browser = open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.register("anna").await?;
    let deck = "const position = arguments[0], mistakes = [];
        for (let n = 0; n < 6000; n++) mistakes.push({ at: 1700000000000 + n, game: 'game' + n,
            ply: 1, position, answers: 'N2 0,+ 42', played: '+' });
        localStorage.setItem('bosworth/training', JSON.stringify({ mistakes }));
        return JSON.stringify(mistakes).length";
    let position = puzzles()?.iter().next().context("a puzzle")?.position().to_string();
    let bytes = browser.script(deck, &[json!(position)]).await?;
    ensure!(bytes.as_u64() > Some(1_048_576), "more than one request may hold: {bytes}");
    browser.goto("#/train").await?;
    browser.reload().await?;
    let count = "return fetch('/api/me/training').then(it => it.json())
        .then(it => it.mistakes?.length ?? 0)";
    browser
        .wait_until(
            "all of the deck",
            async || Ok(browser.script(count, &[]).await? == json!(6000)),
        )
        .await?;
    no_errors(&browser).await
}

#[tokio::test]
async fn the_answers_of_others_are_shown_after_ones_own() -> Result<()> {
    let site = site_with_puzzles()?;
    let [anna, bert] = open_two(&site).await?;
    anna.register("anna").await?;
    bert.register("bert").await?;
    for browser in [&anna, &bert] {
        browser.goto("#/train/daily").await?;
        browser.find(".squares button.can, #draw").await?;
        ensure!(browser.all("#train-daily-results").await?.is_empty(), "nothing before");
    }
    let puzzle = shown(&anna).await?;
    let [best, worst] =
        [puzzle.best(), *puzzle.answers().last().context("an answer")?].map(|it| it.action);
    act(&anna, puzzle.position(), worst).await?;
    says(&anna, "#status", "Not this").await?;
    ensure!(anna.all("#train-daily-results").await?.is_empty(), "nothing while it is open");
    act(&bert, puzzle.position(), best).await?;
    says(&bert, "#train-daily-results", "2 answers").await?;
    says(&bert, "#train-daily-results", "50% right").await?;
    let shares = bert.text(".answer table").await?;
    ensure!(shares.matches("50%").count() == 2, "{shares}");
    ensure!(bert.axe().await?.is_empty());
    bert.click("#next").await?;
    says(&bert, "#train-daily-results", "2 answers").await?;
    // Without a server, the position of the day is the same without the others.
    anna.set_offline(true).await?;
    anna.click("#answer").await?;
    anna.find("#next").await?;
    no_errors(&bert).await
}
