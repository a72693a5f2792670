// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// The service worker over caches that fail: FOLDER. Prints {what fails: the answers}, as JSON.

import { readFileSync } from "node:fs";

const source = readFileSync(`${process.argv[2]}/sw.js`, "utf-8");
const no = async () => {
  throw new DOMException("no", "QuotaExceededError");
};
const throws = () => {
  throw new DOMException("no", "SecurityError");
};
const cache = (more) => ({ match: async () => undefined, put: async () => {}, ...more });
const CACHES = {
  "no caches": undefined,
  "caches that throw": { open: throws, keys: throws },
  "caches that refuse": { open: no, keys: no, delete: no },
  "a cache that cannot be read": { open: async () => cache({ match: no }), keys: async () => [] },
  "a full cache": { open: async () => cache({ put: no }), keys: async () => [] },
  "a cache that throws": { open: async () => cache({ match: throws, put: throws }), keys: async () => [] },
};
const told = {};
for (const [what, caches] of Object.entries(CACHES)) {
  const listeners = {};
  let claimed = false;
  const self = {
    registration: { scope: "http://localhost/pig/" },
    location: { origin: "http://localhost" },
    clients: { claim: async () => (claimed = true) },
    addEventListener: (kind, listener) => (listeners[kind] = listener),
  };
  const sent = (request) => new Response(`from the network: ${new URL(request.url).pathname}`);
  const Asked = class { constructor(request) { Object.assign(this, { url: request.url ?? request }); } };
  const run = new Function("self", "caches", "fetch", "Request", "console", source);
  run(self, caches, async (request) => sent(request), Asked, { warn() {} });
  const answers = [];
  for (const file of ["app.js", "tables/pig-first.bin"]) {
    const request = { method: "GET", url: "http://localhost/pig/" + file };
    let answer = null;
    listeners.fetch({ request, respondWith: (promise) => (answer = promise) });
    answers.push(await answer.then((found) => found.text(), (error) => String(error)));
  }
  await new Promise((resolve) => listeners.activate({ waitUntil: (work) => work.then(resolve, resolve) }));
  told[what] = [...answers, claimed];
}
console.log(JSON.stringify(told));
