// The module `browser` that firmware/board_web/board.py imports. Bytes are hexadecimal digits.

const TICKS = 2 ** 29;
const POLL_MS = 10;

export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** The line to the app's bridge, for scripts. It answers only while it is open. */
export class Line {
  constructor() {
    this.open = false;
    this.toApp = [];
    this.fromApp = [];
    this.wake = () => {};
  }

  /** Send bytes to the app. */
  send(bytes) {
    this.open = true;
    this.toApp.push(...bytes);
    this.wake();
  }

  /** Return the bytes that the app has sent. */
  receive() {
    return this.fromApp.splice(0);
  }
}

/** The line as a port of the Web Serial API, for link.js. */
export class LinePort {
  constructor(line) {
    this.line = line;
    this.writable = new WritableStream({ write: (bytes) => line.send(bytes) });
    let open = true;
    this.readable = new ReadableStream({
      async pull(controller) {
        while (open && !line.fromApp.length)
          await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        if (open) controller.enqueue(Uint8Array.from(line.receive()));
      },
      cancel() {
        open = false;
      },
    });
  }

  async open() {
    this.line.open = true;
  }

  async close() {
    this.line.open = false;
  }
}

/** `panel`, `fingers`, `sound`, `saves`, `line`: see their modules. `fetchTable(name)`: bool. */
export function makeBrowser({ panel, fingers, sound, saves, line, fetchTable, onPicture }) {
  let skippedMs = 0;
  return {
    show(digits) {
      panel.frame = fromHex(digits);
      return onPicture() ?? null;
    },
    set_panel(name, value) {
      panel[name] = value;
      return onPicture() ?? null;
    },
    // The app swaps the buttons of a turned handheld. This page mirrors its casing instead.
    poll() {
      const event = fingers.poll();
      return event >= 0 && panel.turned ? event ^ 1 : event;
    },
    held: () => fingers.held(),
    tone: (hz, duty) => sound.tone(hz, duty) ?? null,
    kept: () => saves.kept(),
    keep: (digits) => saves.keep(digits),
    entropy: (n) => toHex(crypto.getRandomValues(new Uint8Array(n))),
    ticks_ms: () => Math.floor(performance.now() + skippedMs) % TICKS,
    advance_clock(ms) {
      skippedMs += ms;
      return true;
    },
    connected: () => line.open,
    received: (n) => toHex(line.toApp.splice(0, n)),
    send(digits) {
      line.fromApp.push(...fromHex(digits));
      return digits.length / 2;
    },
    fetch_table: (name) => fetchTable(name),
  };
}
