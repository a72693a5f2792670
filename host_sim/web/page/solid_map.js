// A flat map on a canvas: a colour for each own score and turn total, and a cross.

const LEFT = 34;
const BASE = 38;
const TOP = 22;
const RIGHT = 10;

export class FlatMap {
  /** `pick(x, y)` is called with the cell that a person points at. */
  constructor(canvas, pick) {
    this.canvas = canvas;
    this.shown = null;
    const point = (event) => {
      if (!this.shown || (event.type === "pointermove" && !event.buttons)) return;
      const box = canvas.getBoundingClientRect();
      const [x, y] = this.#cell(event.clientX - box.left, event.clientY - box.top);
      if (x >= 0 && y >= 0 && x < this.shown.width && y < this.shown.height) pick(x, y);
    };
    canvas.addEventListener("pointerdown", point);
    canvas.addEventListener("pointermove", point);
    new ResizeObserver(() => this.#draw()).observe(canvas);
  }

  /** `shown`: {width, height, colour(x, y) -> [r, g, b], cross: [x, y], labels: [x, y]}. */
  show(shown) {
    this.shown = shown;
    this.#draw();
  }

  #size() {
    const { canvas, shown } = this;
    const across = (canvas.clientWidth - LEFT - RIGHT) / shown.width;
    return [across, (canvas.clientHeight - BASE - TOP) / shown.height];
  }

  #cell(x, y) {
    const [across, up] = this.#size();
    return [
      Math.floor((x - LEFT) / across),
      Math.floor((this.canvas.clientHeight - BASE - y) / up),
    ];
  }

  #draw() {
    const { canvas, shown } = this;
    if (!shown || !canvas.clientWidth) return;
    const ratio = devicePixelRatio || 1;
    canvas.width = canvas.clientWidth * ratio;
    canvas.height = canvas.clientHeight * ratio;
    const context = canvas.getContext("2d");
    const small = document.createElement("canvas");
    [small.width, small.height] = [shown.width, shown.height];
    const image = new ImageData(shown.width, shown.height);
    for (let y = 0; y < shown.height; y++)
      for (let x = 0; x < shown.width; x++)
        image.data.set([...shown.colour(x, y), 255], 4 * ((shown.height - 1 - y) * shown.width + x));
    small.getContext("2d").putImageData(image, 0, 0);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.imageSmoothingEnabled = false;
    const [across, up] = this.#size();
    const bottom = canvas.clientHeight - BASE;
    context.drawImage(small, LEFT, TOP, across * shown.width, up * shown.height);
    const words = getComputedStyle(canvas).color;
    context.fillStyle = context.strokeStyle = words;
    context.font = "12px system-ui, sans-serif";
    context.textBaseline = "middle";
    const step = (n) => (n > 40 ? 20 : n > 12 ? 5 : 1);
    context.textAlign = "center";
    for (let x = 0; x < shown.width; x += step(shown.width))
      context.fillText(x, LEFT + (x + 0.5) * across, bottom + 10);
    context.textAlign = "right";
    context.fillText(shown.labels[0], canvas.clientWidth - RIGHT, bottom + 27);
    context.textAlign = "left";
    context.fillText(shown.labels[1], 4, 9);
    context.textAlign = "right";
    for (let y = 0; y < shown.height; y += step(shown.height))
      context.fillText(y, LEFT - 5, bottom - (y + 0.5) * up);
    const [x, y] = shown.cross;
    const [cx, cy] = [LEFT + (x + 0.5) * across, bottom - (Math.min(y, shown.height - 1) + 0.5) * up];
    for (const [style, width] of [["#10141c", 4], ["#ffffff", 1.6]]) {
      context.strokeStyle = style;
      context.lineWidth = width;
      context.beginPath();
      context.moveTo(cx - 9, cy);
      context.lineTo(cx + 9, cy);
      context.moveTo(cx, cy - 9);
      context.lineTo(cx, cy + 9);
      context.stroke();
    }
  }
}
