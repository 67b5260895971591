//! Games between people in real browsers, on a real server with a database file.

use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use bosworth_e2e::{Browser, BrowserProfile, TestSite};
use serde_json::json;

/// The id of the game on the page.
async fn game(browser: &Browser) -> Result<String> {
    browser.wait_until("a game", async || Ok(browser.url().await?.contains("#/game/"))).await?;
    let url = browser.url().await?;
    Ok(url.rsplit('/').next().unwrap_or_default().into())
}

async fn moves(browser: &Browser) -> Result<String> {
    let script =
        "return [...document.querySelectorAll('.moves .ply')].map(x => x.textContent).join(' ')";
    Ok(browser.script(script, &[]).await?.as_str().unwrap_or_default().into())
}

async fn is_over(browser: &Browser) -> Result<bool> {
    let script = "return !!document.querySelector('#end-title')";
    Ok(browser.script(script, &[]).await? == json!(true))
}

/// Acts if it is this browser's turn: plays to the first target, else draws.
async fn act(browser: &Browser) -> Result<bool> {
    Ok(press(browser, ".squares button.can").await? || draw(browser).await?)
}

/// Draws a card, if it is the player's turn and drawing is legal.
async fn draw(browser: &Browser) -> Result<bool> {
    press(browser, "#draw:not(:disabled, [aria-disabled])").await
}

/// Presses the first element that matches, if it is the player's turn, and waits for the ply.
async fn press(browser: &Browser, css: &str) -> Result<bool> {
    // On the opponent's turn, this would be a premove.
    let script = "if (!document.title.startsWith('●')) return false;
        const target = document.querySelector(arguments[0]);
        target?.click();
        return !!target;";
    let before = browser.plies().await?;
    if browser.script(script, &[css.into()]).await? != json!(true) {
        return Ok(false);
    }
    // On touch screens, a tap only selects.
    let confirm = "document.querySelector('#act:not([aria-disabled])')?.click()";
    browser
        .wait_until("the action", async || {
            let done = browser.plies().await? > before || is_over(browser).await?;
            if !done {
                browser.script(confirm, &[]).await?;
            }
            Ok(done)
        })
        .await?;
    Ok(true)
}

/// Both play until the game is over or has `until` plies.
async fn play(browsers: [&Browser; 2], until: u64) -> Result<()> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(240) {
        for browser in browsers {
            if is_over(browser).await? || browser.plies().await? >= until {
                return Ok(());
            }
            act(browser).await?;
        }
    }
    bail!("the game did not end")
}

#[tokio::test]
async fn a_rated_game_with_a_spectator_survives_a_server_restart() -> Result<()> {
    let mut site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    // The spectator sees the count at the end; for the players it is skipped with all motion.
    let profiles = [profile.clone(), profile, BrowserProfile::desktop()];
    let [anna, bert, spectator] = Browser::open_all(&site, profiles).await?;
    anna.register("anna").await?;
    bert.register("bert").await?;
    anna.click("#quick-play").await?;
    bert.wait_until("anna's offer", async || {
        let script = "return document.querySelector('#offers').textContent.includes('anna')";
        Ok(bert.script(script, &[]).await? == json!(true))
    })
    .await?;
    bert.click("#quick-play").await?;
    let name = game(&anna).await?;
    ensure!(name == game(&bert).await?);
    spectator.goto(&format!("#/game/{name}")).await?;
    play([&anna, &bert], 12).await?;

    // The server restarts; one of the two also reloads the page.
    site.restart()?;
    anna.reload().await?;
    anna.wait_until("the board again", async || Ok(anna.plies().await? >= 12)).await?;
    play([&anna, &bert], u64::MAX).await?;
    let counting = "return !!document.querySelector('#skip-count, .online-play .wash.latest')";
    spectator
        .wait_until("the count, territory by territory", async || {
            Ok(spectator.script(counting, &[]).await? == json!(true))
        })
        .await?;
    for browser in [&anna, &bert, &spectator] {
        browser.wait_until("the end", async || is_over(browser).await).await?;
    }
    ensure!(moves(&anna).await? == moves(&bert).await?);
    ensure!(moves(&anna).await? == moves(&spectator).await?);

    // The shuffle verifies with one click, and the ratings have changed.
    for browser in [&anna, &spectator] {
        browser.click("#verify").await?;
        browser
            .wait_until("a verdict", async || {
                Ok(browser.text("#verified").await.is_ok_and(|text| text.starts_with('✓')))
            })
            .await?;
    }
    // The change and the new value of each rating match the player's page.
    anna.find("#rating-change li").await?;
    let lines =
        "return [...document.querySelectorAll('#rating-change li')].map(x => x.textContent)";
    let lines: Vec<String> = serde_json::from_value(anna.script(lines, &[]).await?)?;
    ensure!(lines.len() == 2, "{lines:?}");
    let (mut changes, mut names) = (0.0, Vec::new());
    for line in lines {
        let Some((name, rest)) = line.split_once(": ") else { bail!("{line}") };
        let Some((rating, change)) = rest.split_once(" (") else { bail!("{line}") };
        let change: f64 = change.trim_end_matches(')').replace('−', "-").parse()?;
        changes += change;
        names.push(name.to_string());
        anna.goto(&format!("#/people/{name}")).await?;
        anna.wait_until("the new rating", async || {
            Ok(text_of(&anna, "#ratings").await?.contains(rating))
        })
        .await?;
    }
    names.sort();
    ensure!(names == ["anna", "bert"], "{names:?}");
    // The server reviews the game; both are rated without luck.
    anna.wait_until("a review", async || {
        anna.reload().await?;
        anna.find("#rating-list").await?;
        Ok(text_of(&anna, "#ratings").await?.contains("without luck"))
    })
    .await?;
    anna.find("#insights table").await?;
    ensure!(text_of(&anna, "#insights").await?.contains("from 1 rated game, without luck"));
    ensure!(anna.axe().await?.is_empty());
    // Both are new, so the gain of one is the loss of the other, up to rounding.
    ensure!(changes.abs() < 0.2, "{changes}");
    Ok(())
}

