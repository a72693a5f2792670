// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// The panel: a model of the SSD1306 driven by the bytes on its bus, and the glass that shows its
// picture. The model is that of host_sim/simulated/chips/ssd1306.py, without its complaints;
// tests/test_web_panel.py sends both the same bytes.

export const WIDTH = 128;
export const ROWS = 64;
const PAGES = 8;
const [HORIZONTAL, VERTICAL, PAGE] = [0, 1, 2];

// One-byte commands that set one register.
const SETTINGS = new Map([
  [0x2e, ["scrolling", false]], [0x2f, ["scrolling", true]],
  [0xa0, ["segmentRemap", false]], [0xa1, ["segmentRemap", true]],
  [0xa4, ["entireOn", false]], [0xa5, ["entireOn", true]],
  [0xa6, ["inverted", false]], [0xa7, ["inverted", true]],
  [0xae, ["on", false]], [0xaf, ["on", true]],
  [0xc0, ["comRemap", false]], [0xc8, ["comRemap", true]],
]);
for (let line = 0; line < ROWS; line++) SETTINGS.set(0x40 + line, ["startLine", line]);

const among = (...values) => (value) => values.includes(value);
const any = () => true;
// Commands with one argument: register, mask of the argument, which values are allowed.
const REGISTERS = new Map([
  [0x20, ["addressingMode", 0x03, among(HORIZONTAL, VERTICAL, PAGE)]],
  [0x81, ["contrast", 0xff, any]],
  [0x8d, ["chargePump", 0x3f, among(0x10, 0x14)]],
  [0xa8, ["multiplex", 0x3f, (value) => value >= 15]],
  [0xad, ["currentReference", 0xff, among(0x00, 0x10, 0x30)]],
  [0xd3, ["displayOffset", 0x3f, any]],
  [0xd5, ["clock", 0xff, any]],
  [0xd9, ["precharge", 0xff, (value) => (value & 0x0f) !== 0 && (value & 0xf0) !== 0]],
  [0xda, ["comPins", 0xff, among(0x02, 0x12, 0x22, 0x32)]],
  [0xdb, ["vcomh", 0xff, among(0x00, 0x20, 0x30)]],
]);
// Other commands of more than one byte, with their lengths.
const LENGTHS = new Map([
  [0x21, 3], [0x22, 3], [0x26, 7], [0x27, 7], [0x29, 6], [0x2a, 6], [0xa3, 3],
]);

export class SSD1306 {
  constructor(address = 0x3c) {
    this.address = address;
    this.on = this.entireOn = this.inverted = this.segmentRemap = this.comRemap = false;
    this.contrast = 0x7f;
    this.chargePump = 0x10;
    this.addressingMode = PAGE;
    this.columnWindow = [0, WIDTH - 1];
    this.pageWindow = [0, PAGES - 1];
    this.column = this.page = this.pageModeColumn = 0;
    this.startLine = this.displayOffset = 0;
    this.multiplex = ROWS - 1;
    this.comPins = 0x12;
    this.memory = new Uint8Array(WIDTH * PAGES);
    this.command = [];
  }

  /** Take the bytes of one transaction after the address. */
  write(bytes) {
    let control = -1;
    for (const byte of bytes) {
      if (control < 0) {
        control = byte;
        continue;
      }
      if (control & 0x40) this.#data(byte);
      else this.#take(byte);
      if (control & 0x80) control = -1; // Co: another control byte follows
    }
  }

  /** Return the status byte: bit 6 is set while the display is off. */
  read() {
    return this.on ? 0x00 : 0x40;
  }

  #data(byte) {
    this.command = [];
    const segment = this.segmentRemap ? WIDTH - 1 - this.column : this.column;
    this.memory[this.page * WIDTH + segment] = byte;
    if (this.addressingMode === PAGE)
      this.column = this.column === WIDTH - 1 ? this.pageModeColumn : this.column + 1;
    else if (this.addressingMode === HORIZONTAL) {
      if (this.#nextColumn()) this.#nextPage();
    } else if (this.#nextPage()) this.#nextColumn();
  }

  #nextColumn() {
    const wraps = this.column === this.columnWindow[1];
    this.column = wraps ? this.columnWindow[0] : (this.column + 1) % WIDTH;
    return wraps;
  }

