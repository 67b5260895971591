//! Logging in with an OpenID Connect provider: from the button to the account and back.

use anyhow::{Context, Result, ensure};
use bosworth_e2e::{Browser, BrowserProfile, TestSite};
use bosworth_testing::{IdentityAtProvider, IdentityProvider};
use serde_json::json;

/// Presses the button, and returns the address of the provider's page.
async fn page_of_the_provider(browser: &Browser, provider: &IdentityProvider) -> Result<String> {
    browser.goto("#/account").await?;
    browser.click("#provider-login").await?;
    let page = format!("{}/authorize?", provider.issuer());
    let is_there = async || Ok(browser.url().await?.starts_with(&page));
    browser.wait_until("the page of the provider", is_there).await?;
    browser.url().await
}

/// Logs in at the provider, and comes back.
async fn log_in(
    site: &TestSite,
    browser: &Browser,
    provider: &IdentityProvider,
    person: &IdentityAtProvider,
) -> Result<()> {
    let page = page_of_the_provider(browser, provider).await?;
    let back = provider.log_in(&page, person);
    browser.goto(back.strip_prefix(&site.url("")).context("it leads to the site")?).await
}

/// Waits until the browser shows a page of the site.
async fn shows(site: &TestSite, browser: &Browser, link: &str) -> Result<()> {
    let is_there = async || Ok(browser.url().await? == site.url(link));
    browser.wait_until(link, is_there).await
}

async fn name(browser: &Browser) -> Result<String> {
    let script = "return fetch('api/visitor').then(answer => answer.json())
        .then(visitor => visitor.me?.person.name ?? '')";
    let name = browser.script(script, &[]).await?;
    name.as_str().map(Into::into).context("a name")
}

#[tokio::test]
async fn a_person_logs_in_with_the_provider_and_finds_the_account_on_another_device() -> Result<()>
{
    let provider = IdentityProvider::start("rose", "secret").await;
    let mut site = TestSite::start()?;
    site.add_login_provider(provider.issuer(), "rose", "secret")?;
    let profiles = [BrowserProfile::desktop(), BrowserProfile::phone().language("fr")];
    let browsers = profiles.map(BrowserProfile::reduced_motion);
    let [desktop, phone] = Browser::open_all(&site, browsers).await?;
    let anne = IdentityAtProvider { subject: "1".into(), name: "Anne".into(), mail: None };
    for browser in [&desktop, &phone] {
        browser.goto("#/account").await?;
        ensure!(browser.text("#provider-login").await?.contains("127.0.0.1"), "where it leads");
        log_in(&site, browser, &provider, &anne).await?;
        shows(&site, browser, "#/online").await?;
        browser.find("#quick-play").await?;
        ensure!(name(browser).await? == "Anne", "one account on both devices");
        // The provider of the tests has no page to look at.
        let mut errors = browser.console_errors().await?;
        let issuer = provider.issuer();
        let host = issuer.split("/realms").next().context("a host")?;
        errors.retain(|error| !error.starts_with(host));
        ensure!(errors.is_empty(), "{errors:?}");
    }
    // Its owner can set a password, because the login was a moment ago.
    desktop.goto("#/account").await?;
    desktop.find("#provider").await?;

    // Somebody who comes back without the cookie of this browser is told so, and not logged in.
    let stranger = Browser::open(&site, BrowserProfile::desktop().reduced_motion()).await?;
    let page = page_of_the_provider(&stranger, &provider).await?;
    let back = provider.log_in(&page, &anne);
    stranger.goto("#/account").await?;
    stranger.devtools("Network.clearBrowserCookies", json!({})).await?;
    stranger.goto(back.strip_prefix(&site.url("")).context("it leads to the site")?).await?;
    shows(&site, &stranger, "#/account?login=expired").await?;
    stranger.find("#login-outcome.fault").await?;
    ensure!(name(&stranger).await?.is_empty(), "a login that another browser began");
    Ok(())
}