#[tokio::test]
async fn text_of_other_users_is_escaped() -> Result<()> {
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let [anna, bert] = Browser::open_all(&site, [profile.clone(), profile]).await?;
    anna.register("anna").await?;
    bert.register("bert").await?;
    anna.click("#quick-play").await?;
    bert.click("#quick-play").await?;
    game(&anna).await?;
    game(&bert).await?;
    play([&anna, &bert], 2).await?;
    let hostile =
        "<img src=x onerror=document.title='owned'><script>document.title='owned'</script>";
    anna.type_into("#chat-text", hostile).await?;
    anna.click("#chat-say").await?;
    bert.wait_until("anna's message", async || {
        let script = "return document.querySelector('#chat-lines')?.textContent ?? ''";
        let lines = bert.script(script, &[]).await?;
        Ok(lines.as_str().is_some_and(|lines| lines.contains("<img src=x")))
    })
    .await?;
    // Other users can report it, but not the author.
    ensure!(anna.all("#chat-lines .flag").await?.is_empty(), "anna could report herself");
    bert.click("#chat-lines .flag").await?;
    bert.wait_until("thanks", async || {
        Ok(bert
            .script("return document.body.textContent", &[])
            .await?
            .as_str()
            .is_some_and(|page| page.contains("The host will look into it")))
    })
    .await?;
    for browser in [&anna, &bert] {
        let inside =
            "return document.querySelectorAll('#chat-lines img, #chat-lines script').length";
        ensure!(browser.script(inside, &[]).await? == json!(0));
        ensure!(!browser.title().await?.contains("owned"));
    }
    // A name that no account can have.
    bert.goto("#/people/%3Cimg%20src%3Dx%20onerror%3Ddocument.title%3D'owned'%3E").await?;
    bert.find("#main h1").await?;
    // Load a broken image of our own: once its error is reported, that of an earlier hostile image
    // would have been, too.
    let sentinel = "return new Promise(done => {
        const image = new Image();
        image.onerror = () => done(true);
        image.src = 'x';
    })";
    ensure!(bert.script(sentinel, &[]).await? == json!(true));
    ensure!(!bert.title().await?.contains("owned"));
    Ok(())
}

