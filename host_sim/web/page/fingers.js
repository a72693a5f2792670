// The fingers on the four buttons: touch, mouse, keys and gamepads. A button is down while any of
// them holds it, and a press and release between two polls still give both events. A button is let
// go as soon as its source can no longer tell of the release.

export const BUTTONS = ["up", "down", "a", "b"]; // handheld.board
const RELEASE = 4;

// The keys of the simulator's window.
const KEYS = {
  ArrowUp: "up", w: "up", ArrowDown: "down", s: "down",
  a: "a", Enter: "a", " ": "a", b: "b", Backspace: "b", Escape: "b",
};
// The "standard" mapping of the Gamepad API.
const PAD_BUTTONS = { 0: "a", 1: "b", 2: "a", 3: "b", 12: "up", 13: "down" };
const [PUSHED, LET_GO] = [0.6, 0.4];
const TAP_MS = 60;
// While one of these is down, macOS tells of no other key's release, and menus may take it.
const SWALLOW = ["Meta", "OS", "Alt", "AltGraph", "Control"];
const KEY = "key "; // what the source of a key begins with
// While these are on the screen, the page learns nothing.
const BLOCKING = ["alert", "confirm", "prompt", "print"];
const BEAT_MS = 100; // while something is held
const GAP_MS = 1000; // the page did not run: the computer slept, or an extension asked something

export class Fingers {
  /** `wake()` is called after each event; `show(mask)` when the buttons that are down change. */
  constructor(wake = () => {}, show = () => {}) {
    this.wake = wake;
    this.show = show;
    this.holders = new Map(); // source: index of the button that it holds
    this.events = [];
    this.mask = 0;
    this.timer = 0;
  }

  poll() {
    return this.events.shift() ?? -1;
  }

  held() {
    return this.mask;
  }

  down(button, source) {
    this.holders.set(source, BUTTONS.indexOf(button));
    this.#look();
  }

  up(source) {
    if (this.holders.delete(source)) this.#look();
  }

  /** Let go what the sources hold of which `which(source, button)` is true. */
  upAll(which = () => true) {
    for (const [source, index] of this.holders)
      if (which(String(source), BUTTONS[index])) this.holders.delete(source);
    this.#look();
  }

  tap(button) {
    const source = Symbol(button);
    this.down(button, source);
    setTimeout(() => this.up(source), TAP_MS);
  }

  #look() {
    let mask = 0;
    for (const index of this.holders.values()) mask |= 1 << index;
    const changed = mask ^ this.mask;
    if (!changed) return;
    this.mask = mask;
    this.#watch();
    for (let index = 0; index < BUTTONS.length; index++)
      if (changed & (1 << index)) this.events.push(mask & (1 << index) ? index : index + RELEASE);
    this.show(mask);
    this.wake();
  }

  /** Let all go after a time in which the page did not run. */
  #watch() {
    clearTimeout(this.timer);
    const begun = performance.now();
    const beat = () => (performance.now() - begun > GAP_MS ? this.upAll() : this.#watch());
    if (this.mask) this.timer = setTimeout(beat, BEAT_MS);
  }
}

/** Return the button of a keyboard event, or undefined. */
function buttonOfKey({ ctrlKey, metaKey, altKey, key, target }) {
  if (ctrlKey || metaKey || altKey || !key) return undefined;
  const own = [" ", "Enter"].includes(key) && target.closest?.("[data-button]");
  return own ? own.dataset.button : KEYS[key.length === 1 ? key.toLowerCase() : key];
}

/** True if the key is for something else on the page: a link, a field, a dialog. */
function isForThePage(event) {
  if (!event.target.closest) return false; // the document
  if (event.target.closest("dialog, input, textarea, select")) return true;
  const control = event.target.closest("button, a, summary");
  return control !== null && !control.dataset.button && [" ", "Enter"].includes(event.key);
}

