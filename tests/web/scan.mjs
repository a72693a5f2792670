// What the page's Python says to codes; given [[function, argument, ...], ...].

import { machine } from "./machine.mjs";

const vm = await machine();
vm.runPython("import pocketpig._codes as scan");
const scan = vm.globals.get("scan");
tell(given.map(([name, ...texts]) => JSON.parse(scan[name](...texts))));
