// All that a browser keeps for the pages: named texts, the lock on them, the copy for use without
// a network (sw.js makes it). A browser may forbid it, and any use may fail. Nothing here throws.

// A site may have several Pocket Pigs, by folder.
const FOLDER = new URL(".", import.meta.url).pathname;

function attempt(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** A text of this site in "localStorage" or "sessionStorage". */
export class Place {
  constructor(kind, name) {
    this.kind = kind;
    this.name = `pocketpig.${name} ${FOLDER}`;
  }

  /** Return the text, null if there is none, undefined if storage fails. */
  read() {
    return attempt(() => globalThis[this.kind].getItem(this.name));
  }

  /** Return true once the text is there. */
  write(text) {
    attempt(() => globalThis[this.kind].setItem(this.name, text));
    return this.read() === text;
  }

  /** Return the object that the text is as JSON; {} for anything else. */
  object() {
    const value = attempt(() => JSON.parse(this.read()));
    return value !== null && typeof value === "object" ? value : {};
  }
}

/** Call `taken` as the browser's locks do; return false where there are none. */
export async function lock(name, options, taken) {
  try {
    await navigator.locks.request(name, options, taken);
    return true;
  } catch {
    return false;
  }
}

/** Ask the browser not to delete what is kept when it needs room. */
export async function persist() {
  await attempt(() => navigator.storage.persist())?.catch(() => {});
}

/** Keep the page for use without a network. */
export async function keepOffline(worker) {
  await attempt(() => navigator.serviceWorker.register(worker))?.catch(console.warn);
}
