//! Push notifications in a real browser: the service worker and the settings.

use anyhow::{Context, Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, TestSite};
use serde_json::{Value, json};

/// Waits until the service worker runs, and grants the notification permission.
async fn allow(browser: &Browser, site: &TestSite) -> Result<String> {
    let origin = site.url("").trim_end_matches('/').to_owned();
    let permission = json!({ "origin": origin, "permissions": ["notifications"] });
    browser.devtools("Browser.grantPermissions", permission).await?;
    browser
        .wait_until("the service worker", async || {
            let script = "return navigator.serviceWorker.controller?.state === 'activated'";
            Ok(browser.script(script, &[]).await? == json!(true))
        })
        .await?;
    browser.devtools("ServiceWorker.enable", json!({})).await?;
    Ok(origin)
}

/// Delivers a decrypted push message to the browser.
async fn push(browser: &Browser, origin: &str, title: &str, game: &str) -> Result<()> {
    let url = format!("#/game/{game}");
    let text = json!({ "kind": "turn", "title": title, "body": "…", "tag": game, "url": url });
    // A fresh profile numbers its registrations from 0.
    let message = json!({ "origin": format!("{origin}/"), "registrationId": "0",
                          "data": text.to_string() });
    browser.devtools("ServiceWorker.deliverPushMessage", message).await.map(drop)
}

/// The titles and tags of the visible notifications.
async fn shown(browser: &Browser) -> Result<Value> {
    let script = "return navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
        .then((all) => all.map((one) => [one.title, one.tag]).sort())";
    browser.script(script, &[]).await
}

/// Waits until exactly these notifications are visible.
async fn wait_shown(browser: &Browser, what: &str, expected: &Value) -> Result<()> {
    let mut last = Value::Null;
    browser
        .wait_until(what, async || {
            last = shown(browser).await?;
            Ok(last == *expected)
        })
        .await
        .with_context(|| format!("{last} is shown instead of {expected}"))
}

/// Runs a script in the service worker.
async fn in_worker(browser: &Browser, script: &str) -> Result<()> {
    let targets = browser.devtools("Target.getTargets", json!({})).await?;
    let mut targets = targets["targetInfos"].as_array().into_iter().flatten();
    let worker = targets.find(|target| target["type"] == "service_worker");
    let worker = &worker.context("no service worker")?["targetId"];
    let attach = json!({ "targetId": worker, "flatten": false });
    let session = browser.devtools("Target.attachToTarget", attach).await?;
    let run = json!({ "id": 1, "method": "Runtime.evaluate", "params": { "expression": script } });
    let message = json!({ "sessionId": session["sessionId"], "message": run.to_string() });
    browser.devtools("Target.sendMessageToTarget", message).await.map(drop)
}

/// Keeps notifications visible until they are clicked, and reports each one to the page.
///
/// Without a notification centre, the browser closes them automatically after some seconds, which
/// on a busy machine is before the test has seen them. Listing notifications while one is about to
/// be shown makes the browser drop it, so list them only once all are visible.
async fn keep_notifications(browser: &Browser) -> Result<()> {
    let page = "window.heard = [];
        window.channel = new BroadcastChannel('shown');
        window.channel.onmessage = ({ data }) => window.heard.push(data);";
    browser.script(page, &[]).await?;
    let worker = "{
        const channel = new BroadcastChannel('shown');
        const show = ServiceWorkerRegistration.prototype.showNotification;
        ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
            await show.call(this, title, { ...options, requireInteraction: true });
            channel.postMessage(options.tag);
        };
    }";
    in_worker(browser, worker).await
}

/// Waits until notifications with these tags have been shown since the last call.
async fn heard(browser: &Browser, tags: Value) -> Result<()> {
    browser
        .wait_until("the notifications to be on the screen", async || {
            Ok(browser.script("return window.heard", &[]).await? == tags)
        })
        .await?;
    browser.script("window.heard = []", &[]).await.map(drop)
}

/// Waits until the page is loaded and answers the service worker's question about its address.
async fn answering(browser: &Browser) -> Result<()> {
    let script = "return !!document.querySelector('main h1')
        && navigator.serviceWorker.controller?.state === 'activated'";
    browser
        .wait_until("the page under its service worker", async || {
            Ok(browser.script(script, &[]).await? == json!(true))
        })
        .await
}

