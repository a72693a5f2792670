// Presses whose release nobody tells. Prints {what happens: the buttons held after the
// press, and after what happens; the presses that the program sees in all}, as JSON.

const { BUTTONS, Fingers, listen, listenToGamepads } = await import(`${folder}/fingers.js`);

/** An element with attributes as far as fingers.js looks at them. */
class Element extends EventTarget {
  constructor(name = "", inside = "body") {
    super();
    this.dataset = name ? { button: name } : {};
    this.inside = name ? "button [data-button]" : inside;
  }
  closest(selectors) {
    return selectors.split(", ").some((each) => this.inside.split(" ").includes(each)) ? this : null;
  }
  setPointerCapture() {}
}

let observed = [];
globalThis.MutationObserver = class {
  constructor(callback) { this.callback = callback; }
  observe(target, options) { observed.push([this.callback, options]); }
};

/** A page with fingers on it. */
function page() {
  observed = [];
  const top = new EventTarget();
  for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"])
    globalThis[name] = top[name].bind(top);
  const buttons = BUTTONS.map((name) => new Element(name));
  const body = new EventTarget();
  body.querySelectorAll = () => buttons;
  const pads = [];
  const frames = [];
  globalThis.requestAnimationFrame = (then) => frames.push(then);
  Object.defineProperty(globalThis, "navigator", {
    configurable: true, value: { getGamepads: () => (typeof pads.refuse === "function" ? pads.refuse() : pads) },
  });
  for (const name of ["alert", "confirm", "prompt", "print"]) globalThis[name] = () => {};
  const fingers = new Fingers();
  listen(fingers, body);
  listenToGamepads(fingers);
  const send = (kind, more = {}, to = top) => {
    const event = new Event(kind, { cancelable: true });
    const target = more.target ?? new Element();
    Object.defineProperty(event, "target", { value: target });
    for (const [name, value] of Object.entries(more))
      if (name !== "target") Object.defineProperty(event, name, { value });
    to.dispatchEvent(event);
    return event;
  };
  const key = (kind, key, code, more) => send(kind, { key, code, repeat: false, ...more });
  const point = (kind, name, more) =>
    send(kind, { button: 0, buttons: 1, pointerId: 1, pointerType: "mouse", target: null, ...more },
      buttons[BUTTONS.indexOf(name)]);
  const frame = () => frames.splice(0).forEach((then) => then());
  const plug = (index, ...pressed) => {
    pads[index] = { index, connected: true, axes: [0, 0],
      buttons: Array.from({ length: 16 }, (_, at) => ({ pressed: pressed.includes(at) })) };
    send("gamepadconnected");
    return pads[index];
  };
  const change = (name) => {
    for (const [callback, { attributeFilter }] of observed)
      if (attributeFilter.includes(name)) callback();
  };
  return { fingers, body, send, key, point, frame, pads, plug, change };
}

const up = ({ key }) => key("keydown", "ArrowUp", "ArrowUp");
const touch = ({ point }) => point("pointerdown", "up", { pointerType: "touch" });
const click = ({ point }) => point("pointerdown", "up");
const pad = ({ plug }) => plug(0, 12);
const both = (page) => (up(page), touch(page), pad(page));
const blocked = async () => {
  const until = performance.now() + 1300;
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 150));
};

