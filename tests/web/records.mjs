// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// The record in a link's fragment: FOLDER; the fragment comes as JSON, and so does the answer.

import { readFileSync } from "node:fs";

globalThis.location = { href: "http://localhost/" };
const { recordOf } = await import(`${process.argv[2]}/share.js`);
console.log(JSON.stringify(recordOf(JSON.parse(readFileSync(0, "utf8")))));