/// Clicks the notification of a game. Browsers open and focus windows only after a real click, so
/// those calls are replaced: instead of a new window, an open tab navigates to the address, and a
/// focused tab navigates to the rules.
async fn click(browser: &Browser, game: &str) -> Result<()> {
    let script = format!(
        "(async () => {{
            self.clients.openWindow = async (address) => {{
                const [tab] = await self.clients.matchAll({{ type: 'window' }});
                await tab.navigate(address);
            }};
            WindowClient.prototype.focus = async function () {{
                await this.navigate(registration.scope + '#/rules');
            }};
            const [notification] = await registration.getNotifications({{ tag: '{game}' }});
            self.dispatchEvent(new NotificationEvent('notificationclick', {{ notification }}));
        }})()"
    );
    in_worker(browser, &script).await
}

#[tokio::test]
async fn a_click_on_a_notification_opens_its_game() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop()).await?;
    browser.find("#quick").await?;
    let origin = allow(&browser, &site).await?;
    keep_notifications(&browser).await?;
    push(&browser, &origin, "Your turn", "aaaaaaaaaaaa").await?;
    push(&browser, &origin, "Your turn", "bbbbbbbbbbbb").await?;
    // A newer notification of the same game replaces the older one.
    push(&browser, &origin, "You won against Bess", "aaaaaaaaaaaa").await?;
    heard(&browser, json!(["aaaaaaaaaaaa", "bbbbbbbbbbbb", "aaaaaaaaaaaa"])).await?;
    let expected =
        json!([["You won against Bess", "aaaaaaaaaaaa"], ["Your turn", "bbbbbbbbbbbb"],]);
    wait_shown(&browser, "two notifications", &expected).await?;
    click(&browser, "bbbbbbbbbbbb").await?;
    let address = format!("{origin}/#/game/bbbbbbbbbbbb");
    browser.wait_until("the game", async || Ok(browser.url().await? == address)).await?;
    let rest = json!([["You won against Bess", "aaaaaaaaaaaa"]]);
    wait_shown(&browser, "the one that is left", &rest).await?;
    // No notification is shown while the page of its game is visible.
    answering(&browser).await?;
    push(&browser, &origin, "Your turn", "bbbbbbbbbbbb").await?;
    push(&browser, &origin, "Your turn", "cccccccccccc").await?;
    heard(&browser, json!(["cccccccccccc"])).await?;
    let expected =
        json!([["You won against Bess", "aaaaaaaaaaaa"], ["Your turn", "cccccccccccc"],]);
    wait_shown(&browser, "the other one", &expected).await?;
    // A tab that already shows the game is focused.
    browser.goto("#/game/aaaaaaaaaaaa").await?;
    answering(&browser).await?;
    click(&browser, "aaaaaaaaaaaa").await?;
    let focused = format!("{origin}/#/rules");
    browser.wait_until("the focus", async || Ok(browser.url().await? == focused)).await
}

/// Replaces the push service with a mock, which returns a subscription and counts the requests.
const SUBSCRIBE: &str = "window.asked = 0;
    PushManager.prototype.subscribe = async () => {
        window.asked += 1;
        return { endpoint: 'http://127.0.0.1:9/send/x', keys: {
            p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
            auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        } };
    };";

#[tokio::test]
async fn the_settings_ask_for_permission_when_a_button_is_pressed() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open_blank(&site, &BrowserProfile::desktop()).await?;
    browser.run_in_new_pages(SUBSCRIBE).await?;
    browser.goto("#/settings").await?;
    browser.click("#notify-open").await?;
    browser.find("#notify-account").await?;
    browser.register("Anna").await?;
    browser.goto("#/settings").await?;
    browser.find("#device-add").await?;
    allow(&browser, &site).await?;
    let asked = async || browser.script("return window.asked", &[]).await;
    ensure!(asked().await? == json!(0), "permission is requested only after a click");
    browser.click("#device-add").await?;
    browser.find("#devices .device-remove").await?;
    ensure!(asked().await? == json!(1));
    ensure!(
        browser.all("#device-add").await?.is_empty(),
        "this device already receives notifications"
    );
    browser.click("#push-turn").await?;
    let settings = "return fetch('api/me/notifications').then((answer) => answer.json())
        .then((settings) => settings.push.join(' '))";
    browser
        .wait_until("the setting to be saved", async || {
            Ok(browser.script(settings, &[]).await? == json!("challenge taken time over round"))
        })
        .await?;
    browser.reload().await?;
    browser.find("#push-challenge").await?;
    let checked = "return [...document.querySelectorAll('#notify tbody input')]
        .map((one) => one.checked)";
    let expected = json!([false, true, true, true, true, true]);
    browser
        .wait_until("the switches", async || Ok(browser.script(checked, &[]).await? == expected))
        .await?;
    ensure!(browser.axe().await?.is_empty(), "{}", browser.axe().await?);
    browser.click("#devices .device-remove").await?;
    browser.find("#device-add").await?;
    ensure!(browser.console_errors().await? == [""; 0]);
    Ok(())
}
