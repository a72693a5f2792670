// What the page's Python says to codes: FOLDER; given [[function, argument, ...], ...].

import { readFileSync } from "node:fs";

import { machine } from "./machine.mjs";

const vm = await machine();
vm.runPython("import pocketpig._codes as scan");
const scan = vm.globals.get("scan");
const asked = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(asked.map(([name, ...texts]) => JSON.parse(scan[name](...texts)))));
