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
        browser.click("#share-picture").await?;
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

#[tokio::test]
async fn a_card_of_the_opponent_under_the_mouse_shows_where_it_leads() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.find("#main h1").await?;
    browser.store_game("middle", &game_until(" 37. "), [json!("person"), level(1)]).await?;
    browser.goto("#/play").await?;
    browser.find(".squares button.can").await?;
    // White's cards that lead to a square: "2: north II to e7, cannot be played".
    let cards = "return [...document.querySelectorAll('[id^=card-w-]')]
        .map(card => [card.id, / ([a-i][1-9])/.exec(card.getAttribute('aria-label'))?.[1]])
        .filter(([, square]) => square);";
    let cards: Vec<(String, String)> = serde_json::from_value(browser.script(cards, &[]).await?)?;
    ensure!(!cards.is_empty(), "no card of the opponent leads anywhere");
    // The end of the line from the crown is in the middle of the square.
    let distance = "const middle = element => {
            const box = element.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        };
        const mark = document.querySelector('.board .reach g');
        if (!mark) return null;
        const [x, y] = middle(mark), [x2, y2] = middle(document.getElementById(arguments[0]));
        return Math.hypot(x - x2, y - y2);";
    for (card, square) in cards {
        browser.hover(&format!("#{card}")).await?;
        let square = json!(format!("square-{square}"));
        browser
            .wait_until("the way of the card", async || {
                let distance = browser.script(distance, std::slice::from_ref(&square)).await?;
                Ok(distance.as_f64().is_some_and(|distance| distance < 6.0))
            })
            .await?;
    }
    browser.hover(".brand").await?;
    browser.wait_until("nothing", async || Ok(browser.all(".board .reach").await?.is_empty())).await
}

#[tokio::test]
async fn a_ring_shows_the_time_for_the_first_action_of_each_player() -> Result<()> {
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let [anna, bert] = Browser::open_all(&site, [profile.clone(), profile]).await?;
    anna.register("anna").await?;
    bert.register("bert").await?;
    anna.click("#quick-play").await?;
    bert.wait_until("anna's offer", async || Ok(bert.text("#offers").await?.contains("anna")))
        .await?;
    bert.click("#quick-play").await?;
    // The ring of the player to act is another one; it closes as the seconds go by.
    let ring = "const ring = document.querySelector('#countdown');
        const gone = ring?.querySelector('.left')?.getAttribute('stroke-dashoffset');
        return { left: Number(ring?.textContent), gone: Number(gone),
            mine: !!ring?.classList.contains('mine') && document.title.startsWith('●') };";
    for number in 0..2 {
        let mut acting = None;
        for browser in [&anna, &bert] {
            browser.find("#countdown .left").await?;
            let first = browser.script(ring, &[]).await?;
            let left = first["left"].as_u64().unwrap_or_default();
            ensure!((1..=30).contains(&left), "{first}");
            browser
                .wait_until("a second less", async || {
                    let now = browser.script(ring, &[]).await?;
                    let more = now["gone"].as_f64() > first["gone"].as_f64();
                    Ok(more && now["left"].as_u64() < first["left"].as_u64())
                })
                .await?;
            if browser.script(ring, &[]).await?["mine"] == true {
                acting = Some(browser);
            }
        }
        let acting = acting.context("nobody is to act")?;
        let act = "(document.querySelector('.squares button.can') ?? document.querySelector('#draw')).click()";
        acting.script(act, &[]).await?;
        for browser in [&anna, &bert] {
            let done = async || Ok(browser.plies().await? > number);
            browser.wait_until("the action", done).await?;
        }
    }
    for browser in [&anna, &bert] {
        let gone = async || Ok(browser.all("#countdown").await?.is_empty());
        browser.wait_until("no ring after both have acted", gone).await?;
    }
    Ok(())
}

/// A script that decodes `file`, and returns its type, its size and how many colours it has.
const PICTURE: &str = "const image = await createImageBitmap(file);
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const colours = new Set();
    for (let x = 60; x < image.width; x += 60) for (let y = 60; y < image.height; y += 60)
        colours.add(context.getImageData(x, y, 1, 1).data.join());
    done([file.type, image.width, image.height, colours.size > 12]);";

#[tokio::test]
async fn the_final_board_is_shared_as_a_picture() -> Result<()> {
    let site = TestSite::start()?;
    // A desktop saves the file; on a phone its own sheet opens.
    let saves = "URL.createObjectURL = file => { if (file.name === 'bosworth.png') show(file); return '#'; };";
    let shares = "navigator.canShare = () => true;
        navigator.share = async ({ files, title }) => { if (title) show(files[0]); };";
    for (profile, takes) in [(BrowserProfile::desktop(), saves), (BrowserProfile::phone(), shares)]
    {
        let browser = Browser::open(&site, profile.reduced_motion()).await?;
        browser.find("#main h1").await?;
        browser.store_game("over", GAME, [json!("person"), level(5)]).await?;
        browser.goto("#/play").await?;
        browser.click("#share-end").await?;
        browser.find("#share-picture").await?;
        let press = format!(
            "const [done] = arguments;
            const show = async file => {{ {PICTURE} }};
            {takes}
            document.querySelector('#share-picture').click();"
        );
        let picture = browser.script_async(&press, &[], Duration::from_secs(20)).await?;
        ensure!(picture == json!(["image/png", 1080, 1350, true]), "{picture}");
    }
    Ok(())
}
