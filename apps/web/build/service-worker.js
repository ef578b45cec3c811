// Shows offline.html if a page cannot be loaded. Caches nothing else, neither pages nor API responses. So no amount or status is ever shown
// from a cache, and a new version takes effect with the next page load.
const kept = "offline-VERSION";
const files = ["FILES"];

self.addEventListener("install", (event) => {
  // A font has its hash in its name, so the browser's own copy will do.
  const fresh = files.map((file) => new Request(file, { cache: file.startsWith("/assets/") ? "default" : "reload" }));
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(fresh)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
  const older = (await caches.keys()).filter((name) => name.startsWith("offline-") && name !== kept);
  await Promise.all(older.map((name) => caches.delete(name)));
  // Requests pages while the worker starts, instead of after it.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.mode === "navigate") event.respondWith(page(event));
  else if (origin === self.location.origin && files.includes(pathname)) event.respondWith(fileOfThePage(event.request));
});

async function page({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await caches.match("/offline.html")) ?? Response.error();
  }
}

async function fileOfThePage(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}
