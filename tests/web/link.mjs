// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// The page's link at a handheld behind standard input and output: FOLDER METHOD [BASE64]. The result
// is the last line of standard error.

import { FakePort } from "./fake_port.mjs";

const [folder, method, given] = process.argv.slice(2);
const { Link } = await import(`${folder}/link.js`);

const port = new FakePort((bytes) => process.stdout.write(bytes));
process.stdin.on("data", (bytes) => port.push(new Uint8Array(bytes)));
const link = new Link(port);
let result = null;
try {
  const hello = await link.open();
  const asked = given ? await link[method](Buffer.from(given, "base64")) : await link[method]();
  if (asked?.bytes) asked.bytes = Buffer.from(asked.bytes).toString("base64");
  const plain = asked instanceof Uint8Array ? Buffer.from(asked).toString("base64") : asked;
  result = { hello, result: plain ?? null, signals: port.signals };
} catch (error) {
  result = { key: error.key, detail: error.detail };
}
await link.close();
result.closed = port.closed;
process.stderr.write(JSON.stringify(result) + "\n");
process.exit(0);
