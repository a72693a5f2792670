// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// Perfect play of two players from the handheld's tables, in the handheld's own whole numbers: what
// shared_rules/players/tables does for one position, for all positions at once. The rules of a game
// are the outcomes of its roll, in solved.js. docs/internals/tables.md describes the tables.

import { crc32 } from "./bytes.js";

export const ONE = 2 ** 20; // certainty
export const CERTAIN = 256; // the same of a mixture of standing and sitting
const SHIFT = 20;
const VERSION = 1;
const HEAD = 12;
const SECTION = 12;
const MARGIN = ONE / 32; // if rolling is worse by this, holding stays best
const PASSES = 16;
const CLOSE = 4;
const BELOW = 12; // bits of the chances to return from a turn total below 0

/** Yield the Rice codes from byte `at` on: ones, a zero, then `low` bits. */
function* codes(data, at, low) {
  let bit = at * 8;
  const next = () => {
    if (bit >= data.length * 8) throw new Error("table: cut off");
    const value = (data[bit >> 3] >> (7 - (bit & 7))) & 1;
    bit += 1;
    return value;
  };
  for (;;) {
    let code = 0;
    while (next()) code += 1;
    for (let n = 0; n < low; n++) code = 2 * code + next();
    yield code;
  }
}

/** Return the number of a code: odd codes are negative. */
const signed = (code) => (code & 1 ? -(code >> 1) - 1 : code >> 1);

export class Table {
  /** Throws if the bytes are not a good table with the name, such as "pig-first.bin". */
  constructor(bytes, name) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const magic = String.fromCharCode(...bytes.subarray(0, 4));
    if (bytes.length < HEAD || magic !== "PPTB" || bytes[8] !== VERSION)
      throw new Error(`${name}: not a table of perfect play`);
    if (crc32(bytes.subarray(8)) !== this.view.getUint32(4, true))
      throw new Error(`${name}: damaged`);
    this.sections = new Map();
    let at = HEAD;
    for (let n = 0; n < bytes[10]; n++, at += SECTION)
      this.sections.set(String.fromCharCode(bytes[at]), {
        parameter: bytes[at + 1],
        first: this.view.getInt16(at + 2, true),
        rows: this.view.getUint16(at + 4, true),
        columns: this.view.getUint16(at + 6, true),
        offset: this.view.getUint32(at + 8, true),
      });
    const text = String.fromCharCode(...bytes.subarray(at, at + bytes[11]));
    const [game, ...numbers] = text.split(" ");
    if (game + ".bin" !== name) throw new Error(`${name}: a table of another game`);
    this.numbers = Object.fromEntries(
      numbers.map((word) => [word.split("=")[0], Number(word.split("=")[1])]),
    );
    this.kept = new Map();
  }

  section(tag) {
    return this.sections.get(tag);
  }

  /** Return the bytes of a row. */
  row(tag, index) {
    const { first, rows, columns, offset } = this.section(tag);
    if (tag === "c") return this.bytes.subarray(offset + 4, offset + 4 + 3 * columns);
    const place = offset + 2 * (index - first);
    const start = offset + 2 * rows + 2;
    return this.bytes.subarray(
      start + this.view.getUint16(place, true),
      start + this.view.getUint16(place + 2, true),
    );
  }

  /** Return the worths of a row, decoded once. */
  worths(tag, index) {
    const key = tag + index;
    if (!this.kept.has(key)) this.kept.set(key, this.#decode(tag, index));
    return this.kept.get(key);
  }

  #decode(tag, index) {
    const data = this.row(tag, index);
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const up = 2 ** (SHIFT - 8 - (data[0] >> 4));
    const worths = new Int32Array(this.section(tag).columns);
    let value = view.getUint32(1, true);
    let step = view.getInt16(5, true);
    const numbers = codes(data, 7, data[0] & 15);
    worths[0] = value * up;
    for (let place = 1; place < worths.length; place++) {
      if (place > 1) step += signed(numbers.next().value);
      value += step;
      worths[place] = value * up;
    }
    return worths;
  }

  /** Return a column of a row that begins with its columns' lengths. */
  part(tag, index, column) {
    const row = this.row(tag, index);
    let at = this.section(tag).columns;
    for (let n = 0; n < column; n++) at += row[n];
    return row.subarray(at, at + row[column]);
  }

  /** Return the listed changes between rolling and holding, by [the player's score - first]. */
  changes(theirs) {
    const key = "h" + theirs;
    if (this.kept.has(key)) return this.kept.get(key);
    const data = this.row("h", theirs);
    const numbers = codes(data, 1, data[0]);
    const { first } = this.section("h");
    const found = [];
    let bounds = [0];
    for (let score = first; score < this.numbers.target; score++) {
      bounds = [...bounds];
      for (let more = 2 * signed(numbers.next().value); more; more -= Math.sign(more))
        if (more > 0) bounds.push(bounds.at(-1));
        else bounds.pop();
      for (let place = 0; place < bounds.length; place++)
        bounds[place] += signed(numbers.next().value);
      found.push(bounds);
    }
    this.kept.set(key, found);
    return found;
  }
}

