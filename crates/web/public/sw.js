// Precaches the whole site, so that it works offline.
// A new version is downloaded completely before it replaces the old one.
const NAME = "bosworth-{{version}}";
const FILES = ["./", {{files}}];

self.addEventListener("install", (event) => {
  const fetchAll = async () => {
    const cache = await caches.open(NAME);
    await cache.addAll(FILES.map((path) => new Request(path, { cache: "no-cache" })));
    await self.skipWaiting();
  };
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
    const kept = await cache.match(event.request, { ignoreSearch: true });
    return kept ?? fetch(event.request);
  };
  event.respondWith(answer());
});
