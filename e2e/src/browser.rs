use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::prelude::{ChromiumLikeCapabilities, DesiredCapabilities, WebDriver};
use thirtyfour::{By, Key, LoggingPrefsLogLevel, TypingData, WebElement};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::sleep;

use crate::driver_process::{DriverProcess, program};
use crate::http::Http;
use crate::{BrowserProfile, TestSite, axe, target};

/// Limits the number of open browsers: more would only slow each other down.
static BROWSERS: Semaphore = Semaphore::const_new(3);

const FLAGS: [&str; 9] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
];

/// The polling interval of waits.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Starts Chromium with its profile in a folder.
async fn start_session(
    driver: &DriverProcess,
    folder: &Path,
    profile: &BrowserProfile,
) -> Result<WebDriver> {
    let mut wishes = DesiredCapabilities::chrome();
    wishes.set_binary(&program("chromium", "chromium")?.to_string_lossy())?;
    for flag in FLAGS {
        wishes.add_arg(flag)?;
    }
    wishes.add_arg(&format!("--user-data-dir={}", folder.join("profile").display()))?;
    wishes.add_arg(&format!("--lang={}", profile.language))?;
    wishes.add_arg(&format!("--window-size={},{}", profile.width, profile.height))?;
    let languages = json!({ "intl.accept_languages": profile.language });
    wishes.add_experimental_option("prefs", languages)?;
    wishes.set_browser_log_level(LoggingPrefsLogLevel::All)?;

    // Localhost is not behind a proxy.
    let patience = Duration::from_secs(120);
    let client = reqwest::Client::builder().no_proxy().timeout(patience).build()?;
    let session = WebDriver::builder(driver.url(), wishes).client(Http(client)).await;
    session.context("cannot start chromium")
}

/// A browser with a fresh profile on a site. It is closed on drop, even in a panic.
///
/// Elements are given as CSS selectors. Unless stated otherwise, methods wait until the element
/// exists.
pub struct Browser {
    /// The timeout of waits; ten seconds by default.
    pub patience: Duration,
    session: Option<WebDriver>,
    driver: DriverProcess,
    address: String,
    // Dropped last: the browser writes into the folder, and the permit lets another one open.
    folder: TempDir,
    _permit: SemaphorePermit<'static>,
}

