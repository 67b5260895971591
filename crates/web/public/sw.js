// Precaches the whole site, so that it works offline.
// A new version is downloaded completely before it replaces the old one.
const NAME = "bosworth-{{version}}";
const FILES = ["./", {{files}}];

// Lets the browser answer from the cache itself where it can, without starting this worker first.
const addRoutes = (event) => {
  if (!event.addRoutes) return;
  const { href, pathname } = new URL(registration.scope);
  const parts = [{ pathname, search: "" }, { pathname: `${pathname}assets/*` }];
  const rules = parts.map((part) => ({
    condition: { requestMethod: "GET", urlPattern: new URLPattern({ ...part, baseURL: href }) },
    source: { cacheName: NAME },
  }));
  event.addRoutes(rules).catch(console.warn);
};

self.addEventListener("install", (event) => {
  const fetchAll = async () => {
    const cache = await caches.open(NAME);
    await cache.addAll(FILES.map((path) => new Request(path, { cache: "no-cache" })));
    await self.skipWaiting();
  };
  addRoutes(event);
  event.waitUntil(fetchAll());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("bosworth-") && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  // API responses are never cached.
  if (url.pathname.startsWith(new URL("api/", registration.scope).pathname)) return;
  const answer = async () => {
    const cache = await caches.open(NAME);
    // The page is cached once, though it has two addresses.
    const page = url.href.replace(/index\.html(?=$|[?#])/, "");
    const kept = await cache.match(page, { ignoreSearch: true });
    return kept ?? fetch(event.request);
  };
  event.respondWith(answer());
});

// The address that a tab shows. The tab itself is asked, because a client's `url` does not follow
// changes of the fragment, which identifies our pages.
const shown = (tab) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, 1000);
    tab.postMessage("address", [port2]);
  });

// Shows a push message of the server: a text, and the address of its page.
let told = Promise.resolve();
self.addEventListener("push", (event) => {
  const show = async () => {
    const { title, body, tag, url } = event.data.json();
    const address = new URL(url, registration.scope).href;
    // Show no notification while a visible tab shows that page.
    const tabs = await self.clients.matchAll({ type: "window" });
    const visible = tabs.filter((tab) => tab.visibilityState === "visible");
    if ((await Promise.all(visible.map(shown))).includes(address)) return;
    // One notification per game: a newer one replaces it, and alerts again.
    const icon = new URL("icon-192.png", registration.scope).href;
    await registration.showNotification(title, { body, tag, icon, renotify: true, data: { address } });
  };
  // Sequentially, so that the newest one stays.
  if (!event.data) return;
  told = told.then(show, show);
  event.waitUntil(told);
});

self.addEventListener("notificationclick", (event) => {
  const go = async () => {
    const { address } = event.notification.data;
    const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const pages = await Promise.all(tabs.map(shown));
    const open = tabs[pages.indexOf(address)];
    await (open ? open.focus() : self.clients.openWindow(address));
  };
  event.notification.close();
  event.waitUntil(go());
});

// The browser has renewed its push subscription: send the new one to the server.
self.addEventListener("pushsubscriptionchange", (event) => {
  const renew = async () => {
    const options = event.oldSubscription?.options;
    const renewed = event.newSubscription ?? (options && (await registration.pushManager.subscribe(options)));
    if (!renewed) return;
    const headers = { "content-type": "application/json" };
    const address = new URL("api/me/push", registration.scope);
    await fetch(address, { method: "POST", headers, body: JSON.stringify(renewed) });
  };
  event.waitUntil(renew());
});