// [what happens, the press, what happens]; afterwards nothing is held.
const LOST = [
  ["Cmd goes down and up", up, ({ key }) => { key("keydown", "Meta", "MetaLeft", { metaKey: true }); key("keyup", "Meta", "MetaLeft"); }],
  ["Cmd goes down", up, ({ key }) => key("keydown", "Meta", "MetaRight", { metaKey: true })],
  ["Cmd was down before", ({ key }) => key("keydown", "ArrowUp", "ArrowUp"), ({ key }) => key("keyup", "Meta", "MetaLeft")],
  ["the key of the system, as Firefox names it", up, ({ key }) => key("keyup", "OS", "OSLeft")],
  ["Alt opens the menu", up, ({ key }) => key("keydown", "Alt", "AltLeft", { altKey: true })],
  ["Ctrl goes down", up, ({ key }) => key("keydown", "Control", "ControlLeft", { ctrlKey: true })],
  ["the window loses the focus", both, ({ send }) => send("blur")],
  ["the page is hidden", both, ({ send, body }) => send("visibilitychange", {}, body)],
  ["the page is frozen", both, ({ send, body }) => send("freeze", {}, body)],
  ["the page is left", both, ({ send }) => send("pagehide")],
  ["it goes to the whole screen", up, ({ send, body }) => send("fullscreenchange", {}, body)],
  ["a context menu opens", both, ({ send }) => send("contextmenu")],
  ["a modal dialog opens", both, ({ change }) => change("open")],
  ["a part of the page is covered", touch, ({ change }) => change("inert")],
  ["an alert", both, () => alert("x")],
  ["a question", up, () => confirm("x")],
  ["a prompt", up, () => prompt("x")],
  ["the dialog of the printer", up, () => print()],
  ["the page did not run", both, blocked],
  ["another key value, by Shift", ({ key }) => key("keydown", "w", "KeyW"), ({ key }) => key("keyup", "W", "KeyW", { shiftKey: true })],
  ["another key value, by a layout", ({ key }) => key("keydown", "w", "KeyW"), ({ key }) => key("keyup", "ц", "KeyW")],
  ["a dead key", ({ key }) => key("keydown", "w", "KeyW"), ({ key }) => key("keyup", "Dead", "KeyW")],
  ["a key without a code", ({ key }) => key("keydown", "w", ""), ({ key }) => key("keyup", "W", "")],
  ["a release without a code", ({ key }) => key("keydown", "w", "KeyW"), ({ key }) => key("keyup", "W", "")],
  ["a release over a field", up, ({ key }) => key("keyup", "ArrowUp", "ArrowUp", { target: new Element("", "input") })],
  ["a release over the document", up, ({ key, body }) => key("keyup", "ArrowUp", "ArrowUp", { target: body })],
  ["the pointer is cancelled", touch, ({ point }) => point("pointercancel", "up")],
  ["the capture is lost", click, ({ point }) => point("lostpointercapture", "up")],
  ["the right button stays down", click, ({ point }) => point("pointermove", "up", { buttons: 2 })],
  ["the only pad is unplugged", pad, ({ pads, frame }) => { pads[0] = null; frame(); }],
  ["its event comes alone", pad, ({ pads, send }) => { pads.length = 0; send("gamepaddisconnected"); }],
  ["one of two pads is unplugged", (page) => { page.plug(1); pad(page); page.frame(); }, ({ pads, frame }) => { pads[0] = null; frame(); }],
  ["a pad stays in the list", pad, ({ pads, frame }) => { pads[0].connected = false; frame(); }],
  ["another pad takes its place", pad, ({ plug, frame }) => { plug(0); frame(); }],
  ["a pad with fewer buttons", pad, ({ pads, frame }) => { pads[0].buttons = []; frame(); }],
  ["pads are forbidden", pad, ({ pads, frame }) => { pads.refuse = () => { throw new DOMException("no", "SecurityError"); }; frame(); }],
];
// What leaves a button held.
const KEPT = [
  ["the key repeats", up, ({ key }) => key("keydown", "ArrowUp", "ArrowUp", { repeat: true })],
  ["another key is let go", up, ({ key }) => key("keyup", "b", "KeyB")],
  ["Shift", up, ({ key }) => { key("keydown", "Shift", "ShiftLeft"); key("keyup", "Shift", "ShiftLeft"); }],
  ["the mouse moves", click, ({ point }) => point("pointermove", "up")],
  ["a finger moves", touch, ({ point }) => point("pointermove", "up", { pointerType: "touch", buttons: 0 })],
  ["a long touch", touch, ({ send }) => send("contextmenu", { defaultPrevented: true })],
  ["frames", pad, ({ frame }) => { frame(); frame(); }],
  ["Cmd, and the pad holds", pad, ({ key }) => key("keyup", "Meta", "MetaLeft")],
  ["half a second", up, () => new Promise((resolve) => setTimeout(resolve, 500))],
];

const told = { lost: {}, kept: {}, again: {}, pads: {} };
for (const [kind, rows] of [["lost", LOST], ["kept", KEPT]])
  for (const [what, press, happens] of rows) {
    const it = page();
    press(it);
    const before = it.fingers.held();
    const failed = [];
    try {
      await happens(it);
      it.frame();
    } catch (error) {
      failed.push(String(error));
    }
    told[kind][what] = [before, it.fingers.held(), ...failed];
    told[kind][what].push(it.fingers.events.filter((event) => event >= 0 && event < 4).length);
    it.fingers.upAll();
  }
// What is held with Cmd is no press, not on a button of the page either.
const it = page();
it.key("keydown", "Enter", "Enter", { metaKey: true, target: new Element("a") });
it.key("keydown", "a", "KeyA", { metaKey: true });
told.again.cmd = it.fingers.held();
// A press whose release was lost unseen, and the next.
it.key("keydown", "w", "KeyW");
it.key("keydown", "w", "KeyW");
told.again.events = [...it.fingers.events];
// A pad that was pressed while the page was hidden presses once it was let go.
it.fingers.upAll();
it.fingers.events = [];
const one = it.plug(0, 12);
it.send("blur");
it.frame();
told.again.hidden = it.fingers.held();
one.buttons[12].pressed = false;
it.frame();
one.buttons[12].pressed = true;
it.frame();
told.again.pressed = it.fingers.held();
// Every kind of pad has the standard mapping, whatever is printed on its buttons.
for (const id of ["Xbox Wireless Controller", "DualSense Wireless Controller", "Pro Controller (057e-2009)"]) {
  const { plug, frame, fingers } = page();
  const held = (made, axes = [0, 0]) => (Object.assign(made, { id, axes, mapping: "standard" }), frame(), fingers.held());
  told.pads[id] = [0, 1, 2, 3, 12, 13].map((number) => held(plug(0, number)));
  told.pads[id].push(held(plug(0), [0, -1]), held(plug(0), [0, 1]), held(plug(0), [1, 0.3]));
}
tell(told);
