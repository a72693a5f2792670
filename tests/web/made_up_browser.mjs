// A made-up browser for the modules of a page, from the built folder in which it runs.

import { readFileSync } from "node:fs";

const TAG = /<(\w+)([^>]*)>/g;
const ATTRIBUTE = /([\w-]+)(?:="([^"]*)")?/g;
const SELECTOR = /^\[data-(\w+)(?:=(\w+))?\]$/;

class Element extends EventTarget {
  constructor(tag, attributes = {}) {
    super();
    const data = Object.entries(attributes).filter(([name]) => name.startsWith("data-"));
    this.dataset = Object.fromEntries(data.map(([name, value]) => [name.slice(5), value]));
    Object.assign(this, { tag, attributes, hidden: "hidden" in attributes, children: [], told: [] });
    Object.assign(this, { style: {}, files: [], srcObject: null, clientWidth: 512 });
    this.classes = new Set();
    const toggle = (name, on) => this.classes[on ? "add" : "delete"](name);
    this.classList = { toggle, contains: (name) => this.classes.has(name) };
  }
  /** The last text; `told` has all. */
  get textContent() {
    return this.told.at(-1) ?? "";
  }
  set textContent(text) {
    this.told.push(text);
  }
  get childElementCount() {
    return this.children.length;
  }
  setAttribute(name, value) {
    this.attributes[name] = String(value);
  }
  append(...more) {
    this.children.push(...more);
  }
  replaceChildren(...children) {
    this.children = children;
  }
  click() {
    this.dispatchEvent(new Event("click"));
    if (this.download) this.ownerDocument.saved.push(this.download);
  }
  closest() {
    return null;
  }
  getContext() {
    const image = (width, height) => ({ data: new Uint8Array(4 * width * height) });
    return new Proxy({ canvas: this, createImageData: image }, {
      get: (own, name) => own[name] ?? (() => {}),
    });
  }
  toBlob(taken) {
    taken(new Blob([this.width, "x", this.height]));
  }
  querySelectorAll(selector) {
    return this.ownerDocument.querySelectorAll(selector);
  }
  async play() {}
  focus() {}
  blur() {}
  close() {
    this.open = false;
  }
  showModal() {
    this.open = true;
  }
}

/** Open a page of the folder, and give its modules a browser with what `more` says. */
export function openPage(name, { hash = "", search = "", languages = ["en"], looks = [], stores, offline, ...more } = {}) {
  const html = readFileSync(`${folder}/${name}`, "utf-8").replace(/<!--.*?-->/gs, "");
  const all = [...html.matchAll(TAG)].map(([, tag, text]) => {
    const pairs = [...text.matchAll(ATTRIBUTE)].map(([, name, value = ""]) => [name, value]);
    return new Element(tag, Object.fromEntries(pairs));
  });
  const own = (element) => Object.assign(element, { ownerDocument: document });
  const find = (selector) => {
    const [, name, value] = SELECTOR.exec(selector) ?? [];
    const fits = ({ tag, dataset }) => (name ? name in dataset && dataset[name] === (value ?? dataset[name]) : tag === selector);
    return all.filter(fits);
  };
  const document = Object.assign(new EventTarget(), {
    saved: [],
    getElementById: (id) => all.find(({ attributes }) => attributes.id === id),
    querySelector: (selector) => find(selector)[0],
    querySelectorAll: find,
    createElement: (tag) => own(new Element(tag)),
  });
  all.forEach(own);
  [document.documentElement, document.body] = ["html", "body"].map(document.querySelector);
  const went = [];
  const href = `http://localhost/${name}${search}${hash}`;
  const assign = (address) => went.push(String(address));
  const location = { href, hash, search, pathname: `/${name}`, assign, reload: () => went.push("again") };
  const top = new EventTarget();
  const blobs = [];
  URL.createObjectURL = (blob) => (blobs.push(blob), `${folder}/micropython.wasm`);
  const store = (texts) => ({
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => texts.set(name, text),
  });
  stores ??= [new Map(), new Map()];
  const observer = class {
    observe() {}
  };
  const given = {
    document, location, devicePixelRatio: 1, isSecureContext: true,
    addEventListener: top.addEventListener.bind(top),
    matchMedia: (query) => ({ matches: looks.includes(query) }),
    requestAnimationFrame: (then) => setTimeout(then, 16),
    MutationObserver: observer, ResizeObserver: observer,
    localStorage: store(stores[0]), sessionStorage: store(stores[1]),
    navigator: { languages, getGamepads: () => [], ...more },
    fetch: async (name) => {
      if (offline && name.startsWith(offline)) throw new TypeError("no network");
      return new Response(readFileSync(`${folder}/${name}`));
    },
  };
  for (const [name, value] of Object.entries(given))
    Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
  const element = document.getElementById;
  const send = (kind, to = top, more = {}) => to.dispatchEvent(Object.assign(new Event(kind), more));
  return { document, element, location, went, stores, blobs, send, click: (id) => element(id).click() };
}

const clock = { now: 0, timers: new Map(), made: 0, real: true };

/** From now on time passes in `pass` and `until` alone, whatever this computer has else to do. */
export function stopClock() {
  clock.real = false;
  performance.now = () => (clock.now += 0.02);
  globalThis.setTimeout = (then, ms = 0, ...given) => {
    clock.timers.set(++clock.made, [clock.now + ms, () => then(...given)]);
    return clock.made;
  };
  globalThis.clearTimeout = (timer) => clock.timers.delete(timer);
}

export async function pass(ms) {
  for (const end = clock.now + ms; clock.now < end; clock.now += 10) {
    for (const [timer, [at, then]] of clock.timers)
      if (at <= clock.now && clock.timers.delete(timer)) then();
    await new Promise(setImmediate);
  }
}

export async function until(done, what = String(done)) {
  for (const end = Date.now() + 60_000; !done(); ) {
    if (Date.now() > end) throw new Error(`${what} never comes`);
    await (clock.real ? new Promise((resolve) => setTimeout(resolve, 5)) : pass(5));
  }
}
