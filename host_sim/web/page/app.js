// The page: joins the handheld's program with the panel, the fingers, the sound and the saves.

import { Line, LinePort, makeBrowser } from "./board.js";
import { REST_MS, SIZES, TABLES } from "./files.js";
import { BUTTONS, Fingers, listen, listenToGamepads } from "./fingers.js";
import { Link, LinkError, isBackup } from "./link.js";
import { Narrator } from "./narrator.js";
import { Glass, Panel } from "./panel.js";
import { Loop, Tables, load } from "./program.js";
import { Projector } from "./projector.js";
import { Saves } from "./saves.js";
import {
  challengeOf, copyPicture, linkOf, linkOfChallenge, passOn, recordOf, saveBackup, seatsOf,
} from "./share.js";
import { Sound, listenForSound } from "./sound.js";
import { Place, keepOffline } from "./storage.js";
import { preferred, say, sayLoaded, speak, translate } from "./words.js";

const NOTICE_MS = 5000;
const PICTURE_SCALE = 6;
const OF_PERFECT_PLAY = ["coach", "map", "review"]; // screens

const element = (id) => document.getElementById(id);
const shared = recordOf(location.hash);
const challenge = challengeOf(location.hash);
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

const panel = new Panel();
const glass = new Glass(element("glass"));
const sound = new Sound();
const line = new Line();
const saves = new Saves(shared !== "");
const back = new Place("sessionStorage", "back"); // from the page of perfect play
const fingers = new Fingers();
const narrator = new Narrator(
  () => {
    glass.canvas.setAttribute("aria-label", program.words());
    return program.tell();
  },
  (text) => (element("spoken").textContent = text),
);

const projector = new Projector(
  element("projector"), [document.querySelector("main"), document.querySelector("footer")],
  (name) => fingers.tap(name),
);

// -- notices ---------------------------------------------------------------------------------------

let lasting = ""; // the key of the notice that stays
let noticeTimer = 0;

function notice(text) {
  element("notice").textContent = text;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(showLasting, NOTICE_MS);
}

function showLasting() {
  noticeTimer = 0;
  element("notice").textContent = lasting ? say(lasting) : "";
}

/** The notice that holds for as long as the page is open; "" for none. */
function lastingNotice() {
  if (saves.guest) return "guest";
  if (!saves.mine) return "other_tab";
  return saves.failed ? "not_saved" : "";
}

// -- the panel -------------------------------------------------------------------------------------

let drawn = true;

function draw() {
  drawn = true;
  glass.draw(panel.picture(), panel.brightness);
}

function drawSoon() {
  if (!drawn) return;
  drawn = false;
  requestAnimationFrame(draw);
}

function fit() {
  glass.fit();
  drawSoon();
}

// -- the program -----------------------------------------------------------------------------------

let program = null;
let loop = null;

function look() {
  const screen = program.changed();
  if (screen) {
    document.body.dataset.screen = screen;
    // Nothing moves under the hand that is choosing.
    if (screen !== "settings") document.body.classList.toggle("mirrored", panel.turned);
    element("coach").hidden = !shared || program.coach_waits() !== true;
    offerFaces(JSON.parse(program.faces()));
    narrator.see();
    const called = JSON.parse(program.called());
    element("project").hidden = called === null;
    projector.see(called);
    element("perfect").hidden = !OF_PERFECT_PLAY.includes(screen);
    if (speak(program.language_code()) !== document.documentElement.lang) {
      translate();
      showLasting();
    }
  }
  if (lasting !== lastingNotice()) {
    lasting = lastingNotice();
    if (!noticeTimer) showLasting();
  }
}

/** Offer the faces of the dice that the handheld asks for, pairs of a number and a word. */
function offerFaces(faces) {
  const row = element("faces");
  if (row.childElementCount !== faces.length) row.replaceChildren(...faces.map(faceButton));
  row.hidden = faces.length === 0;
}