/** Return the most points that a roll adds, sets or banks. */
const longest = (outcomes) => Math.max(1, ...outcomes.map(([, , , points]) => points));

/** Return the worth of the last roll for a player `behind`. */
function lastRoll([denominator, outcomes], behind) {
  let worth = 0;
  for (const [weight, keep, , points] of outcomes)
    if (keep && points >= behind) worth += weight * (points > behind ? 2 : 1);
  return Math.floor((worth * ONE) / (2 * denominator));
}

/** The turns of a game for two players: `game` and `words` as in solved.js. */
export class Race {
  /**
   * `table`: of those words; `target`; `second`: for the second mover of a round. `exact` is false
   * where a smaller target makes it an estimate: two 1s lead back to 0, from where it is farther.
   */
  constructor(table, roll, end, target, second = false) {
    this.table = table;
    this.roll = roll;
    this.end = end;
    this.full = table.numbers.target;
    if (target > this.full) throw new Error(`target ${target}: the table goes to ${this.full}`);
    this.target = target;
    this.shift = this.full - target;
    this.second = end === "equal_turns" && second;
    this.tag = end === "equal_turns" && !second ? "w" : "v";
    const { first } = table.section("v");
    this.floor = first < 0 ? first : 0;
    this.exact = this.shift === 0 || !roll || roll[1].every(([, keep]) => keep);
    this.bids = roll === null;
  }

  /** Return the worth at the start of a turn, both scores below the target. */
  start(mine, theirs) {
    const tag = this.end === "equal_turns" && this.second ? "w" : "v";
    const row = Math.max(mine + this.shift, this.floor);
    return this.table.worths(tag, row)[Math.max(theirs + this.shift, this.floor) - this.floor];
  }

  /** Return the best number of dice of a bid. */
  dice(mine, theirs, most) {
    const i = mine + this.shift;
    const j = theirs + this.shift;
    if (j >= this.full) {
      const row = this.table.row("f", 0);
      return Math.min(most, row[Math.min(j - i, row.length) - 1]);
    }
    const row = this.table.row(this.second ? "e" : "d", i);
    let at = 0;
    for (let left = j; left >= row[at + 1]; at += 2) left -= row[at + 1];
    return Math.min(most, row[at]);
  }

  /** True if the rival has the target already, and this turn is the answer. */
  isLast(theirs) {
    return theirs >= this.target;
  }

