//! Pages that need several users, on every screen: nothing scrolls sideways or covers a hand, axe
//! finds no violations, and the chat is accessible.

use anyhow::{Context, Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, TestSite};
use serde_json::{Value, json};

/// Checks the page on every screen.
async fn on_every_screen(browser: &Browser, what: &str, essential: &[&str]) -> Result<()> {
    for (name, screen) in BrowserProfile::screens() {
        browser.emulate(&screen.reduced_motion()).await?;
        let what = format!("{what}-{name}");
        browser.check_layout(&what, essential).await?;
        let violations = browser.axe().await?;
        ensure!(violations.is_empty(), "{what}:\n{violations}");
    }
    browser.emulate(&BrowserProfile::desktop().reduced_motion()).await
}

/// Sends a request as the browser's account.
async fn post(browser: &Browser, path: &str, body: Value) -> Result<Value> {
    let script = "const [path, body] = arguments;
        return fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body) }).then(answer => answer.json());";
    browser.script(script, &[json!(path), body]).await
}

/// Pairs two users, and starts their game.
async fn seat(anna: &Browser, bert: &Browser) -> Result<()> {
    anna.goto("#/online").await?;
    anna.click("#quick-play").await?;
    anna.find("#seek-waiting").await?;
    bert.goto("#/online").await?;
    bert.wait_until("the offer", async || Ok(bert.text("#quick-play").await?.contains("anna")))
        .await?;
    bert.click("#quick-play").await?;
    for browser in [anna, bert] {
        browser.find(".stage .cards .card").await?;
    }
    Ok(())
}

/// Acts in the browser whose turn it is.
async fn act(browsers: [&Browser; 2]) -> Result<()> {
    let script = "if (!document.title.startsWith('●')) return false;
        const button = document.querySelector('#draw:not(:disabled, [aria-disabled])')
            ?? document.querySelector('.squares button.can');
        button?.click();
        return !!button;";
    let before = browsers[0].plies().await?;
    browsers[0]
        .wait_until("an action", async || {
            for browser in browsers {
                browser.script(script, &[]).await?;
            }
            Ok(browsers[0].plies().await? > before)
        })
        .await
}

#[tokio::test]
async fn profile_and_game_pages_fit_every_screen() -> Result<()> {
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let [anna, bert] = Browser::open_all(&site, [profile.clone(), profile]).await?;
    anna.goto("#/play").await?;
    anna.find("#start").await?;
    on_every_screen(&anna, "setup", &[]).await?;
    for page in ["password", "password/none", "mail/confirm/none", "mail/unsubscribe/none"] {
        anna.goto(&format!("#/{page}")).await?;
        anna.find("#main h1").await?;
        on_every_screen(&anna, &page.replace('/', "-"), &[]).await?;
    }
    anna.register("anna").await?;
    bert.register("bert-of-twenty-chars").await?;
    anna.goto("#/account").await?;
    anna.find("#bot-form").await?;
    anna.script("document.querySelectorAll('.fold').forEach(fold => { fold.open = true; })", &[])
        .await?;
    on_every_screen(&anna, "account-own", &[]).await?;
    anna.goto("#/settings").await?;
    anna.find("#main h1").await?;
    on_every_screen(&anna, "settings-own", &[]).await?;
    let in_an_hour = anna.script("return Date.now() + 36e5", &[]).await?;
    let event = json!({ "title": "Rose cup", "kind": { "roundrobin": { "cycles": 1, "pace": "rounds" } },
        "clock": "5+3", "starts": in_an_hour });
    let event = post(&anna, "api/events", event).await?;
    let event = event["event"].as_str().with_context(|| format!("no event: {event}"))?;
    anna.goto(&format!("#/event/{event}")).await?;
    anna.find("#event-entry").await?;
    on_every_screen(&anna, "event", &[]).await?;
    anna.goto("#/events").await?;
    anna.find(".event-card").await?;
    on_every_screen(&anna, "events-one", &[]).await?;

    // An open offer, a game between users, its end, and the profile that lists it.
    anna.goto("#/online").await?;
    anna.click("#offer-link").await?;
    anna.find("#link").await?;
    on_every_screen(&anna, "seek", &[]).await?;
    anna.goto("#/online").await?;
    anna.find("#quick-play").await?;
    seat(&anna, &bert).await?;
    // Long enough to be rated.
    for _ in 0..8 {
        act([&anna, &bert]).await?;
    }
    let table = [".seat", ".board", "#status", "#takeback", "#reach", "#more"];
    on_every_screen(&anna, "table-person", &table).await?;
    anna.click("#resign").await?;
    anna.click("#resign-yes").await?;
    anna.find("#rating-change").await?;
    on_every_screen(
        &anna,
        "table-over",
        &[".seat", ".board", "#end-title", "#rematch", "#review", "#share-end"],
    )
    .await?;
    anna.goto("#/people/bert-of-twenty-chars").await?;
    anna.find("#ratings").await?;
    on_every_screen(&anna, "person", &[]).await?;
    anna.click("#challenge-open").await?;
    anna.click("#filters > summary").await?;
    on_every_screen(&anna, "person-open", &[]).await?;
    anna.goto("#/leaders").await?;
    anna.find("#main h1").await?;
    on_every_screen(&anna, "leaders", &[]).await?;
    anna.goto("#/online").await?;
    anna.find("#quick-play").await?;
    on_every_screen(&anna, "lobby", &[]).await?;
    anna.click("[name=offer-clock][value=own]").await?;
    anna.click("#offer-more > summary").await?;
    on_every_screen(&anna, "lobby-open", &[]).await?;
    anna.goto("#/library").await?;
    anna.find("#main h1").await?;
    on_every_screen(&anna, "library-online", &[]).await
}

