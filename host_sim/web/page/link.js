// The serial protocol of docs/protocol.md over a port of the Web Serial API. It only observes; a
// `restore` changes something, and the person at the handheld is asked there.

const BAUD = 115200; // for a real UART; USB ignores it
export const TIMES = { open: 5000, hello: 3000, answer: 5000, consent: 30000, close: 2000 };
const LONGEST_LINE = 1 << 16; // far above any answer
const PART = 600; // bytes
const MOST_PARTS = 6;
const MAGIC = "PPB2";
const MOST_VISIBLE = 200;
const PROMPT = ">>> ";

/** Base class; `key` is that of a word of the page, `detail` what fills it in. */
export class LinkError extends Error {
  constructor(key, detail = "") {
    super(detail ? `${key}: ${detail}` : key);
    this.key = key;
    this.detail = visible(String(detail));
  }
}

/** The port was unplugged, lost or closed; a request may not have been answered. */
export class Gone extends LinkError {}

/** The handheld answered with an error: `code`. */
export class Refused extends LinkError {
  constructor({ code, message }) {
    super("refused", message);
    this.code = code;
  }
}

/** Return untrusted text without control characters, not too long. */
export function visible(text) {
  return text.replace(/[\p{C}\u2028\u2029]/gu, "?").slice(0, MOST_VISIBLE);
}

