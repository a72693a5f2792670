// Run Python scripts on MicroPython (WebAssembly), one after another, and exit.
// stdin: {"files": [[path in the VM, base64], …], "scripts": [script, …], "heap": bytes,
//   "stack": bytes}
// stdout: what the scripts printed, byte for byte. Exit status 1 if a script ended with an exception
// or the VM could not be started, with the traceback or the reason on stderr.

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

const job = JSON.parse(readFileSync(0, "utf8"));
try {
  const { loadMicroPython } = await import(
    "@micropython/micropython-webassembly-pyscript/micropython.mjs"
  );
  const streams = { linebuffer: false, stdout, stderr: stdout };
  const vm = await loadMicroPython({ heapsize: job.heap, pystack: job.stack / 4, ...streams });
  for (const [path, base64] of job.files) {
    vm.FS.mkdirTree(dirname(path));
    vm.FS.writeFile(path, Buffer.from(base64, "base64"));
  }
  for (const script of job.scripts) vm.runPython(script);
} catch (error) {
  const inPython = error.name === "PythonError";
  writeSync(2, inPython ? error.message : `the VM stopped: ${error.stack ?? error}`);
  process.exitCode = 1;
}
flush();
