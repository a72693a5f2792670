// Keeps the page for use without a network: all of its files at the first visit. A new version is
// fetched as a whole, and takes over when no page of the old one is open any more. Each file is
// checked, so what is kept is of one version.

// {file: what it must be}
const FILES = {/*@FILES@*/};
// A site may have several Pocket Pigs; a path has no space.
const SCOPE = new URL(self.registration.scope).pathname;
const OURS = `pocketpig ${SCOPE} `;
const CACHE = `${OURS}@VERSION@`;

self.addEventListener("install", (event) => {
  const requests = Object.entries(FILES).map(
    ([file, integrity]) => new Request(file, { cache: "no-cache", integrity }),
  );
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy().catch(console.warn).then(() => self.clients.claim()));
});

async function tidy() {
  for (const name of await caches.keys())
    if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  event.respondWith(answer(event.request));
});

// Without storage, or when it fails, the network answers.
async function answer(request) {
  try {
    const known = await (await caches.open(CACHE)).match(request, { ignoreSearch: true });
    if (known) return known;
  } catch (error) {
    console.warn(error);
  }
  return fetch(request);
}
