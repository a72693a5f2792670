// The page for a handheld that is plugged in: its panel, statistics and report; backup and restore.

import { reportWords, statisticsRows, statisticsWords } from "./connect_words.js";
import { REST_MS, SIZES } from "./files.js";
import { Gone, Link, LinkError, isBackup } from "./link.js";
import { tellerOfLines } from "./narrator.js";
import { Glass, Panel } from "./panel.js";
import { load } from "./program.js";
import { saveBackup } from "./share.js";
import { NAMES } from "./solved.js";
import { preferred, say, showTexts, speak, tableRow, translate } from "./words.js";

const USB_VENDOR = 0x239a; // Adafruit's, which CircuitPython uses on a Pico too
const PICTURE_MS = 60; // between two pictures

const element = (id) => document.getElementById(id);
const language = speak(preferred());
const nameOf = (key) => NAMES[language][key] ?? key;
const glass = new Glass(element("glass"));
const panel = new Panel();

let link = null;
let drawn = null; // the last frame

function tell(key, ...values) {
  element("status").textContent = say(key, ...values);
}

function fail(error) {
  if (error instanceof LinkError) tell(error.key, error.detail);
  else {
    console.error(error);
    element("status").textContent = String(error.message);
  }
}

function showConnected(connected) {
  element("connected").hidden = !connected;
  element("disconnect").hidden = !connected;
  element("choose").hidden = element("all").hidden = connected;
}

// -- the connection --------------------------------------------------------------------------------

async function connect(filters) {
  let port = null;
  try {
    port = await navigator.serial.requestPort({ filters });
  } catch (error) {
    // The person has chosen none.
    if (error.name !== "NotFoundError") fail(error);
    return;
  }
  tell("connecting");
  element("choose").disabled = element("all").disabled = true;
  const next = new Link(port, lost);
  try {
    const hello = await next.open();
    link = next;
    showConnected(true);
    element("status").textContent = greeting(hello);
    mirror(next);
    await refresh();
  } catch (error) {
    fail(error);
  } finally {
    element("choose").disabled = element("all").disabled = false;
  }
}

function greeting({ board, firmware, test_mode: testMode, panel }) {
  const said = [say("connected", String(board).slice(0, 60), String(firmware).slice(0, 20))];
  if (testMode === true) said.push(say("test_mode_on"));
  if (panel === "missing") said.push(say("panel_missing"));
  return said.join(" ");
}

function lost(error) {
  link = null;
  showConnected(false);
  fail(error);
}

/** Show the panel while the line stands. */
async function mirror(line) {
  const teller = load(SIZES, () => {}).then(tellerOfLines);
  teller.catch(fail);
  let [shown, since, spoken] = [null, 0, null];
  while (line === link) {
    try {
      if (!document.hidden) {
        const frame = await line.frame();
        if (frame.key !== shown) {
          draw(frame);
          since = performance.now();
        } else if (shown !== spoken && performance.now() - since >= REST_MS) {
          spoken = shown;
          const { screen, lines } = await line.words();
          const { all, fresh } = await teller;
          glass.canvas.setAttribute("aria-label", all(language, lines.join("\n")) || screen);
          const text = fresh(language, screen, lines.join("\n"));
          if (text) element("spoken").textContent = text;
        }
        shown = frame.key;
      }
    } catch (error) {
      if (error instanceof Gone) return;
      fail(error);
    }
    await new Promise((resolve) => setTimeout(resolve, PICTURE_MS));
  }
}

function draw(frame) {
  drawn = frame;
  Object.assign(panel, frame, { frame: frame.bytes });
  glass.draw(panel.picture(), panel.brightness);
}

// -- statistics and report -------------------------------------------------------------------------

async function refresh() {
  const stats = await link.call("stats");
  const rows = statisticsRows(stats, nameOf);
  const head = [say("game_column"), say("who"), say("games"), say("wins"), say("shared_wins")];
  const table = rows.length ? [head, ...rows] : [];
  element("games").replaceChildren(
    ...table.map((cells, number) => tableRow(cells, number ? "td" : "th")),
  );
  showTexts(element("statistics"), statisticsWords(stats));
  showTexts(element("report"), reportWords(await link.call("report")));
}

// -- backup and restore ----------------------------------------------------------------------------

async function backup() {
  const data = await link.backup();
  saveBackup(data);
  tell("backed_up", data.length);
}

async function restore(file) {
  const data = new Uint8Array(await file.arrayBuffer());
  if (!isBackup(data)) return tell("no_backup", file.name.slice(0, 60));
  tell("press_a");
  await link.restore(data);
  tell("restored");
  await refresh();
}

/** Do what a button asks for; the buttons rest meanwhile. */
async function busy(work) {
  const buttons = ["backup", "restore", "refresh"].map(element);
  for (const button of buttons) button.disabled = true;
  try {
    await work();
  } catch (error) {
    fail(error);
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

translate();
document.title = `Pocket Pig: ${say("connect_title")}`;
if (!navigator.serial) {
  tell(isSecureContext ? "no_serial" : "not_secure");
  element("choose").hidden = element("all").hidden = true;
}
element("choose").addEventListener("click", () => connect([{ usbVendorId: USB_VENDOR }]));
element("all").addEventListener("click", () => connect([]));
element("disconnect").addEventListener("click", async () => {
  const old = link;
  link = null;
  showConnected(false);
  await old.close();
  tell("closed");
});
element("backup").addEventListener("click", () => busy(backup));
element("restore").addEventListener("click", () => element("file").click());
element("refresh").addEventListener("click", () => busy(refresh));
element("file").addEventListener("change", (event) => {
  const [file] = event.target.files;
  event.target.value = "";
  if (file) busy(() => restore(file));
});
new ResizeObserver(() => {
  glass.fit();
  if (drawn) draw(drawn);
}).observe(glass.canvas);
