// The page of the camera over a made-up document and camera; given {commitment, result}, codes.
// Prints {how the camera is left: [tracks that ran, tracks that still run, what is said]}, as JSON.

import { readFileSync } from "node:fs";

class Element extends EventTarget {
  constructor() {
    super();
    Object.assign(this, { textContent: "", dataset: {}, style: {}, srcObject: null });
    this.classList = { toggle() {} };
    for (const name of ["append", "focus", "replaceChildren", "setAttribute"]) this[name] = () => {};
  }
  async play() {}
}

const elements = {};
const element = (id) => (elements[id] ??= new Element());
const send = (kind, to) => to.dispatchEvent(new Event(kind));
globalThis.document = Object.assign(new EventTarget(), {
  documentElement: {}, getElementById: element, querySelectorAll: () => [], createElement: element,
});
globalThis.location = { href: "http://localhost/scan.html" };
globalThis.addEventListener = () => {};
globalThis.fetch = async (name) => new Response(readFileSync(`${folder}/${name}`));
URL.createObjectURL = () => `${folder}/micropython.wasm`;
console.error = () => {};

let found = []; // what the reader finds in each picture; null: it fails
globalThis.createImageBitmap = async () => ({});
globalThis.Worker = class {
  postMessage() {
    setTimeout(() => (found ? this.onmessage({ data: found }) : this.onerror({ message: "broken" })));
  }
  terminate() {}
};

let refusal = "";
let tracks = [];
const running = () => tracks.filter(({ runs }) => runs).length;
async function getUserMedia() {
  await new Promise((resolve) => setTimeout(resolve));
  if (refusal) throw new DOMException("", refusal);
  tracks = [0, 1].map(() => ({ runs: true, stop() { this.runs = false; } }));
  return { getTracks: () => tracks };
}
const browser = { languages: ["en"], mediaDevices: { getUserMedia } };
Object.defineProperty(globalThis, "navigator", { value: browser });
Object.assign(element("camera"), { videoWidth: 640, videoHeight: 480 });
element("files").files = [];
await import(`${folder}/scan.js`);

const until = async (done) => {
  for (const end = performance.now() + 60_000; !done() && performance.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 5));
};
const hide = () => {
  document.hidden = true;
  send("visibilitychange", document);
};
const opened = () => !element("start").disabled;
// How it is left, and whether it is open by then.
const WAYS = {
  "it is stopped": [() => send("click", element("stop")), true],
  "the page is hidden": [hide, true],
  "the page is hidden while it opens": [hide, false],
  "pictures are chosen": [() => send("change", element("files")), true],
  "a commitment is read": [() => (found = [given.commitment]), true],
  "a result is read": [() => (found = [given.result]), true],
  "the reader fails": [() => (found = null), true],
  "it is not allowed": [() => (refusal = "NotAllowedError"), false],
  "it is not there": [() => (refusal = "NotFoundError"), false],
};
const told = { "nobody asked": [running(), running(), element("status").textContent] };
for (const [how, [leave, open]] of Object.entries(WAYS)) {
  send("click", element("start"));
  if (open) await until(opened);
  const ran = running();
  leave();
  await until(() => opened() && !element("camera").srcObject);
  told[how] = [ran, running(), element("status").textContent];
  Object.assign(document, { hidden: false });
  found = [];
}
tell(told);
