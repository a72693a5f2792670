// The page's MicroPython with its files, from the built folder, in which it runs, and its modules.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = process.cwd();
export const load = (name) => import(new URL(name, pathToFileURL(folder + "/")));
const { loadMicroPython } = await load("micropython.mjs");
const { unpacked } = await load("program.js");

export async function machine() {
  // A quarter of the page's heap, which is collected in less time. It grows.
  const vm = await loadMicroPython({ heapsize: 1 << 19, stdout: console.error });
  for (const [path, contents] of unpacked(new Uint8Array(readFileSync(folder + "/drive.bin")))) {
    vm.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
    vm.FS.writeFile(path, contents);
  }
  return vm;
}

/** Return the page's handheld with these buttons held at its start: {vm, fingers, line, program}.
 * `more`: what a browser gives else. */
export async function handheld(held, more = {}) {
  const { Line, makeBrowser } = await load("board.js");
  const { Fingers } = await load("fingers.js");
  const { Panel } = await load("panel.js");
  const { Tables } = await load("program.js");
  const { TABLES } = await load("files.js");
  const vm = await machine();
  new Tables(vm, TABLES);
  const fetchTable = (name) => {
    if (!Object.hasOwn(TABLES, name)) return false;
    vm.FS.writeFile("/tables/" + name, readFileSync(`${folder}/tables/${name}`));
    return true;
  };
  const fingers = new Fingers();
  for (const name of held) fingers.down(name, name);
  fingers.events = [];
  const line = new Line();
  let flash = "";
  const saves = { kept: () => flash, keep: (digits) => ((flash = digits), true) };
  const sound = { tone() {} };
  const made = { panel: new Panel(), fingers, sound, saves, line, fetchTable, onPicture() {} };
  vm.registerJsModule("browser", { ...makeBrowser(made), ...more });
  vm.runPython("import host_sim.web.program as program");
  return { vm, fingers, line, program: vm.globals.get("program") };
}