#[tokio::test]
async fn a_guest_can_play_immediately_and_challenge_by_link() -> Result<()> {
    let site = TestSite::start()?;
    let desktop = BrowserProfile::desktop().reduced_motion();
    let phone = BrowserProfile::phone().reduced_motion().language("de");
    let [anna, bert] = Browser::open_all(&site, [desktop, phone]).await?;
    anna.goto("#/online").await?;
    anna.find("#quick-play").await?;
    anna.click("#offer-link").await?;
    anna.find("#link").await?;
    let link = anna.script("return document.querySelector('#link').value", &[]).await?;
    let fragment =
        link.as_str().and_then(|link| link.split_once('#')).map(|(_, rest)| rest.to_owned());
    let Some(fragment) = fragment else { bail!("invalid link: {link}") };
    bert.goto(&format!("#{fragment}")).await?;
    bert.find("#seek-offer").await?;
    bert.script("document.querySelector('#seek-offer button').click()", &[]).await?;
    ensure!(game(&anna).await? == game(&bert).await?);
    play([&anna, &bert], 4).await?;
    ensure!(moves(&anna).await?.split(' ').count() >= 4);
    Ok(())
}

/// Pairs two guests with the button that finds an opponent.
async fn seat(anna: &Browser, bert: &Browser) -> Result<()> {
    anna.goto("#/online").await?;
    anna.click("#quick-play").await?;
    anna.find("#seek-waiting").await?;
    bert.goto("#/online").await?;
    bert.wait_until("the offer on the button", async || {
        Ok(bert.text("#quick-play").await?.contains("5+3"))
    })
    .await?;
    bert.click("#quick-play").await?;
    ensure!(game(anna).await? == game(bert).await?);
    Ok(())
}

async fn text_of(browser: &Browser, css: &str) -> Result<String> {
    let script = "return document.querySelector(arguments[0])?.textContent ?? ''";
    Ok(browser.script(script, &[css.into()]).await?.as_str().unwrap_or_default().into())
}

#[tokio::test]
async fn finding_an_opponent_shows_the_terms_and_accepts_an_open_offer() -> Result<()> {
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let [anna, bert] = Browser::open_all(&site, [profile.clone(), profile]).await?;
    anna.register("anna").await?;
    // There are no open offers: the button shows its own terms.
    let label = anna.text("#quick-play").await?;
    ensure!(label.contains("5+3") && label.contains("rated"), "{label}");
    // Anna offers a custom time control.
    anna.click("[name=offer-clock][value=own]").await?;
    anna.type_into("#clock-minutes", "12").await?;
    anna.type_into("#clock-seconds", "7").await?;
    anna.click("#offer-rated-casual").await?;
    anna.wait_until("the clock", async || Ok(text_of(&anna, "#own-clock").await?.contains("12+7")))
        .await?;
    anna.click("#quick-play").await?;
    anna.find("#seek-waiting").await?;
    // Bert, a guest, sees it on the button, and accepts it.
    bert.goto("#/online").await?;
    bert.wait_until("anna's offer on the button", async || {
        let label = bert.text("#quick-play").await?;
        Ok(label.contains("anna") && label.contains("12+7") && label.contains("casual"))
    })
    .await?;
    bert.click("#quick-play").await?;
    ensure!(game(&anna).await? == game(&bert).await?);
    ensure!(bert.console_errors().await? == [""; 0], "a guest causes no errors");
    Ok(())
}

#[tokio::test]
async fn a_game_that_ended_while_the_connection_was_lost_leaves_the_lobby() -> Result<()> {
    let mut site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let [anna, bert] = Browser::open_all(&site, [profile.clone(), profile]).await?;
    seat(&anna, &bert).await?;
    bert.find(".stage .card").await?;
    bert.goto("#/online").await?;
    bert.find("#my-games").await?;
    bert.goto("#/rules").await?;
    anna.click("#abort").await?;
    anna.click("#abort-yes").await?;
    anna.wait_until("the end", async || is_over(&anna).await).await?;
    site.stop();
    bert.goto("#/online").await?;
    bert.find("#my-games").await?;
    site.restart()?;
    bert.wait_until("a lobby without the game", async || {
        let script = "return !document.querySelector('#my-games')";
        Ok(bert.script(script, &[]).await? == json!(true))
    })
    .await
}

