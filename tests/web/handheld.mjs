// The page's handheld without a browser: the built folder under Node.js. It prints a
// TCP port, and the protocol is spoken there. Argument: the buttons that are held at the start.

import { createServer } from "node:net";

import { handheld, load } from "./machine.mjs";

const { Loop } = await load("program.js");
const { fingers, line, program } = await handheld((process.argv[2] ?? "").split(",").filter(Boolean));
const { step } = program;
let client = null;
const loop = new Loop({
  step,
  waiting: () => fingers.events.length > 0 || line.toApp.length > 0,
  after() {
    const bytes = line.receive();
    if (client && bytes.length) client.write(Uint8Array.from(bytes));
  },
  fail(error) {
    console.error(error);
    process.exit(1);
  },
});
step();
fingers.upAll();
fingers.wake = line.wake = () => loop.run();
loop.run();
function hangUp() {
  client?.destroy();
  client = null;
  line.open = false;
  line.toApp = [];
  loop.run(); // the app notices
  line.receive();
}
const server = createServer((socket) => {
  hangUp();
  client = socket;
  line.open = true;
  socket.on("data", (data) => client === socket && line.send(data));
  socket.on("error", () => {});
  socket.on("close", () => client === socket && hangUp());
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
// Whoever started this ends it by closing its standard input.
process.stdin.on("end", () => process.exit(0)).resume();
