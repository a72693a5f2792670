// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// What the handheld saves, in the browser's local storage: 4,096 bytes as hexadecimal digits.
// A write is done when `keep` returns true, and a reload or a crash after it finds it.

const KEY = "pocketpig.flash";
const LOCK = "pocketpig.flash";
const LOCK_MS = 1000; // a page that is being left releases the lock within this time

export class Saves {
  /** `guest`: start empty and keep nothing beyond this page, as for a game from a link. */
  constructor(guest) {
    this.guest = guest;
    this.mine = true; // false: another page of the same browser saves
    this.failed = false;
  }

  /** Find out whether another page has the saves. */
  async claim() {
    if (this.guest || !navigator.locks) return;
    this.mine = await new Promise((resolve) => {
      navigator.locks
        .request(LOCK, { signal: AbortSignal.timeout(LOCK_MS) }, () => {
          resolve(true);
          return new Promise(() => {}); // keep it until the page is left
        })
        .catch(() => resolve(false));
    });
  }

  kept() {
    if (this.guest) return "";
    try {
      const digits = localStorage.getItem(KEY) ?? "";
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
      localStorage.setItem(KEY, digits);
      return true;
    } catch {
      this.failed = true;
      return false;
    }
  }
}
