// The caller on the whole screen, for a crowd and a projector. It speaks if the browser has a voice.

// pips of the faces 0 (none) to 6, as in handheld.drawing.dice_art; bit 3 * row + column
const PIPS = [0, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16d];

function die(face) {
  const body = document.createElement("div");
  body.className = "die";
  for (let at = 0; at < 9; at++) {
    const place = document.createElement("i");
    place.className = (PIPS[face] >> at) & 1 ? "pip" : "";
    body.append(place);
  }
  return body;
}

/** What is said aloud: dice, total and word. */
export function aloud({ title, faces, total, word }) {
  const parts = faces.length ? [faces.join(", "), total, word] : [title, word];
  return parts.filter(Boolean).join(". ").toLowerCase();
}

export class Projector {
  /** `root`: the section; `rest`: what it covers; `press(name)` presses a button. */
  constructor(root, rest, press) {
    this.root = root;
    this.rest = rest;
    this.said = "";
    this.muted = false;
    this.of = {};
    for (const element of root.querySelectorAll("[data-of]"))
      this.of[element.dataset.of] = element;
    this.buttons = [...root.querySelectorAll("[data-press]")];
    for (const button of this.buttons)
      button.addEventListener("click", () => press(button.dataset.press));
  }

  open() {
    this.#cover(true);
    this.root.requestFullscreen?.().catch(() => {}); // the section covers the page without it too
    this.#button("a").focus();
    this.said = "";
  }

  close() {
    if (this.root.hidden) return;
    this.#cover(false);
    if (document.fullscreenElement) document.exitFullscreen();
    globalThis.speechSynthesis?.cancel();
  }

  mute(muted) {
    this.muted = muted;
    if (muted) globalThis.speechSynthesis?.cancel();
  }

  /** Show what the handheld's caller shows; null: it is gone. */
  see(called) {
    if (called === null) return this.close();
    if (this.root.hidden) return;
    for (const name of ["title", "pace", "total", "word"]) this.of[name].textContent = called[name];
    this.of.seconds.textContent = called.seconds ?? "";
    this.of.dice.replaceChildren(...called.faces.map(die));
    this.root.classList.toggle("still", !called.faces.length);
    const labels = Object.fromEntries(called.keys);
    for (const name of ["a", "b"]) {
      const key = name.toUpperCase();
      this.#button(name).textContent = `${key}  ${labels[key]}`;
    }
    for (const name of ["up", "down"]) this.#button(name).hidden = !("▲▼" in labels);
    this.#tell(aloud(called));
  }

  #button(name) {
    return this.buttons.find((button) => button.dataset.press === name);
  }

  #cover(whole) {
    this.root.hidden = !whole;
    for (const element of this.rest) element.inert = whole;
  }

  /** Say it once, to a screen reader and aloud. */
  #tell(text) {
    if (text === this.said) return;
    this.said = this.of.told.textContent = text;
    if (this.muted || !globalThis.speechSynthesis) return;
    const words = new SpeechSynthesisUtterance(text);
    words.lang = document.documentElement.lang;
    speechSynthesis.cancel();
    speechSynthesis.speak(words);
  }
}
