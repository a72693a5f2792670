// What the handheld saves, in the browser's local storage: 4,096 bytes as hexadecimal digits.
// A write is done when `keep` returns true, and a reload or a crash after it finds it.

import { Place, lock, persist } from "./storage.js";

const LOCK_MS = 1000; // a page that is being left releases the lock within this time

export class Saves {
  /** `guest`: start empty and keep nothing beyond this page, as for a game from a link. */
  constructor(guest) {
    this.guest = guest;
    this.place = new Place("localStorage", "flash");
    this.mine = true; // false: another page of the same browser saves
    this.failed = false;
    this.before = ""; // what was kept when this page gave up waiting
    this.known = undefined; // what this page has read or saved
    this.tried = undefined; // what it could not save, but may be there
  }

  /** Ask for the lock, and keep it until the page is left; return whether it was there. */
  #lock(options) {
    return new Promise((resolve) => {
      const taken = (found) => {
        // If it comes late, the other page may have saved meanwhile.
        const same = this.before !== undefined && this.place.read() === this.before;
        const free = found !== null && (this.mine || same);
        if (free) this.mine = true;
        resolve(free);
        return free ? new Promise(() => {}) : undefined;
      };
      // Where there are no locks, `keep` notices other pages.
      lock(this.place.name, options, taken).then((asked) => asked || resolve(true));
    });
  }

  /** Find out whether another page has the saves. */
  async claim() {
    if (this.guest) return;
    if (!(await this.#lock({ ifAvailable: true }))) {
      // Another page has it, which is perhaps being left.
      const later = this.#lock({});
      const waited = new Promise((resolve) => setTimeout(resolve, LOCK_MS, false));
      if (!(await Promise.race([later, waited]))) {
        this.mine = false;
        this.before = this.place.read();
      }
    }
    // Only where it is installed, because some browsers ask the person.
    if (matchMedia("(display-mode: standalone)").matches) persist();
  }

  kept() {
    if (this.guest) return "";
    this.known = this.place.read();
    this.failed = this.known === undefined;
    const digits = this.known ?? "";
    return /^([0-9a-f]{2})*$/.test(digits) ? digits : "";
  }

  /** Save; return false if that failed: storage is full, forbidden, or another page's. */
  keep(digits) {
    if (this.guest) return true;
    if (!this.mine) return false;
    const there = this.place.read();
    const ours = there !== undefined && [null, this.known, this.tried].includes(there);
    this.failed = !ours; // what could not be read at the start is not replaced
    if (ours) {
      this.tried = digits;
      this.failed = !this.place.write(digits);
      if (!this.failed) this.known = digits;
    } else if (there !== undefined && this.known !== undefined) this.mine = false;
    return !this.failed;
  }
}
