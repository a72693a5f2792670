// The verdict about a scanned game in words, and the game in tables.

import { say } from "./words.js";

const OWN_SENTENCE = ["commitment", "number"]; // of the checks that may fail
// What is on the dice in place of numbers, by die.
const FACES = new Map([
  ["piglet", [{ 0: "tail", 1: "head" }]],
  ["pig_dice", [{ 1: "pig_head" }, { 6: "pig_tail" }]],
]);

/** Return sentences about a verdict of `Session`; `dated(ms)` and `span(ms)` write times. */
export function verdictWords(verdict, dated, span) {
  const { kind, word, rolls, from_roll: first, why, kept, number, entered } = verdict;
  const when = dated(kept);
  if (kind === "changed")
    return [OWN_SENTENCE.includes(word) ? say(`changed_${word}`, when) : say("changed_other", word)];
  const said = rolls ? [say("follow", rolls, first)] : [];
  if (kind === "nothing") return [...said, say(rolls ? "nothing_proven" : "no_secret")];
  if (kind === "part") return [...said, say("in_part")];
  if (kind === "proven") {
    said.push(say(number ? "proven_number" : "proven", when, span(verdict.before)));
    return [...said, say(number ? "before_number" : "before_roll")];
  }
  said.push(say("consistent"));
  if (why) said.push(say(why));
  if (number && !entered) said.push(say("enter_number"));
  return said;
}

/** Return rows [name, value] of what the commitment does not fix; `nameOf(key)` names things. */
export function factRows(verdict, nameOf) {
  if (!verdict.variant) return [];
  // As the record has them: in order, and only those of this game.
  const [, words] = /^pp1 \w+ (.*?) ?players=/.exec(verdict.record);
  const options = words.split(" ").filter(Boolean).map((word) => {
    const [name, value] = word.split("=");
    return `${nameOf(name)} ${/\d/.test(value) ? value : nameOf(`=${value}`)}`;
  });
  const number = verdict.number === verdict.entered ? verdict.number : say("not_entered");
  const rolloff = (verdict.rolloff ?? "").split(",").filter(Boolean);
  return [
    ["game_column", [nameOf(verdict.variant), ...options].join(", ")],
    ["seats", verdict.seats.map((seat, at) => `${at + 1} ${nameOf(seat)}`).join(", ")],
    ["began", say("player", verdict.first + 1)],
    ["rolloff", rolloff.map((pair) => [...pair].join("+")).join(", ") || say("none")],
    ["again", verdict.again || say("none")],
    ["own_number", verdict.number ? number : say("none")],
    ["score", verdict.scores.join(" : ")],
  ].map(([key, value]) => [say(key), value]);
}

/** Return {cells, telling} of each turn: its number, who rolled, the rolls, the points, the scores. */
export function turnRows({ variant, turns = [] }) {
  return turns.map(({ turn, player, rolls, banked, points, scores, at_stake: stake, telling }) => {
    const changed = new Map(); // players by what they won or lost
    for (const [at, each] of points.entries())
      if (each) changed.set(each, [...(changed.get(each) ?? []), at + 1]);
    const told = [...changed].map(([each, who]) => {
      const change = each > 0 ? `+${each}` : String(each);
      const own = player !== null && String(who) === String(player + 1);
      return own ? change : `${who.join(" ")}: ${change}`;
    });
    const few = scores.length < 3;
    return {
      telling,
      cells: [
        telling ? `${turn} *` : String(turn),
        player === null ? say("all") : String(player + 1),
        rolled(rolls, banked, player === null, FACES.get(variant) ?? []),
        told.join(", ") || (stake ? say("lost", stake) : "0"),
        few ? scores.join(" : ") : String(scores[player] ?? ""),
      ],
    };
  });
}

/** Return the rolls of a turn, and who banked after them; `all`: all play at once. */
function rolled(rolls, banked, all, faces) {
  const word = (face, die) => (faces[die]?.[face] ? say(faces[die][face]) : face);
  const told = ["", ...rolls].map((roll, count) => {
    const who = banked.filter(([, after]) => after === count).map(([player]) => player + 1);
    const fell = [...roll].map(word).join("+");
    return who.length ? `${fell} ${all ? say("sat", who.join(" ")) : say("held")}` : fell;
  });
  return told.join(" ").trim();
}
