// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// The words of the page around the handheld, in the handheld's languages.

export const WORDS = {
  en: {
    up: "up", down: "down",
    row: "%s, %s of %s", rolled: "rolled %s, turn total %s, holding makes %s",
    to_move: "%s to play", log: "What happens", title: "About Pocket Pig",
    loading: "loading: %s of %s KB",
    starting: "starting",
    share: "Share", picture: "Copy picture", install: "Install", help: "Help",
    faces: "What fell?", coach: "Coach", home: "My game", close: "Close",
    about: "Twelve dice games for 2 to 30 players, on a handheld with four buttons. " +
      "The bottom line of its screen says what they do.",
    keys_up: "arrow up and down, W and S", keys_a: "Enter, space, A",
    keys_b: "Escape, backspace, B",
    learning: "How to play and the rules of each game are in the handheld's menu, under More.",
    one_mistake: ", 1 mistake", mistakes: ", %s mistakes",
    saving: "Settings, statistics and the present game stay in this browser. " +
      "Nothing is sent to anybody.",
    licences: "Licences",
    solid: "Perfect play to look at", connect: "My handheld, over USB",
    no_game: "There is no game to share yet.",
    link_copied: "The link is in the clipboard.",
    link_here: "Copy this link: %s",
    picture_copied: "The picture is in the clipboard.",
    picture_saved: "The picture is saved as a file.",
    guest: "A game from a link. It is not saved; your own game waits.",
    bad_link: "This link has no game that can be opened.",
    won_by: "won by %s", lost_by: "lost by %s", tied: "a tie",
    other_tab: "Pocket Pig is open in another tab, which saves. Nothing is saved here.",
    not_saved: "This browser does not let the page save. You can play, but nothing stays.",
    failed: "Pocket Pig cannot start: %s",
    stopped: "Pocket Pig has stopped: %s",
  },
  es: {
    up: "arriba", down: "abajo",
    row: "%s, %s de %s", rolled: "sale %s, turno %s, al plantarse %s",
    to_move: "juega %s", log: "Lo que pasa", title: "Sobre Pocket Pig",
    loading: "cargando: %s de %s KB",
    starting: "iniciando",
    share: "Compartir", picture: "Copiar imagen", install: "Instalar", help: "Ayuda",
    faces: "¿Qué salió?", coach: "Entrenador", home: "Mi partida", close: "Cerrar",
    about: "Doce juegos de dados para 2 a 30 jugadores, en una consola de cuatro botones. " +
      "La última línea de la pantalla dice qué hacen.",
    keys_up: "flechas arriba y abajo, W y S", keys_a: "Intro, espacio, A",
    keys_b: "Escape, retroceso, B",
    learning: "Cómo se juega y las reglas de cada juego están en el menú de la consola, en Más.",
    one_mistake: ", 1 error", mistakes: ", %s errores",
    saving: "Los ajustes, las estadísticas y la partida quedan en este navegador. " +
      "No se envía nada a nadie.",
    licences: "Licencias",
    solid: "El juego perfecto a la vista", connect: "Mi consola, por USB",
    no_game: "Todavía no hay ninguna partida para compartir.",
    link_copied: "El enlace está en el portapapeles.",
    link_here: "Copia este enlace: %s",
    picture_copied: "La imagen está en el portapapeles.",
    picture_saved: "La imagen se guardó en un archivo.",
    guest: "Una partida de un enlace. No se guarda; la tuya te espera.",
    bad_link: "Este enlace no tiene ninguna partida que se pueda abrir.",
    won_by: "gané por %s", lost_by: "perdí por %s", tied: "empate",
    other_tab: "Pocket Pig está abierto en otra pestaña, que guarda. Aquí no se guarda nada.",
    not_saved: "Este navegador no deja guardar a la página. Puedes jugar, pero no queda nada.",
    failed: "Pocket Pig no puede iniciar: %s",
    stopped: "Pocket Pig se detuvo: %s",
  },
  de: {
    up: "auf", down: "ab",
    row: "%s, %s von %s", rolled: "%s gewürfelt, Zug %s, Halten ergibt %s",
    to_move: "%s ist dran", log: "Was geschieht", title: "Über Pocket Pig",
    loading: "lädt: %s von %s KB",
    starting: "startet",
    share: "Teilen", picture: "Bild kopieren", install: "Installieren", help: "Hilfe",
    faces: "Was fiel?", coach: "Trainer", home: "Mein Spiel", close: "Schließen",
    about: "Zwölf Würfelspiele für 2 bis 30 Spieler, auf einem Gerät mit vier Tasten. " +
      "Die unterste Zeile des Bildschirms sagt, was sie tun.",
    keys_up: "Pfeil auf und ab, W und S", keys_a: "Eingabe, Leertaste, A",
    keys_b: "Escape, Rücktaste, B",
    learning: "Anleitung und Regeln jedes Spiels stehen im Menü des Geräts, unter Mehr.",
    one_mistake: ", 1 Fehler", mistakes: ", %s Fehler",
    saving: "Einstellungen, Statistik und das Spiel bleiben in diesem Browser. " +
      "Niemand bekommt etwas davon.",
    licences: "Lizenzen",
    solid: "Perfektes Spiel zum Ansehen", connect: "Mein Gerät, über USB",
    no_game: "Es gibt noch kein Spiel zum Teilen.",
    link_copied: "Der Link ist in der Zwischenablage.",
    link_here: "Kopiere diesen Link: %s",
    picture_copied: "Das Bild ist in der Zwischenablage.",
    picture_saved: "Das Bild ist als Datei gespeichert.",
    guest: "Ein Spiel aus einem Link. Es wird nicht gespeichert; dein eigenes wartet.",
    bad_link: "Dieser Link enthält kein Spiel, das sich öffnen lässt.",
    won_by: "mit %s gewonnen", lost_by: "mit %s verloren", tied: "unentschieden",
    other_tab: "Pocket Pig ist in einem anderen Tab offen, der speichert. Hier wird nichts gespeichert.",
    not_saved: "Dieser Browser lässt die Seite nicht speichern. Du kannst spielen, aber nichts bleibt.",
    failed: "Pocket Pig kann nicht starten: %s",
    stopped: "Pocket Pig ist stehen geblieben: %s",
  },
};

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
