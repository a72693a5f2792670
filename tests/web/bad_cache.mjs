// The service worker over caches that fail, and without a network. Prints {what fails: the
// answers}, what it answers offline, and the files that it does not keep, as JSON.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";

const source = readFileSync(`${folder}/sw.js`, "utf-8");
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
const PLACE = "http://localhost/pig/";

/** Start the worker over these caches and this network; return its listeners. */
function started(caches, network, clients = { claim: async () => {} }) {
  const listeners = {};
  const self = {
    registration: { scope: PLACE },
    location: { origin: "http://localhost" },
    clients,
    addEventListener: (kind, listener) => (listeners[kind] = listener),
  };
  const Asked = class {
    constructor(request, { integrity } = {}) {
      Object.assign(this, { url: new URL(request.url ?? request, PLACE).href, integrity });
    }
  };
  const run = new Function("self", "caches", "fetch", "Request", "console", source);
  run(self, caches, network, Asked, { warn() {} });
  return listeners;
}

const answered = (listeners, file) => {
  let answer = null;
  const request = { method: "GET", url: PLACE + file };
  listeners.fetch({ request, respondWith: (promise) => (answer = promise) });
  return answer.then((found) => found.text(), (error) => String(error));
};

const told = { faults: {}, offline: {}, mixed: "", lost: [], gone: [] };
for (const [what, caches] of Object.entries(CACHES)) {
  let claimed = false;
  const sent = async ({ url }) => new Response(`from the network: ${new URL(url).pathname}`);
  const listeners = started(caches, sent, { claim: async () => (claimed = true) });
  const answers = [];
  for (const file of ["app.js", "tables/pig-first.bin"]) answers.push(await answered(listeners, file));
  await new Promise((resolve) => listeners.activate({ waitUntil: (work) => work.then(resolve, resolve) }));
  told.faults[what] = [...answers, claimed];
}
// A new version takes the place of the old one, and of nothing else.
const names = ["pocketpig /pig/ old", "pocketpig /pig/two/ old", "another"];
const tidied = started({ keys: async () => names, delete: async (name) => told.gone.push(name) }, no);
await new Promise((resolve) => tidied.activate({ waitUntil: (work) => work.then(resolve) }));
// The first visit keeps the files; then there is no network.
const kept = new Map();
const bare = (url) => url.replace(/\?.*/, "");
let changed = "narrator.js"; // on the server, while the worker fetches
const store = {
  addAll: async (requests) => {
    const files = requests.map(({ url, integrity }) => {
      const file = url.slice(PLACE.length);
      const hash = createHash("sha256").update(readFileSync(`${folder}/${file || "index.html"}`));
      if (file === changed) hash.update("\n");
      if (integrity !== `sha256-${hash.digest("base64")}`) throw new TypeError(`${file} is another`);
      return [url, file];
    });
    for (const [url, file] of files) kept.set(url, file);
  },
  match: async ({ url }, { ignoreSearch = false } = {}) => {
    const file = [...kept.keys()].find((each) => each === url || (ignoreSearch && bare(each) === bare(url)));
    return file && new Response(kept.get(file));
  },
};
const listeners = started({ open: async () => store, keys: async () => [] }, no);
const install = () => new Promise((resolve) => listeners.install({ waitUntil: resolve }));
told.mixed = await install().then(() => "kept", String);
changed = null;
await install();
for (const file of ["index.html", "index.html?from=mail", "app.js?1", "nothing"])
  told.offline[file] = await answered(listeners, file);
for (const file of readdirSync(folder, { recursive: true }).sort())
  if (!statSync(`${folder}/${file}`).isDirectory() && (await answered(listeners, file)) !== file)
    told.lost.push(file);
tell(told);
