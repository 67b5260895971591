//! Tests of the harness itself, on its own pages.

use std::fs;
use std::time::Duration;

use anyhow::Result;
use bosworth_e2e::{Browser, BrowserProfile, Key, Scheme, TestSite};
use serde_json::json;
use tempfile::TempDir;

const PAGE: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Smoke</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="style.css">
<script src="page.js" defer></script>
</head>
<body>
<main>
<h1>Smoke</h1>
<button id="button">press me</button>
<output id="said">nothing yet</output>
<label>Name <input id="name"></label>
<p id="keys"></p>
<div id="from">from</div>
<div id="to">to</div>
</main>
</body>
</html>
"#;

const SCRIPT: &str = r"
const said = document.querySelector('#said');
let kind = 'none';
document.addEventListener('pointerdown', event => { kind = event.pointerType; });
document.querySelector('#button').addEventListener('click', () => {
    setTimeout(() => { said.textContent = 'pressed by ' + kind; }, 200);
});
document.addEventListener('keydown', event => {
    const name = (event.ctrlKey ? 'C-' : '') + event.key;
    document.querySelector('#keys').textContent += name + ' ';
});
document.querySelector('#from').addEventListener('pointerdown', event => {
    event.target.releasePointerCapture(event.pointerId);
    event.preventDefault();
});
document.querySelector('#to').addEventListener('pointerup', () => {
    said.textContent = 'dragged by ' + kind;
});
";

const STYLE: &str = "button { min-width: 6rem; min-height: 3rem; } \
                     #from, #to { margin: 2rem; touch-action: none; user-select: none; }";

fn site(page: &str) -> Result<(TempDir, TestSite)> {
    let folder = TempDir::new()?;
    fs::write(folder.path().join("index.html"), page)?;
    fs::write(folder.path().join("page.js"), SCRIPT)?;
    fs::write(folder.path().join("style.css"), STYLE)?;
    let site = TestSite::of(folder.path())?;
    Ok((folder, site))
}

async fn says(browser: &Browser, text: &str) -> Result<()> {
    browser.wait_until(text, async || Ok(browser.text("#said").await? == text)).await
}

#[tokio::test]
async fn mouse_and_keyboard_on_a_desktop() -> Result<()> {
    let (_folder, site) = site(PAGE)?;
    let browser = Browser::open(&site, BrowserProfile::desktop()).await?;
    assert_eq!(browser.title().await?, "Smoke");
    assert_eq!(browser.script("return [innerWidth, innerHeight]", &[]).await?, json!([1280, 800]));
    browser.click("#button").await?;
    says(&browser, "pressed by mouse").await?;
    browser.drag("#from", "#to").await?;
    says(&browser, "dragged by mouse").await?;

    browser.press("ab").await?;
    browser.press(Key::Control + "z").await?;
    browser.press(Key::Escape).await?;
    assert_eq!(browser.text("#keys").await?, "a b C-Control C-z Escape");
    browser.type_into("#name", "Anne").await?;
    browser.type_into("#name", "York").await?;
    let value = "return document.querySelector(arguments[0]).value";
    assert_eq!(browser.script(value, &["#name".into()]).await?, "York");

    browser.goto("#/play?level=1").await?;
    assert_eq!(browser.url().await?, site.url("#/play?level=1"));
    assert_eq!(browser.all("button").await?.len(), 1);
    assert_eq!(browser.console_errors().await?, [""; 0]);
    Ok(())
}

#[tokio::test]
async fn touch_on_phones() -> Result<()> {
    let (_folder, site) = site(PAGE)?;
    for (profile, size) in [
        (BrowserProfile::phone(), json!([390, 844])),
        (BrowserProfile::small_phone(), json!([360, 640])),
    ] {
        let browser = Browser::open(&site, profile).await?;
        assert_eq!(browser.script("return [innerWidth, innerHeight]", &[]).await?, size);
        let touch =
            "return [navigator.maxTouchPoints > 0, matchMedia('(pointer: coarse)').matches]";
        assert_eq!(browser.script(touch, &[]).await?, json!([true, true]));
        browser.tap("#button").await?;
        says(&browser, "pressed by touch").await?;
        browser.swipe("#from", "#to").await?;
        says(&browser, "dragged by touch").await?;
        assert_eq!(browser.console_errors().await?, [""; 0]);
    }
    Ok(())
}

