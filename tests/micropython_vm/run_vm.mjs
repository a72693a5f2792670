// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// Run Python scripts on MicroPython (WebAssembly), one after another, and exit.
// stdin: {"files": [[path in the VM, base64], …], "scripts": [script, …], "heap": bytes}
// stdout: what the scripts printed, byte for byte. Exit status 1, with the VM's traceback on
// stderr, if a script ended with an exception; 2 if the VM could not be started.

import { readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path/posix";

// process.stdout is asynchronous on a pipe. What it buffers is lost if a script hangs and is
// killed. Therefore lines are written synchronously.
const pending = [];
function flush() {
  let rest = Buffer.from(pending.splice(0));
  while (rest.length) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}
function stdout(bytes) {
  for (const byte of bytes) pending.push(byte);
  if (pending.at(-1) === 10) flush();
}

function fail(status, text) {
  flush();
  writeSync(2, text.endsWith("\n") ? text : text + "\n");
  process.exit(status);
}

if (parseInt(process.versions.node) < 20)
  fail(2, `Node.js 20 or newer is needed, this is ${process.version}`);

const job = JSON.parse(readFileSync(0, "utf8"));
let vm;
try {
  const { loadMicroPython } = await import(
    "@micropython/micropython-webassembly-pyscript/micropython.mjs"
  );
  vm = await loadMicroPython({ heapsize: job.heap, linebuffer: false, stdout, stderr: stdout });
  for (const [path, base64] of job.files) {
    vm.FS.mkdirTree(dirname(path));
    vm.FS.writeFile(path, Buffer.from(base64, "base64"));
  }
} catch (error) {
  if (error.code === "ERR_MODULE_NOT_FOUND")
    fail(2, "MicroPython for Node.js is not installed: run `npm ci` (or `make setup`)");
  fail(2, `the VM does not start: ${error.stack ?? error}`);
}
try {
  for (const script of job.scripts) vm.runPython(script);
} catch (error) {
  fail(1, error.name === "PythonError" ? error.message : `the VM stopped: ${error.stack ?? error}`);
}
flush();
