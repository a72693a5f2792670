// The panel: its frame and settings, and the glass that shows them.

export const WIDTH = 128;
export const ROWS = 64;

/** What firmware/board_web/board.py sets. */
export class Panel {
  constructor() {
    this.frame = new Uint8Array((WIDTH * ROWS) / 8); // in page order, as the bridge sends it
    this.on = this.turned = false;
    this.contrast = 255;
  }

  /** The segment current as a share of its maximum. */
  get brightness() {
    return this.contrast / 255;
  }

  /** Return the visible picture: 64 rows of 128 bytes, 1 for a lit pixel. */
  picture() {
    const picture = new Uint8Array(WIDTH * ROWS);
    for (let y = 0; y < ROWS; y++)
      for (let x = 0; x < WIDTH; x++)
        picture[y * WIDTH + x] = (this.frame[(y >> 3) * WIDTH + x] >> (y & 7)) & 1;
    return picture.map((bit) => (this.on ? bit : 0));
  }
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
    // Small pixels have faint seams: dark ones would leave no picture when they do not fit the screen.
    tile.context.fillStyle = scale < 6 ? "rgb(200 200 200)" : "rgb(80 80 80)";
    tile.context.fillRect(0, 0, scale, scale);
    tile.context.fillStyle = "rgb(255 255 255)";
    tile.context.fillRect(0, 0, scale - seam, scale - seam);
    this.mask = this.context.createPattern(tile.canvas, "repeat");
  }

  /** Use as many canvas pixels as the canvas has on the screen. */
  fit() {
    const width = this.canvas.clientWidth * devicePixelRatio;
    this.resize(Math.max(1, Math.round(width / WIDTH)));
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
