// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// The screens in words, for a live region. As in host_sim/desk/narrator.py words that move are told
// when they rest; of a screen that stays, only what is new. A rival's turn is one sentence.

import { REST_MS, SIGNS } from "./files.js";
import { say } from "./words.js";

export function spoken(words) {
  for (const [sign, name] of Object.entries(SIGNS)) words = words.replaceAll(sign, name);
  return words;
}

/** Return sentences about the row of a list, or the position of a game (see board_web/spoken.py);
 * `before` is what was told of the same screen, or null. */
function sentences(told, before) {
  if (told.of) return [say("row", told.row, told.at, told.of), told.line];
  const { mover, faces, total, holding, last, scores, dice } = told;
  const chosen = before && JSON.stringify({ ...told, dice: before.dice }) === JSON.stringify(before);
  if (chosen && dice) return [dice];
  const found = [];
  if (last && String(last) !== String(before?.last)) found.push(last.filter(Boolean).join(" "));
  if (faces.length) found.push(say("rolled", faces.join(" "), total, holding));
  else found.push(say("to_move", mover), scores.map((each) => each.join(" ")).join(", "), dice);
  return found;
}

export class Narrator {
  /** `tell(text)` gets what is new; `after(ms, f)` calls f later. */
  constructor(tell, after = (ms, then) => setTimeout(then, ms)) {
    this.tell = tell;
    this.after = after;
    this.seen = this.last = { screen: "", lines: [], told: null };
    this.changes = 0;
  }

  /** Take the words of a new picture: the screen's id, its lines, and what is told instead. */
  see(screen, lines, told = null) {
    this.seen = { screen, lines, told };
    const change = ++this.changes;
    this.after(REST_MS, () => {
      if (change === this.changes) this.#say();
    });
  }

  #say() {
    const { screen, lines, told } = this.seen;
    if (told?.waits === false) return; // the rest of a rival's turn is to come
    const before = screen === this.last.screen ? this.last : null;
    const fresh = told
      ? [...(told.of && !before ? lines.slice(0, 1) : []), ...sentences(told, before?.told)]
      : lines.filter((line) => !before?.lines.includes(line));
    this.last = this.seen;
    const text = fresh.filter(Boolean).join(". ").replaceAll(/([!?.])\. /g, "$1 ");
    if (text) this.tell(spoken(text));
  }
}
