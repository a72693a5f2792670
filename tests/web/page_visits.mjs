// Visits of the handheld's page. Prints what a person saw and heard, and what was asked of the
// browser, as JSON.

import { readFileSync } from "node:fs";

import { openPage, pass, stopClock, until } from "./made_up_browser.mjs";

const KEYS = { up: "ArrowUp", down: "ArrowDown", a: "Enter", b: "b" };
const told = { faults: [], aloud: [] };
stopClock();
console.error = (error) => told.faults.push(String(error?.stack ?? error));
crypto.getRandomValues = (bytes) => bytes.fill(7);
globalThis.ClipboardItem = class {};
globalThis.XMLHttpRequest = class {
  open(_, name) {
    this.name = name;
  }
  overrideMimeType() {}
  send() {
    Object.assign(this, { status: 200, responseText: readFileSync(`${folder}/${this.name}`, "latin1") });
  }
};
globalThis.SpeechSynthesisUtterance = class {
  constructor(text) {
    Object.assign(this, { text });
  }
};
const tones = []; // that sound: their pitches
globalThis.AudioContext = class {
  state = "suspended";
  sampleRate = 48_000;
  async resume() {
    this.state = "running";
  }
  createBuffer() {
    return { copyToChannel: (wave, channel) => Object.assign(this, { wave, channel }) };
  }
  createBufferSource() {
    const pitch = ({ wave }) => (wave.filter((level, at) => level > 0 && wave.at(at - 1) <= 0).length / wave.length) * 48_000;
    const stop = () => tones.pop();
    return { connect() {}, start: () => tones.push(pitch(this)), stop };
  }
};
globalThis.speechSynthesis = { cancel() {}, speak: ({ text, lang }) => told.aloud.push(`${lang}: ${text}`) };

let visits = 0;
async function visit(options) {
  const copied = [];
  const take = async (what) => {
    if (page.refuses) throw new DOMException("no", "NotAllowedError");
    copied.push(what);
  };
  const page = openPage("index.html", { clipboard: { writeText: take, write: take }, ...options });
  if (visits) pocketpig.loop.over = true; // of the visit before
  globalThis.pocketpig = undefined;
  await import(`${folder}/app.js?${visits++}`);
  await until(() => globalThis.pocketpig, "the start");
  const key = (kind, name) => page.send(kind, undefined, { key: KEYS[name] ?? name, code: name });
  return Object.assign(page, {
    copied, key,
    language: () => page.document.documentElement.lang,
    screen: () => page.document.body.dataset.screen,
    notice: () => page.element("notice").textContent,
    heard: () => page.element("spoken").told.filter(Boolean),
    shown: (...ids) => ids.filter((id) => !page.element(id).hidden),
    record: () => pocketpig.program.record(),
    /** Until the screen is `name`, and what it says was said. */
    async on(name) {
      await until(() => page.screen() === name, name);
      await pass(1000);
    },
    async press(names) {
      for (const name of names.split(" ")) {
        key("keydown", name);
        await pass(60);
        key("keyup", name);
        await pass(60);
      }
    },
    /** Click; return the notice that follows. */
    async notes(id) {
      page.element("notice").textContent = "";
      page.click(id);
      await until(page.notice, `a notice after ${id}`);
      return page.notice();
    },
    /** Choose a file; return the notice with the word. */
    async load(name, contents, word) {
      page.element("file").files = [Object.assign(new Blob([contents]), { name })];
      page.send("change", page.element("file"));
      await until(() => page.notice().includes(word), word);
      return page.notice();
    },
  });
}

const { Link } = await import(`${folder}/link.js`);
const { LinePort } = await import(`${folder}/board.js`);
const own = await visit({ search: "?hold=a,b" });
told.start = [own.screen(), own.notice(), ...own.shown("loading", "bar", "home", "coach", "perfect", "install")];
told.nothing = await own.notes("share");
told.sound = [pocketpig.sound.context];
own.key("keydown", "x"); // from the first touch on there is sound
await pass(10);
for (const hz of [0, 440, 880, 0, 880]) {
  pocketpig.sound.tone(hz, 250);
  told.sound.push(tones.map(Math.round));
}
Object.assign(own.document, { hidden: true });
own.send("visibilitychange", own.document);
told.sound.push([...tones]);
Object.assign(own.document, { hidden: false });
await own.press("a");
await own.on("play");
const link = new Link(new LinePort(pocketpig.line));
let dice = null;
link.open().then(() => link.call("dice", { faces: [[2]] })).then((answer) => (dice = answer)).finally(() => link.close());
await until(() => dice && !pocketpig.line.open, "dice");
await own.press("a");
await pass(1000);
told.heard = own.heard();
own.key("keydown", "r");
await pass(1000);
told.again = own.heard().slice(told.heard.length);
told.shared = [await own.notes("share"), ...own.copied];
await until(() => own.notice() === "", "the end of a notice");
told.record = own.record();
told.copied = [await own.notes("picture"), own.copied.length];
own.refuses = true;
told.by_hand = [await own.notes("share"), await own.notes("picture"), own.document.saved.pop(), await own.blobs.at(-1).text()];
for (const hash of ["#elsewhere", "#challenge=261122", "#pp1+pig"]) {
  own.went.push(hash);
  own.location.hash = hash;
  own.send("hashchange");
}
own.send("beforeinstallprompt", undefined, { prompt: () => own.went.push("install") });
told.install = own.shown("install");
own.click("install");
told.went = [...own.went, ...own.shown("install")];
own.click("help");
told.backup = [await own.notes("save"), await own.notes("save"), own.element("about").open];
told.saved = own.document.saved;
const backup = own.blobs.at(-1);
told.loaded = [await own.load("tale.txt", "tale", "tale"), await own.load("saves", backup, "refused")];

