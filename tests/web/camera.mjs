// The page of the camera over a made-up document and camera; given {commitment, result}, codes.
// Prints {how the camera is left: [tracks that ran, tracks that still run, what is said]}, as JSON.

import { openPage, until } from "./made_up_browser.mjs";

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
const { document, element, send } = openPage("scan.html", { mediaDevices: { getUserMedia } });
Object.assign(element("camera"), { videoWidth: 640, videoHeight: 480 });
await import(`${folder}/scan.js`);

const hide = () => {
  document.hidden = true;
  send("visibilitychange", document);
};
const opened = () => !element("start").disabled;
// How it is left, and whether it is open by then.
const WAYS = {
  "it is stopped": [() => element("stop").click(), true],
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
  element("start").click();
  if (open) await until(opened);
  const ran = running();
  leave();
  await until(() => opened() && !element("camera").srcObject);
  told[how] = [ran, running(), element("status").textContent];
  Object.assign(document, { hidden: false });
  found = [];
}
tell(told);