function faceButton([face, word]) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = word;
  button.addEventListener("click", () => typeFace(face));
  return button;
}

function typeFace(face) {
  program.type_face(face);
  loop.run();
}

function fail(error) {
  console.error(error);
  element("loading").hidden = true;
  clearTimeout(noticeTimer);
  const key = program ? "stopped" : "failed";
  element("notice").textContent = say(key, String(error.message || error).trim().split("\n").pop());
}

/** Hold the buttons of `?hold=ab`, as at the start of a real handheld, until it has started. */
function chord() {
  const names = (new URLSearchParams(location.search).get("hold") ?? "").split(/[ ,+]+/);
  for (const name of names) if (BUTTONS.includes(name)) fingers.down(name, "start " + name);
  fingers.events = [];
  return () => names.forEach((name) => fingers.up("start " + name));
}

async function start() {
  speak(preferred());
  translate();
  const progress = (loaded, total) => {
    element("progress").value = loaded / total;
    element("loaded").textContent = sayLoaded(loaded, total);
  };
  const [vm] = await Promise.all([load(SIZES, progress), saves.claim()]);
  const tables = new Tables(vm, TABLES);
  const fetchTable = (name) => tables.now(name);
  const parts = { panel, fingers, sound, saves, line };
  const browser = makeBrowser({ ...parts, fetchTable, onPicture: drawSoon });
  vm.registerJsModule("browser", browser);
  vm.runPython("import host_sim.web.program as program");
  program = vm.globals.get("program");
  const step = program.step;
  const waiting = () => fingers.events.length > 0 || line.toApp.length > 0;
  loop = new Loop({ step, waiting, after: look, fail });
  const letGo = chord();
  step();
  program.prefer(preferred(), still);
  tellToday();
  if (shared) open(shared);
  else if (challenge) program.open_challenge(challenge);
  else if (location.hash) notice(say("bad_link"));
  goBack();
  letGo();
  fingers.wake = line.wake = () => loop.run();
  loop.run();
  element("loading").hidden = true;
  element("bar").hidden = false;
  globalThis.pocketpig = { ...parts, tables, loop, program };
  keepOffline("sw.js");
  tables.all().catch(console.warn);
}

/** After a look at the page of perfect play show what was shown before. */
function goBack() {
  const { screen } = back.object();
  back.write("");
  if (screen && !shared && !challenge) program.go_on();
  if (screen === "coach" || screen === "map") program.coach();
}

/** Tell the handheld the date of this computer, now and once a minute. */
function tellToday() {
  const now = new Date();
  const part = (number) => String(number % 100).padStart(2, "0");
  program.set_today(
    Number(part(now.getFullYear()) + part(now.getMonth() + 1) + part(now.getDate())),
  );
  setTimeout(tellToday, 60_000);
}

/** Tell the whole screen. A screen reader reads only what is new, so first there is nothing. */
function sayAgain() {
  element("spoken").textContent = "";
  setTimeout(() => (element("spoken").textContent = program.repeat()), REST_MS);
}

// -- links and pictures ----------------------------------------------------------------------------

function open(record) {
  const wrong = program.open_record(record, seatsOf(location.hash));
  if (wrong) notice(say("bad_link"));
  element("home").hidden = false;
}

// -- saves as files --------------------------------------------------------------------------------

/** Call `work(link)` with a connection to the handheld; tell what went wrong. */
async function withLink(work) {
  element("about").close();
  const link = new Link(new LinePort(line));
  try {
    await link.open();
    await work(link);
  } catch (error) {
    notice(say(error instanceof LinkError ? error.key : "stopped", error.detail ?? error.message));
  } finally {
    await link.close();
  }
}

async function saveToFile(link) {
  const data = await link.backup();
  saveBackup(data);
  notice(say("backed_up", data.length));
}

