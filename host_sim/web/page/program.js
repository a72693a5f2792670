// The program: MicroPython, the device's own files, and the loop that steps them.

import { loadMicroPython } from "./micropython.mjs";

const BUSY_MS = 10; // of work before the browser may draw and listen again
const WASM = "micropython.wasm";
const DRIVE = "drive.bin";
const HEAP = 1 << 21;

/** Fetch a file and tell how many of its bytes have come: `progress(count)`. */
export async function fetched(url, progress) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const counted = new TransformStream({
    transform(piece, out) {
      progress(piece.length);
      out.enqueue(piece);
    },
  });
  return new Uint8Array(await new Response(response.body.pipeThrough(counted)).arrayBuffer());
}

/** Yield [path, contents] of the files in drive.bin: length of the list, list, contents. */
export function* unpacked(bytes) {
  const start = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(bytes.subarray(4, start)));
  let at = start;
  for (const [path, size] of list) {
    yield [path, bytes.subarray(at, at + size)];
    at += size;
  }
}

/** Load what starts the handheld. `progress(loaded, total)` in bytes. */
export async function load(sizes, progress) {
  const total = sizes[WASM] + sizes[DRIVE];
  let loaded = 0;
  const came = (count) => progress((loaded += count), total);
  const [wasm, drive] = await Promise.all([fetched(WASM, came), fetched(DRIVE, came)]);
  const url = URL.createObjectURL(new Blob([wasm], { type: "application/wasm" }));
  try {
    const vm = await loadMicroPython({
      url,
      heapsize: HEAP,
      stdout: (line) => console.log(line),
      stderr: (line) => console.error(line),
    });
    for (const [path, contents] of unpacked(drive)) {
      vm.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
      vm.FS.writeFile(path, contents);
    }
    return vm;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The tables of perfect play: fetched after the start, or before that when one is needed.
 *
 * A request for which the program waits goes past the service worker, so without a network they
 * have to be here before. */
export class Tables {
  constructor(vm, sizes) {
    this.vm = vm;
    this.sizes = sizes;
    this.here = new Set();
    // The device asks whether the folder is empty.
    vm.FS.mkdirTree("/tables");
    vm.FS.writeFile("/tables/list", Object.keys(sizes).join("\n"));
  }

  #keep(name, bytes) {
    if (bytes.length !== this.sizes[name]) return false;
    this.vm.FS.writeFile("/tables/" + name, bytes);
    this.here.add(name);
    return true;
  }

  /** Fetch a table while the program waits for it; return whether that went well. */
  now(name) {
    if (!Object.hasOwn(this.sizes, name)) return false;
    const request = new XMLHttpRequest();
    request.open("GET", "tables/" + name, false);
    // A request that blocks gives no bytes, but text in which each byte is a character.
    request.overrideMimeType("text/plain; charset=x-user-defined");
    try {
      request.send();
    } catch {
      return false;
    }
    const bytes = Uint8Array.from(request.responseText, (each) => each.charCodeAt(0) & 255);
    return request.status === 200 && this.#keep(name, bytes);
  }

  /** Fetch a table if it is not here yet. */
  async get(name) {
    if (this.here.has(name)) return;
    const response = await fetch("tables/" + name);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (!response.ok || !this.#keep(name, bytes)) throw new Error(`${name}: ${response.status}`);
  }

  /** Fetch all tables. */
  async all() {
    await Promise.all(Object.keys(this.sizes).map((name) => this.get(name)));
  }
}

/** Steps the program when it is time. `after()` follows each turn, `fail(error)` its end;
 * `waiting()`: true if there is something to read for the program. */
export class Loop {
  constructor({ step, waiting, after, fail }) {
    Object.assign(this, { step, waiting, after, fail });
    this.timer = 0;
    this.over = false;
    this.steps = 0;
    // Without the 4 ms that timers take at least.
    this.channel = new MessageChannel();
    this.channel.port1.onmessage = () => this.run();
  }

  run() {
    if (this.over) return;
    clearTimeout(this.timer);
    const until = performance.now() + BUSY_MS;
    let wait = 0;
    try {
      do {
        wait = this.step();
        if (this.waiting()) wait = 0;
        this.steps += 1;
      } while (wait <= 0 && performance.now() < until);
      this.after();
    } catch (error) {
      this.over = true;
      this.fail(error);
      return;
    }
    if (wait > 0) this.timer = setTimeout(() => this.run(), wait);
    else this.channel.port2.postMessage(0);
  }
}
