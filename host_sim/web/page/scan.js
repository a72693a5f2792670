// The page of the camera: keeps the commitment that a handheld shows before a game, collects the
// codes of the result, and has the dice checked. No picture and no code leaves it.

import { SIZES } from "./files.js";
import { load } from "./program.js";
import { Reader } from "./reader.js";
import { linkOf } from "./share.js";
import { Session } from "./scan_session.js";
import { factRows, turnRows, verdictWords } from "./scan_words.js";
import { NAMES } from "./solved.js";
import { Place } from "./storage.js";
import { preferred, say, showTexts, speak, tableRow, translate } from "./words.js";

const SIDE = 1080; // pixels: of a camera's picture the square in its middle is read, and shown
const ENLARGED = 1.5; // a picture that has no more than `SIDE`: its codes are small
const BETWEEN_MS = 60;
// A small panel has few pixels at the distance from which a phone can focus.
const CAMERA = { facingMode: "environment", width: { ideal: 3840 }, height: { ideal: 2160 } };
const HEADS = ["turn_column", "who", "rolls", "points", "scores"];
const SPANS = [["day", 172800], ["hour", 7200], ["minute", 120], ["second", 0]]; // from so many seconds
const SECONDS = { day: 86400, hour: 3600, minute: 60, second: 1 };

const element = (id) => document.getElementById(id);
const language = speak(preferred());
const nameOf = (key) => NAMES[language][key] ?? key;
const dated = (ms) =>
  new Date(ms).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

function span(ms) {
  const seconds = Math.max(0, ms / 1000); // the clock may have been put back
  const [unit] = SPANS.find(([, least]) => seconds >= least);
  const form = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
  return form.format(Math.round(seconds / SECONDS[unit]));
}

let checker = null; // a promise of pocketpig/_codes.py
let stream = null; // of the open camera
const reader = new Reader();
const session = new Session(makeChecker, new Place("localStorage", "noted"));

function makeChecker() {
  const made = async () => {
    const vm = await load(SIZES, () => {});
    vm.runPython("import pocketpig._codes as codes");
    return vm.globals.get("codes");
  };
  checker ??= made();
  return checker;
}

function tell(key, ...values) {
  const text = key ? say(key, ...values) : "";
  if (element("status").textContent !== text) element("status").textContent = text;
}

// -- what is shown ---------------------------------------------------------------------------------

function show() {
  const { kept, pending, verdict } = session;
  element("noted").hidden = !kept.commitment;
  const digits = kept.commitment.match(/.{4}/g)?.join(" ");
  if (digits) element("commitment").textContent = say("scan_noted", dated(kept.when), digits);
  if (document.activeElement !== element("number")) element("number").value = kept.number;
  if (pending) element("second-about").textContent = say("scan_second", dated(kept.when));
  element("second").hidden = !pending;
  element("verdict").hidden = !verdict;
  if (verdict) showVerdict(verdict);
}

function showVerdict(verdict) {
  showTexts(element("sentences"), verdictWords(verdict, dated, span));
  const facts = factRows(verdict, nameOf).map((cells) => tableRow(cells, "th", "td"));
  element("facts").replaceChildren(...facts);
  const turns = turnRows(verdict).map(({ cells, telling }) => {
    const row = tableRow(cells, "td");
    row.classList.toggle("telling", telling);
    return row;
  });
  element("game").hidden = !turns.length;
  element("turns").replaceChildren(tableRow(HEADS.map((key) => say(key)), "th"), ...turns);
  element("review").hidden = verdict.kind === "changed";
  element("review").href = linkOf(
    verdict.record, new URL("index.html", location.href), (verdict.seats ?? []).join(","),
  );
  element("verdict").dataset.kind = verdict.kind;
}

/** Take the texts of a picture or of an upload. Return true if nothing more is to be read. */
async function take(texts) {
  const { done, said } = await session.read(texts);
  tell(...said);
  show();
  if (session.pending) element("second").focus();
  else if (session.verdict && done) element("verdict").focus();
  return done;
}

