// A port as the Web Serial API has it, without a device.

export class FakePort {
  /** `send(bytes)` gets what the page writes; `open()` may throw or never end. */
  constructor(send = () => {}, open = async () => {}) {
    this.send = send;
    this.opened = open;
    this.readable = this.writable = null;
    this.signals = {};
    this.closed = 0;
    this.listeners = new Set();
  }

  async open(options) {
    await this.opened();
    this.options = options;
    this.#stream();
    this.writable = new WritableStream({ write: (bytes, sink) => this.#write(bytes, sink) });
  }

  /** `abort` discards what was not sent. */
  #write(bytes, { signal }) {
    const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
    return Promise.race([this.send(bytes), aborted]);
  }

  #stream() {
    this.readable = new ReadableStream({
      start: (controller) => {
        this.controller = controller;
      },
    });
  }

  /** The device sends. */
  push(bytes) {
    if (this.readable) this.controller.enqueue(bytes);
  }

  /** The driver loses bytes: the stream ends with an error, and there is a new one. */
  overrun() {
    const { controller } = this;
    this.#stream();
    controller.error(new DOMException("overrun", "BufferOverrunError"));
  }

  /** Somebody pulls the plug. */
  unplug() {
    const { controller } = this;
    this.readable = this.writable = null;
    controller.error(new DOMException("The device has been lost.", "NetworkError"));
    for (const listener of this.listeners) listener(new Event("disconnect"));
  }

  async setSignals(signals) {
    Object.assign(this.signals, signals);
  }

  async close() {
    if (this.readable?.locked || this.writable?.locked) throw new TypeError("a stream is locked");
    this.readable = this.writable = null;
    this.closed += 1;
  }

  addEventListener(_, listener) {
    this.listeners.add(listener);
  }

  removeEventListener(_, listener) {
    this.listeners.delete(listener);
  }
}

const HELLO = { product: "pocketpig", firmware: "1", board: "fake" };

/** A port that answers each request with `answer(request)`: result, {error}, or undefined. */
export function answering(answer) {
  const encoder = new TextEncoder();
  const port = new FakePort((bytes) => {
    for (const line of new TextDecoder().decode(bytes).split("\n")) {
      if (!line) continue;
      port.asked.push(line);
      const request = JSON.parse(line);
      const result = request.method === "hello" ? HELLO : answer(request, port);
      if (result === undefined) continue;
      const body = result?.error ? { error: result.error } : { result };
      port.push(encoder.encode(JSON.stringify({ jsonrpc: "2.0", id: request.id, ...body }) + "\n"));
    }
  });
  port.asked = [];
  return port;
}
