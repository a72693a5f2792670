// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// Computes positions with the page's module: FOLDER; given as JSON [{file, roll, end, target, second, most,
// positions: [[mine, theirs, total], ...], changes: [[mine, theirs], ...]}, ...];
// of shared rolls {file, target, round, positions}.

import { readFileSync } from "node:fs";

const folder = process.argv[2];
const { Race, Shared, Table } = await import(`${folder}/perfect.js`);

function answer({ file, roll, end, target, second, most, round, positions, changes }) {
  const table = new Table(new Uint8Array(readFileSync(`${folder}/tables/${file}`)), file);
  if (round) {
    const shared = new Shared(table, target, round);
    return positions.map(([mine, theirs, total]) => ({
      start: shared.start(mine, theirs),
      stands: shared.stands(shared.mix(mine, theirs), total),
      sits: shared.sits(mine, theirs),
    }));
  }
  const race = new Race(table, roll, end, target, second);
  return {
    exact: race.exact,
    positions: positions.map(([mine, theirs, total]) => {
      const start = race.isLast(theirs) ? null : race.start(mine, theirs);
      if (race.bids) return { start, dice: race.dice(mine, theirs, most) };
      const turn = race.turn(mine, theirs);
      const at = Math.min(total, turn.top);
      return { start, hold: turn.hold[at], roll: turn.roll[at] };
    }),
    changes: changes.map(([mine, theirs]) => race.changes(mine, theirs)),
  };
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(answer)));
