// The buzzer: a pulse wave by WebAudio. A tone sounds until the next one. Nothing is queued, so a
// late tone is dropped by the next and not heard late.

const LOUDEST = 0.2; // pulse waves are piercing
const SHORTEST_S = 0.05;

/** Return samples of whole periods of a pulse wave; `duty` in per mille, 500 the loudest. */
export function samples(hz, duty, rate) {
  const periods = Math.max(1, Math.ceil(SHORTEST_S * hz));
  const count = Math.round((periods * rate) / hz);
  const high = duty / 1000;
  const wave = new Float32Array(count);
  for (let index = 0; index < count; index++) {
    // A sample with an edge gets its mean level, so that high tones keep their pitch.
    const start = ((index * periods) / count) % 1;
    const end = start + periods / count;
    const share = Math.max(0, Math.min(end, high) - start) + Math.max(0, Math.min(end, 1 + high) - 1);
    wave[index] = 2 * LOUDEST * ((share * count) / periods - high);
  }
  return wave;
}

export class Sound {
  constructor() {
    this.context = null;
    this.source = null;
    this.buffers = new Map();
    this.wanted = [0, 0];
  }

  /** Call this in every event of a person: browsers allow sound only from then on. */
  allow() {
    const Context = globalThis.AudioContext ?? globalThis.webkitAudioContext;
    if (!Context) return;
    try {
      this.context ??= new Context({ latencyHint: "interactive" });
      if (this.context.state !== "running" && !document.hidden) this.context.resume().catch(() => {});
    } catch {
      this.context = null; // no audio device
    }
  }

  tone(hz, duty) {
    this.source?.stop();
    this.source = null;
    this.wanted = [hz, duty];
    const context = this.context;
    if (!context || context.state !== "running" || hz <= 0 || duty <= 0 || duty >= 1000) return;
    if (hz >= context.sampleRate / 2) return;
    const key = `${hz} ${duty}`;
    let buffer = this.buffers.get(key);
    if (!buffer) {
      const wave = samples(hz, duty, context.sampleRate);
      buffer = context.createBuffer(1, wave.length, context.sampleRate);
      buffer.copyToChannel(wave, 0);
      this.buffers.set(key, buffer);
    }
    this.source = context.createBufferSource();
    this.source.buffer = buffer;
    this.source.loop = true;
    this.source.connect(context.destination);
    this.source.start();
  }

  /** No tone goes on while the page is hidden and its timers are slow. */
  hide(hidden) {
    if (hidden) this.tone(0, 0);
  }
}

const GESTURES = ["pointerdown", "pointerup", "touchend", "click", "keydown"];

/** Allow sound at the first event that counts. iOS does not count the one that begins a touch. */
export function listenForSound(sound) {
  for (const kind of GESTURES) addEventListener(kind, () => sound.allow(), { capture: true });
  document.addEventListener("visibilitychange", () => sound.hide(document.hidden));
}
