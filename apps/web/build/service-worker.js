// Shows offline.html where a page cannot be fetched. It keeps nothing else, no page and no answer of the server, so that no amount and no status
// is ever shown from memory, and a new version of the product is there with the next page.
const kept = "offline-VERSION";
const files = ["FILES"];

self.addEventListener("install", (event) => {
  const fresh = files.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(fresh)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
  const older = (await caches.keys()).filter((name) => name.startsWith("offline-") && name !== kept);
  await Promise.all(older.map((name) => caches.delete(name)));
  // Pages are asked for while this wakes up, not after it.
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