// The game waits for the next visit.
const next = await visit({ languages: ["de"], stores: own.stores });
told.next = [next.screen(), next.language(), next.record()];

const looks = ["(prefers-reduced-motion: reduce)"];
const other = await visit({ languages: ["fr", "de-AT"], looks, hash: "#challenge=261122" });
told.other = [other.screen(), other.language(), other.element("share").textContent, pocketpig.program.setting("motion")];
const restored = other.load("saves", backup, "Restored");
await other.on("restore"); // for a second it ignores a press that was meant for the screen before
other.key("keydown", "a");
told.restored = await restored;
other.key("keyup", "a");
// The dice on the table, by a tap and by a key.
await other.press("b down down down down down down a up a up up up up up up a a");
await other.on("typed_dice");
const faces = other.element("faces");
told.faces = faces.children.map((face) => face.textContent);
faces.children[4].click();
await other.on("play");
told.typed = [other.record(), ...other.shown("faces")];
await other.press("a");
await other.on("typed_dice");
await other.press("6");
told.typed.push(other.record());

// A game from a link, its coach, the page of perfect play, and back.
const hash = "#pp1+pig+players=2+first=0+scores=41,49+:+6+6&seats=human,medium";
const passed = [];
const share = async (what) => {
  passed.push(what);
  if (passed.length > 1) throw new DOMException("not now", "AbortError");
};
const guest = await visit({ hash, share, offline: "tables/", looks: ["(pointer: coarse)"] }); // its tables come while the program waits
await guest.on("play");
told.guest = [guest.notice(), guest.record(), ...guest.shown("home", "coach", "perfect")];
guest.click("share");
guest.click("share");
await pass(100);
told.dialogue = [guest.notice() === told.guest[0], guest.copied, ...passed.map(({ url }) => url.split("#")[1])];
guest.click("coach");
await guest.on("coach");
told.coach = [guest.element("glass").attributes["aria-label"], ...guest.shown("home", "coach", "perfect")];
guest.click("perfect");
guest.click("home");
told.left = guest.went;
const { stores } = guest;
const back = await visit({ hash, stores });
await back.on("coach");
told.back = [...stores[1].values()];
told.kept = [...stores[0].keys()];

// A link to no game, where nothing can be saved.
const no = () => {
  throw new DOMException("no", "SecurityError");
};
const bad = await visit({ hash: "#no-game", stores: [{ get: no, set: no }, new Map()] });
told.bad = [bad.notice()];
await pass(6000);
told.bad.push(bad.notice());
// A left-handed person mirrors the handheld; each key is still what it was.
await bad.press("b up up a up up a down down down down down down down a down");
const mirrored = () => [pocketpig.panel.turned, bad.document.body.classList.contains("mirrored")];
told.mirrored = [mirrored()];
await bad.press("a b b b");
await bad.on("title");
told.mirrored.push(mirrored());
// The caller for a crowd.
await bad.press("b up a");
await bad.on("challenge");
told.today = [new Date().toDateString(), pocketpig.program.words()];
await bad.press("b b b up up a down a");
await bad.on("caller");
const covered = () => [bad.document.querySelector("main").inert, ...bad.shown("project", "projector")];
told.crowd = [covered()];
for (const id of ["project", "unproject", "project", "mute"]) {
  bad.click(id);
  await bad.press("a");
  told.crowd.push([...covered(), told.aloud.length]);
}
const pips = ({ children }) => children.filter(({ className }) => className === "pip").length;
told.fell = [JSON.parse(pocketpig.program.called()).faces, bad.document.querySelector("[data-of=dice]").children.map(pips)];
await bad.press("b b b b");
told.crowd.push(covered());
tell(told);
