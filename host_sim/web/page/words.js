// The words of the pages around the handheld, in the handheld's languages: ../words.

import { WORDS } from "./files.js";

let code = "en";

/** Choose a language by its code; an unknown one is ignored. Return the code in use. */
export function speak(wanted) {
  if (wanted in WORDS) code = wanted;
  return code;
}

/** The first of the browser's languages that there are words for. */
export function preferred(languages = navigator.languages) {
  const codes = languages.map((tag) => tag.toLowerCase().split("-")[0]);
  return codes.find((each) => each in WORDS) ?? "en";
}

export function say(key, ...values) {
  return WORDS[code][key].replace(/%s/g, () => String(values.shift()));
}

/** Say how many bytes have been loaded. */
export function sayLoaded(loaded, total) {
  const kb = (bytes) => Math.round(bytes / 1024);
  return loaded < total ? say("loading", kb(loaded), kb(total)) : say("starting");
}

/** Fill in the words of the page. */
export function translate(root = document) {
  root.documentElement.lang = code;
  for (const element of root.querySelectorAll("[data-text]"))
    element.textContent = say(element.dataset.text);
  for (const element of root.querySelectorAll("[data-label]"))
    element.setAttribute("aria-label", say(element.dataset.label));
}

/** Fill an element with paragraphs. */
export function showTexts(element, texts) {
  const lines = texts.map(() => document.createElement("p"));
  lines.forEach((line, at) => (line.textContent = texts[at]));
  element.replaceChildren(...lines);
}

/** Return a row of a table; `kinds`: the element of the first cell, of the second and so on. */
export function tableRow(texts, ...kinds) {
  const row = document.createElement("tr");
  for (const [at, text] of texts.entries()) {
    const cell = document.createElement(kinds[at] ?? kinds.at(-1));
    cell.textContent = text;
    row.append(cell);
  }
  return row;
}
