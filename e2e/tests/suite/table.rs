//! The game page, during a game and at its end.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, GAME, TestSite, game_until};
use serde_json::json;

/// The stored form of a computer seat.
fn level(level: u8) -> serde_json::Value {
    json!({ "level": level })
}

#[tokio::test]
async fn the_number_on_the_evaluation_bar_is_readable_in_every_theme() -> Result<()> {
    // The WCAG contrast ratio between the number and its background, and whether it is cut off.
    const LOOK: &str = "const text = document.querySelector('.bar-text');
        if (!text?.textContent) return null;
        const parse = colour => colour.match(/[\\d.]+/g).map(Number);
        const light = colour => {
            const [r, g, b] = parse(colour).map(x => x / 255)
                .map(x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const style = getComputedStyle(text);
        const [ink, paper] = [light(style.color), light(style.backgroundColor)];
        const opaque = (parse(style.backgroundColor)[3] ?? 1) === 1;
        return { contrast: (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05), opaque,
            cut: text.scrollWidth > text.clientWidth, text: text.textContent };";
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.find("#main h1").await?;
    browser.store_game("middle", &game_until(" 37. "), [json!("person"), level(1)]).await?;
    for theme in ["light", "dark", "contrast", "blue"] {
        for bar in ["chance", "margin"] {
            browser.store_settings(json!({ "theme": theme, "bar": bar })).await?;
            browser.goto("#/play").await?;
            let mut seen = json!(null);
            browser
                .wait_until("a number on the bar", async || {
                    seen = browser.script(LOOK, &[]).await?;
                    Ok(!seen.is_null())
                })
                .await?;
            let contrast = seen["contrast"].as_f64().context("no contrast")?;
            ensure!(contrast >= 4.5 && seen["opaque"] == true, "{theme} {bar}: {seen}");
            ensure!(seen["cut"] == false, "{theme} {bar}: {seen}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn hero_targets_show_their_gain() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::small_phone().reduced_motion()).await?;
    browser.find("#main h1").await?;
    // Red's next action in this game takes a white rose with a hero.
    browser.store_game("hero", &game_until(" 18. "), [json!("person"), level(1)]).await?;
    browser.goto("#/play").await?;
    browser.find(".target.hero").await?;
    let marks = "const board = document.querySelector('.board').getBoundingClientRect();
        return [...document.querySelectorAll('.target.hero:not(.theirs)')].map(mark => {
            const gain = mark.querySelector('.gain'), box = gain.getBoundingClientRect();
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            const square = document.elementFromPoint(x, y);
            const inside = box.left > board.left && box.right < board.right && box.width > 0;
            return { gain: gain.textContent, inside, square: square.getAttribute('aria-label') };
        });";
    let marks = browser.script(marks, &[]).await?;
    let marks = marks.as_array().context("no marks")?;
    ensure!(!marks.is_empty());
    for mark in marks {
        let gain = mark["gain"].as_str().and_then(|gain| gain.strip_prefix('+'));
        let gain: u32 = gain.context("no gain")?.parse()?;
        // Taking a rose is worth at least one point for it and one point off the other side.
        ensure!(gain >= 2 && mark["inside"] == true, "{mark}");
        let square = mark["square"].as_str().unwrap_or_default();
        ensure!(square.contains("hero") && square.contains(&gain.to_string()), "{mark}");
    }
    Ok(())
}

#[tokio::test]
async fn players_are_told_whether_they_won_or_lost() -> Result<()> {
    let site = TestSite::start()?;
    for (language, won, lost) in [
        ("en", "You win", "You lose"),
        ("de", "Du gewinnst", "Du verlierst"),
        ("fr", "Vous gagnez", "Vous perdez"),
    ] {
        let profile = BrowserProfile::desktop().reduced_motion().language(language);
        let browser = Browser::open(&site, profile).await?;
        browser.find("#main h1").await?;
        let seats = [[json!("person"), level(3)], [level(3), json!("person")]];
        for (seats, expected) in seats.into_iter().zip([won, lost]) {
            browser.store_game("over", GAME, seats).await?;
            browser.goto("#/play").await?;
            let title = browser.text("#end-title").await?;
            ensure!(title.starts_with(expected), "{language}: {title}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn every_territory_is_counted_and_the_second_look_strikes_out_pairs() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop()).await?;
    browser.find("#main h1").await?;
    browser.store_game("last", &game_until("+SW1 1-0"), [json!("person"), json!("person")]).await?;
    browser.goto("#/play").await?;
    browser.find("#draw").await?;
    // A script records each step of the count: the driver might miss one.
    let count = "const [done] = arguments;
        const lines = [];
        const look = () => {
            const line = document.querySelector('p.finale')?.textContent ?? '';
            if (line.includes('=') && line !== lines.at(-1)?.line) {
                const points = [...document.querySelectorAll('.score-number')].map(x => Number(x.textContent));
                lines.push({ line, points: points[0] + points[1] });
            }
            if (document.querySelector('#end-title')) { watch.disconnect(); done(lines); }
        };
        const watch = new MutationObserver(look);
        watch.observe(document.body, { subtree: true, childList: true, characterData: true });
        document.querySelector('#draw').click();";
    let lines = browser.script_async(count, &[], Duration::from_secs(30)).await?;
    let lines = lines.as_array().context("no lines")?;
    let mut sum = 0;
    for line in lines {
        let text = line["line"].as_str().unwrap_or_default();
        let points: u64 = text.rsplit("= ").next().unwrap_or_default().trim().parse()?;
        sum += points;
        ensure!(line["points"] == sum, "{sum} points after {text}: {line}");
    }
    ensure!(lines.len() > 4 && sum == 221 + 130, "{lines:?}");

    // The simple sums are shown first; the struck-out pairs are under the "second look".
    let whole =
        "return [...document.querySelectorAll('.score-number')].map(x => parseInt(x.textContent))";
    ensure!(browser.script(whole, &[]).await? == json!([221, 130]));
    ensure!(browser.all(".second-look[open]").await?.is_empty());
    browser.click(".second-look summary").await?;
    browser.find(".second-look[open] .chips .off").await?;
    let struck = "const sides = [...document.querySelectorAll('.second-look .count-side')];
        const size = chip => parseInt(chip.querySelector('span').textContent);
        const sizes = (side, css) => [...side.querySelectorAll(css)].map(size).sort();
        const line = chip => getComputedStyle(chip).textDecorationLine;
        return { off: sides.map(side => sizes(side, '.off')),
            left: sides.map(side => sizes(side, 'li:not(.off)').reduce((sum, n) => sum + n * n, 0)),
            lines: sides.every(side => [...side.querySelectorAll('.off')].every(x => line(x) === 'line-through')) };";
    let struck = browser.script(struck, &[]).await?;
    ensure!(struck["off"][0] == struck["off"][1] && struck["off"][0] != json!([]), "{struck}");
    let left = |side: usize| struck["left"][side].as_i64().unwrap_or_default();
    ensure!(left(0) - left(1) == 221 - 130 && struck["lines"] == true, "{struck}");
    Ok(())
}

#[tokio::test]
async fn a_toast_at_the_end_covers_neither_a_hand_nor_the_result() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.find("#main h1").await?;
    browser.store_game("over", GAME, [json!("person"), level(5)]).await?;
    browser.goto("#/play").await?;
    browser.find("#end-title").await?;
    let end = [".notice", ".seat", ".board", "#end-title", "#rematch", "#review", "#undo"];
    for (name, screen) in BrowserProfile::screens() {
        browser.emulate(&screen.reduced_motion()).await?;
        browser.click("#share-end").await?;
        browser.find(".notice").await?;
        browser.check_layout(&format!("toast-end-{name}"), &end).await?;
        browser.click(".notice button").await?;
    }
    Ok(())
}

#[tokio::test]
async fn the_move_list_is_accessible_on_every_screen() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.find("#main h1").await?;
    browser.store_game("middle", &game_until(" 37. "), [json!("person"), level(1)]).await?;
    browser.goto("#/play").await?;
    browser.find(".squares button.can").await?;
    for (name, screen) in BrowserProfile::screens() {
        browser.emulate(&screen.reduced_motion()).await?;
        let sheet = browser.all("#show-moves").await?[0].is_displayed().await?;
        ensure!(sheet == matches!(name, "360x640" | "390x844" | "820x1180"), "{name}: {sheet}");
        if sheet {
            browser.check_layout(&format!("moves-{name}"), &["#show-moves", "#hint"]).await?;
            // While the engine is thinking, the label of its tool is longer, but nothing moves.
            let places = "const hint = document.querySelector('#hint span'), before = hint.textContent;
                const places = () => [...document.querySelectorAll('.tool')].map(x => x.getBoundingClientRect().left);
                const first = places();
                hint.firstChild.data = 'Denkt sehr lange nach …';
                const moved = places().some((x, n) => Math.abs(x - first[n]) > 0.5);
                hint.firstChild.data = before;
                return moved;";
            ensure!(browser.script(places, &[]).await? == json!(false), "{name}: the tools move");
            browser.click("#show-moves").await?;
        }
        // The latest action is in view together with the board, also after browsing earlier plies.
        browser.find(".moves .now").await?;
        for step in [2, 4] {
            browser.click(&format!("#moves .steps .button:nth-child({step})")).await?;
        }
        let list = "const now = document.querySelector('.moves .now').getBoundingClientRect();
            const list = document.querySelector('.moves').getBoundingClientRect();
            return now.height > 0 && list.top <= now.top + 1 && now.bottom <= list.bottom + 1";
        browser
            .wait_until("the latest action", async || {
                Ok(browser.script(list, &[]).await? == json!(true))
            })
            .await?;
        let shown = [".moves .now", "#moves .steps .button", ".board"];
        browser.check_layout(&format!("moves-shown-{name}"), &shown).await?;
        if sheet {
            let violations = browser.axe().await?;
            ensure!(violations.is_empty(), "{name}: {violations}");
            browser.click("#moves .sheet-close").await?;
            ensure!(browser.all("#moves:popover-open").await?.is_empty());
        }
        browser
            .check_layout(&format!("moves-closed-{name}"), &[".seat", ".board", "#status"])
            .await?;
    }
    Ok(())
}