#[tokio::test]
async fn the_turn_is_shown_away_from_the_table() -> Result<()> {
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let [anna, bert] = Browser::open_all(&site, [profile.clone(), profile]).await?;
    seat(&anna, &bert).await?;
    play([&anna, &bert], 2).await?;
    // The player to act goes to the library: the opponent sees that, though both are connected.
    let turn = "return document.title.startsWith('●')";
    anna.wait_until("whose turn it is", async || {
        let anna = anna.script(turn, &[]).await? == json!(true);
        Ok(anna != (bert.script(turn, &[]).await? == json!(true)))
    })
    .await?;
    let annas = anna.script(turn, &[]).await? == json!(true);
    let (away, here) = if annas { (&anna, &bert) } else { (&bert, &anna) };
    ensure!(here.all(".presence.here").await?.len() == 2);
    away.goto("#/library").await?;
    here.wait_until("that the opponent is away", async || {
        Ok(here.all(".presence.here").await?.len() == 1)
    })
    .await?;
    // In the library, the menu and the title show that a game is waiting; so does the home page.
    away.wait_until("the badge", async || Ok(text_of(away, "#waits").await?.contains('1'))).await?;
    ensure!(away.title().await?.starts_with("(1)"));
    away.goto("#/").await?;
    away.find("#calls a").await?;
    // A reloaded page shows it as well.
    away.reload().await?;
    away.click("#calls a").await?;
    here.wait_until("that the opponent is back", async || {
        Ok(here.all(".presence.here").await?.len() == 2)
    })
    .await?;
    ensure!(text_of(away, "#waits").await?.is_empty(), "no badge for the game on the page");
    let errors = away.console_errors().await?;
    ensure!(errors == [""; 0], "{errors:?}");
    Ok(())
}

#[tokio::test]
async fn a_key_opens_the_next_game_on_turn_and_the_title_counts_them() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.find("#main h1").await?;
    // A refused badge must not cause an error.
    let badge =
        "navigator.setAppBadge = count => { window.badge = count; return Promise.reject('no'); };
        navigator.clearAppBadge = () => { window.badge = 0; return Promise.resolve(); };";
    let begin = "const ask = (path, body) => fetch(path, {method: 'POST', body: JSON.stringify(body),
            headers: {'content-type': 'application/json'}}).then(answer => answer.json());
        await ask('api/guest', null);
        const games = [];
        for (const clock of ['3d', '1d'])
            games.push((await ask('api/computer', {level: 1, terms: {ruleset: 'classic', clock, side: 'red'}})).game);
        return games;";
    let games = browser.script(&format!("return (async () => {{ {begin} }})()"), &[]).await?;
    let games: Vec<String> = serde_json::from_value(games)?;
    browser.goto("#/online").await?;
    browser.script(badge, &[]).await?;
    browser
        .wait_until("two games waiting", async || Ok(browser.title().await?.starts_with("(2)")))
        .await?;
    let on_icon = async || browser.script("return window.badge", &[]).await;
    browser.wait_until("the badge", async || Ok(on_icon().await? == json!(2))).await?;
    browser.goto(&format!("#/game/{}", games[0])).await?;
    // It is the player's turn in this game and in another one.
    browser
        .wait_until("the turn", async || Ok(browser.title().await?.starts_with("● (1)")))
        .await?;
    act(&browser).await?;
    browser.press("n").await?;
    ensure!(game(&browser).await? == games[1], "the game with a day left");
    browser.find(".board").await?;
    browser
        .wait_until("the turn", async || Ok(browser.title().await?.starts_with("● (1)")))
        .await?;
    // The link is also shown after the end.
    act(&browser).await?;
    browser.wait_until("the answer", async || Ok(browser.title().await?.starts_with('●'))).await?;
    browser.click("#resign").await?;
    browser.click("#resign-yes").await?;
    browser.click("#main .end .next-game").await?;
    ensure!(game(&browser).await? == games[0]);
    browser.find(".board").await?;
    browser.press("n").await?;
    let said = "return document.body.textContent.includes('No other game is waiting for you.')";
    browser
        .wait_until("that no other game is waiting", async || {
            Ok(browser.script(said, &[]).await? == json!(true))
        })
        .await?;
    let errors = browser.console_errors().await?;
    ensure!(errors == [""; 0], "{errors:?}");
    Ok(())
}

