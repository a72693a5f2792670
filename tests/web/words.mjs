// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// Prints the words of the page after loading a module that adds some: FOLDER; given its name.

import { readFileSync } from "node:fs";

const folder = process.argv[2];
await import(`${folder}/${JSON.parse(readFileSync(0, "utf-8"))}`);
const { WORDS } = await import(`${folder}/words.js`);
console.log(JSON.stringify(WORDS));
