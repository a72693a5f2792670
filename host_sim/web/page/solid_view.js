// The solid of perfect play on a canvas: a pillar for each pair of scores, drawn from back to front.

const HEIGHT = 0.6; // of the box, as a share of its width
const [AROUND, ABOVE] = [-0.6, 0.6]; // the first view, in radians
const [LEAST_ZOOM, MOST_ZOOM] = [0.5, 6];
const TAP = 6; // a finger that moves by no more pixels has tapped
const MARK = ["#ff7b1a", "#b34700"];

// The viridis scale at nine points.
const RAMP = [
  [68, 1, 84], [71, 44, 122], [59, 81, 139], [44, 113, 142], [33, 144, 141],
  [39, 173, 129], [92, 200, 99], [170, 220, 50], [253, 231, 37],
];

/** Return the colour of a share from 0 to 1 of the scale; `light` is high. */
export function colour(share, light = 1) {
  const at = 8 * (0.15 + 0.85 * Math.sqrt(Math.min(1, Math.max(0, share))));
  const k = Math.min(7, Math.floor(at));
  const mixed = RAMP[k].map((low, n) => Math.round(light * (low + (at - k) * (RAMP[k + 1][n] - low))));
  return `rgb(${mixed})`;
}

const order = (n, forward) => Array.from({ length: n }, (_, k) => (forward ? k : n - 1 - k));

export class SolidView {
  /** `pick(i, j)` is called when a person points at a pillar. */
  constructor(canvas, pick) {
    this.canvas = canvas;
    this.pick = pick;
    this.surface = null; // {n, top, height(i, j), labels: [x, y, z]}
    this.chosen = [0, 0, 0]; // the pillar that is marked, and a height on it
    this.asked = false;
    this.reset();
    this.#listen();
    new ResizeObserver(() => this.#fit()).observe(canvas);
    this.#fit();
  }

  reset() {
    this.around = AROUND;
    this.above = ABOVE;
    this.zoom = 1;
    this.redraw();
  }

  turn(sideways, upwards) {
    this.around += sideways;
    this.above = Math.max(0.1, Math.min(1.5, this.above + upwards));
    this.redraw();
  }

  enlarge(factor) {
    this.zoom = Math.max(LEAST_ZOOM, Math.min(MOST_ZOOM, this.zoom * factor));
    this.redraw();
  }

  show(surface, chosen) {
    this.surface = surface;
    this.chosen = chosen;
    this.redraw();
  }

  redraw() {
    if (this.asked || !this.surface) return;
    this.asked = true;
    requestAnimationFrame(() => this.#draw());
  }

  #fit() {
    const { canvas } = this;
    const ratio = devicePixelRatio || 1;
    this.width = canvas.clientWidth;
    this.height = canvas.clientHeight;
    canvas.width = this.width * ratio;
    canvas.height = this.height * ratio;
    this.context = canvas.getContext("2d");
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.redraw();
  }

  /** Return [x, y] on the canvas of a corner: scores, height. */
  #at(i, j, k) {
    const { n, top } = this.surface;
    const [x, y, z] = [i / n - 0.5, j / n - 0.5, HEIGHT * (k / top - 0.5)];
    const side = x * this.cos - y * this.sin;
    const away = x * this.sin + y * this.cos;
    return [
      this.width / 2 + this.scale * side,
      this.height * 0.53 - this.scale * (away * this.up + z * this.flat),
    ];
  }

