//! Measures the speed of the web app: `cargo xtask speed`, or in comparison with another build,
//! `cargo xtask speed --site DIR`. A benchmark, not a test.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use bosworth_e2e::{Browser, BrowserProfile, TestSite};
use bosworth_engine::{Engine, EngineSettings, SearchLimits};
use serde_json::json;

const POSITION: &str = "9/2ww1r3/1www1rr2/2w1rrr2/1r1wrr3/1rr1ww1w1/2r1w1ww1/4rrr2/9 e5 w NE2,E3,S2,W3,NW3 W2,N3,S3,E2,SE1 2 3 - classic";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let other = std::env::args_os().nth(1).map(PathBuf::from);
    time_to_a_playable_board(other.as_deref()).await?;
    time_to_a_playable_board_on_later_visits(other.as_deref()).await?;
    long_tasks_while_the_engine_thinks().await?;
    nodes_per_second_against_native().await
}

/// Records when a board was first painted, when the page had loaded, when a move could be made, and
/// the layout shift. Optionally presses "Play now" as soon as it has been painted.
const WATCH: &str = "window.seen = { board: null, page: null, move: null, shift: 0 };
    // After the paint of this frame.
    const painted = (call) => requestAnimationFrame(() => setTimeout(call));
    const look = () => {
        if (document.querySelector('.board svg')?.getBoundingClientRect().height > 0)
            painted(() => {
                window.seen.board ??= performance.now();
                if (PRESS) document.querySelector('#quick').click();
            });
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    new MutationObserver(() => {
        if (document.querySelector('#main.play .squares button.can')) window.seen.move ??= performance.now();
    }).observe(document, { childList: true, subtree: true, attributeFilter: ['class'] });
    addEventListener('DOMContentLoaded', () => { window.seen.page = performance.now(); });
    new PerformanceObserver(list => { for (const x of list.getEntries()) if (!x.hadRecentInput) window.seen.shift += x.value; })
        .observe({ type: 'layout-shift', buffered: true });";

/// Measures this build and another one alternately, so that both are exposed to the same noise.
async fn time_to_a_playable_board(other: Option<&Path>) -> Result<()> {
    let sites = sites(other)?;
    let profile = BrowserProfile::phone().reduced_motion();
    println!("fast 3G and a processor 4 times slower:");
    for (when, at_once) in [("pressed at first sight", true), ("pressed after the load", false)] {
        for run in 1..=5 {
            for (name, site) in &sites {
                let browser = Browser::open_blank(site, &profile).await?;
                let watch = WATCH.replace("PRESS", if at_once { "true" } else { "false" });
                browser.run_in_new_pages(&watch).await?;
                browser.throttle_fast_3g_and_cpu(4).await?;
                let begun = Instant::now();
                browser.goto("#/").await?;
                if !at_once {
                    browser.click("#quick").await?;
                }
                browser.find("#main.play .squares button.can").await?;
                let found = begun.elapsed().as_secs_f64();
                let seen = seen(&browser).await?;
                println!(
                    "{when}, run {run}, {name}: {seen} (move found by the driver after {found:.2} s)"
                );
            }
        }
    }
    Ok(())
}

/// The browser is started anew and has everything stored; only its processor is slow.
async fn time_to_a_playable_board_on_later_visits(other: Option<&Path>) -> Result<()> {
    let profile = BrowserProfile::phone().reduced_motion();
    println!("a later visit, with a processor 4 times slower:");
    let sites = sites(other)?;
    let mut visitors = Vec::new();
    for (name, site) in &sites {
        let browser = Browser::open(site, profile.clone()).await?;
        browser
            .wait_until("a page that works offline", async || {
                let script = "return navigator.serviceWorker.controller?.state === 'activated'";
                Ok(browser.script(script, &[]).await? == json!(true))
            })
            .await?;
        // Let it fetch what the first visit did not need.
        tokio::time::sleep(Duration::from_secs(5)).await;
        visitors.push((*name, browser));
    }
    for run in 1..=5 {
        for (name, browser) in &mut visitors {
            browser.restart(&profile).await?;
            browser.run_in_new_pages(&WATCH.replace("PRESS", "true")).await?;
            browser.throttle_cpu(4).await?;
            browser.goto("#/").await?;
            browser.find("#main.play .squares button.can").await?;
            println!("run {run}, {name}: {}", seen(browser).await?);
        }
    }
    Ok(())
}

/// This build and possibly another one.
fn sites(other: Option<&Path>) -> Result<Vec<(&'static str, TestSite)>> {
    let mut sites = vec![("this build", TestSite::start()?)];
    if let Some(folder) = other {
        sites.push(("the other", TestSite::of(folder)?));
    }
    Ok(sites)
}

/// What [`WATCH`] recorded, in words.
async fn seen(browser: &Browser) -> Result<String> {
    let seen = browser.script("return window.seen", &[]).await?;
    let at = |what: &str| seen[what].as_f64().unwrap_or(f64::NAN) / 1000.0;
    Ok(format!(
        "first board {:.2} s, page {:.2} s, first move {:.2} s, layout shift {:.4}",
        at("board"),
        at("page"),
        at("move"),
        at("shift") * 1000.0,
    ))
}

async fn long_tasks_while_the_engine_thinks() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop()).await?;
    browser.click("#quick").await?;
    browser.find(".squares button.can").await?;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let watch = "window.long = [];
        new PerformanceObserver(list => { for (const x of list.getEntries()) window.long.push(Math.round(x.duration)); })
            .observe({ type: 'longtask' });";
    browser.script(watch, &[]).await?;
    let action = ".squares button.can, #draw:not(:disabled, [aria-disabled])";
    for _ in 0..3 {
        browser.click("#hint").await?;
        tokio::time::sleep(Duration::from_millis(1500)).await;
        browser.click(action).await?;
        tokio::time::sleep(Duration::from_millis(1500)).await;
        browser.find(action).await?;
    }
    let long = browser.script("return window.long", &[]).await?;
    println!("tasks of the page over 50 ms while the engine thought: {long}");
    Ok(())
}

