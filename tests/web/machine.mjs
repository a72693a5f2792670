// The page's MicroPython with its files, from the built folder (argument 1), and its modules.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
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

/** Return what fetches a table while the program waits. */
export async function tableFetcher(vm) {
  const { Tables } = await load("program.js");
  const { TABLES } = await load("files.js");
  new Tables(vm, TABLES);
  return (name) => {
    if (!Object.hasOwn(TABLES, name)) return false;
    vm.FS.writeFile("/tables/" + name, readFileSync(`${folder}/tables/${name}`));
    return true;
  };
}
