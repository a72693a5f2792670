// The page's link at bad ports: FOLDER. Prints {what happens: what the link says} as JSON.

import { FakePort } from "./fake_port.mjs";

const { Link, isBackup, visible } = await import(`${process.argv[2]}/link.js`);
const TIMES = { open: 60, hello: 60, answer: 60, consent: 60, close: 60 };
const HELLO = { product: "pocketpig", firmware: "1", board: "fake" };
const text = new TextEncoder();

/** A port that answers each request with `answer(request)`: result, {error}, or undefined. */
function answering(answer) {
  const port = new FakePort((bytes) => {
    for (const line of new TextDecoder().decode(bytes).split("\n")) {
      if (!line) continue;
      port.asked.push(line);
      const request = JSON.parse(line);
      const result = request.method === "hello" ? HELLO : answer(request, port);
      if (result === undefined) continue;
      const body = result?.error ? { error: result.error } : { result };
      port.push(text.encode(JSON.stringify({ jsonrpc: "2.0", id: request.id, ...body }) + "\n"));
    }
  });
  port.asked = [];
  return port;
}

const said = {};

async function note(name, port, work = (link) => link.call("state")) {
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
  said[name] = { ...found, lost, ended, closed: port.closed };
}

const console_ = new FakePort(() => console_.push(text.encode(">>> {'jsonrpc': '2.0'}\r\n")));
await note("silent", new FakePort());
await note("console", console_);
await note("never opens", new FakePort(() => {}, () => new Promise(() => {})));
await note("open elsewhere", new FakePort(() => {}, async () => {
  throw new DOMException("Failed to open serial port.", "NetworkError");
}));
const echo = new FakePort((bytes) => echo.push(bytes));
await note("echo", echo);
const terminal = new FakePort((bytes) => {
  for (const byte of text.encode(new TextDecoder().decode(bytes).replaceAll("\n", "\r")))
    terminal.push(Uint8Array.of(byte));
});
await note("an echo of a terminal", terminal);
const noisy = new FakePort((bytes) => [text.encode("\u0000x\n"), bytes, bytes].forEach((each) => noisy.push(each)));
await note("an echo with noise, twice", noisy);
const repl = new FakePort((bytes) => [text.encode(">>> "), bytes].forEach((each) => repl.push(each)));
await note("a console that echoes", repl);
const both = answering(() => 5);
const { send } = both;
both.send = (bytes) => (both.push(bytes), send(bytes));
await note("an echo and answers", both);
const later = answering((_, port) => void port.push(text.encode(port.asked.at(-1) + "\n")));
await note("an echo without answers, later", later);
const other = new FakePort(() => {
  other.push(text.encode('{"jsonrpc":"2.0","id":7,"result":{"product":"pocketpig"}}\n'));
});
await note("answers of another", other);
const stranger = answering(() => null);
stranger.send = (bytes) => {
  const line = new TextDecoder().decode(bytes).trim();
  if (line) stranger.push(text.encode(JSON.stringify({ id: JSON.parse(line).id, result: { product: "x" } }) + "\n"));
};
await note("another device", stranger);

await note("unplugged in a request", answering((_, port) => void setTimeout(() => port.unplug())));
await note("unplugged at rest", answering(() => 1), async (link, port) => {
  port.unplug();
  await new Promise((resolve) => setTimeout(resolve, 5));
  return "seen";
});
await note("no answer", answering(() => undefined));
await note("refused", answering(() => ({ error: { code: -32006, message: "the person said\u0007 no" } })));
await note("overrun", answering(() => 5), async (link, port) => {
  port.overrun();
  await new Promise((resolve) => setTimeout(resolve, 5));
  return link.call("state");
});
await note("half a line before", answering(() => 5), async (link, port) => {
  port.push(text.encode('"result":1}\n{"jsonrpc":"2.0","method":"event","params":{}}\n'));
  return link.call("state");
});
await note("cut anywhere", answering((request, port) => {
  const line = text.encode(JSON.stringify({ id: request.id, result: "ñ" }) + "\n");
  for (const byte of line) port.push(Uint8Array.of(byte));
  return undefined;
}));
await note("a line without end", answering((_, port) => {
  for (let n = 0; n < 40; n++) port.push(new Uint8Array(4096).fill(120));
  return undefined;
}), async (link) => {
  await link.call("state").catch(() => {});
  return link.text.length < 1 << 17;
});
await note("never takes bytes", new FakePort(() => new Promise(() => {})));
await note("bad picture", answering(() => ({ data: "AAAA" })), (link) => link.frame());
await note("bad base64", answering(() => ({ data: "%" })), (link) => link.frame());
await note("many parts", answering(() => ({ data: "", parts: 99, checksum: 0 })), (link) => link.backup());
await note("bad checksum", answering(() => ({ data: "UFBCMg==", parts: 1, checksum: 1 })), (link) => link.backup());
await note("one at a time", answering(() => undefined), async (link, port) => {
  const both = [link.call("state"), link.call("stats")];
  await Promise.allSettled(both);
  return port.asked.map((line) => JSON.parse(line).method);
});
const lines = answering(() => ({}));
await note("short lines", lines, async (link) => {
  await link.restore(new Uint8Array(3600).fill(255));
  return Math.max(...lines.asked.map((line) => line.length));
});
said.backups = [
  isBackup(text.encode("PPB2...")), isBackup(text.encode("PPB1...")), isBackup(new Uint8Array()),
  isBackup(text.encode("PPB2".padEnd(3601))),
];
said.visible = visible("a\u001b[2J\u202eb" + "x".repeat(999));
console.log(JSON.stringify(said));
process.exit(0);