#[tokio::test]
async fn the_page_sees_the_emulated_profile() -> Result<()> {
    const SEEN: &str = "
        const is = query => matchMedia(`(${query})`).matches;
        const number = new Intl.NumberFormat(undefined).format(1.5);
        return [navigator.language, navigator.languages, number,
            is('prefers-color-scheme: dark'), is('prefers-reduced-motion'),
            is('forced-colors: active')]";
    let (_folder, site) = site(PAGE)?;
    let browser = Browser::open(&site, BrowserProfile::desktop()).await?;
    let seen = browser.script(SEEN, &[]).await?;
    assert_eq!(seen, json!(["en", ["en"], "1.5", false, false, false]));
    drop(browser);
    let profile = BrowserProfile::phone()
        .language("de")
        .scheme(Scheme::Dark)
        .reduced_motion()
        .forced_colours();
    let browser = Browser::open(&site, profile).await?;
    browser.reload().await?;
    let seen = browser.script(SEEN, &[]).await?;
    assert_eq!(seen, json!(["de", ["de"], "1,5", true, true, true]));
    Ok(())
}

#[tokio::test]
async fn offline_mode() -> Result<()> {
    let (_folder, mut site) = site(PAGE)?;
    let browser = Browser::open(&site, BrowserProfile::desktop()).await?;
    let fetch = "return fetch('/health', { cache: 'no-store' }).then(r => r.text(), () => 'no')";
    assert_eq!(browser.script(fetch, &[]).await?, "ok");
    browser.set_offline(true).await?;
    assert_eq!(browser.script(fetch, &[]).await?, "no");
    assert_eq!(browser.script("return navigator.onLine", &[]).await?, false);
    browser.set_offline(false).await?;
    assert_eq!(browser.script(fetch, &[]).await?, "ok");
    site.stop();
    assert_eq!(browser.script(fetch, &[]).await?, "no");
    assert_ne!(browser.console_errors().await?, [""; 0]);
    assert_eq!(browser.console_errors().await?, [""; 0], "each error is reported once");
    site.restart()?;
    assert_eq!(browser.script(fetch, &[]).await?, "ok");
    Ok(())
}

#[tokio::test]
async fn cpu_and_network_throttling() -> Result<()> {
    let (_folder, site) = site(PAGE)?;
    let browser = Browser::open_blank(&site, &BrowserProfile::phone()).await?;
    browser.throttle_fast_3g_and_cpu(4).await?;
    browser.goto("").await?;
    let time = browser.script(
        "return performance.timing.domContentLoadedEventEnd
        - performance.timing.navigationStart",
        &[],
    );
    // The page, and then its script.
    assert!(time.await?.as_f64() > Some(2.0 * 562.0));
    Ok(())
}

#[tokio::test]
async fn the_content_security_policy_is_enforced() -> Result<()> {
    let (_folder, site) =
        site(&PAGE.replace("</main>", "<script>said.value = 'x'</script></main>"))?;
    let browser = Browser::open(&site, BrowserProfile::desktop()).await?;
    let errors = browser.console_errors().await?;
    assert!(errors.len() == 1 && errors[0].contains("Content Security Policy"), "{errors:?}");
    Ok(())
}

#[tokio::test]
async fn a_timeout_leaves_a_screenshot() -> Result<()> {
    let (folder, site) = site(PAGE)?;
    let mut browser = Browser::open(&site, BrowserProfile::desktop()).await?;
    browser.patience = Duration::from_millis(300);
    let error = browser.find("#no-such-thing").await.expect_err("it is not there").to_string();
    assert!(error.contains("#no-such-thing to exist"), "{error}");
    let (_, path) = error.split_once("see ").expect("a path");
    assert!(fs::read(path)?.starts_with(b"\x89PNG"));
    fs::remove_file(path)?;

    let path = folder.path().join("shots/page.png");
    browser.screenshot(&path).await?;
    assert!(fs::read(path)?.starts_with(b"\x89PNG"));
    Ok(())
}

#[tokio::test]
async fn axe_reports_violations_and_no_false_positives() -> Result<()> {
    let (_clean, clean) = site(PAGE)?;
    let browser = Browser::open(&clean, BrowserProfile::desktop()).await?;
    assert_eq!(browser.axe().await?, "");
    assert_eq!(browser.axe().await?, "", "it can run twice");
    drop(browser);
    let (_flawed, flawed) = site(&PAGE.replace("</main>", "<img src=\"data:,\"></main>"))?;
    let browser = Browser::open(&flawed, BrowserProfile::desktop()).await?;
    let found = browser.axe().await?;
    assert!(found.starts_with("critical: image-alt: "), "{found}");
    assert_eq!(found.lines().filter(|line| !line.starts_with(' ')).count(), 1, "{found}");
    Ok(())
}
