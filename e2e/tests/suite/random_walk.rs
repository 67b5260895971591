//! A random walk through all pages, leaving each at any moment: while the engine is thinking,
//! during animations, during requests. Nothing may break, and the console must stay empty.

use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, TestSite};
use serde_json::json;

/// The default duration of the walk, in seconds; override it with `BOSWORTH_SECONDS`.
const DEFAULT_SECONDS: u64 = 60;

/// The duration of one part, after which the console is checked, in milliseconds.
const PART_MS: u64 = 10_000;

/// Walks for a while, and returns the number of steps. It runs in the page: the driver would be far
/// too slow to interrupt anything.
const WALK: &str = r"
const [seed, lasts, done] = arguments;
let state = seed >>> 0;
// Mulberry32: small, seeded, and good enough for a walk.
const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
};
const pick = list => list[Math.floor(random() * list.length)];
const routes = ['', 'play', 'learn', 'learn/1', 'learn/7', 'train', 'train/daily', 'train/puzzles', 'train/storm', 'train/road/3', 'rules', 'analysis', 'library', 'settings',
    'online', 'leaders', 'account', 'events', 'events/new', 'event/nosuchid', 'people/nobody', 'seek/none', 'game/0123456789ab', 'review/none'];
const shown = element => element.getClientRects().length > 0 && !element.closest('[hidden]');
const press = () => {
    const games = [...document.querySelectorAll('.squares button.can, #draw, #act, #hint, #start')];
    const all = [...document.querySelectorAll('button, a[href^=\'#\'], summary, select')];
    const one = pick((random() < 0.5 && games.length ? games : all).filter(shown));
    if (one?.tagName === 'SELECT') {
        one.selectedIndex = Math.floor(random() * one.options.length);
        one.dispatchEvent(new Event('change', { bubbles: true }));
    } else {
        one?.click();
    }
};
const keys = ['Enter', 'Escape', 'ArrowLeft', 'ArrowRight', 'Home', 'End', '1', '2', '3', 'd', 'f', 'h', 'u'];
const key = () => document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key: pick(keys), bubbles: true, cancelable: true }));
// Going back further than where the app was opened would unload it, and this script with it.
const back = () => {
    const { index } = navigation.currentEntry;
    if (navigation.entries()[index - 1]?.sameDocument) history.back();
};
const end = performance.now() + lasts;
let steps = 0;
const step = () => {
    if (performance.now() > end) return done(steps);
    steps += 1;
    const what = random();
    if (what < 0.3) location.hash = '#/' + pick(routes);
    else if (what < 0.35) back();
    else if (what < 0.45) key();
    else press();
    setTimeout(step, random() < 0.3 ? 0 : random() * 250);
};
step();
";

#[tokio::test]
async fn leaving_pages_at_random_moments_breaks_nothing() -> Result<()> {
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse().ok());
    let seconds = number("BOSWORTH_SECONDS").unwrap_or(DEFAULT_SECONDS);
    let seed: u64 = number("BOSWORTH_SEED").unwrap_or_else(|| RandomState::new().hash_one(0) >> 32);
    println!("a walk of {seconds} s with seed {seed}");
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop()).await?;
    let (begun, mut steps, mut part) = (Instant::now(), 0, 0);
    while begun.elapsed() < Duration::from_secs(seconds) {
        // Each part has its own seed, so that a failing one can be repeated alone.
        let arguments = [json!(seed + part), json!(PART_MS)];
        let limit = Duration::from_millis(3 * PART_MS);
        let walked = browser.script_async(WALK, &arguments, limit).await;
        steps += walked.with_context(|| format!("part {part}"))?.as_u64().unwrap_or_default();
        let errors = browser.console_errors().await?;
        let errors: Vec<_> = errors.iter().filter(|error| !is_expected(error)).collect();
        ensure!(errors.is_empty(), "seed {seed}, part {part}: {errors:?}");
        ensure!(browser.all("#crash").await?.is_empty(), "seed {seed}, part {part}: a crash");
        part += 1;
    }
    println!("{steps} steps");
    ensure!(steps > seconds, "only {steps} steps");
    Ok(())
}

/// Console messages for refused requests, which the pages handle: missing people, offers and games,
/// rate limits, requests of guests.
fn is_expected(error: &str) -> bool {
    error.contains("/api/") && error.contains("the server responded with a status of 4")
}
