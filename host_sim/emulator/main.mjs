// The Node side of the emulated Pico. It handles the Python side's requests in order, over
// standard input and output. node.py lists the messages.

import { readSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';

import { Pico } from './pico.mjs';
import { snapshot } from './snapshot.mjs';

const HEAD = 5; // kind, length
const INPUT = 0;
const OUTPUT = 1;

function read(length) {
  const bytes = Buffer.alloc(length);
  for (let have = 0; have < length; ) {
    const got = readSync(INPUT, bytes, have, length - have);
    if (got === 0) process.exit(0); // the Python side has ended
    have += got;
  }
  return bytes;
}

function receive() {
  const head = read(HEAD);
  return [String.fromCharCode(head[0]), read(head.readUInt32LE(1))];
}

function send(kind, bytes) {
  const head = Buffer.alloc(HEAD);
  head[0] = kind.charCodeAt(0);
  head.writeUInt32LE(bytes.length, 1);
  const message = Buffer.concat([head, bytes]);
  for (let sent = 0; sent < message.length; ) sent += writeSync(OUTPUT, message, sent);
}

function fail(reason) {
  send('!', Buffer.from(reason));
  process.exit(0);
}

function operation(offset, length) {
  const bytes = Buffer.alloc(16);
  bytes.writeDoubleLE(msBefore * 1e6 + pico.clock.nanos);
  bytes.writeUInt32LE(offset, 8);
  bytes.writeUInt32LE(length, 12);
  return bytes;
}

function tellPanel(events) {
  if (!events.length) return;
  send('i', Buffer.from(Uint16Array.from(events).buffer));
  events.length = 0;
}

const told = {
  // The panel's answer after these events.
  panel: (events) => {
    tellPanel(events);
    send('s', Buffer.alloc(0));
    for (;;) {
      const [kind, bytes] = receive();
      if (kind === 's') return { acknowledges: bytes[0] === 1, status: bytes[1] };
      requests[kind](bytes);
    }
  },
  serial: (kind, bytes) => send(kind[0], Buffer.from(bytes)),
  erased: (offset, length) => send('e', operation(offset, length)),
  programmed: (offset, bytes) =>
    send('p', Buffer.concat([operation(offset, bytes.length), bytes])),
};

let library = null;
let bootrom = null;
let wiring = null;
let pico = null;
let kept = null; // the state saved by `saveState`
let msBefore = 0; // run time before the latest reset, since power-on

function powerOn(flash) {
  msBefore = 0;
  pico = new Pico(library, { bootrom, flash, wiring, told });
}

function saveState() {
  kept = { pico, msBefore, restore: snapshot(pico) };
}

// Go back to the kept state with these bytes in the flash (offset, bytes).
function restoreState(bytes) {
  kept.restore();
  ({ pico, msBefore } = kept);
  pico.chip.flash.set(bytes.subarray(4), bytes.readUInt32LE());
}

function run({ ms, buttons, power, lines, present }) {
  pico.setButtons(buttons);
  pico.setPower(power);
  pico.usb.lines = lines;
  const replugged = pico.panel.present !== present;
  pico.panel.present = present;
  if (replugged) pico.panel.bitBanged.follow();
  pico.run(ms);
  pico.usb.pump();
  tellPanel(pico.panel.events);
  let reset = false;
  if (pico.ended === 'reset') {
    reset = true;
    msBefore += pico.ms;
    pico = new Pico(library, { bootrom, flash: pico.flash(), wiring, told, before: pico });
  }
  const status = {
    ms: msBefore + pico.ms,
    reset,
    ended: pico.ended,
    offered: pico.usb.interfaces,
    instructions: pico.instructions,
    awakeMs: pico.awakeMs,
    longestMs: pico.longestMs,
    dormant: pico.dormant,
    readAt: pico.readAt,
    calls: pico.calls,
  };
  send('.', Buffer.from(JSON.stringify(status)));
}

// Ctrl-C at a terminal reaches this process too; the Python side decides when to end.
process.on('SIGINT', () => {});
const requests = {
  h: (bytes) => {
    const hello = JSON.parse(bytes);
    wiring = hello.wiring;
    if (Number.parseInt(process.versions.node) < 20) fail(`old node ${process.versions.node}`);
    library = createRequire(import.meta.url)(hello.package);
    send('.', Buffer.from('{}'));
  },
  b: (bytes) => {
    bootrom = bytes;
  },
  f: powerOn,
  k: saveState,
  g: restoreState,
  w: (bytes) => pico.watch(bytes.readUInt32LE(), bytes.readUInt32LE(4)),
  a: (bytes) =>
    pico.failCall(bytes.readUInt32LE(), bytes.readUInt32LE(4), bytes.readUInt32LE(8)),
  c: (bytes) => pico.usb.send('console', bytes),
  d: (bytes) => pico.usb.send('data', bytes),
  r: (bytes) => run(JSON.parse(bytes)),
};
for (;;) {
  const [kind, bytes] = receive();
  requests[kind](bytes);
}
