// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// Send bytes to the page's model of the panel. Arguments: the built folder. stdin: a list of lists
// of transactions, as hexadecimal digits. stdout: for each list the picture after it, its status
// and its brightness.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const url = pathToFileURL(process.argv[2] + "/");
const { SSD1306 } = await import(new URL("panel.js", url));
const { fromHex } = await import(new URL("board.js", url));

const seen = JSON.parse(readFileSync(0, "utf8")).map((transactions) => {
  const panel = new SSD1306();
  for (const digits of transactions) panel.write(fromHex(digits));
  return [panel.picture().join(""), panel.read(), panel.brightness];
});
console.log(JSON.stringify(seen));
