// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// The fingers on the four buttons: touch, mouse, keys and gamepads. A button is down while any of
// them holds it, and a press and release between two polls still give both events.

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

export class Fingers {
  /** `wake()` is called after each event; `show(mask)` when the buttons that are down change. */
  constructor(wake = () => {}, show = () => {}) {
    this.wake = wake;
    this.show = show;
    this.holders = new Map(); // source: index of the button that it holds
    this.events = [];
    this.mask = 0;
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

  upAll() {
    this.holders.clear();
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
    for (let index = 0; index < BUTTONS.length; index++)
      if (changed & (1 << index)) this.events.push(mask & (1 << index) ? index : index + RELEASE);
    this.show(mask);
    this.wake();
  }
}

/** Return the button of a keyboard event, or undefined. */
function buttonOfKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
}

/** True if the key is for something else on the page: a link, a field, a dialog. */
function isForThePage(event) {
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
  addEventListener("keydown", (event) => {
    if (isForThePage(event)) return;
    const own = event.target.closest?.("[data-button]");
    const name =
      own && [" ", "Enter"].includes(event.key) ? own.dataset.button : buttonOfKey(event);
    if (!name) return;
    event.preventDefault();
    if (!event.repeat) fingers.down(name, event.code);
  });
  addEventListener("keyup", (event) => fingers.up(event.code));
  // Elsewhere nobody tells when a key is let go.
  addEventListener("blur", () => fingers.upAll());
}

/** Look at the gamepads in every frame while there are any. */
export function listenToGamepads(fingers) {
  let looking = false;
  const look = () => {
    const pads = navigator.getGamepads().filter((pad) => pad !== null);
    for (const pad of pads) {
      for (const [number, name] of Object.entries(PAD_BUTTONS))
        push(fingers, `pad${pad.index} ${number}`, name, pad.buttons[number]?.pressed ?? false);
      for (const [name, direction] of [["up", -1], ["down", 1]]) {
        const source = `pad${pad.index} axis ${name}`;
        const least = fingers.holders.has(source) ? LET_GO : PUSHED;
        push(fingers, source, name, (pad.axes[1] ?? 0) * direction > least);
      }
    }
    looking = pads.length > 0;
    if (looking) requestAnimationFrame(look);
    else for (const source of [...fingers.holders.keys()])
      if (String(source).startsWith("pad")) fingers.up(source);
  };
  addEventListener("gamepadconnected", () => {
    if (!looking) look();
  });
}

function push(fingers, source, name, down) {
  if (down === fingers.holders.has(source)) return;
  if (down) fingers.down(name, source);
  else fingers.up(source);
}
