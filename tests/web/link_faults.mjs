// The page's link at bad ports. Prints {what happens: what the link says} where that is not
// what is expected, as JSON.

import { FakePort, answering } from "./fake_port.mjs";

const { Link, isBackup, visible } = await import(`${folder}/link.js`);
const TIMES = { open: 60, hello: 60, answer: 60, consent: 60, close: 60 };
const text = new TextEncoder();

const wrong = {};
const UNPLUGGED = { lost: ["unplugged"], ended: "unplugged" };
let cases = 0;

async function note(name, expected, port, work = (link) => link.call("state")) {
  const lost = [];
  const link = new Link(port, (error) => lost.push(error.key), TIMES);
  const found = { };
  try {
    await link.open();
    found.result = await work(link, port);
  } catch (error) {
    Object.assign(found, { key: error.key, detail: error.detail });
  }
  const ended = await link.call("state").then(() => "", (error) => error.key);
  await link.close();
  Object.assign(found, { lost, ended, closed: port.closed });
  const differs = (what) => JSON.stringify(found[what]) !== JSON.stringify(expected[what]);
  if (Object.keys(expected).some(differs)) wrong[name] = found;
  cases += 1;
}

const console_ = new FakePort(() => console_.push(text.encode(">>> {'jsonrpc': '2.0'}\r\n")));
await note("silent", { key: "console", closed: 1 }, new FakePort());
await note("console", { key: "console", closed: 1 }, console_);
await note("never opens", { key: "hangs" }, new FakePort(() => {}, () => new Promise(() => {})));
await note("open elsewhere", { key: "cannot_open" }, new FakePort(() => {}, async () => {
  throw new DOMException("Failed to open serial port.", "NetworkError");
}));
const echo = new FakePort((bytes) => echo.push(bytes));
await note("echo", { key: "echo", closed: 1 }, echo);
const terminal = new FakePort((bytes) => {
  for (const byte of text.encode(new TextDecoder().decode(bytes).replaceAll("\n", "\r")))
    terminal.push(Uint8Array.of(byte));
});
await note("an echo of a terminal", { key: "echo" }, terminal);
const noisy = new FakePort((bytes) => [text.encode("\u0000x\n"), bytes, bytes].forEach((each) => noisy.push(each)));
await note("an echo with noise, twice", { key: "echo" }, noisy);
const repl = new FakePort((bytes) => [text.encode(">>> "), bytes].forEach((each) => repl.push(each)));
await note("a console that echoes", { key: "console" }, repl);
const both = answering(() => 5);
const { send } = both;
both.send = (bytes) => (both.push(bytes), send(bytes));
await note("an echo and answers", { result: 5 }, both);
const later = answering((_, port) => void port.push(text.encode(port.asked.at(-1) + "\n")));
await note("an echo without answers, later", { key: "echo" }, later);
const other = new FakePort(() => {
  other.push(text.encode('{"jsonrpc":"2.0","id":7,"result":{"product":"pocketpig"}}\n'));
});
await note("answers of another", { key: "console", closed: 1 }, other);
const stranger = answering(() => null);
stranger.send = (bytes) => {
  const line = new TextDecoder().decode(bytes).trim();
  if (line) stranger.push(text.encode(JSON.stringify({ id: JSON.parse(line).id, result: { product: "x" } }) + "\n"));
};
await note("another device", { key: "other_device", closed: 1 }, stranger);

await note("unplugged in a request", { key: "unplugged", ...UNPLUGGED }, answering((_, port) => void setTimeout(() => port.unplug())));
await note("unplugged at rest", UNPLUGGED, answering(() => 1), async (link, port) => {
  port.unplug();
  await new Promise((resolve) => setTimeout(resolve, 5));
  return "seen";
});
await note("no answer", { key: "no_answer" }, answering(() => undefined));
await note("refused", { key: "refused", detail: "the person said? no" }, answering(() => ({ error: { code: -32006, message: "the person said\u0007 no" } })));
await note("overrun", { result: 5 }, answering(() => 5), async (link, port) => {
  port.overrun();
  await new Promise((resolve) => setTimeout(resolve, 5));
  return link.call("state");
});
await note("half a line before", { result: 5 }, answering(() => 5), async (link, port) => {
  port.push(text.encode('"result":1}\n{"jsonrpc":"2.0","method":"event","params":{}}\n'));
  return link.call("state");
});
await note("cut anywhere", { result: "ñ" }, answering((request, port) => {
  const line = text.encode(JSON.stringify({ id: request.id, result: "ñ" }) + "\n");
  for (const byte of line) port.push(Uint8Array.of(byte));
  return undefined;
}));
await note("a line without end", { result: true }, answering((_, port) => {
  for (let n = 0; n < 40; n++) port.push(new Uint8Array(4096).fill(120));
  return undefined;
}), async (link) => {
  await link.call("state").catch(() => {});
  return link.text.length < 1 << 17;
});
await note("never takes bytes", { key: "console", closed: 1 }, new FakePort(() => new Promise(() => {})));
await note("bad picture", { key: "bad_answer" }, answering(() => ({ data: "AAAA" })), (link) => link.frame());
await note("bad base64", { key: "bad_answer" }, answering(() => ({ data: "%" })), (link) => link.frame());
await note("many parts", { key: "backup_changed" }, answering(() => ({ data: "", parts: 99, checksum: 0 })), (link) => link.backup());
await note("bad checksum", { key: "backup_changed" }, answering(() => ({ data: "UFBCMg==", parts: 1, checksum: 1 })), (link) => link.backup());
await note("one at a time", { result: ["hello", "state", "stats"] }, answering(() => undefined), async (link, port) => {
  const both = [link.call("state"), link.call("stats")];
  await Promise.allSettled(both);
  return port.asked.map((line) => JSON.parse(line).method);
});
const lines = answering(() => ({}));
await note("short lines", { result: true }, lines, async (link) => {
  await link.restore(new Uint8Array(3600).fill(255));
  return lines.asked.every((line) => line.length <= 4096);
});
const person = answering((request, port) => {
  setTimeout(() => port.push(text.encode(JSON.stringify({ id: request.id, result: {} }) + "\n")), 90);
});
await note("a person who needs time to agree", { key: undefined }, person, (link) => link.restore(new Uint8Array(9)));
const backups = ["PPB2...", "PPB1...", "", "PPB2".padEnd(3601)].map((each) => isBackup(text.encode(each)));
tell({ wrong, cases, backups, visible: visible("a\u001b[2J\u202eb" + "x".repeat(999)) });
