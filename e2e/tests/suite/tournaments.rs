//! Tournaments in real browsers: announcing, entering, playing, and viewing on a phone.

use anyhow::{Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, PASSWORD, TestSite};
use serde_json::{Value, json};

/// Announces a tournament as the browser's account, and returns the link to its page.
async fn announce(browser: &Browser, change: Value) -> Result<String> {
    let script = "const [change, done] = arguments;
        const request = { title: 'Rose cup', kind: { roundrobin: { cycles: 1, pace: 'rounds' } },
            clock: '5+3', starts: Date.now() + 36e5, ...change };
        fetch('api/events', { method: 'POST', headers: { 'content-type': 'application/json' },
            body: JSON.stringify(request) }).then(x => x.json()).then(x => done(x.event ?? JSON.stringify(x)));";
    let limit = std::time::Duration::from_secs(20);
    let made = browser.script_async(script, &[change], limit).await?;
    let made = made.as_str().unwrap_or_default();
    ensure!(made.len() == 8, "no tournament: {made}");
    Ok(format!("#/event/{made}"))
}

async fn has(browser: &Browser, css: &str) -> Result<bool> {
    let script = "return !!document.querySelector(arguments[0])";
    Ok(browser.script(script, &[json!(css)]).await? == json!(true))
}

/// Waits until the text of an element contains something.
async fn says(browser: &Browser, css: &str, text: &str) -> Result<()> {
    browser
        .wait_until(&format!("{css} to say {text}"), async || {
            Ok(browser.text(css).await.is_ok_and(|found| found.contains(text)))
        })
        .await
}

/// Waits until the visitor's game is dealt.
async fn at_the_table(browser: &Browser) -> Result<()> {
    browser.wait_until("a game", async || Ok(browser.url().await?.contains("#/game/"))).await?;
    let cards = "#main:not(:has(#end-title)) .stage .cards .card";
    browser.wait_until("the cards", async || has(browser, cards).await).await?;
    // The tournament styles are still loaded, and must not affect the table.
    let fits = "return document.scrollingElement.scrollHeight <= innerHeight + 1";
    ensure!(browser.script(fits, &[]).await? == json!(true), "the table does not fit the window");
    Ok(())
}

async fn resign(browser: &Browser) -> Result<()> {
    browser.click("#resign").await?;
    browser.click("#resign-yes").await?;
    browser.wait_until("the end", async || has(browser, "#end-title").await).await
}

/// Both act a few times, so that the game can be resigned rather than aborted.
async fn play(browsers: [&Browser; 2]) -> Result<()> {
    for _ in 0..4 {
        act(browsers).await?;
    }
    Ok(())
}

/// Draws a card in the browser whose turn it is.
async fn act(browsers: [&Browser; 2]) -> Result<()> {
    let script = "if (!document.title.startsWith('●')) return false;
        const button = document.querySelector('#draw:not(:disabled, [aria-disabled])')
            ?? document.querySelector('.squares button.can');
        button?.click();
        return !!button;";
    browsers[0]
        .wait_until("an action", async || {
            for browser in browsers {
                if browser.script(script, &[]).await? == json!(true) {
                    return Ok(true);
                }
            }
            Ok(false)
        })
        .await
}