#[tokio::test]
async fn chat_scrolls_to_new_messages_unless_the_user_reads_older_ones() -> Result<()> {
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let [anna, bert] = Browser::open_all(&site, [profile.clone(), profile]).await?;
    seat(&anna, &bert).await?;
    anna.find("#chat-text").await?;
    let say = async |line: &str| {
        anna.type_into("#chat-text", line).await?;
        anna.click("#chat-say").await?;
        bert.wait_until("the message", async || {
            Ok(text_of(&bert, "#chat-lines").await?.contains(line))
        })
        .await
    };
    let at_end = "const l = document.querySelector('#chat-lines');
        return l.scrollHeight > l.clientHeight + 40
            && l.scrollHeight - l.scrollTop - l.clientHeight < 4";
    for n in 0..12 {
        say(&format!("message {n}.")).await?;
    }
    for browser in [&anna, &bert] {
        browser
            .wait_until("the last message in view", async || {
                Ok(browser.script(at_end, &[]).await? == json!(true))
            })
            .await?;
    }
    // Bert reads older messages: the list does not scroll, but shows that there are new ones.
    bert.script("document.querySelector('#chat-lines').scrollTop = 0", &[]).await?;
    say("one more.").await?;
    bert.find("#chat-new").await?;
    let top = "return document.querySelector('#chat-lines').scrollTop";
    ensure!(bert.script(top, &[]).await? == json!(0));
    bert.click("#chat-new").await?;
    ensure!(bert.script(at_end, &[]).await? == json!(true));
    ensure!(bert.all("#chat-new").await?.is_empty());
    // Games against the computer have no chat.
    bert.goto("#/online").await?;
    bert.click("#computer-1").await?;
    bert.find("#more").await?;
    ensure!(bert.all("#chat").await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn a_premove_is_played_when_the_turn_comes() -> Result<()> {
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let [anna, bert] = Browser::open_all(&site, [profile.clone(), profile]).await?;
    seat(&anna, &bert).await?;
    anna.find("#status").await?;
    bert.find("#status").await?;
    // A premove may turn out to be illegal. Drawing between the attempts keeps the hands full.
    for _ in 0..24 {
        let before = anna.plies().await?;
        let turn = "return document.title.startsWith('●')";
        anna.wait_until("the next turn", async || {
            let anna = anna.script(turn, &[]).await? == json!(true);
            Ok(anna != (bert.script(turn, &[]).await? == json!(true)))
        })
        .await?;
        let mine = anna.script(turn, &[]).await? == json!(true);
        let (acting, waiting) = if mine { (&anna, &bert) } else { (&bert, &anna) };
        waiting.click(".seat:last-of-type .card:not([aria-disabled])").await?;
        waiting.find(".card.premove").await?;
        ensure!(text_of(waiting, "#act").await?.starts_with("Premove"));
        // It can be cancelled, and chosen again.
        waiting.click("#act").await?;
        waiting
            .wait_until("no premove", async || Ok(waiting.all(".card.premove").await?.is_empty()))
            .await?;
        waiting.click(".seat:last-of-type .card:not([aria-disabled])").await?;
        waiting.find(".card.premove").await?;
        ensure!(draw(acting).await? || act(acting).await?);
        let mut played = false;
        waiting
            .wait_until("the premove to be played or dropped", async || {
                played = waiting.plies().await? >= before + 2;
                // While the premove is being sent, nothing can be pressed.
                let void = "return document.title.startsWith('●')
                    && !document.querySelector('.card.premove')
                    && !!document.querySelector('.squares button.can, #draw:not([aria-disabled])')";
                Ok(played || waiting.script(void, &[]).await? == json!(true))
            })
            .await?;
        if played {
            return Ok(());
        }
        ensure!(text_of(waiting, ".notice").await?.contains("not possible"));
        ensure!(draw(waiting).await? || act(waiting).await?);
    }
    bail!("no premove was legal in 24 turns")
}

#[tokio::test]
async fn the_computer_can_be_played_while_an_offer_is_open() -> Result<()> {
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let [anna, bert] = Browser::open_all(&site, [profile.clone(), profile]).await?;
    anna.register("anna").await?;
    bert.register("bert").await?;
    // Both see each other and the running games.
    anna.goto("#/online").await?;
    anna.wait_until("bert in the lobby", async || {
        Ok(text_of(&anna, "#hall").await?.contains("bert"))
    })
    .await?;
    anna.click("#quick-play").await?;
    anna.click("#seek-computer").await?;
    anna.find(".board-row").await?;
    ensure!(anna.url().await?.contains("#/play"));
    bert.wait_until("anna's offer", async || Ok(bert.text("#quick-play").await?.contains("anna")))
        .await?;
    bert.click("#quick-play").await?;
    let name = game(&anna).await?;
    ensure!(name == game(&bert).await?);
    play([&anna, &bert], 2).await?;
    // A challenge from a profile reaches the other user on any page.
    bert.goto("#/people/anna").await?;
    bert.click("#challenge-open").await?;
    bert.click("#challenge #offer").await?;
    bert.find("#seek-waiting").await?;
    anna.goto("#/rules").await?;
    anna.wait_until("the badge", async || {
        Ok(text_of(&anna, "#waits").await?.contains("1 challenge"))
    })
    .await?;
    anna.goto("#/online").await?;
    anna.find("#running a").await?;
    anna.click("#challenges .take").await?;
    let next = game(&anna).await?;
    ensure!(next != name && next == game(&bert).await?);
    Ok(())
}

#[tokio::test]
async fn a_bot_token_can_be_renewed_and_a_bot_deleted() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.register("anna").await?;
    browser.goto("#/account").await?;
    browser.click("#bots > summary").await?;
    browser.type_into("#bot-name", "catesby").await?;
    browser.click("#bot-go").await?;
    let first = browser.text("#fresh-token code").await?;
    browser.click(".bot .renew").await?;
    browser
        .wait_until("a new token", async || {
            let token = text_of(&browser, "#fresh-token code").await?;
            Ok(token.starts_with("bos_") && token != first)
        })
        .await?;
    browser.click(".bot .delete").await?;
    browser.click("#bot-delete-yes").await?;
    browser.wait_until("no bot", async || Ok(browser.all(".bot").await?.is_empty())).await?;
    browser.reload().await?;
    browser.find("#bot-form").await?;
    let bots = "return fetch('api/me/bots').then(answer => answer.json())";
    ensure!(browser.script(bots, &[]).await? == json!([]));
    Ok(())
}

/// A browser with a known account connects shortly after the first page is loaded.
#[tokio::test]
async fn typed_text_stays_when_the_code_of_another_page_arrives() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop()).await?;
    browser.find("#main h1").await?;
    browser.script("localStorage.setItem('bosworth/visitor', '1')", &[]).await?;
    browser.goto("#/account").await?;
    browser.reload().await?;
    browser.type_into("#login-name", "anna").await?;
    let arrived = "return performance.getEntriesByType('resource')
        .filter(entry => /chunk-.*wasm$/.test(entry.name)).length";
    let before = browser.script(arrived, &[]).await?;
    browser
        .wait_until("the code of the lobby", async || {
            Ok(browser.script(arrived, &[]).await? != before)
        })
        .await?;
    // Compiled once more, it is ready after the page's own copy; two frames later, that one has run.
    let compile = "const code = performance.getEntriesByType('resource')
            .filter(entry => /chunk-.*wasm$/.test(entry.name)).pop().name;
        return WebAssembly.compileStreaming(fetch(code)).then(() => new Promise(done =>
            requestAnimationFrame(() => requestAnimationFrame(() => done(true)))));";
    ensure!(browser.script(compile, &[]).await? == json!(true), "the code runs");
    let typed = "return document.querySelector('#login-name').value";
    ensure!(browser.script(typed, &[]).await? == json!("anna"), "the typed text stays");
    Ok(())
}