  /** Return the turn total above which holding is always best; scores of the table's target. */
  #top(i, j) {
    if (j >= this.full) return j - i;
    let ahead = 1;
    if (this.end === "one_more_roll") ahead = longest(this.roll[1]) + 1;
    else if (this.end === "equal_turns" && !this.second) ahead = this.table.section("c").parameter;
    return Math.max(this.full, j + ahead) - i - 1;
  }

  /** Return the worth of holding at the turn total `k`. */
  #hold(i, j, k) {
    const score = i + k;
    if (j >= this.full) return score > j ? ONE : score === j ? ONE / 2 : 0;
    if (score < this.full)
      return ONE - this.table.worths(this.tag, j)[Math.max(score - this.floor, 0)];
    if (this.end === "one_more_roll") return ONE - lastRoll(this.roll, score - j);
    if (this.tag !== "w") return ONE;
    const answers = this.table.row("c", 0);
    const at = 3 * (score - j - 1);
    if (at + 2 >= answers.length) return ONE;
    return ONE - (answers[at] + 256 * answers[at + 1] + 65536 * answers[at + 2]);
  }

  /**
   * Return the turn at these scores: arrays `hold` and `roll`, worths by turn total from 0 to `top`.
   * Above `top` holding is best.
   */
  turn(mine, theirs) {
    const i = mine + this.shift;
    const j = theirs + this.shift;
    if (this.isLast(theirs) && this.end === "one_more_roll")
      return { hold: [0], roll: [lastRoll(this.roll, j - i)], top: 0 };
    const [denominator, outcomes] = this.roll;
    const top = this.#top(i, j) + 1;
    const hold = new Float64Array(top + longest(outcomes) + 1);
    for (let k = 0; k < hold.length; k++) hold[k] = this.#hold(i, j, k);
    const zero = Math.min(this.shift, i) - this.floor;
    const wipe = j >= this.full ? 0 : ONE - this.table.worths(this.tag, j)[zero];
    const turn = new Turn(denominator, outcomes, hold, top, wipe);
    if (turn.deepest && turn.endWeight) turn.below = this.#chancesBelow();
    turn.play();
    return { hold: hold.slice(0, top + 1), roll: turn.roll, top };
  }

  #chancesBelow() {
    const row = this.table.row("b", 0);
    return Array.from({ length: row.length / 2 }, (_, n) => row[2 * n] + 256 * row[2 * n + 1]);
  }

  /**
   * Return the turn totals at which rolling and holding change places: rolling from 0 on, holding
   * from the first of them, rolling from the second, and so on. The last is always to hold.
   */
  changes(mine, theirs) {
    const found = [];
    const note = (k, rolls) => {
      if (rolls === found.length % 2 > 0) found.push(k);
    };
    if (this.table.section("h") && !this.isLast(theirs)) {
      const { first } = this.table.section("h");
      const bounds = this.table.changes(theirs + this.shift)[mine + this.shift - first];
      const farthest = this.target - mine - Math.min(...bounds, 0) + 1;
      for (let k = 1; k <= farthest; k++) {
        const left = this.target - mine - k;
        note(k, bounds.filter((bound) => bound >= left).length % 2 === 0);
      }
    } else {
      const { hold, roll, top } = this.turn(mine, theirs);
      for (let k = 1; k <= top; k++) note(k, roll[k] > hold[k]);
      if (found.length % 2 === 0) found.push(top + 1);
    }
    return found;
  }
}

export const LATEST = 300; // greater round totals count as this
const OVER_ROUNDS = 100; // the scores shown where there is no target
// Kinds of the runs of a mix, in the two upper bits.
const [STANDS, LINE, SAME] = [1, 2, 3];

/** The rounds of two players who share the rolls, while both stand. */
export class Shared {
  /** `target`: 0 in a game over rounds, of which this is number `round`. */
  constructor(table, target, round) {
    this.table = table;
    this.full = table.numbers.target ?? 0;
    if (target > this.full) throw new Error(`target ${target}: the table goes to ${this.full}`);
    this.shift = this.full - target;
    this.target = target || OVER_ROUNDS;
    this.round = round;
    this.shared = true;
  }

  isLast() {
    return false;
  }

  /** Return the worth at the start of a round. */
  start(mine, theirs) {
    if (this.full) return ONE - this.table.worths("n", theirs + this.shift)[mine + this.shift];
    const row = this.table.worths("n", this.round);
    const lead = mine - theirs;
    if (Math.abs(lead) > row.length) return lead > 0 ? ONE : 0;
    return lead > 0 ? row[lead - 1] : lead ? ONE - row[-lead - 1] : ONE / 2;
  }

  /** Return the mixture of a player at these scores, for `stands`. */
  mix(mine, theirs) {
    if (this.full) return this.table.part("m", mine + this.shift, theirs + this.shift);
    const middle = this.table.section("m").columns >> 1;
    const lead = Math.max(-middle, Math.min(middle, mine - theirs));
    return this.table.part("m", this.round, middle + lead);
  }

  /** Return the probability of standing at a round total from 1 on, of CERTAIN. */
  stands(mix, total) {
    let [at, place] = [0, 1];
    for (;;) {
      const kind = mix[at] >> 6;
      const run = (mix[at] & 63) + 1;
      const after = at + (kind === LINE ? 3 : kind === SAME ? 2 : 1);
      if (total >= place + run && after < mix.length) {
        at = after;
        place += run;
        continue;
      }
      if (kind < LINE) return kind === STANDS ? CERTAIN : 0;
      const first = mix[at + 1];
      if (kind === SAME) return first;
      const rise = (mix[at + 2] - first) * Math.min(total - place, run - 1);
      return first + Math.floor(rise / Math.max(1, run - 1));
    }
  }

  /** Return the least round total at which standing is less likely than sitting, or LATEST. */
  sits(mine, theirs) {
    const mix = this.mix(mine, theirs);
    let total = 1;
    while (total < LATEST && 2 * this.stands(mix, total) >= CERTAIN) total += 1;
    return total;
  }
}

