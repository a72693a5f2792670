// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// What the handheld saves, in the browser's local storage: 4,096 bytes as hexadecimal digits.
// A write is done when `keep` returns true, and a reload or a crash after it finds it.

// The name of the saves and of their lock. A site may have several Pocket Pigs, by folder.
const NAME = "pocketpig.flash " + new URL(".", import.meta.url).pathname;
const LOCK_MS = 1000; // a page that is being left releases the lock within this time

export class Saves {
  /** `guest`: start empty and keep nothing beyond this page, as for a game from a link. */
  constructor(guest) {
    this.guest = guest;
    this.mine = true; // false: another page of the same browser saves
    this.failed = false;
    this.before = ""; // what was kept when this page gave up waiting
  }

  /** Ask for the lock, and keep it until the page is left; return whether it was there. */
  #lock(options) {
    return new Promise((resolve) => {
      navigator.locks
        .request(NAME, options, (lock) => {
          // If it comes late, the other page may have saved meanwhile.
          const free = lock !== null && (this.mine || this.kept() === this.before);
          if (free) this.mine = true;
          resolve(free);
          return free ? new Promise(() => {}) : undefined;
        })
        .catch(() => resolve(true)); // there are no locks here
    });
  }

  /** Find out whether another page has the saves. */
  async claim() {
    if (this.guest || !navigator.locks) return;
    if (!(await this.#lock({ ifAvailable: true }))) {
      // Another page has it, which is perhaps being left.
      const later = this.#lock({});
      const waited = new Promise((resolve) => setTimeout(resolve, LOCK_MS, false));
      if (!(await Promise.race([later, waited]))) {
        this.mine = false;
        this.before = this.kept();
      }
    }
    // Only where it is installed, because some browsers ask the person.
    if (matchMedia("(display-mode: standalone)").matches) navigator.storage?.persist?.();
  }

  kept() {
    if (this.guest) return "";
    try {
      const digits = localStorage.getItem(NAME) ?? "";
      return /^([0-9a-f]{2})*$/.test(digits) ? digits : "";
    } catch {
      return ""; // storage is forbidden
    }
  }

  /** Save; return false if that failed: storage is full, forbidden, or another page's. */
  keep(digits) {
    if (this.guest) return true;
    try {
      if (!this.mine) return false;
      localStorage.setItem(NAME, digits);
      this.failed = false;
      return true;
    } catch {
      this.failed = true;
      return false;
    }
  }
}