async fn nodes_per_second_against_native() -> Result<()> {
    const NODES: u64 = 400_000;
    let site = TestSite::start()?;
    let mut browser = Browser::open(&site, BrowserProfile::desktop()).await?;
    browser.patience = Duration::from_secs(60);
    browser.find("#quick").await?;
    let ask = json!({ "Analyse": { "position": POSITION, "milliseconds": null, "nodes": NODES } });
    let start = "window.found = null;
        const worker = new Worker(document.getElementById('asset-worker').href, { type: 'module' });
        worker.onmessage = event => { const x = JSON.parse(event.data).Analysis; if (x?.done) window.found = x; };
        worker.postMessage(arguments[0]);";
    let position = POSITION.parse().ok().context("a position")?;
    let engine = Engine::new(EngineSettings { hash: 96, ..EngineSettings::default() });
    for run in 1..=3 {
        browser.script(start, &[json!(ask.to_string())]).await?;
        browser
            .wait_until("an answer", async || {
                Ok(browser.script("return window.found !== null", &[]).await? == json!(true))
            })
            .await?;
        let time = browser.script("return window.found.milliseconds", &[]).await?;
        let nodes = browser.script("return window.found.nodes", &[]).await?;
        let wasm = nodes.as_f64().unwrap_or_default() / time.as_f64().unwrap_or(1.0) * 1000.0;
        let begun = Instant::now();
        let analysis = engine.analyse(&position, SearchLimits::nodes(NODES));
        let native = analysis.nodes as f64 / begun.elapsed().as_secs_f64();
        println!(
            "run {run}: wasm {wasm:.0} nodes/s, native {native:.0} nodes/s, {:.2} of native",
            wasm / native
        );
    }
    Ok(())
}
