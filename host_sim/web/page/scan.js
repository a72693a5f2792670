// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// The page of the camera: keeps the commitment that a handheld shows before a game, collects the
// codes of the result, and has the dice checked. No picture and no code leaves it.

import { SIZES } from "./files.js";
import { load } from "./program.js";
import { makeReader } from "./reader.js";
import { linkOf } from "./share.js";
import { factRows, verdictWords } from "./scan_words.js";
import { NAMES } from "./solved.js";
import { Place } from "./storage.js";
import { preferred, say, showTexts, speak, tableRow, translate } from "./words.js";

const place = new Place("localStorage", "noted");
const POSSIBLE = /^[ -~]{1,99}$/; // codes; a handheld's have at most 77 characters
const MOST_TOLD = 200; // commitments whose secret was told
const SIDE = 1080; // pixels: of a camera's picture the square in its middle is read, and shown
const ENLARGED = 1.5; // a picture that has no more than `SIDE`: its codes are small
const LARGEST = 4096; // pixels of a side of a picture from a file
const BETWEEN_MS = 60;
// A small panel has few pixels at the distance from which a phone can focus.
const CAMERA = { facingMode: "environment", width: { ideal: 3840 }, height: { ideal: 2160 } };

const element = (id) => document.getElementById(id);
const language = speak(preferred());
const nameOf = (key) => NAMES[language][key] ?? key;
const dated = (ms) =>
  new Date(ms).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

let checker = null; // a promise of board_web/scan.py
let reader = null; // a promise of reader.js's
let stream = null; // of the open camera
let last = ""; // the text that was read last
let frames = new Map(); // of one game, by place
let found = null; // the verdict

function tell(key, ...values) {
  const text = key ? say(key, ...values) : "";
  if (element("status").textContent !== text) element("status").textContent = text;
}

// -- what stays in this browser --------------------------------------------------------------------

// commitment, and when it was scanned; number, as entered; told: commitments whose secret is known.
const EMPTY = { commitment: "", when: 0, number: "", told: [] };
let noted = { ...EMPTY };

function remember(more) {
  noted = { ...noted, ...more };
  place.write(JSON.stringify(noted)); // else it is remembered as long as the page is open
  showNoted();
}

function recall() {
  const { commitment, when, number, told } = place.object();
  if (/^[0-9a-f]{64}$/.test(commitment)) Object.assign(noted, { commitment, when: Number(when) });
  if (/^\d{0,6}$/.test(number)) noted.number = number;
  if (Array.isArray(told)) noted.told = told.map(String);
  element("number").value = noted.number;
  showNoted();
}

function showNoted() {
  element("noted").hidden = !noted.commitment;
  const digits = noted.commitment.match(/.{4}/g)?.join(" ");
  if (digits) element("commitment").textContent = say("scan_noted", dated(noted.when), digits);
}

// -- codes -----------------------------------------------------------------------------------------

function makeChecker() {
  const made = async () => {
    const vm = await load(SIZES, () => {});
    vm.runPython("import board_web.scan as scan");
    return vm.globals.get("scan");
  };
  checker ??= made();
  return checker;
}

/** Take the text of a code. Return true if nothing more is to be read. */
async function take(text) {
  if (text === last) return false;
  last = text;
  const scan = await makeChecker();
  const code = POSSIBLE.test(text) ? JSON.parse(scan.look(text)) : {};
  if (code.commitment) return takeCommitment(code.commitment);
  if (!code.place) return void tell("scan_foreign");
  const [other] = frames.values();
  const known = frames.get(code.place);
  const mixed = (other && other.count !== code.count) || (known && known.text !== text);
  if (mixed || found) forgetGame();
  frames.set(code.place, { text, count: code.count });
  if (frames.size < code.count) {
    const missing = Array.from({ length: code.count }, (_, at) => at + 1).filter((at) => !frames.has(at));
    tell(mixed ? "scan_other" : "scan_frame", code.place, code.count, missing.join(", "));
    return false;
  }
  return judge();
}