/** Let `fingers` press by touch, mouse and keys; the `<button data-button>`s are in `body`. */
export function listen(fingers, body) {
  for (const element of body.querySelectorAll("[data-button]")) {
    const name = element.dataset.button;
    let pointed = false;
    element.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      pointed = true;
      // A touch captures the pointer by itself; a mouse must too, or its release is lost.
      element.setPointerCapture(event.pointerId);
      fingers.down(name, event.pointerId);
      if (event.pointerType === "touch") navigator.vibrate?.(10);
    });
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"])
      element.addEventListener(kind, (event) => fingers.up(event.pointerId));
    // The release of one of two buttons of a mouse is no pointerup.
    element.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && !(event.buttons & 1)) fingers.up(event.pointerId);
    });
    // A screen reader clicks without a pointer.
    element.addEventListener("click", (event) => {
      if (!pointed && event.detail === 0) fingers.tap(name);
      pointed = false;
    });
    // Nor does a mouse leave the focus there: Enter stays the A button.
    for (const kind of ["contextmenu", "mousedown"])
      element.addEventListener(kind, (event) => event.preventDefault());
    // Where a browser ignores `touch-action`: no zoom by a double tap, no selection.
    element.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  }
  const isKey = (source) => source.startsWith(KEY);
  addEventListener("keydown", (event) => {
    if (SWALLOW.includes(event.key)) return fingers.upAll(isKey);
    if (isForThePage(event)) return;
    const name = buttonOfKey(event);
    if (!name) return;
    event.preventDefault();
    if (event.repeat) return;
    fingers.up(KEY + event.code); // its release was lost
    fingers.down(name, KEY + event.code);
  });
  addEventListener("keyup", (event) => {
    const source = KEY + event.code;
    if (SWALLOW.includes(event.key)) fingers.upAll(isKey);
    else if (fingers.holders.has(source)) fingers.up(source);
    // What presses keys in place of a keyboard may name the release otherwise.
    else fingers.upAll((other, button) => isKey(other) && button === buttonOfKey(event));
  });
  letGo(fingers, body);
}

/** Let all go where no release would be told. */
function letGo(fingers, body) {
  const all = () => fingers.upAll();
  for (const kind of ["blur", "pagehide"]) addEventListener(kind, all);
  for (const kind of ["visibilitychange", "freeze", "fullscreenchange"])
    body.addEventListener(kind, all);
  addEventListener("contextmenu", (event) => event.defaultPrevented || all());
  // A dialog opens, or a part of the page is covered.
  const covered = { subtree: true, attributes: true, attributeFilter: ["open", "inert"] };
  new MutationObserver(all).observe(body, covered);
  for (const name of BLOCKING) {
    const real = globalThis[name];
    globalThis[name] = (...given) => (all(), real?.(...given));
  }
}

/** Look at the gamepads in every frame while there are any. */
export function listenToGamepads(fingers) {
  const seen = new Map(); // what is pushed, by source: a press is a change
  const pads = () => {
    try {
      return [...navigator.getGamepads()].filter((pad) => pad && pad.connected !== false);
    } catch {
      return []; // forbidden meanwhile
    }
  };
  const look = () => {
    const found = pads();
    const pushed = new Map(found.flatMap((pad) => sources(pad, seen)));
    for (const source of seen.keys()) if (!pushed.has(source)) fingers.up(source);
    for (const [source, name] of pushed) if (!seen.has(source)) fingers.down(name, source);
    seen.clear();
    for (const [source, name] of pushed) seen.set(source, name);
    return found.length > 0;
  };
  let looking = false;
  const frame = () => {
    looking = look();
    if (looking) requestAnimationFrame(frame);
  };
  addEventListener("gamepadconnected", () => looking || frame());
  addEventListener("gamepaddisconnected", look);
}

/** Return [source, button] of what is pushed on a pad; `seen` was pushed before. */
function sources(pad, seen) {
  const found = [];
  for (const [number, name] of Object.entries(PAD_BUTTONS))
    if (pad.buttons[number]?.pressed) found.push([`pad${pad.index} ${number}`, name]);
  for (const [name, direction] of [["up", -1], ["down", 1]]) {
    const source = `pad${pad.index} axis ${name}`;
    const least = seen.has(source) ? LET_GO : PUSHED;
    if ((pad.axes[1] ?? 0) * direction > least) found.push([source, name]);
  }
  return found;
}
