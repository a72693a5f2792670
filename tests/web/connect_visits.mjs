// The page for a handheld that is plugged in, and unplugged, and plugged in again. Prints what is
// seen and heard, as JSON.

import { answering } from "./fake_port.mjs";
import { load } from "./machine.mjs";
import { openPage, pass, stopClock, until } from "./made_up_browser.mjs";

const told = { faults: [], wanted: [] };
stopClock();
process.removeAllListeners("warning"); // of Node's streams
console.error = (error) => told.faults.push(String(error?.stack ?? error));

let at = "title";
let agrees = false; // to a restore
const picture = () => btoa(String.fromCharCode(at.length).repeat(1024));
const PLAYERS = { human: { games: 7, wins: 3, shared: 1 }, ben: null };
const ANSWERS = {
  frame: () => ({ data: picture(), on: true, inverted: false, contrast: 255 }),
  screen: () => ({ id: at, lines: at === "menu" ? ["Play", "Pig"] : ["POCKET PIG"] }),
  stats: () => ({ games: 7, best_streak: 4, streak: 1, variants: { pig: { players: PLAYERS }, hog: null } }),
  report: () => ({
    selftest: { passed: false, failed: ["button_a: not seen"] },
    crash: { type: "ValueError", message: "<b>bold</b>", where: ["app:1"] },
  }),
  backup: () => ({ data: btoa("PPB2"), parts: 1, checksum: 2355986953 }),
  restore: () => (agrees ? {} : { error: { code: -32006, message: "no" } }),
};
let refusal = "";
const ports = [];
const requestPort = async ({ filters }) => {
  told.wanted.push(filters);
  if (refusal) throw new DOMException("no", refusal);
  ports.push(answering(({ method }) => ANSWERS[method]()));
  return ports.at(-1);
};
async function visit(query, more) {
  const page = openPage("connect.html", more);
  await load("connect.js?" + query);
  const { element } = page;
  const shown = () => ["choose", "all", "disconnect", "connected"].filter((id) => !element(id).hidden);
  const says = async (part) => {
    await until(() => element("status").textContent.includes(part), part);
    await pass(1000); // and told the panel's words
    return [element("status").textContent, ...shown()];
  };
  return { ...page, says, clicked: (id, part) => (page.click(id), says(part)) };
}
told.without = await (await visit("without")).says("");
const page = await visit("with", { serial: { requestPort } });
const { element } = page;
refusal = "NotFoundError";
told.none = [...(await page.clicked("all", "")), element("choose").disabled];
refusal = "";
told.connected = await page.clicked("choose", "Connected");
told.games = element("games").children.map((row) => row.children.map((cell) => cell.textContent));
for (const id of ["statistics", "report"]) told[id] = element(id).children.map((each) => each.textContent);
const heard = async (count) => {
  await until(() => element("spoken").told.length >= count, "words");
  await pass(3000);
};
await heard(1);
at = "menu";
await heard(2);
told.heard = [...element("spoken").told];
told.label = element("glass").attributes["aria-label"];
told.backed_up = [...(await page.clicked("backup", "Backed up")), ...page.document.saved];
async function choose(name, contents, part) {
  element("file").files = [Object.assign(new Blob([contents]), { name })];
  page.send("change", element("file"));
  return (await page.says(part))[0];
}
told.restored = [await choose("tale.txt", "tale", "tale.txt"), await choose("saves", "PPB2", "refused")];
agrees = true;
told.restored.push(await choose("saves", page.blobs.at(-1), "Restored"));
told.disabled = ["backup", "restore", "refresh"].filter((id) => element(id).disabled);
told.closed = [...(await page.clicked("disconnect", "Disconnected")), ports[0].closed];
const asked = ports[0].asked.length;
told.again = await page.clicked("choose", "Connected");
await heard(3);
const frames = (port) => port.asked.filter((line) => line.includes('"frame"')).length;
const before = frames(ports[1]);
await pass(6000);
told.once = [ports[0].asked.length - asked, frames(ports[1]) - before];
ports[1].unplug();
told.unplugged = await page.says("unplugged");
tell(told);
