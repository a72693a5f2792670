// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// Reads tables: FOLDER; given [[name, hexadecimal digits], ...]. Prints what is wrong with each.

import { readFileSync } from "node:fs";

const { Table } = await import(`${process.argv[2]}/perfect.js`);
const said = JSON.parse(readFileSync(0, "utf-8")).map(([name, digits]) => {
  try {
    new Table(new Uint8Array(Buffer.from(digits, "hex")), name);
    return "";
  } catch (error) {
    return error.message.split(": ")[1];
  }
});
console.log(JSON.stringify(said));