#[tokio::test]
async fn an_offer_with_a_handicap_is_casual_and_says_what_is_given() -> Result<()> {
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let [anna, bert] = Browser::open_all(&site, [profile.clone(), profile]).await?;
    anna.register("anna").await?;
    bert.register("bert").await?;
    anna.script("document.querySelector('#offer-more').open = true", &[]).await?;
    for (id, value) in
        [("handicap-giver", "0"), ("handicap-heroes-left", "2"), ("setup-side", "red")]
    {
        anna.find(&format!("#{id}")).await?;
        let script = "const field = document.getElementById(arguments[0]);
            field.value = arguments[1];
            field.dispatchEvent(new Event('change', { bubbles: true }));";
        anna.script(script, &[json!(id), json!(value)]).await?;
    }
    anna.click("#quick-play").await?;
    bert.wait_until("anna's offer in words", async || {
        let script = "return document.querySelector('#offers').textContent";
        let text = bert.script(script, &[]).await?;
        let text = text.as_str().unwrap_or_default().to_owned();
        Ok(text.contains("anna plays with 2 heroes") && text.contains("casual"))
    })
    .await?;
    bert.click("#offers .take").await?;
    ensure!(game(&anna).await? == game(&bert).await?);
    for browser in [&anna, &bert] {
        browser
            .wait_until("the terms at the table", async || {
                let script = "return document.querySelector('#about')?.textContent ?? ''";
                let text = browser.script(script, &[]).await?;
                Ok(text.as_str().is_some_and(|text| text.contains("Red plays with 2 heroes")))
            })
            .await?;
    }
    play([&anna, &bert], 4).await
}