async function loadFromFile(link, file) {
  const data = new Uint8Array(await file.arrayBuffer());
  if (!isBackup(data)) return notice(say("no_backup", file.name.slice(0, 60)));
  program.show_title(); // the handheld asks nowhere else
  notice(say("press_a"));
  await link.restore(data);
  notice(say("restored"));
}

/** Return a line about the result of a challenge, to share. */
function lineOf({ number, margin, mistakes }) {
  const [year, month, day] = [number / 10000, (number / 100) % 100, number % 100].map(Math.trunc);
  const date = new Date(2000 + year, month - 1, day);
  const name =
    date.getMonth() === month - 1
      ? date.toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "short" })
      : `No. ${number}`;
  const key = margin > 0 ? "won_by" : margin < 0 ? "lost_by" : "tied";
  const more = mistakes === null ? "" : mistakes === 1 ? say("one_mistake") : say("mistakes", mistakes);
  return `Pocket Pig ${name}: ${say(key, Math.abs(margin))}${more}`;
}

function listenToBar() {
  element("share").addEventListener("click", async () => {
    const result = JSON.parse(program.result());
    const record = program.record();
    if (!record) return notice(say("no_game"));
    const link = result
      ? linkOfChallenge(result.number)
      : linkOf(record, location.href, program.seats());
    const key = await passOn(link, result ? lineOf(result) : "");
    if (key) notice(say(key, link));
  });
  element("picture").addEventListener("click", async () => {
    const canvas = document.createElement("canvas");
    const copy = new Glass(canvas);
    copy.resize(PICTURE_SCALE);
    copy.draw(panel.picture(), panel.brightness);
    notice(say(await copyPicture(canvas)));
  });
  element("coach").addEventListener("click", () => {
    program.coach();
    loop.run();
  });
  element("perfect").addEventListener("click", () => {
    const hash = shared ? new URL(linkOf(program.record(), location.href, program.seats())).hash : "";
    back.write(JSON.stringify({ hash, screen: document.body.dataset.screen }));
    location.assign(linkOf(program.position(), new URL("solid.html", location.href)));
  });
  element("project").addEventListener("click", () => {
    projector.open();
    projector.see(JSON.parse(program.called()));
  });
  element("unproject").addEventListener("click", () => projector.close());
  element("mute").addEventListener("click", () => {
    projector.mute(!projector.muted);
    element("mute").setAttribute("aria-pressed", projector.muted);
  });
  element("home").addEventListener("click", () => {
    location.assign(location.pathname);
  });
  element("save").addEventListener("click", () => withLink(saveToFile));
  element("load").addEventListener("click", () => element("file").click());
  element("file").addEventListener("change", (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (file) withLink((link) => loadFromFile(link, file));
  });
  element("help").addEventListener("click", () => element("about").showModal());
  // A mouse does not leave the focus on a button: Enter stays the A button.
  element("bar").addEventListener("click", (event) => {
    if (event.detail > 0) event.target.closest("button")?.blur();
  });
  let install = null;
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    install = event;
    element("install").hidden = false;
  });
  element("install").addEventListener("click", () => {
    install?.prompt();
    element("install").hidden = true;
  });
  addEventListener("keydown", (event) => {
    if (!element("faces").hidden && /^[0-6]$/.test(event.key)) typeFace(Number(event.key));
    if (event.key.toLowerCase() === "r" && !event.ctrlKey && !event.metaKey && program) sayAgain();
  });
  // A link pasted into the address bar of this page.
  addEventListener("hashchange", () => {
    if (recordOf(location.hash) || challengeOf(location.hash)) location.reload();
  });
}

listen(fingers, document);
listenToGamepads(fingers);
listenForSound(sound);
listenToBar();
fingers.show = (mask) =>
  BUTTONS.forEach((name, index) => {
    const key = document.querySelector(`[data-button=${name}]`);
    key.classList.toggle("pressed", (mask & (1 << index)) !== 0);
  });
new ResizeObserver(fit).observe(glass.canvas);
fit();
start().catch(fail);