#[tokio::test]
async fn list_and_chat_are_accessible_on_every_screen() -> Result<()> {
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let [anna, bert] = Browser::open_all(&site, [profile.clone(), profile]).await?;
    anna.register("anna").await?;
    bert.register("bert").await?;
    seat(&anna, &bert).await?;
    for _ in 0..6 {
        act([&anna, &bert]).await?;
    }
    let hear = async |browser: &Browser, line: &str| {
        browser
            .wait_until(line, async || {
                let lines = "return document.querySelector('#chat-lines').textContent";
                let lines = browser.script(lines, &[]).await?;
                Ok(lines.as_str().is_some_and(|lines| lines.contains(line)))
            })
            .await
    };
    for (name, screen) in BrowserProfile::screens() {
        anna.emulate(&screen.reduced_motion()).await?;
        let sheets = "return ['#show-moves', '#show-chat'].map(x => document.querySelector(x).offsetParent !== null)";
        let sheets = anna.script(sheets, &[]).await?;
        let upright = matches!(name, "360x640" | "390x844" | "820x1180");
        ensure!(sheets == json!([upright, upright || name == "844x390"]), "{name}: {sheets}");
        let has_sheet = sheets[1] == json!(true);
        let tools = [".seat", ".board", "#status", "#takeback", "#resign", "#more"];
        anna.check_layout(&format!("table-chat-{name}"), &tools).await?;
        let mark = "return getComputedStyle(document.querySelector('#show-chat'), '::after').content !== 'none'";
        ensure!(anna.script(mark, &[]).await? == json!(false), "{name}: nothing is unread");
        // A message that arrives while the chat is closed marks its tool.
        let line = format!("hello, {name}.");
        bert.type_into("#chat-text", &line).await?;
        bert.click("#chat-say").await?;
        hear(&anna, &line).await?;
        if has_sheet {
            anna.wait_until("the mark", async || Ok(anna.script(mark, &[]).await? == json!(true)))
                .await?;
            anna.click("#show-chat").await?;
        }
        anna.check_layout(&format!("chat-{name}"), &["#chat-text", "#chat-say", ".board"]).await?;
        let last = "const list = document.querySelector('#chat-lines').getBoundingClientRect();
            const line = [...document.querySelectorAll('#chat-lines li')].at(-1).getBoundingClientRect();
            return list.top <= line.top + 1 && line.bottom <= list.bottom + 1 && line.height > 0;";
        anna.wait_until("the last message in view", async || {
            Ok(anna.script(last, &[]).await? == json!(true))
        })
        .await?;
        let violations = anna.axe().await?;
        ensure!(violations.is_empty(), "{name}: {violations}");
        let answer = format!("and hello from {name}.");
        anna.type_into("#chat-text", &answer).await?;
        anna.click("#chat-say").await?;
        hear(&bert, &answer).await?;
        if has_sheet {
            anna.click("#chat .sheet-close").await?;
            ensure!(anna.script(mark, &[]).await? == json!(false), "{name}: everything was read");
        }
        if upright {
            anna.click("#show-moves").await?;
        }
        // Also after browsing earlier plies.
        for step in [2, 4] {
            anna.click(&format!("#moves .steps .button:nth-child({step})")).await?;
        }
        let now = "const now = document.querySelector('.moves .now').getBoundingClientRect();
            const list = document.querySelector('.moves').getBoundingClientRect();
            return now.height > 0 && list.top <= now.top + 1 && now.bottom <= list.bottom + 1";
        anna.wait_until("the latest action", async || {
            Ok(anna.script(now, &[]).await? == json!(true))
        })
        .await?;
        anna.check_layout(&format!("list-{name}"), &[".moves .now", ".board"]).await?;
        if upright {
            anna.click("#moves .sheet-close").await?;
        }
    }
    Ok(())
}
