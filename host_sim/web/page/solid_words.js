// What the page of perfect play says about a position.

import { say, speak } from "./words.js";

const code = () => speak("");

/** Return a worth as a percentage; only certainty is 0 % and 100 %. */
export function percent(worth, one) {
  if (worth === 0 || worth === one) return worth ? "100 %" : "0 %";
  const tenths = Math.round((1000 * worth) / one);
  const text = (value) => (value / 10).toLocaleString(code(), { minimumFractionDigits: 1 }) + " %";
  if (tenths === 0) return "< " + text(1);
  return tenths === 1000 ? "> " + text(999) : text(tenths);
}

/** Return the turn totals after the first change at which rolling is best: "27, 30–32". */
export function rollsAgain(changes) {
  const runs = [];
  for (let n = 1; n + 1 < changes.length; n += 2) {
    const last = changes[n + 1] - 1;
    runs.push(changes[n] === last ? `${last}` : `${changes[n]}–${last}`);
  }
  return runs.join(", ");
}

/** Return sentences about a position: `figures` of host_sim/web/solid.py. */
export function sentences(found) {
  const { mine, theirs, total, last, start, dice, changes, left, roll, hold, sits, stands } = found;
  const of = (worth) => percent(worth, found.one);
  const said = [say("against", mine, theirs)];
  if (last) said.push(say("last_answer"));
  if (stands !== undefined) {
    said.push(sits ? say("sit_at", sits) : say("sit_never"));
    if (total > 0) said.push(say("stand_with", total, percent(stands, 1)));
    said.push(say("start_round", of(start)));
    return said;
  }
  if (dice) said.push(say("best_dice", dice));
  if (changes) {
    const again = rollsAgain(changes);
    if (again) said.push(say("hold_but", changes[0], again));
    else said.push(changes[0] >= left ? say("hold_never") : say("hold_at", changes[0]));
  }
  if (!dice && total > 0) {
    said.push(say("with_total", total, of(roll), of(hold)));
    said.push(say(hold >= roll ? "at_total_hold" : "at_total_roll"));
  } else if (!last) said.push(say("start_win", of(start)));
  else if (!dice && !changes) said.push(say("last_roll", of(roll)));
  return said;
}