impl fmt::Debug for Browser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Browser").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Browser {
    /// Opens a browser on the home page. Waits while three others are open.
    pub async fn open(site: &TestSite, profile: BrowserProfile) -> Result<Self> {
        let browser = Self::open_blank(site, &profile).await?;
        browser.goto("").await?;
        Ok(browser)
    }

    /// Opens up to three browsers, acquiring all permits at once. Acquired one by one, two tests
    /// that each hold one and wait for another could deadlock.
    pub async fn open_all<const N: usize>(
        site: &TestSite,
        profiles: [BrowserProfile; N],
    ) -> Result<[Self; N]> {
        let mut permits = BROWSERS.acquire_many(N as u32).await?;
        let mut browsers = Vec::with_capacity(N);
        for profile in profiles {
            let permit = permits.split(1).context("too few permits")?;
            let browser = Self::open_permitted(site, &profile, permit).await?;
            browser.goto("").await?;
            browsers.push(browser);
        }
        browsers.try_into().map_err(|_| anyhow!("wrong number of browsers"))
    }

    /// Opens a browser that has not loaded the web app yet, to configure what must be in place
    /// before the first visit, such as a slow network.
    pub async fn open_blank(site: &TestSite, profile: &BrowserProfile) -> Result<Self> {
        Self::open_permitted(site, profile, BROWSERS.acquire().await?).await
    }

    async fn open_permitted(
        site: &TestSite,
        profile: &BrowserProfile,
        permit: SemaphorePermit<'static>,
    ) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("bosworth-e2e-").tempdir()?;
        let driver = DriverProcess::start(folder.path())?;
        let session = Some(start_session(&driver, folder.path(), profile).await?);
        let address = site.url("");
        let patience = Duration::from_secs(30);
        let browser = Self { patience, session, driver, address, folder, _permit: permit };
        browser.prepare(profile).await?;
        Ok(browser)
    }

    /// Closes the browser and starts it again with everything it has stored, as a person does who
    /// comes back later. Pages, emulation and throttling are gone.
    pub async fn restart(&mut self, profile: &BrowserProfile) -> Result<()> {
        let session = self.session.take().context("the browser is closed")?;
        session.quit().await?;
        self.session = Some(start_session(&self.driver, self.folder.path(), profile).await?);
        self.prepare(profile).await
    }

    async fn prepare(&self, profile: &BrowserProfile) -> Result<()> {
        self.session()?.set_script_timeout(Duration::from_secs(60)).await?;
        // The first visit to a site spawns a renderer process, which loses some of the settings
        // below. So make that visit to a page that is not part of the web app.
        self.session()?.goto(&format!("{}health", self.address)).await?;
        self.emulate(profile).await
    }

    /// Emulates the environment of a profile from now on, as when a phone is turned. The browser
    /// keeps the language it was opened with.
    pub async fn emulate(&self, profile: &BrowserProfile) -> Result<()> {
        // Set the viewport, since the window's frame takes part of the window's size. Phones are
        // emulated here too, because the driver's own emulation sometimes loses touch support on
        // page loads.
        let BrowserProfile { width, height, phone, .. } = *profile;
        let density = if phone { 2 } else { 1 };
        let screen = json!({ "width": width, "height": height, "deviceScaleFactor": density,
                             "mobile": phone });
        self.devtools("Emulation.setDeviceMetricsOverride", screen).await?;
        let touch = json!({ "enabled": phone, "maxTouchPoints": 5 });
        self.devtools("Emulation.setTouchEmulationEnabled", touch).await?;
        // The language is what the page negotiates; the locale formats numbers and dates.
        let locale = json!({ "locale": profile.language });
        self.devtools("Emulation.setLocaleOverride", locale).await?;
        self.devtools("Emulation.setEmulatedMedia", profile.media()).await?;
        Ok(())
    }

    fn session(&self) -> Result<&WebDriver> {
        self.session.as_ref().context("the browser is closed")
    }

    /// A command of the `DevTools` protocol.
    pub async fn devtools(&self, command: &str, arguments: Value) -> Result<Value> {
        let answer = self.session()?.cdp().send_raw(command, arguments).await;
        answer.with_context(|| format!("{command} failed"))
    }

    /// Navigates to a page of the site by its link, such as `#/play`; the empty one is the home
    /// page. Loads the program only the first time, or when coming from another site.
    pub async fn goto(&self, link: &str) -> Result<()> {
        let url = format!("{}{link}", self.address);
        self.session()?.goto(&url).await.with_context(|| format!("cannot go to {url}"))
    }

    /// Opens a page of the site in a new tab, and switches to it. Only the first tab emulates a
    /// phone.
    pub async fn open_tab(&self, link: &str) -> Result<()> {
        let tab = self.session()?.new_tab().await?;
        self.session()?.switch_to_window(tab).await?;
        self.goto(link).await
    }

    /// Switches to another tab, by its index from 0.
    pub async fn switch_tab(&self, number: usize) -> Result<()> {
        let tabs = self.session()?.windows().await?;
        let tab = tabs.into_iter().nth(number).context("no such tab")?;
        Ok(self.session()?.switch_to_window(tab).await?)
    }

    /// Reloads the page.
    pub async fn reload(&self) -> Result<()> {
        Ok(self.session()?.refresh().await?)
    }

    /// The current URL.
    pub async fn url(&self) -> Result<String> {
        Ok(self.session()?.current_url().await?.into())
    }

    /// The title of the page.
    pub async fn title(&self) -> Result<String> {
        Ok(self.session()?.title().await?)
    }

    /// The first matching element.
    pub async fn find(&self, css: &str) -> Result<WebElement> {
        let what = format!("{css} to exist");
        self.wait_for(&what, async || Ok(self.all(css).await?.into_iter().next())).await
    }

    /// All matching elements; does not wait.
    pub async fn all(&self, css: &str) -> Result<Vec<WebElement>> {
        Ok(self.session()?.find_all(By::Css(css)).await?)
    }

    /// The visible text of an element.
    pub async fn text(&self, css: &str) -> Result<String> {
        let what = format!("{css} to be readable");
        self.wait_for(&what, async || match self.all(css).await?.first() {
            Some(element) => Ok(Some(element.text().await?)),
            None => Ok(None),
        })
        .await
    }

    /// Clicks with the mouse, as soon as nothing covers the element.
    pub async fn click(&self, css: &str) -> Result<()> {
        let what = format!("{css} to be clickable");
        self.wait_for(&what, async || match self.all(css).await?.first() {
            Some(element) => Ok(Some(element.click().await?)),
            None => Ok(None),
        })
        .await
    }

    /// Moves the mouse to the middle of an element.
    pub async fn hover(&self, css: &str) -> Result<()> {
        let element = self.find(css).await?;
        let chain = self.session()?.action_chain();
        Ok(chain.move_to_element_center(&element).perform().await?)
    }

    /// Taps the middle of an element, as soon as nothing covers it.
    pub async fn tap(&self, css: &str) -> Result<()> {
        let point = self.point(css).await?;
        self.touch("touchStart", Some(point)).await?;
        self.touch("touchEnd", None).await
    }

    /// Swipes from one element to another.
    pub async fn swipe(&self, from: &str, to: &str) -> Result<()> {
        let end = self.point(to).await?;
        let begin = self.point(from).await?;
        self.touch("touchStart", Some(begin)).await?;
        for step in 1..=8 {
            let part = |a: f64, b: f64| a + (b - a) * f64::from(step) / 8.0;
            let point = (part(begin.0, end.0), part(begin.1, end.1));
            self.touch("touchMove", Some(point)).await?;
        }
        self.touch("touchEnd", None).await
    }

    /// Drags with the mouse from one element to another.
    pub async fn drag(&self, from: &str, to: &str) -> Result<()> {
        let (from, to) = (self.find(from).await?, self.find(to).await?);
        let chain = self.session()?.action_chain();
        Ok(chain.drag_and_drop_element(&from, &to).perform().await?)
    }

    async fn touch(&self, kind: &str, point: Option<(f64, f64)>) -> Result<()> {
        let points: Vec<_> = point.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
        let event = json!({ "type": kind, "touchPoints": points });
        self.devtools("Input.dispatchTouchEvent", event).await.map(drop)
    }

    /// The middle of an element, once nothing covers it there.
    async fn point(&self, css: &str) -> Result<(f64, f64)> {
        const MIDDLE: &str = "
            const element = document.querySelector(arguments[0]);
            if (!element) return null;
            element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
            const box = element.getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            const hit = document.elementFromPoint(x, y);
            return hit && (element.contains(hit) || hit.contains(element)) ? [x, y] : null;";
        let what = format!("{css} to be uncovered");
        self.wait_for(&what, async || {
            let point = self.script(MIDDLE, &[css.into()]).await?;
            Ok(point[0].as_f64().zip(point[1].as_f64()))
        })
        .await
    }

    /// Presses keys in sequence on the focused element. Modifiers are held to the end:
    /// `Key::Control + "z"`.
    pub async fn press(&self, keys: impl Into<TypingData>) -> Result<()> {
        let modifiers = [Key::Shift, Key::Control, Key::Alt, Key::Meta].map(|key| key.value());
        let mut held = Vec::new();
        let mut chain = self.session()?.action_chain();
        for key in keys.into().as_vec() {
            chain = chain.key_down(key);
            if modifiers.contains(&key) {
                held.push(key);
            } else {
                chain = chain.key_up(key);
            }
        }
        for key in held.into_iter().rev() {
            chain = chain.key_up(key);
        }
        Ok(chain.perform().await?)
    }

    /// Replaces the content of a field as a person does, by selecting and overwriting it. The
    /// driver's own clear command would fire a change event with an empty value.
    pub async fn type_into(&self, css: &str, text: &str) -> Result<()> {
        let field = self.find(css).await?;
        let select = "const field = document.querySelector(arguments[0]);
            if (field.type !== 'number') return false;
            field.focus();
            field.select();
            return true;";
        if self.script(select, &[json!(css)]).await? != json!(true) {
            field.clear().await?;
        }
        Ok(field.send_keys(text).await?)
    }

    /// Waits until a condition holds; `what` describes it in the error on timeout.
    pub async fn wait_until(
        &self,
        what: &str,
        mut condition: impl AsyncFnMut() -> Result<bool>,
    ) -> Result<()> {
        self.wait_for(what, async || Ok(condition().await?.then_some(()))).await
    }

    /// Retries until there is a result. Transient errors, such as a stale element, are reported
    /// only on timeout.
    async fn wait_for<T>(
        &self,
        what: &str,
        mut attempt: impl AsyncFnMut() -> Result<Option<T>>,
    ) -> Result<T> {
        let begin = Instant::now();
        loop {
            let error = match attempt().await {
                Ok(Some(found)) => return Ok(found),
                Ok(None) => None,
                Err(error) => Some(error),
            };
            if begin.elapsed() > self.patience {
                let shown = match self.keep_screenshot().await {
                    Ok(path) => format!("see {}", path.display()),
                    Err(error) => format!("no screenshot: {error:#}"),
                };
                let timeout =
                    format!("timed out after {:?} waiting for {what}; {shown}", self.patience);
                return Err(match error {
                    Some(error) => error.context(timeout),
                    None => anyhow!(timeout),
                });
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Saves a screenshot as a PNG file.
    pub async fn screenshot(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref();
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let image = self.session()?.screenshot_as_png().await?;
        fs::write(path, image).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Saves a screenshot of a failure.
    async fn keep_screenshot(&self) -> Result<PathBuf> {
        static COUNT: AtomicU32 = AtomicU32::new(1);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        // The test harness names each thread after its test.
        let thread = std::thread::current();
        let test = thread.name().unwrap_or("test").replace("::", "-");
        let path = target().join(format!("e2e/{test}-{}-{count}.png", std::process::id()));
        self.screenshot(&path).await?;
        Ok(path)
    }

    /// Runs a script and returns its result; a promise is awaited. The script finds `arguments` in
    /// the variable of that name.
    pub async fn script(&self, script: &str, arguments: &[Value]) -> Result<Value> {
        let answer = self.session()?.execute(script, arguments.to_vec()).await?;
        Ok(answer.json().clone())
    }

    /// Runs an asynchronous script, which passes its result to the last of its `arguments` within
    /// `limit`.
    pub async fn script_async(
        &self,
        script: &str,
        arguments: &[Value],
        limit: Duration,
    ) -> Result<Value> {
        let session = self.session()?;
        session.set_script_timeout(limit).await?;
        let answer = session.execute_async(script, arguments.to_vec()).await?;
        Ok(answer.json().clone())
    }

    /// Takes the page offline, or back online. Service workers are not affected: for them, use
    /// [`TestSite::stop`].
    pub async fn set_offline(&self, offline: bool) -> Result<()> {
        let unlimited = -1.0;
        self.network(offline, 0.0, unlimited, unlimited).await
    }

    /// Throttles the network to "fast 3G" (562.5 ms, 1.44 Mbit/s down, 675 kbit/s up) and slows the
    /// processor down by a factor.
    pub async fn throttle_fast_3g_and_cpu(&self, times: u32) -> Result<()> {
        self.network(false, 562.5, 180_000.0, 84_375.0).await?;
        self.throttle_cpu(times).await
    }

    /// Makes the processor slower by a factor, without touching the network.
    pub async fn throttle_cpu(&self, times: u32) -> Result<()> {
        self.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": times })).await?;
        Ok(())
    }

    /// Runs a script at the start of every page that is loaded from now on.
    pub async fn run_in_new_pages(&self, script: &str) -> Result<()> {
        self.devtools("Page.enable", json!({})).await?;
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await?;
        Ok(())
    }

    async fn network(&self, offline: bool, latency: f64, down: f64, up: f64) -> Result<()> {
        self.devtools("Network.enable", json!({})).await?;
        let conditions = json!({ "offline": offline, "latency": latency,
                                 "downloadThroughput": down, "uploadThroughput": up });
        self.devtools("Network.emulateNetworkConditions", conditions).await?;
        Ok(())
    }

    /// The console errors since the last call: exceptions, missing files, violations of the content
    /// security policy.
    pub async fn console_errors(&self) -> Result<Vec<String>> {
        self.console(&["SEVERE"]).await
    }

    /// The console errors since the last call, and the warnings.
    pub async fn console_warnings(&self) -> Result<Vec<String>> {
        self.console(&["SEVERE", "WARNING"]).await
    }

    async fn console(&self, levels: &[&str]) -> Result<Vec<String>> {
        let entries = self.session()?.browser_log().await?;
        // The browser requests this automatically for pages without an icon, such as the first one.
        let icon = format!("{}favicon.ico", self.address);
        let messages = entries.into_iter().filter(|entry| {
            levels.contains(&entry.level.as_str()) && !entry.message.starts_with(&icon)
        });
        Ok(messages.map(|entry| entry.message).collect())
    }

    /// A readable report of axe-core's violations in the current page; empty if there are none.
    pub async fn axe(&self) -> Result<String> {
        const RUN: &str = "return axe.run(document, { resultTypes: ['violations'] })
            .then(results => results.violations);";
        if self.script("return typeof window.axe", &[]).await? != "object" {
            self.script(axe::source()?, &[]).await?;
        }
        let violations = self.script(RUN, &[]).await?;
        ensure!(violations.is_array(), "axe-core says {violations}");
        Ok(axe::readable(&violations))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if let Some(session) = self.session.take() {
            let closed = self.driver.close(&session.session_id().to_string());
            // Otherwise its own drop would close the session again, which needs a runtime.
            let _ = session.leak();
            if let Err(error) = closed {
                eprintln!("the browser may still be open: {error:#}");
            }
        }
    }
}