/** Optimal play of a turn, as in shared_rules/players/tables/turn.py and sweeps.py. */
class Turn {
  constructor(denominator, outcomes, hold, top, wipe) {
    this.denominator = denominator;
    this.hold = hold;
    this.top = top;
    this.last = hold.length - 1;
    this.width = longest(outcomes);
    this.adds = [];
    this.jumps = [];
    this.ends = this.endWeight = this.setWeight = this.setTo = this.deepest = this.change = 0;
    this.below = [];
    for (const [weight, keep, factor, points, goesOn] of outcomes) {
      if (!goesOn) {
        this.ends += weight * (keep ? hold[points] : wipe);
        this.endWeight += weight;
      } else if (factor === 0) {
        this.setWeight += weight;
        this.setTo = points;
      } else if (factor === 1) {
        this.adds.push([weight, points]);
        this.deepest = Math.max(this.deepest, -points);
      } else this.jumps.push([weight, factor, points]);
    }
    this.roll = new Float64Array(top + 1);
    // `deepest` places for turn totals below 0, then those from 0 on.
    this.win = new Float64Array(this.deepest + hold.length);
    this.win.set(hold, this.deepest);
  }

  play() {
    if (!this.endWeight) this.roll.fill(ONE); // roll until the score wins
    else if (this.setWeight) this.#sweep(this.top, 0, this.#settle());
    else if (this.deepest || this.jumps.length) this.#sweepTillClose();
    else this.#sweep(this.top, 0, 0);
  }

  /** Compute the turn totals from `start` down to `least`; return the last total in doubt. */
  #sweep(start, least, worthOfSet, first = false) {
    const { win, hold, adds, jumps, denominator, deepest } = this;
    const constant = this.ends + Math.floor(denominator / 2) + this.setWeight * worthOfSet;
    let clear = 0;
    this.change = 0;
    for (let k = start; k >= least; k--) {
      const at = k + deepest;
      if (first) win[k] = win[at + 1] - (deepest + 1) * (win[at + 2] - win[at + 1]);
      let worth = constant;
      for (const [weight, points] of adds) worth += weight * win[at + points];
      for (const [weight, factor, points] of jumps)
        worth += weight * win[Math.min(factor * k + points, this.last) + deepest];
      worth = Math.floor(worth / denominator);
      this.roll[k] = worth;
      if (!clear && worth + MARGIN > hold[k]) clear = k;
      if (hold[k] > worth) worth = hold[k];
      this.change = Math.max(this.change, Math.abs(worth - win[at]));
      win[at] = worth;
    }
    return clear;
  }

  /** Return the worth of the total that a roll sets, by the secant method. */
  #settle() {
    const to = this.setTo;
    let z = this.hold[to];
    let upper = this.top;
    if (to > upper) return z;
    let [oldZ, oldFound] = [0, 0];
    for (let n = 0; n < PASSES; n++) {
      const clear = this.#sweep(upper, to, z);
      const found = this.win[to];
      if (n === 0) upper = Math.max(clear, to);
      if (Math.abs(found - z) <= 1) break;
      const fall = z - oldZ - found + oldFound;
      let rise = found - z;
      if (n && fall > 0) rise = Math.floor((rise * (z - oldZ)) / fall);
      [oldZ, oldFound] = [z, found];
      z += rise;
    }
    return z;
  }

  #sweepTillClose() {
    let upper = this.top;
    for (let n = 0; n < PASSES; n++) {
      const clear = this.#sweep(upper, 0, 0, n === 0);
      for (let depth = 1; depth <= this.deepest; depth++)
        this.win[this.deepest - depth] = this.#worthBelow(depth);
      if (n && this.change <= CLOSE) break;
      if (n && this.change > MARGIN / 4) upper = this.top;
      else if (upper === this.top) upper = clear;
    }
    for (let k = upper + 1; k <= this.top; k++) this.#sweep(k, k, 0);
  }

  #worthBelow(depth) {
    const base = this.win[this.deepest];
    let left = 2 ** BELOW;
    let worth = 0;
    for (let total = 0; total < this.width; total++) {
      const chance = this.below[(depth - 1) * this.width + total];
      left -= chance;
      worth += chance * (this.win[this.deepest + total] - base);
    }
    worth += left * (Math.floor(this.ends / this.endWeight) - base);
    return base + Math.floor(worth / 2 ** BELOW);
  }
}
