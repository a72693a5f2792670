// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// Keeps the page for use without a network: all that starts it at the first visit, the tables of
// perfect play once they were fetched. A new version is fetched as a whole, and takes over when no
// page of the old one is open any more. Each file is checked, so what is kept is of one version.

// {file: what it must be}
const FILES = {/*@FILES@*/};
const TABLES = "tables/";
// A site may have several Pocket Pigs; a path has no space.
const SCOPE = new URL(self.registration.scope).pathname;
const OURS = `pocketpig ${SCOPE} `;
const CACHE = `${OURS}@VERSION@`;

const checked = (file, request) => new Request(request, { integrity: FILES[file] });

self.addEventListener("install", (event) => {
  const files = Object.keys(FILES).filter((file) => !file.startsWith(TABLES));
  const requests = files.map((file) => checked(file, new Request(file, { cache: "no-cache" })));
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
  event.respondWith(answer(event.request, url.pathname.slice(SCOPE.length)));
});

// Without storage, or when it fails, the network answers.
async function answer(request, file) {
  const known = await withCache((cache) => cache.match(request, { ignoreSearch: true }));
  if (known) return known;
  if (!file.startsWith(TABLES) || !Object.hasOwn(FILES, file)) return fetch(request);
  const response = await fetch(checked(file, request));
  const copy = response.clone();
  if (response.ok) await withCache((cache) => cache.put(request, copy));
  return response;
}

async function withCache(work) {
  try {
    return await work(await caches.open(CACHE));
  } catch {
    return undefined;
  }
}
