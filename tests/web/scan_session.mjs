// The page of the camera without a browser; given a list of walks, each
// a list of steps [name, what it takes]. Prints a list of what is known after each step, as JSON.

import { load, machine } from "./machine.mjs";

const { Session } = await load("scan_session.js");
const { Place } = await load("storage.js");
const vm = await machine();
vm.runPython("import pocketpig._codes as scan");
const scan = async () => vm.globals.get("scan");

const MINUTE = 60_000;
let texts = new Map();
let forbidden = false;
Object.defineProperty(globalThis, "localStorage", {
  get() {
    if (forbidden) throw new DOMException("no", "SecurityError");
    return {
      getItem: (name) => texts.get(name) ?? null,
      setItem: (name, text) => texts.set(name, text),
    };
  },
});

const told = [];
for (const walk of given) {
  texts = new Map();
  forbidden = false;
  let now = 1e12;
  const place = new Place("localStorage", "noted");
  const page = () => new Session(scan, place, () => now);
  const pages = [page(), page()]; // two tabs
  const known = [];
  for (const [name, given] of walk) {
    const tab = name === "elsewhere" ? 1 : 0;
    const session = pages[tab];
    let found = {};
    if (name === "read" || name === "elsewhere") found = await session.read(given);
    else if (name === "wait") now += given[0] * MINUTE;
    else if (name === "keep" || name === "replace") session.answer(name === "replace");
    else if (name === "enter") session.enter(given[0]);
    else if (name === "forget") session.forget();
    else if (name === "reload") pages[tab] = page();
    else if (name === "forbid") forbidden = true;
    else if (name === "store") texts.set(place.name, given[0]);
    const { kept, pending, verdict, saved } = pages[tab];
    known.push({
      said: found.said?.[0] ?? "", done: found.done ?? null, commitment: kept.commitment, pending, saved,
      kind: verdict?.kind ?? "", why: verdict?.why ?? "", before: (verdict?.before ?? 0) / MINUTE,
    });
  }
  told.push(known);
}
tell(told);