  #look() {
    [this.sin, this.cos] = [Math.sin(this.around), Math.cos(this.around)];
    [this.up, this.flat] = [Math.sin(this.above), Math.cos(this.above)];
    this.scale = 0.56 * this.zoom * Math.min(this.width, 1.2 * this.height);
    // Which sides are in front.
    this.near = { i: this.sin < 0 ? 1 : 0, j: this.cos < 0 ? 1 : 0 };
  }

  #path(corners) {
    this.context.beginPath();
    for (const [x, y] of corners) this.context.lineTo(x, y);
    this.context.closePath();
  }

  #quad(corners, fill) {
    this.#path(corners);
    this.context.fillStyle = this.context.strokeStyle = fill;
    this.context.fill();
    this.context.stroke();
  }

  #draw() {
    this.asked = false;
    this.#look();
    const { context, near, surface } = this;
    const { n, top, height } = surface;
    context.clearRect(0, 0, this.width, this.height);
    context.lineWidth = 0.6;
    const words = getComputedStyle(this.canvas).color;
    const head = this.#scales(words);
    const columns = order(n, near.j);
    const step = near.j ? 1 : -1;
    for (const i of order(n, near.i)) {
      const ahead = near.i ? i + 1 : i - 1;
      const below = (j) => (ahead < 0 || ahead >= n ? 0 : height(ahead, j));
      for (let at = 0; at < n; at++) {
        // Neighbours of the same height are drawn as one.
        const j = columns[at];
        const [h, low] = [height(i, j), below(j)];
        while (at + 1 < n && height(i, columns[at + 1]) === h && below(columns[at + 1]) === low)
          at += 1;
        const end = columns[at];
        const [a, b] = [Math.min(j, end), Math.max(j, end) + 1];
        const next = end + step;
        const deep = next < 0 || next >= n ? 0 : height(i, next);
        const [x, y] = [i + near.i, end + near.j];
        const share = h / top;
        const wall = (k) => [this.#at(x, a, k), this.#at(x, b, k)];
        const end_ = (k) => [this.#at(i, y, k), this.#at(i + 1, y, k)];
        if (low < h) this.#quad([...wall(low), ...wall(h).reverse()], colour(share, 0.72));
        if (deep < h) this.#quad([...end_(deep), ...end_(h).reverse()], colour(share, 0.84));
        const roof = [[i, a], [i + 1, a], [i + 1, b], [i, b]];
        this.#quad(roof.map(([p, q]) => this.#at(p, q, h)), colour(share));
      }
    }
    this.#mark(words);
    this.#names(words, head);
  }

  /** Mark the chosen pillar, also where others hide it, and the height on it. */
  #mark(words) {
    const { context } = this;
    const [i, j, k] = this.chosen;
    const h = this.surface.height(i, j);
    const [x, y] = [i + this.near.i, j + this.near.j];
    const sides = [[[x, j], [x, j + 1]], [[i, y], [i + 1, y]]];
    context.globalAlpha = 0.55;
    for (const [p, q] of sides)
      this.#quad([this.#at(...p, 0), this.#at(...q, 0), this.#at(...q, h), this.#at(...p, h)], MARK[1]);
    context.globalAlpha = 1;
    const roof = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
    this.#quad(roof.map(([p, q]) => this.#at(p, q, h)), MARK[0]);
    const [dx, dy] = this.#at(i + 0.5, j + 0.5, k);
    const [hx, hy] = this.#at(i + 0.5, j + 0.5, h);
    context.strokeStyle = words;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(hx, hy);
    context.lineTo(dx, dy);
    context.stroke();
    context.beginPath();
    context.arc(dx, dy, 4.5, 0, 7);
    context.fillStyle = k < h ? MARK[0] : "#56b4e9";
    context.fill();
    context.stroke();
  }

  /** Draw the floor and the scales; return the upper end of the vertical one. */
  #scales(words) {
    const { context, surface, near } = this;
    const { n, top } = surface;
    const corners = [[0, 0], [n, 0], [n, n], [0, n]];
    this.#path(corners.map(([i, j]) => this.#at(i, j, 0)));
    context.strokeStyle = context.fillStyle = words;
    context.globalAlpha = 0.8;
    context.stroke();
    context.font = "13px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    const text = (what, [x, y]) => context.fillText(what, x, y);
    const out = (front, by) => (front ? n * (1 + by) : -n * by);
    const narrow = this.scale < 300;
    const step = narrow ? n / 2 : n > 40 ? 20 : n > 12 ? 5 : 1;
    const ticks = narrow ? 0.09 : 0.06;
    for (let s = 0; s <= n; s += step) {
      text(Math.floor(s), this.#at(Math.floor(s), out(near.j, ticks), 0));
      text(Math.floor(s), this.#at(out(near.i, ticks), Math.floor(s), 0));
    }
    // The vertical scale is at the left corner of the picture.
    const left = corners.reduce((best, each) =>
      this.#at(...each, 0)[0] < this.#at(...best, 0)[0] ? each : best);
    const head = this.#at(...left, top);
    this.#path([this.#at(...left, 0), head]);
    context.stroke();
    context.textAlign = "right";
    const tick = top > 40 ? 20 : top > 12 ? 5 : 1;
    for (let k = 0; k <= top; k += tick) {
      const [x, y] = this.#at(...left, k);
      text(k, [x - 7, y]);
    }
    context.globalAlpha = 1;
    return head;
  }

  /** Write the names of the axes, on the canvas and over the solid, however it is turned. */
  #names(words, head) {
    const { context, near } = this;
    const { n, labels } = this.surface;
    const by = this.scale < 300 ? 0.26 : 0.17;
    const out = (front) => (front ? n * (1 + by) : -n * by);
    context.textAlign = "center";
    context.lineWidth = 4;
    context.strokeStyle = getComputedStyle(document.body).backgroundColor;
    context.fillStyle = words;
    for (const [what, [x, y]] of [
      [labels[0], this.#at(n / 2, out(near.j), 0)],
      [labels[1], this.#at(out(near.i), n / 2, 0)],
      [labels[2], [head[0] + 12, Math.max(8, head[1] - 16)]],
    ]) {
      const half = context.measureText(what).width / 2 + 2;
      const place = [Math.max(half, Math.min(this.width - half, x)), Math.min(this.height - 8, y)];
      context.strokeText(what, ...place);
      context.fillText(what, ...place);
    }
  }

  /** Return the pillar under a point of the canvas: the nearest that covers it, or null. */
  find(x, y) {
    this.#look();
    const { n, height } = this.surface;
    const { near } = this;
    const ratio = devicePixelRatio || 1;
    for (const i of order(n, !near.i))
      for (const j of order(n, !near.j)) {
        const h = height(i, j);
        const [p, q] = [i + near.i, j + near.j];
        const faces = [
          [[i, j, h], [i + 1, j, h], [i + 1, j + 1, h], [i, j + 1, h]],
          [[p, j, 0], [p, j + 1, 0], [p, j + 1, h], [p, j, h]],
          [[i, q, 0], [i + 1, q, 0], [i + 1, q, h], [i, q, h]],
        ];
        for (const face of faces) {
          this.#path(face.map((corner) => this.#at(...corner)));
          if (this.context.isPointInPath(x * ratio, y * ratio)) return [i, j];
        }
      }
    return null;
  }

  #listen() {
    const { canvas } = this;
    const fingers = new Map();
    let moved = 0;
    canvas.addEventListener("pointerdown", (event) => {
      if (!fingers.size) moved = 0;
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = [event.clientX, event.clientY];
      const by = [now[0] - before[0], now[1] - before[1]];
      moved += Math.hypot(...by);
      if (fingers.size === 2) {
        const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
        const gap = (at) => Math.hypot(at[0] - other[0], at[1] - other[1]);
        this.enlarge(gap(now) / Math.max(1, gap(before)));
      } else this.turn(by[0] * 0.008, by[1] * 0.006);
      fingers.set(event.pointerId, now);
    });
    canvas.addEventListener("pointerup", (event) => {
      if (fingers.size === 1 && moved < TAP && this.surface) {
        const box = canvas.getBoundingClientRect();
        const found = this.find(event.clientX - box.left, event.clientY - box.top);
        if (found) this.pick(...found);
      }
    });
    for (const name of ["pointerup", "pointercancel"])
      canvas.addEventListener(name, (event) => fingers.delete(event.pointerId));
    const wheel = (event) => {
      event.preventDefault();
      this.enlarge(Math.exp(-event.deltaY * 0.0015));
    };
    canvas.addEventListener("wheel", wheel, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      const actions = {
        ArrowLeft: () => this.turn(-0.1, 0),
        ArrowRight: () => this.turn(0.1, 0),
        ArrowUp: () => this.turn(0, -0.07),
        ArrowDown: () => this.turn(0, 0.07),
        "+": () => this.enlarge(1.15),
        "=": () => this.enlarge(1.15),
        "-": () => this.enlarge(1 / 1.15),
        0: () => this.reset(),
        Home: () => this.reset(),
      };
      if (!Object.hasOwn(actions, event.key) || event.ctrlKey || event.metaKey) return;
      actions[event.key]();
      event.preventDefault();
    });
  }
}
