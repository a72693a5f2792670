// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// The verdict about a scanned game in words.

import { say } from "./words.js";

const OWN_SENTENCE = ["commitment", "number"]; // of the checks that may fail

/** Return sentences about a verdict; `noted`: commitment and number as the person gave them. */
export function verdictWords(verdict, noted, when) {
  const { kind, word, rolls, from_roll: first } = verdict;
  if (kind === "changed")
    return [OWN_SENTENCE.includes(word) ? say(`changed_${word}`, when) : say("changed_other", word)];
  const said = rolls ? [say("follow", rolls, first)] : [];
  if (kind === "nothing") said.push(say(rolls ? "nothing_proven" : "no_secret"));
  else if (kind === "part") said.push(say("in_part"));
  else if (kind === "proven") said.push(say(verdict.number ? "proven_number" : "proven", when));
  else {
    said.push(say("consistent"));
    if (!noted.commitment) said.push(say("no_commitment"));
    if (verdict.number && !noted.number) said.push(say("enter_number"));
  }
  if (verdict.variant) said.push(say("compare"));
  return said;
}

/** Return rows [name, value] of what the commitment does not fix; `nameOf(key)` names things. */
export function factRows(verdict, noted, nameOf) {
  if (!verdict.variant) return [];
  // As the record has them: in order, and only those of this game.
  const [, words] = /^pp1 \w+ (.*?) ?players=/.exec(verdict.record);
  const options = words.split(" ").filter(Boolean).map((word) => {
    const [name, value] = word.split("=");
    return `${nameOf(name)} ${/\d/.test(value) ? value : nameOf(`=${value}`)}`;
  });
  const number = verdict.number === noted.number ? verdict.number : say("not_entered");
  const rows = [
    ["game_column", [nameOf(verdict.variant), ...options].join(", ")],
    ["seats", verdict.seats.map(nameOf).join(", ")],
    ["began", say("player", verdict.first + 1)],
    ["rolloff", verdict.rolloff ?? say("none")],
    ["own_number", verdict.number ? number : say("none")],
    ["score", verdict.scores.join(", ")],
  ];
  if (verdict.again) rows.push(["again", verdict.again]);
  return rows.map(([key, value]) => [say(key), value]);
}