function takeCommitment(commitment) {
  forgetGame();
  if (noted.told.includes(commitment)) {
    tell("scan_told");
    return false;
  }
  if (commitment !== noted.commitment) {
    element("number").value = "";
    remember({ commitment, when: Date.now(), number: "" });
  }
  tell("scan_kept");
  return true;
}

function forgetGame() {
  frames = new Map();
  found = null;
  element("verdict").hidden = true;
}

/** Check the collected game; `again`: as what was noted has changed. Return true if that is possible. */
async function judge(again = false) {
  const scan = await makeChecker();
  const codes = [...frames.values()].map((each) => each.text).join("\n");
  const verdict = JSON.parse(scan.judge(codes, noted.commitment, noted.number));
  if (!verdict.kind) {
    forgetGame();
    tell("scan_unfit");
    return false;
  }
  found = verdict;
  const [, commitment] = / commitment=([0-9a-f]{64}) /.exec(verdict.record) ?? [];
  if (commitment && !noted.told.includes(commitment))
    remember({ told: [...noted.told, commitment].slice(-MOST_TOLD) });
  show();
  if (!again) element("verdict").focus();
  return true;
}

function show() {
  showTexts(element("sentences"), verdictWords(found, noted, noted.when ? dated(noted.when) : ""));
  const rows = factRows(found, noted, nameOf).map((cells) => tableRow(cells, "th", "td"));
  element("facts").replaceChildren(...rows);
  element("review").hidden = found.kind === "changed";
  element("review").href = linkOf(
    found.record, new URL("index.html", location.href), (found.seats ?? []).join(","),
  );
  element("verdict").dataset.kind = found.kind;
  element("verdict").hidden = false;
  tell("");
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
  const video = element("camera");
  video.srcObject = stream;
  showCamera(true);
  last = "";
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
  const read = await (reader ??= makeReader());
  while (stream === mine) {
    const { videoWidth, videoHeight } = video;
    if (videoWidth) {
      const whole = Math.min(videoWidth, videoHeight);
      const side = Math.min(SIDE, whole);
      video.style.scale = whole / side;
      const [x, y] = [(videoWidth - side) / 2, (videoHeight - side) / 2];
      const scale = whole > side ? 1 : ENLARGED;
      for (const text of await read(video, x, y, side, side, scale))
        if (stream === mine && (await take(text))) closeCamera();
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
  const read = await (reader ??= makeReader());
  for (const file of files) {
    const name = file.name.slice(0, 60);
    let picture = null;
    try {
      picture = await createImageBitmap(file);
    } catch {
      tell("scan_no_picture", name);
      return;
    }
    // Larger ones are read in the middle, as a camera's.
    const [width, height] = [picture.width, picture.height].map((each) => Math.min(each, LARGEST));
    const at = [(picture.width - width) / 2, (picture.height - height) / 2];
    const scale = Math.max(width, height) > SIDE ? 1 : ENLARGED;
    const texts = await read(picture, ...at, width, height, scale);
    picture.close();
    if (!texts.length) {
      tell("scan_no_code", name);
      return;
    }
    last = "";
    for (const text of texts) await take(text);
  }
}

// -- the page --------------------------------------------------------------------------------------

function fail(error) {
  console.error(error);
  checker = reader = null; // they may have failed to load: load them again
  closeCamera();
  element("status").textContent = say("failed", String(error.message || error));
}

translate();
document.title = `Pocket Pig: ${say("scan_title")}`;
recall();
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
  remember({ commitment: "", when: 0 });
  element("start").focus();
  if (found) judge(true).catch(fail);
});
element("number").addEventListener("input", (event) => {
  const number = event.target.value;
  const good = /^(\d{6})?$/.test(number);
  event.target.setAttribute("aria-invalid", !good);
  if (!good) return;
  remember({ number });
  if (found) judge(true).catch(fail);
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden && stream) {
    closeCamera();
    tell("");
  }
});