  #nextPage() {
    const wraps = this.page === this.pageWindow[1];
    this.page = wraps ? this.pageWindow[0] : (this.page + 1) % PAGES;
    return wraps;
  }

  #take(byte) {
    this.command.push(byte);
    const first = this.command[0];
    const length = LENGTHS.get(first) ?? (REGISTERS.has(first) ? 2 : 1);
    if (this.command.length < length) return;
    const command = this.command;
    this.command = [];
    this.#execute(first, command);
  }

  /** Execute a complete command; ignore one that is not defined. */
  #execute(first, command) {
    if (SETTINGS.has(first)) {
      const [name, value] = SETTINGS.get(first);
      this[name] = value;
    } else if (REGISTERS.has(first)) {
      const [name, mask, allowed] = REGISTERS.get(first);
      if (allowed(command[1] & mask)) this[name] = command[1] & mask;
    } else if (first < 0x20 && this.addressingMode === PAGE) {
      const column =
        first < 0x10
          ? (this.pageModeColumn & 0xf0) | (first & 0x0f)
          : (this.pageModeColumn & 0x0f) | ((first & 0x0f) << 4);
      if (column < WIDTH) this.pageModeColumn = this.column = column;
    } else if (first >= 0xb0 && first < 0xb8 && this.addressingMode === PAGE) {
      this.page = first & 0x07;
    } else if (first === 0x21 || first === 0x22) {
      const mask = first === 0x21 ? 0x7f : 0x07;
      const [from, to] = [command[1] & mask, command[2] & mask];
      if (from > to || this.addressingMode === PAGE) return;
      if (first === 0x21) [this.columnWindow, this.column] = [[from, to], from];
      else [this.pageWindow, this.page] = [[from, to], from];
    }
  }

  /** The segment current as a share of its maximum. */
  get brightness() {
    return this.contrast / 255;
  }

  /** Return the visible picture: 64 rows of 128 bytes, 1 for a lit pixel. */
  picture() {
    const picture = new Uint8Array(WIDTH * ROWS);
    if (!this.on || this.chargePump !== 0x14) return picture;
    for (let y = 0; y < ROWS; y++) {
      // The module is mounted upside down, and its rows are wired alternately to the two sides.
      const glass = ROWS - 1 - y;
      const com = comLine((glass >> 1) + (glass % 2 ? 32 : 0), this.comPins);
      const position = this.comRemap ? this.multiplex - com : com;
      const row = (((position + this.displayOffset) % ROWS) + ROWS) % ROWS;
      if (row > this.multiplex) continue;
      const line = (row + this.startLine) % ROWS;
      const page = (line >> 3) * WIDTH;
      for (let x = 0; x < WIDTH; x++) {
        const bit = (this.memory[page + WIDTH - 1 - x] >> (line & 7)) & 1;
        picture[y * WIDTH + x] = this.entireOn ? 1 : bit ^ (this.inverted ? 1 : 0);
      }
    }
    return picture;
  }
}

/** Return the COM line that the chip outputs at a pin (command DAh). */
function comLine(pin, comPins) {
  if (comPins & 0x20) pin ^= 32;
  if (!(comPins & 0x10)) return pin;
  return pin < 32 ? pin * 2 : (pin - 32) * 2 + 1;
}

/** Return the picture of a frame: 1,024 bytes in page order, as the bridge sends them. */
export function pictureOfFrame(frame) {
  const picture = new Uint8Array(WIDTH * ROWS);
  for (let y = 0; y < ROWS; y++)
    for (let x = 0; x < WIDTH; x++)
      picture[y * WIDTH + x] = (frame[(y >> 3) * WIDTH + x] >> (y & 7)) & 1;
  return picture;
}

const LIT = [205, 232, 255];
const UNLIT = [9, 10, 14];
const GAMMA = 2.2;
const LEAST_LIGHT = 0.03; // at contrast 0 a real panel is still faintly lit
const GLOW = 0.16;

function mix(first, second, share) {
  return first.map((value, index) => Math.round(value + (second[index] - value) * share));
}

/** Return the colour of a lit pixel; `brightness` 0 to 1. */
export function pixelColour(brightness) {
  return mix(UNLIT, LIT, (LEAST_LIGHT + (1 - LEAST_LIGHT) * brightness) ** (1 / GAMMA));
}

/** Draws pictures on a canvas: pixels with seams between them, and a glow around lit ones. */
export class Glass {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.small = new Sheet(WIDTH, ROWS);
    this.scale = 0;
    this.resize(4);
  }

  /** Use `scale` canvas pixels a panel pixel. */
  resize(scale) {
    if (scale === this.scale) return;
    this.scale = scale;
    this.canvas.width = WIDTH * scale;
    this.canvas.height = ROWS * scale;
    const seam = Math.max(1, Math.round(scale * 0.14));
    const tile = new Sheet(scale, scale);
    tile.context.fillStyle = scale < 3 ? "rgb(200 200 200)" : "rgb(80 80 80)";
    tile.context.fillRect(0, 0, scale, scale);
    tile.context.fillStyle = "rgb(255 255 255)";
    tile.context.fillRect(0, 0, scale - seam, scale - seam);
    this.mask = this.context.createPattern(tile.canvas, "repeat");
  }

  draw(picture, brightness = 1) {
    const { context, canvas } = this;
    const lit = pixelColour(brightness);
    context.globalCompositeOperation = "source-over";
    context.imageSmoothingEnabled = false;
    context.drawImage(this.#image(picture, UNLIT, lit), 0, 0, canvas.width, canvas.height);
    context.globalCompositeOperation = "multiply";
    context.fillStyle = this.mask;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.globalCompositeOperation = "lighter";
    context.imageSmoothingEnabled = true;
    const glow = new Sheet(WIDTH / 4, ROWS / 4);
    const light = this.#image(picture, [0, 0, 0], mix([0, 0, 0], lit, GLOW));
    glow.context.imageSmoothingQuality = "high";
    glow.context.drawImage(light, 0, 0, WIDTH / 4, ROWS / 4);
    context.drawImage(glow.canvas, 0, 0, canvas.width, canvas.height);
    context.globalCompositeOperation = "source-over";
  }

  #image(picture, dark, lit) {
    const { context, canvas } = this.small;
    const image = context.createImageData(WIDTH, ROWS);
    for (let at = 0; at < picture.length; at++) {
      const colour = picture[at] ? lit : dark;
      image.data.set([colour[0], colour[1], colour[2], 255], at * 4);
    }
    context.putImageData(image, 0, 0);
    return canvas;
  }
}

/** A canvas that is not on the page. */
class Sheet {
  constructor(width, height) {
    this.canvas = document.createElement("canvas");
    this.canvas.width = width;
    this.canvas.height = height;
    this.context = this.canvas.getContext("2d");
  }
}