#[tokio::test]
async fn a_tournament_is_announced_entered_and_played_and_its_standings_update_live() -> Result<()>
{
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let profiles = [profile.clone(), profile.clone(), profile];
    let [anna, bert, spectator] = Browser::open_all(&site, profiles).await?;
    anna.register("anna").await?;
    bert.register("bert").await?;

    // Errors are shown beside their fields.
    anna.goto("#/events").await?;
    anna.find("#events-none").await?;
    anna.click("#events-new").await?;
    anna.click("#kind-roundrobin").await?;
    anna.type_into("#new-event-seats", "1").await?;
    anna.type_into("#new-event-rest", "0").await?;
    anna.click("#new-event-go").await?;
    says(&anna, "#new-event-title-fault", "1 to 80").await?;
    says(&anna, "#new-event-seats-fault", "from 2 to 64").await?;
    anna.type_into("#new-event-seats", "8").await?;
    anna.type_into("#new-event-title", "Cup of the roses").await?;
    choose(&anna, "#new-event-cycles", "twice").await?;
    anna.click("#new-event-go").await?;
    anna.find("#event-entry").await?;
    let url = anna.url().await?;
    let page = format!("#{}", url.split('#').nth(1).unwrap_or_default());
    ensure!(page.starts_with("#/event/"), "{url}");

    anna.click("#event-join").await?;
    anna.find("#event-in").await?;
    bert.goto("#/events").await?;
    bert.click(".event-card").await?;
    bert.click("#event-join").await?;
    bert.find("#event-leave").await?;
    says(&anna, "#entrants", "bert").await?;
    bert.click("#event-leave").await?;
    bert.find("#event-join").await?;
    bert.click("#event-join").await?;
    bert.find("#event-in").await?;
    spectator.goto(&page).await?;
    says(&spectator, "#entrants", "bert").await?;
    ensure!(!has(&spectator, "#event-tools").await?, "only the organiser has commands");

    anna.click("#event-start").await?;
    anna.click("#event-start-yes").await?;
    for browser in [&anna, &bert] {
        at_the_table(browser).await?;
    }
    spectator.click("#tab-rounds").await?;
    spectator.find(".board-games .live").await?;
    spectator.click("#tab-standings").await?;
    play([&anna, &bert]).await?;
    resign(&bert).await?;
    // Without a reload, the standings change when the game ends, and the next round starts.
    says(&spectator, ".standings tbody tr:first-child", "anna").await?;
    says(&spectator, ".standings tbody tr:first-child", "+1 =0 −0").await?;
    says(&spectator, "#event-progress", "Round 2").await?;
    for browser in [&anna, &bert] {
        at_the_table(browser).await?;
    }
    play([&anna, &bert]).await?;
    resign(&anna).await?;
    says(&spectator, ".event-stage", "Finished").await?;
    spectator.find("#podium").await?;
    spectator.click("#tab-cross").await?;
    spectator.find(".cross .cross-result").await?;
    spectator.click("#tab-rounds").await?;
    spectator.click("#round-before").await?;
    says(&spectator, "#round-title", "Round 1").await?;
    says(&spectator, ".event-boards", "1 – 0").await?;
    // Other sites can frame the standings, which contain no scripts, and nothing else.
    let framed = "const [path, done] = arguments;
        Promise.all([fetch(path), fetch('./')]).then(async ([table, page]) => done([
            (await table.text()).includes('>anna</th>'),
            table.headers.get('content-security-policy').includes('frame-ancestors *'),
            table.headers.get('content-security-policy').includes('script'),
            page.headers.get('content-security-policy').includes(\"frame-ancestors 'none'\"),
        ]));";
    let id = page.trim_start_matches("#/event/");
    let path = json!(format!("api/events/{id}/standings?format=html&lang=fr"));
    let limit = std::time::Duration::from_secs(20);
    let framed = spectator.script_async(framed, &[path], limit).await?;
    ensure!(framed == json!([true, true, false, true]), "{framed}");
    for browser in [&anna, &bert, &spectator] {
        let errors = browser.console_errors().await?;
        ensure!(errors.is_empty(), "{errors:?}");
    }
    Ok(())
}

#[tokio::test]
async fn the_winner_by_forfeit_is_told_so() -> Result<()> {
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let [anna, bert] = Browser::open_all(&site, [profile.clone(), profile]).await?;
    anna.register("anna").await?;
    bert.register("bert").await?;
    let page = announce(&anna, json!({})).await?;
    for browser in [&bert, &anna] {
        browser.goto(&page).await?;
        browser.click("#event-join").await?;
        browser.find("#event-in").await?;
    }
    anna.click("#event-start").await?;
    anna.click("#event-start-yes").await?;
    at_the_table(&anna).await?;
    at_the_table(&bert).await?;
    bert.click("#abort").await?;
    bert.click("#abort-yes").await?;
    says(&anna, "#end-title", "You win").await?;
    says(&anna, ".result .decided", "bert forfeits").await?;
    says(&bert, "#end-title", "You lose").await
}

/// Logs in a user who has registered before.
async fn log_in(browser: &Browser, name: &str) -> Result<()> {
    browser.goto("#/account").await?;
    browser.type_into("#login-name", name).await?;
    browser.type_into("#login-password", PASSWORD).await?;
    browser.click("#login-go").await?;
    browser.find("#quick-play").await?;
    Ok(())
}

/// Logs the browser out.
async fn forget(browser: &Browser) -> Result<()> {
    browser.devtools("Network.clearBrowserCookies", json!({})).await?;
    browser.reload().await
}

/// Chooses an option of a select element.
async fn choose(browser: &Browser, css: &str, value: &str) -> Result<()> {
    browser.find(css).await?;
    let script = "const select = document.querySelector(arguments[0]);
        select.value = arguments[1];
        select.dispatchEvent(new Event('change', { bubbles: true }));";
    browser.script(script, &[json!(css), json!(value)]).await?;
    Ok(())
}

/// Late entry needs a second round: its hidden field must not block a tournament of one round.
#[tokio::test]
async fn a_swiss_tournament_of_one_round_can_be_announced() -> Result<()> {
    let site = TestSite::start()?;
    let anna = Browser::open(&site, BrowserProfile::phone().reduced_motion()).await?;
    anna.register("anna").await?;
    anna.goto("#/events/new").await?;
    anna.find("#new-event-late").await?;
    anna.type_into("#new-event-title", "One round").await?;
    anna.type_into("#new-event-rounds", "1").await?;
    anna.wait_until("no late entry", async || Ok(!has(&anna, "#new-event-late").await?)).await?;
    anna.click("#new-event-go").await?;
    anna.find("#event-entry").await?;
    says(&anna, ".event-line", "Swiss, 1 round ·").await
}

#[tokio::test]
async fn team_games_are_sealed_until_both_have_ended() -> Result<()> {
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let profiles = [profile.clone(), BrowserProfile::phone().reduced_motion(), profile];
    let [anna, bert, spectator] = Browser::open_all(&site, profiles).await?;
    anna.register("anna").await?;
    bert.register("bert").await?;
    for name in ["carl", "dora"] {
        spectator.register(name).await?;
        forget(&spectator).await?;
    }
    anna.goto("#/events/new").await?;
    choose(&anna, "#new-event-series", "teams").await?;
    anna.type_into("#new-event-title", "Two and two").await?;
    anna.type_into("#new-event-rounds", "1").await?;
    anna.click("#new-event-go").await?;
    anna.find("#event-mate").await?;
    let url = anna.url().await?;
    let page = format!("#{}", url.split('#').nth(1).unwrap_or_default());

    // An unknown name is mentioned in the error.
    anna.type_into("#event-mate", "nobody-here").await?;
    anna.click("#event-join").await?;
    says(&anna, ".notice", "no player called nobody-here").await?;
    bert.goto(&page).await?;
    for (captain, mate) in [(&anna, "carl"), (&bert, "dora")] {
        captain.type_into("#event-mate", mate).await?;
        captain.click("#event-join").await?;
        says(captain, "#event-proposed", mate).await?;
    }
    // A teammate must accept before the team is entered.
    ensure!(!has(&anna, "#entrants").await?, "the teammate has not accepted yet");
    log_in(&spectator, "dora").await?;
    spectator.goto(&page).await?;
    says(&spectator, ".event-asked", "bert would like").await?;
    spectator.click(".event-asked .decline").await?;
    bert.find("#event-mate").await?;
    bert.type_into("#event-mate", "dora").await?;
    bert.click("#event-join").await?;
    spectator.click(".event-asked .accept").await?;
    spectator.find("#event-in").await?;
    bert.find("#event-in").await?;
    forget(&spectator).await?;
    log_in(&spectator, "carl").await?;
    spectator.goto(&page).await?;
    spectator.click(".event-asked .accept").await?;
    anna.find("#event-in").await?;
    forget(&spectator).await?;
    spectator.goto(&page).await?;
    says(&spectator, "#entrants", "anna & carl").await?;
    anna.click("#event-start").await?;
    anna.click("#event-start-yes").await?;
    for browser in [&anna, &bert] {
        at_the_table(browser).await?;
    }

    // Only the players can open the games, and the table says why.
    says(&anna, "#sealed", "only the two players can see this game").await?;
    play([&anna, &bert]).await?;
    ensure!(has(&anna, "#takeback[aria-disabled=true]").await?, "nothing is taken back");
    spectator.click("#tab-rounds").await?;
    spectator.find("#round-sealed").await?;
    let links = ".board-games a";
    ensure!(!has(&spectator, links).await?, "there is nothing to watch");
    let game = anna.url().await?;
    let game = format!("#{}", game.split('#').nth(1).unwrap_or_default());
    spectator.goto(&game).await?;
    says(&spectator, "#game-missing", "once all of them have finished").await?;
    resign(&anna).await?;
    spectator.goto(&page).await?;
    spectator.click("#tab-rounds").await?;
    says(&spectator, ".board-games", "Game 1: live").await?;
    ensure!(!has(&spectator, links).await?, "the other game is still running");

    // The second game is resigned. Then everyone can see the first one, and the winners' link leads
    // to a profile.
    log_in(&spectator, "carl").await?;
    spectator.goto(&page).await?;
    spectator.click("#event-my-game").await?;
    spectator.click("#abort").await?;
    spectator.find("#waiting").await?;
    forget(&spectator).await?;
    spectator.goto(&game).await?;
    spectator
        .wait_until("the game", async || {
            spectator.reload().await?;
            spectator.find("#game-missing, #end-title").await?;
            has(&spectator, "#end-title").await
        })
        .await?;
    spectator.goto(&page).await?;
    spectator.find(".standings .player").await?;
    let way = "return document.querySelector('.standings .player').getAttribute('href')";
    let way = spectator.script(way, &[]).await?;
    ensure!(way == json!("#/people/anna") || way == json!("#/people/bert"), "{way}");
    for browser in [&anna, &bert] {
        // The profile must exist.
        let errors = browser.console_errors().await?;
        ensure!(errors.iter().all(|error| error.contains("status of 404")), "{errors:?}");
    }
    Ok(())
}

#[tokio::test]
async fn the_reason_is_shown_if_a_player_cannot_enter() -> Result<()> {
    let site = TestSite::start()?;
    let profile = BrowserProfile::desktop().reduced_motion();
    let [anna, guest] = Browser::open_all(&site, [profile.clone(), profile]).await?;
    anna.register("anna").await?;
    guest.goto("#/events/new").await?;
    guest.find("#new-event-guest").await?;

    let accounts = announce(&anna, json!({ "limits": { "guests": false } })).await?;
    guest.goto(&accounts).await?;
    says(&guest, "#event-refused", "Guests cannot take part").await?;
    let strong = announce(&anna, json!({ "limits": { "guests": true, "from": 2200 } })).await?;
    guest.goto(&strong).await?;
    says(&guest, "#event-refused", "rating").await?;

    // Invitation only: a wrong password is refused, the organiser's link works.
    let invited = json!({ "title": "Private", "limits": { "guests": true, "invited": true } });
    let invited = announce(&anna, invited).await?;
    guest.goto(&invited).await?;
    guest.type_into("#event-password", "york").await?;
    guest.click("#event-join").await?;
    says(&guest, ".notice", "password is wrong").await?;
    anna.goto(&invited).await?;
    anna.find("#invitation-note").await?;
    let link = anna.script("return document.querySelector('#link').value", &[]).await?;
    let link = link.as_str().unwrap_or_default().to_string();
    let page = format!("#{}", link.split('#').nth(1).unwrap_or_default());
    ensure!(page.contains("?invitation="), "{link}");
    guest.goto(&page).await?;
    guest.click("#event-join").await?;
    guest.find("#event-in").await?;

    // Cancelled.
    anna.click("#event-cancel").await?;
    anna.click("#event-cancel-yes").await?;
    says(&guest, ".event-stage", "Called off").await?;
    guest.goto("#/event/nosuchid").await?;
    guest.find("main [role=alert]").await?;
    Ok(())
}

/// Finds errors in the layout or the texts of a page.
const FAULTS: &str = r"
    const faults = [];
    if (document.documentElement.scrollWidth > innerWidth + 1) faults.push('the page scrolls sideways');
    const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const text = walk.currentNode.textContent.trim();
        if (/^(new-)?events?(-[a-z0-9]+)+$/.test(text)) faults.push('missing text: ' + text);
        if (/\{\s*\$/.test(text)) faults.push('gap: ' + text);
    }
    return faults;";

async fn check(browser: &Browser, what: &str) -> Result<()> {
    let faults = browser.script(FAULTS, &[]).await?;
    ensure!(faults == json!([]), "{what}: {faults}");
    let found = browser.axe().await?;
    ensure!(found.is_empty(), "{what}:\n{found}");
    Ok(())
}

#[tokio::test]
async fn the_pages_fit_a_small_phone_in_three_languages_and_axe_finds_nothing() -> Result<()> {
    for language in ["en", "de", "fr"] {
        let site = TestSite::start()?;
        let profile = BrowserProfile::small_phone().language(language).reduced_motion();
        let browser = Browser::open(&site, profile).await?;
        browser.register("anna").await?;
        let kinds = [
            json!({ "swiss": { "rounds": 5 } }),
            json!("knockout"),
            json!({ "arena": { "minutes": 60 } }),
            json!({ "league": { "cycles": 1, "pace": "rounds", "division": 8, "moving": 2, "seasons": 3 } }),
        ];
        let mut page = String::new();
        for kind in kinds {
            let about = "Everybody is welcome.\nBring a friend!";
            page = announce(&browser, json!({ "kind": kind, "about": about })).await?;
        }
        browser.goto("#/events").await?;
        browser.find(".event-card").await?;
        check(&browser, &format!("list {language}")).await?;
        browser.goto("#/events/new").await?;
        browser.click("#new-event-go").await?;
        browser.find("#new-event-fault").await?;
        check(&browser, &format!("form {language}")).await?;
        browser.goto(&page).await?;
        browser.click("#event-join").await?;
        browser.find("#event-in").await?;
        check(&browser, &format!("event {language}")).await?;
    }
    Ok(())
}