/** Have the game checked anew: what is kept has changed. */
async function judge() {
  if (session.verdict) tell(...(await session.judge()).said);
  show();
}

// -- the camera ------------------------------------------------------------------------------------

async function openCamera() {
  element("start").disabled = true;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: CAMERA });
  } catch (error) {
    const denied = error.name === "NotAllowedError" || error.name === "SecurityError";
    tell(denied ? "scan_denied" : "scan_no_camera");
    return;
  } finally {
    element("start").disabled = false;
  }
  if (document.hidden) return closeCamera(); // somebody left before it was open
  const video = element("camera");
  video.srcObject = stream;
  showCamera(true);
  tell("scan_looking");
  makeChecker().catch(fail);
  try {
    await video.play();
    await watch(video, stream);
  } catch (error) {
    if (stream) fail(error); // else it was closed before it began
  }
}

/** Read pictures until there is nothing more to read, or the camera is closed. */
async function watch(video, mine) {
  let last = "";
  while (stream === mine) {
    const { videoWidth, videoHeight } = video;
    if (videoWidth) {
      const whole = Math.min(videoWidth, videoHeight);
      const side = Math.min(SIDE, whole);
      video.style.scale = whole / side;
      const at = [(videoWidth - side) / 2, (videoHeight - side) / 2];
      const picture = await createImageBitmap(video, ...at, side, side);
      const texts = (await reader.read(picture, whole > side ? 1 : ENLARGED)) ?? [];
      const fresh = texts.length > 0 && String(texts) !== last;
      if (fresh) last = String(texts);
      if (fresh && stream === mine && (await take(texts))) closeCamera();
    }
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
}

function closeCamera() {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  element("camera").srcObject = null;
  showCamera(false);
}

function showCamera(open) {
  element("seen").hidden = element("stop").hidden = !open;
  element("start").hidden = open;
}

// -- pictures --------------------------------------------------------------------------------------

async function readPictures(files) {
  closeCamera();
  tell("starting");
  const found = [];
  let bad = null; // the first picture that says nothing
  for (const file of files) {
    const texts = await reader.read(file);
    if (!texts?.length)
      bad ??= [texts ? "scan_no_code" : "scan_no_picture", file.name.slice(0, 60)];
    else found.push(...texts);
  }
  if (found.length) await take(found);
  if (bad) tell(...bad);
}

// -- the page --------------------------------------------------------------------------------------

function fail(error) {
  console.error(error);
  checker = null; // it may have failed to load: load it again
  closeCamera();
  element("status").textContent = say("failed", String(error.message || error));
}

translate();
document.title = `Pocket Pig: ${say("scan_title")}`;
show();
if (!navigator.mediaDevices?.getUserMedia) {
  element("start").hidden = true;
  tell(isSecureContext ? "scan_no_camera" : "scan_not_secure");
}
element("start").addEventListener("click", () => openCamera());
element("stop").addEventListener("click", () => {
  closeCamera();
  tell("");
  element("start").focus();
});
element("pictures").addEventListener("click", () => element("files").click());
element("files").addEventListener("change", (event) => {
  const files = [...event.target.files];
  event.target.value = "";
  readPictures(files).catch(fail);
});
element("forget").addEventListener("click", () => {
  session.forget();
  element("start").focus();
  judge().catch(fail);
});
for (const id of ["first", "replace"])
  element(id).addEventListener("click", () => {
    session.answer(id === "replace");
    tell(session.saved ? "scan_kept" : "scan_unsaved");
    show();
    element("start").focus();
  });
element("number").addEventListener("input", (event) => {
  const number = event.target.value;
  const good = /^(\d{6})?$/.test(number);
  event.target.setAttribute("aria-invalid", !good);
  if (!good) return;
  session.enter(number);
  judge().catch(fail);
});
// Another page of this site has changed what is kept.
addEventListener("storage", () => {
  session.recall();
  judge().catch(fail);
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden && stream) {
    closeCamera();
    tell("");
  }
});
