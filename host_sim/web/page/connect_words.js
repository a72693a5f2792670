// The answers of a handheld that is plugged in as rows of words.

import { visible } from "./link.js";
import { say } from "./words.js";

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const pairs = (value) => Object.entries(value ?? {}).filter(([, each]) => each !== null);

/** Return rows [game, who, games, wins, shared] of an answer to `stats`; `name(key)` names things. */
export function statisticsRows(stats, name) {
  const rows = [];
  for (const [variant, { players }] of pairs(stats.variants))
    for (const [kind, counts] of pairs(players)) {
      const numbers = [counts.games, counts.wins, counts.shared].map((each) => Number(each) || 0);
      rows.push([visible(name(variant)), visible(name(kind)), ...numbers]);
    }
  return rows;
}

/** Return sentences of an answer to `stats`. */
export function statisticsWords(stats) {
  const said = [];
  const listed = (counts) =>
    Array.isArray(counts) && counts.some((each) => each > 0) ? counts.map(Number).join(", ") : "";
  if (!stats.games) said.push(say("no_games"));
  if (stats.best_streak > 0) said.push(say("streak", Number(stats.streak), Number(stats.best_streak)));
  if (stats.best_turn > 0)
    said.push(say("best_turn", Number(stats.best_turn), Number(stats.biggest_bust)));
  if (stats.decisions > 0 && isNumber(stats.loss) && isNumber(stats.gave))
    said.push(say("reviewed", Number(stats.decisions), stats.loss.toFixed(2), stats.gave.toFixed(2)));
  if (listed(stats.faces)) said.push(say("faces_fell", listed(stats.faces)));
  if (listed(stats.coin)) said.push(say("coin", listed(stats.coin)));
  return said;
}

/** Return sentences of an answer to `report`. */
export function reportWords({ selftest, crash }) {
  const said = [];
  if (!selftest) said.push(say("no_selftest"));
  else if (selftest.passed) said.push(say("selftest_passed"));
  else said.push(say("selftest_failed", [selftest.failed].flat().map((each) => visible(String(each))).join(", ")));
  if (!crash) said.push(say("no_crash"));
  else {
    const where = [crash.where ?? []].flat().map((each) => visible(String(each))).join(", ");
    said.push(say("last_crash", visible(String(crash.type)), visible(String(crash.message)), where));
  }
  return said;
}
