// What the page tells a blind person, without a browser; given a list of walks: {held: buttons at the
// start, setup: requests of the bridge or Python, presses: buttons or [button, ms to wait], rest: ms
// to wait else}. Prints {heard, screen, record} before the presses and after each.

import { handheld, load } from "./machine.mjs";

const { BUTTONS } = await load("fingers.js");
const { Narrator } = await load("narrator.js");

const STEP_MS = 100; // at most

async function heard(held) {
  const it = { now: 0, said: [], timers: [], seed: 1 };
  // The same bytes and the same times in every run.
  const next = () => (it.seed = (it.seed * 1103515245 + 12345) % 2 ** 31) >> 16 & 255;
  const entropy = (n) => Array.from({ length: n }, () => next().toString(16).padStart(2, "0")).join("");
  Object.assign(it, await handheld(held, { entropy, ticks_ms: () => it.now }));
  const narrator = new Narrator(
    () => it.program.tell(),
    (text) => it.said.push(text), (ms, then) => it.timers.push([it.now + ms, then]),
  );
  it.step = () => {
    const sleep = it.program.step();
    const screen = it.program.changed();
    if (screen) {
      it.screen = screen;
      narrator.see();
    }
    const due = it.timers.filter(([at]) => at <= it.now);
    it.timers = it.timers.filter(([at]) => at > it.now);
    for (const [, then] of due) then();
    it.now += Math.max(1, Math.min(sleep, STEP_MS));
  };
  it.wait = (ms) => {
    for (const until = it.now + ms; it.now < until; ) it.step();
  };
  it.ask = (method, params = {}) => {
    it.line.send(new TextEncoder().encode(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) + "\n"));
    it.line.receive();
    for (let tries = 0; tries < 100; tries++) {
      it.step();
      const text = new TextDecoder().decode(Uint8Array.from(it.line.fromApp));
      if (text.endsWith("\n")) break;
    }
    const answer = JSON.parse(new TextDecoder().decode(Uint8Array.from(it.line.receive())));
    it.line.open = false;
    it.step();
    if (answer.error) throw new Error(JSON.stringify(answer.error));
    return answer.result;
  };
  it.press = (name, ms) => {
    it.said.length = 0;
    if (BUTTONS.includes(name)) it.fingers.down(name, "finger");
    it.step();
    it.fingers.up("finger");
    it.wait(ms);
    return it.said.slice();
  };
  return it;
}

const told = [];
for (const { held = [], setup = [], presses, rest = 2500 } of given) {
  const it = await heard(held);
  it.step();
  it.fingers.upAll();
  it.wait(500);
  for (const [method, params] of setup)
    if (method === "python") it.vm.runPython(params);
    else it.ask(method, params);
  it.wait(1500);
  const walk = [{ heard: it.said.slice(), screen: it.screen, record: it.program.record() }];
  for (const press of presses) {
    const [name, ms = rest] = Array.isArray(press) ? press : [press];
    const heard = it.press(name, ms);
    walk.push({ heard, screen: it.screen, record: it.program.record() });
  }
  told.push(walk);
}
tell(told);
