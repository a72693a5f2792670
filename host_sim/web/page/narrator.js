// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// The screens in words, for a live region. As in host_sim/desk/narrator.py words that move are told
// when they rest; of a screen that stays, only what is new. A rival's turn is one sentence, after
// what one's own press has done.

import { REST_MS, SIGNS } from "./files.js";
import { say } from "./words.js";

export function spoken(words) {
  for (const [sign, name] of Object.entries(SIGNS)) words = words.replaceAll(sign, name);
  return words;
}

/** Return sentences about what a player did (see `done` in board_web/spoken.py). */
function deed({ faces, total, last, sits, stands }) {
  if (sits)
    return [
      sits.length ? say("sit_with", sits.join(", "), total) : "",
      stands.length ? say("stand", stands.join(", ")) : "",
    ];
  const found = faces ? [say(last ? "fell" : "fell_total", faces.join(" "), total)] : [];
  if (!last) return found;
  const [name, event, points] = last;
  return [...found, [name, event, points > 0 ? `+${points}` : points].filter(Boolean).join(" ")];
}

/** Return sentences about the row of a list, or the position of a game (see board_web/spoken.py);
 * `before` is what was told of the same screen, or null. */
function sentences(told, before) {
  const same = (other) => JSON.stringify({ ...told, ...other }) === JSON.stringify(before);
  if (same({})) return [];
  if (told.editing) return [say("edit", told.row)];
  if (told.of) return [say("row", told.row, told.at, told.of), told.line];
  const { title, faces, total, holding, scores, asked, dice } = told;
  const sits = (at) => at.scores.some(([name, , each]) => each && name === asked);
  const question = sits(told) ? say("sits", asked) : asked;
  if (dice && before && same({ dice: before.dice })) return [dice];
  // The arrow moves on, or somebody sits down or stands again.
  if (asked && before?.asked && total === before.total) {
    const rises = asked === before.asked && sits(before) && !sits(told);
    return [rises ? say("stand", asked) : question];
  }
  if (faces.length) {
    const at = holding === null ? ["fell_total", total] : ["rolled", total, holding];
    return [say(at[0], faces.join(" "), ...at.slice(1)), question];
  }
  const table = scores.map(([name, score, each]) =>
    each ? say("sits", `${name} ${score}`) : `${name} ${score}`,
  );
  return [title, table.join(", "), dice];
}

export class Narrator {
  /** `tell(text)` gets what is new; `after(ms, f)` calls f later. */
  constructor(tell, after = (ms, then) => setTimeout(then, ms)) {
    this.tell = tell;
    this.after = after;
    this.seen = this.last = { screen: "", lines: [], now: null };
    this.done = []; // and not told yet
    this.changes = 0;
  }

  /** Take the words of a new picture: the screen's id, its lines, and what is told instead. */
  see(screen, lines, { now = null, done = [], mark = "" } = {}) {
    // The mark comes and goes.
    const still = mark ? lines.map((line) => line.replace(mark, "").trim()) : lines;
    this.seen = { screen, lines: still, now };
    this.done.push(...done);
    const change = ++this.changes;
    this.after(REST_MS, () => {
      if (change === this.changes) this.#say();
    });
  }

  #say() {
    const { screen, lines, now } = this.seen;
    const before = screen === this.last.screen ? this.last : null;
    const waits = now?.waits === false; // the rest of a rival's turn is to come
    const owns = this.done.map(({ own }) => own);
    const done = this.done.splice(0, waits ? owns.lastIndexOf(true) + 1 : owns.length);
    if (waits && !done.length) return;
    // The position tells the last roll of a turn that goes on.
    if (now?.waits && now.faces.length && done.at(-1)?.faces && !done.at(-1).last) done.pop();
    const later = (at) => done.slice(at + 1).some(({ all }) => all);
    const fresh = done.filter(({ all }, at) => all !== false || !later(at)).flatMap(deed);
    if (now && !waits) {
      if (now.of && !before) fresh.push(lines[0]);
      fresh.push(...sentences(now, before?.now));
    } else if (!now) fresh.push(...lines.filter((line) => !before?.lines.includes(line)));
    this.last = this.seen;
    const text = fresh.filter(Boolean).join(". ").replaceAll(/([!?.])\. /g, "$1 ");
    if (text) this.tell(spoken(text));
  }
}
