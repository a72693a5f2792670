// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// Reads grey pictures with the page's own reader: node read.mjs READER <pictures. They come one
// after the other, each behind its width and height as four bytes. Prints a JSON list of texts, ""
// where there is none.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { decoded } = await import(pathToFileURL(process.argv[2]));
const bytes = readFileSync(0);
const found = [];
for (let at = 0; at < bytes.length; ) {
  const [width, height] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
  at += 8;
  const data = new Uint8Array(4 * width * height).fill(255);
  for (let n = 0; n < width * height; n++) data.fill(bytes[at + n], 4 * n, 4 * n + 3);
  at += width * height;
  found.push(decoded({ data, width, height }));
}
console.log(JSON.stringify(found));