function within(ms, promise, error) {
  let timer = 0;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(error), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

export class Link {
  /** `gone(error)` is called when the port is lost, not when `close` was. */
  constructor(port, gone = () => {}, times = TIMES) {
    this.port = port;
    this.gone = gone;
    this.times = times;
    this.ended = null; // why the line has ended
    this.waiting = null; // the request that was sent: {id, resolve, reject}
    this.queue = Promise.resolve();
    this.text = "";
    this.heard = ""; // since the last request
    this.closing = null; // the promise of the port's end
    // Random, so that a late answer to an earlier program is not taken for ours.
    this.id = crypto.getRandomValues(new Uint32Array(1))[0] & 0xffffff;
  }

  /** Open the port and return the answer to `hello`. The port is closed again if it fails. */
  async open() {
    const opening = this.port.open({ baudRate: BAUD });
    try {
      await within(this.times.open, opening, new LinkError("hangs"));
    } catch (error) {
      opening.then(() => this.port.close()).catch(() => {}); // it opens after all
      const known = error instanceof LinkError;
      this.closing = Promise.resolve(); // there is nothing to close
      throw (this.ended = known ? error : new LinkError("cannot_open", error.message));
    }
    this.port.addEventListener?.("disconnect", this.#unplugged);
    // The board takes a fallen DTR for a client that has hung up.
    await this.port.setSignals?.({ dataTerminalReady: true }).catch(() => {});
    this.writer = this.port.writable.getWriter();
    this.reading = this.#read();
    try {
      this.#write("\n"); // ends a line that an earlier program left unfinished
      const hello = await this.call("hello", {}, this.times.hello);
      if (!isObject(hello) || hello.product !== "pocketpig") throw new LinkError("other_device");
      return hello;
    } catch (error) {
      await this.close();
      if (error.key === "no_answer") throw new LinkError("console");
      throw error;
    }
  }

  /** Send a request and return its result; requests wait for each other. */
  call(method, params = {}, ms = this.times.answer) {
    const asked = this.queue.then(() => this.#ask(method, params, ms));
    this.queue = asked.catch(() => {});
    return asked;
  }

  async #ask(method, params, ms) {
    if (this.ended) throw this.ended;
    const id = ++this.id;
    const answer = new Promise((resolve, reject) => {
      this.waiting = { id, resolve, reject };
    });
    const request = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    this.heard = "";
    this.#write(request + "\n");
    try {
      return await within(ms, answer, new LinkError("no_answer", method));
    } catch (error) {
      // The line echoes. CircuitPython's console does that, too.
      const echo = this.heard.includes(request) && !this.heard.includes(PROMPT);
      throw error.key === "no_answer" && echo ? new LinkError("echo") : error;
    } finally {
      this.waiting = null;
    }
  }

  #write(text) {
    // Not awaited: a port that nobody reads takes no bytes, and the request's time runs out.
    this.writer.write(new TextEncoder().encode(text)).catch((error) => this.#end(error));
  }

  async #read() {
    const decoder = new TextDecoder();
    let why = null;
    // After an overrun or a break `readable` is a new stream; after a loss it is null.
    while (this.port.readable && !this.ended) {
      const reader = (this.reader = this.port.readable.getReader());
      try {
        for (;;) {
          const { value, done } = await reader.read();
          if (done) return this.#end(null);
          this.#take(decoder.decode(value, { stream: true }));
        }
      } catch (error) {
        why = error;
      } finally {
        reader.releaseLock();
      }
    }
    this.#end(why);
  }

  #take(text) {
    this.heard = (this.heard + text).slice(-LONGEST_LINE);
    const lines = (this.text + text).split("\n");
    this.text = lines.pop();
    if (this.text.length > LONGEST_LINE) this.text = "";
    for (const line of lines) this.#line(line);
  }

  #line(line) {
    let message = null;
    try {
      message = JSON.parse(line);
    } catch {
      return; // the rest of earlier traffic, or a console
    }
    // With a method: an event, or our own request from something that echoes.
    if (!isObject(message) || "method" in message || !this.waiting) return;
    const { id, resolve, reject } = this.waiting;
    const error = message.error;
    // Out of memory: the id could not be read.
    const unread = message.id === null && error?.code === -32006;
    if (message.id !== id && !unread) return;
    if (isObject(error)) reject(new Refused({ code: Number(error.code), message: error.message }));
    else if ("result" in message) resolve(message.result);
    else reject(new LinkError("bad_answer"));
  }

  #unplugged = () => this.#end(null);

  #end(why) {
    if (this.ended) return;
    this.ended = new Gone("unplugged", why?.message ?? "");
    this.waiting?.reject(this.ended);
    this.#closePort();
    this.gone(this.ended);
  }

  /** Close the port; requests under way end with Gone. */
  async close() {
    if (!this.ended) {
      this.ended = new Gone("closed");
      this.waiting?.reject(this.ended);
    }
    await this.#closePort();
  }

  #closePort() {
    return (this.closing ??= this.#closeOnce());
  }

  async #closeOnce() {
    this.port.removeEventListener?.("disconnect", this.#unplugged);
    const close = async () => {
      await this.reader?.cancel().catch(() => {});
      await this.reading?.catch(() => {});
      // Bytes that the other side never takes would hold the port for ever.
      await this.writer?.abort().catch(() => {});
      this.writer?.releaseLock();
      await this.port.close();
    };
    await within(this.times.close, close(), new LinkError("hangs")).catch(() => {});
  }

  // -- what the page asks ----------------------------------------------------------------------

  /** Return {bytes, on, inverted, contrast, key} of the panel; two equal pictures have one key. */
  async frame() {
    const answer = await this.call("frame");
    const bytes = bytesOf(answer?.data);
    if (bytes.length !== 1024) throw new LinkError("bad_answer");
    const { data, on, inverted, contrast } = answer;
    const key = JSON.stringify([data, on, inverted, contrast]);
    return { bytes, on: on === true, inverted: inverted === true, contrast: Number(contrast), key };
  }

  /** Return {screen, lines}: the words on the panel. */
  async words() {
    const answer = await this.call("screen");
    if (!Array.isArray(answer?.lines)) throw new LinkError("bad_answer");
    return { screen: visible(String(answer.id)), lines: answer.lines.map((each) => visible(String(each))) };
  }

  /** Return the bytes of the backup, as `pocketpig device backup` writes them. */
  async backup() {
    let data = new Uint8Array();
    let [parts, checksum] = [1, 0];
    for (let part = 0; part < parts; part++) {
      const answer = await this.call("backup", { part });
      const good = answer?.parts > 0 && answer.parts <= MOST_PARTS;
      if (!good || (part && answer.checksum !== checksum)) throw new LinkError("backup_changed");
      [parts, checksum] = [answer.parts, answer.checksum];
      data = new Uint8Array([...data, ...bytesOf(answer.data)]);
    }
    if (crc32(data) !== checksum) throw new LinkError("backup_changed");
    return data;
  }

  /** Restore a backup; returns once the person at the handheld has agreed. */
  async restore(data) {
    const parts = Math.ceil(data.length / PART);
    for (let part = 0; part < parts; part++) {
      const piece = data.subarray(part * PART, (part + 1) * PART);
      const base64 = btoa(String.fromCharCode(...piece));
      const params = { part, parts, data: base64, checksum: crc32(data) };
      await this.call("restore", params, this.times.answer + this.times.consent);
    }
  }
}

/** Return the CRC-32 of bytes, as zlib and binascii compute it. */
function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Return the bytes of a base64 text. */
function bytesOf(text) {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    throw new LinkError("bad_answer");
  }
}

/** True if the bytes may be a backup of a handheld. */
export function isBackup(data) {
  const begin = String.fromCharCode(...data.subarray(0, MAGIC.length));
  return begin === MAGIC && data.length <= PART * MOST_PARTS;
}
