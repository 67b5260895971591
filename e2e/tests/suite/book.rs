//! The book of the game: an article with drawings, in three languages, offline too.

use anyhow::{Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, Scheme, TestSite};
use serde_json::json;

/// The words and drawings of the article: its first heading, the number of drawings with a text for
/// screen readers, and of those whose numbers are folded below them.
const SEEN: &str = "const all = css => [...document.querySelectorAll('.article ' + css)];
    return [all('h2')[0]?.textContent, all('figure > svg[role=img][aria-label]').length,
        all('figure > details:not([open]) table').length]";

async fn wait_for_heading(browser: &Browser, heading: &str) -> Result<()> {
    browser
        .wait_until(
            heading,
            async || Ok(browser.script(SEEN, &[]).await? == json!([heading, 8, 8])),
        )
        .await
}

#[tokio::test]
async fn the_book_opens_from_the_home_page_in_every_language() -> Result<()> {
    let site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    browser.click(".ways a[href='#/book']").await?;
    wait_for_heading(&browser, "Who begins").await?;
    ensure!(browser.title().await? == "The book of the game · Bosworth");
    // A figure says how sure it is.
    browser.click(".article [popovertarget]").await?;
    let open = browser.text(".article :popover-open").await?;
    ensure!(open.contains('±') && open.ends_with("games"), "{open}");
    browser.click("footer [lang=de]").await?;
    wait_for_heading(&browser, "Wer beginnt").await?;
    browser.click("footer [lang=fr]").await?;
    wait_for_heading(&browser, "Qui commence").await?;
    // The contents lead to a section, whose address can be shared.
    browser.click(".contents [href='#/book/heroes']").await?;
    browser
        .wait_until("the focus on the section", async || {
            let focused = browser.script("return document.activeElement.id", &[]).await?;
            Ok(focused == json!("book-heroes"))
        })
        .await?;
    ensure!(browser.url().await?.ends_with("#/book/heroes"));
    let errors = browser.console_errors().await?;
    ensure!(errors.is_empty(), "{errors:?}");
    Ok(())
}

#[tokio::test]
async fn the_book_can_be_read_on_a_phone_and_by_a_screen_reader() -> Result<()> {
    let site = TestSite::start()?;
    for (profile, scheme) in
        [(BrowserProfile::phone(), Scheme::Light), (BrowserProfile::desktop(), Scheme::Dark)]
    {
        let profile = profile.scheme(scheme).reduced_motion();
        let browser = Browser::open(&site, profile).await?;
        browser.goto("#/book").await?;
        wait_for_heading(&browser, "Who begins").await?;
        let unfold = "document.querySelectorAll('.article details').forEach(x => x.open = true)";
        browser.script(unfold, &[]).await?;
        browser.check_layout("book", &[]).await?;
        let found = browser.axe().await?;
        ensure!(found.is_empty(), "{scheme:?}:\n{found}");
    }
    Ok(())
}

#[tokio::test]
async fn the_book_can_be_read_offline() -> Result<()> {
    let mut site = TestSite::start()?;
    let browser = Browser::open(&site, BrowserProfile::phone().reduced_motion()).await?;
    browser
        .wait_until("the site is cached", async || {
            let script = "return navigator.serviceWorker.controller !== null";
            Ok(browser.script(script, &[]).await? == json!(true))
        })
        .await?;
    site.stop();
    browser.reload().await?;
    browser.goto("#/book/luck").await?;
    wait_for_heading(&browser, "Who begins").await
}
