// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// The screens in words, for a live region. It follows host_sim/desk/narrator.py: words that move
// are told when they rest; of a screen that stays, only the new lines.

import { REST_MS, SIGNS } from "./files.js";

export function spoken(words) {
  for (const [sign, name] of Object.entries(SIGNS)) words = words.replaceAll(sign, name);
  return words;
}

export class Narrator {
  /** `tell(text)` gets what is new; `after(ms, f)` calls f later. */
  constructor(tell, after = (ms, then) => setTimeout(then, ms)) {
    this.tell = tell;
    this.after = after;
    this.seen = { screen: "", lines: [] };
    this.last = { screen: "", lines: [] };
    this.changes = 0;
  }

  /** Take the words of a new picture: the screen's id and its lines. */
  see(screen, lines) {
    this.seen = { screen, lines };
    const change = ++this.changes;
    this.after(REST_MS, () => {
      if (change === this.changes) this.#say();
    });
  }

  #say() {
    const { screen, lines } = this.seen;
    const fresh =
      screen === this.last.screen
        ? lines.filter((line) => !this.last.lines.includes(line))
        : lines;
    this.last = this.seen;
    if (fresh.length) this.tell(spoken(fresh.join(". ")));
  }
}
