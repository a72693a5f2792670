// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// The words of the page for a handheld that is plugged in, and its answers as rows of words.

import { visible } from "./link.js";
import { WORDS, say } from "./words.js";

const MORE = {
  en: {
    connect_title: "My handheld",
    connect_about: "Shows a Pocket Pig that is plugged in by USB. The page only looks: it cannot " +
      "press a button, and sends nothing to anybody.",
    to_handheld: "To the handheld",
    choose_port: "Choose the port", all_ports: "Show all ports", disconnect: "Disconnect",
    no_serial: "This browser has no Web Serial. Chrome, Edge and Opera on a desktop have it; " +
      "without it, use pocketpig device.",
    not_secure: "Web Serial works only on https pages and on this computer (localhost).",
    connecting: "Connecting.", connected: "Connected: %s, firmware %s.",
    test_mode_on: "Test mode is on: games do not count.",
    panel_missing: "The handheld says that its panel is missing.",
    hangs: "The port does not open. Unplug the handheld, plug it in again, and choose the port again.",
    cannot_open: "The port cannot be opened. Perhaps another program has it open. %s",
    console: "This port does not answer. Perhaps it is the console of CircuitPython, the first of " +
      "two ports that look alike: choose the other one. The port is closed again.",
    other_device: "Something else answers on this port. It is closed again.",
    no_answer: "The handheld does not answer (%s).",
    bad_answer: "The handheld's answer is not that of its protocol.",
    unplugged: "The handheld was unplugged, or the port was lost. Plug it in and choose the port again.",
    closed: "Disconnected.",
    refused: "The handheld refused: %s",
    panel_view: "The panel of the connected handheld",
    statistics: "Statistics", report: "Report", saved: "What is saved", refresh: "Refresh",
    back_up: "Back up to a file", restore: "Restore from a file",
    saved_about: "A backup has settings, statistics and initials, not a game in progress. It is the " +
      "same file as pocketpig device backup writes.",
    backed_up: "Backed up: %s bytes.",
    backup_changed: "The backup changed while it was read. Try again.",
    no_backup: "%s is no backup of a handheld.",
    press_a: "Hold A on the handheld for 2 seconds to agree, press B to refuse. It asks for " +
      "30 seconds.",
    restored: "Restored. The handheld has restarted.",
    game: "game", games: "games", wins: "won", shared_wins: "shared", who: "who",
    no_games: "No game has been counted yet.",
    streak: "Won in a row: %s, at most %s.", best_turn: "Best turn: %s points, biggest loss: %s.",
    faces: "Faces 1 to 6 fell: %s.", coin: "Tail and head fell: %s.",
    reviewed: "Reviewed choices: %s. They gave away %s wins; the dice gave %s.",
    no_selftest: "No self-test has been made.", selftest_passed: "The last self-test was passed.",
    selftest_failed: "The last self-test failed: %s",
    no_crash: "No crash is recorded.", last_crash: "Last crash: %s: %s (%s)",
  },
  es: {
    connect_title: "Mi consola",
    connect_about: "Muestra una Pocket Pig conectada por USB. La página solo mira: no puede apretar " +
      "ningún botón y no envía nada a nadie.",
    to_handheld: "A la consola",
    choose_port: "Elegir el puerto", all_ports: "Mostrar todos los puertos", disconnect: "Desconectar",
    no_serial: "Este navegador no tiene Web Serial. Chrome, Edge y Opera de escritorio lo tienen; " +
      "sin él, usa pocketpig device.",
    not_secure: "Web Serial funciona solo en páginas https y en esta computadora (localhost).",
    connecting: "Conectando.", connected: "Conectada: %s, firmware %s.",
    test_mode_on: "El modo de prueba está activo: las partidas no cuentan.",
    panel_missing: "La consola dice que falta su pantalla.",
    hangs: "El puerto no se abre. Desconecta la consola, conéctala otra vez y elige el puerto de nuevo.",
    cannot_open: "No se puede abrir el puerto. Quizá lo usa otro programa. %s",
    console: "Este puerto no contesta. Quizá es la terminal de CircuitPython, el primero de dos " +
      "puertos parecidos: elige el otro. El puerto está cerrado otra vez.",
    other_device: "En este puerto contesta otra cosa. Está cerrado otra vez.",
    no_answer: "La consola no contesta (%s).",
    bad_answer: "La respuesta de la consola no es de su protocolo.",
    unplugged: "La consola se desconectó o se perdió el puerto. Conéctala y elige el puerto de nuevo.",
    closed: "Desconectada.",
    refused: "La consola se negó: %s",
    panel_view: "La pantalla de la consola conectada",
    statistics: "Estadísticas", report: "Informe", saved: "Lo guardado",
    refresh: "Actualizar",
    back_up: "Copiar a un archivo", restore: "Restaurar de un archivo",
    saved_about: "La copia tiene ajustes, estadísticas e iniciales, sin la partida en curso. Es el " +
      "mismo archivo que escribe pocketpig device backup.",
    backed_up: "Copia hecha: %s bytes.",
    backup_changed: "La copia cambió mientras se leía. Inténtalo otra vez.",
    no_backup: "%s no es una copia de una consola.",
    press_a: "Aprieta A 2 segundos en la consola para aceptar, B para negarte. Pregunta durante " +
      "30 segundos.",
    restored: "Restaurado. La consola se reinició.",
    game: "juego", games: "partidas", wins: "ganadas", shared_wins: "compartidas", who: "quién",
    no_games: "Todavía no se contó ninguna partida.",
    streak: "Ganadas seguidas: %s, como máximo %s.",
    best_turn: "Mejor turno: %s puntos, mayor pérdida: %s.",
    faces: "Las caras 1 a 6 salieron: %s.", coin: "Cruz y cara salieron: %s.",
    reviewed: "Decisiones revisadas: %s. Regalaron %s victorias; los dados dieron %s.",
    no_selftest: "No se hizo ninguna prueba.", selftest_passed: "La última prueba salió bien.",
    selftest_failed: "La última prueba falló: %s",
    no_crash: "No hay ningún fallo registrado.", last_crash: "Último fallo: %s: %s (%s)",
  },
  de: {
    connect_title: "Mein Gerät",
    connect_about: "Zeigt ein Pocket Pig, das am USB hängt. Die Seite schaut nur zu: Sie kann keine " +
      "Taste drücken und schickt niemandem etwas.",
    to_handheld: "Zum Spiel",
    choose_port: "Anschluss wählen", all_ports: "Alle Anschlüsse zeigen", disconnect: "Trennen",
    no_serial: "Dieser Browser hat kein Web Serial. Chrome, Edge und Opera auf einem Rechner haben " +
      "es; ohne das hilft pocketpig device.",
    not_secure: "Web Serial geht nur auf https-Seiten und auf diesem Rechner (localhost).",
    connecting: "Verbindet.", connected: "Verbunden: %s, Firmware %s.",
    test_mode_on: "Der Testmodus ist an: Spiele zählen nicht.",
    panel_missing: "Das Gerät meldet, dass seine Anzeige fehlt.",
    hangs: "Der Anschluss öffnet sich nicht. Zieh das Gerät ab, steck es wieder an und wähle neu.",
    cannot_open: "Der Anschluss lässt sich nicht öffnen. Vielleicht benutzt ihn ein anderes Programm. %s",
    console: "Dieser Anschluss antwortet nicht. Vielleicht ist es die Konsole von CircuitPython, der " +
      "erste von zwei gleich aussehenden: Nimm den anderen. Der Anschluss ist wieder geschlossen.",
    other_device: "An diesem Anschluss antwortet etwas anderes. Er ist wieder geschlossen.",
    no_answer: "Das Gerät antwortet nicht (%s).",
    bad_answer: "Die Antwort des Geräts entspricht nicht seinem Protokoll.",
    unplugged: "Das Gerät wurde abgezogen, oder der Anschluss ging verloren. Steck es an und wähle neu.",
    closed: "Getrennt.",
    refused: "Das Gerät hat abgelehnt: %s",
    panel_view: "Die Anzeige des verbundenen Geräts",
    statistics: "Statistik", report: "Bericht", saved: "Gespeichertes", refresh: "Neu lesen",
    back_up: "In eine Datei sichern", restore: "Aus einer Datei zurückspielen",
    saved_about: "Eine Sicherung enthält Einstellungen, Statistik und Kürzel, kein laufendes Spiel. " +
      "Es ist die gleiche Datei, die pocketpig device backup schreibt.",
    backed_up: "Gesichert: %s Bytes.",
    backup_changed: "Die Sicherung hat sich beim Lesen geändert. Versuch es noch einmal.",
    no_backup: "%s ist keine Sicherung eines Geräts.",
    press_a: "Drück A am Gerät 2 Sekunden lang, um zuzustimmen, oder B für Nein. Es fragt " +
      "30 Sekunden lang.",
    restored: "Zurückgespielt. Das Gerät ist neu gestartet.",
    game: "Spiel", games: "Spiele", wins: "gewonnen", shared_wins: "geteilt", who: "wer",
    no_games: "Noch wurde kein Spiel gezählt.",
    streak: "In Folge gewonnen: %s, höchstens %s.",
    best_turn: "Bester Zug: %s Punkte, größter Verlust: %s.",
    faces: "Die Augen 1 bis 6 fielen: %s.", coin: "Zahl und Kopf fielen: %s.",
    reviewed: "Geprüfte Entscheidungen: %s. Sie verschenkten %s Siege; die Würfel gaben %s.",
    no_selftest: "Kein Selbsttest wurde gemacht.", selftest_passed: "Der letzte Selbsttest wurde bestanden.",
    selftest_failed: "Der letzte Selbsttest schlug fehl: %s",
    no_crash: "Kein Absturz ist verzeichnet.", last_crash: "Letzter Absturz: %s: %s (%s)",
  },
};
for (const [code, words] of Object.entries(MORE)) Object.assign(WORDS[code], words);

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const pairs = (value) => Object.entries(value ?? {}).filter(([, each]) => each !== null);

/** Return rows [game, who, games, wins, shared] of an answer to `stats`; `name(key)` names things. */
export function statisticsRows(stats, name) {
  const rows = [];
  for (const [variant, { players }] of pairs(stats.variants))
    for (const [kind, counts] of pairs(players)) {
      const numbers = [counts.games, counts.wins, counts.shared].map((each) => Number(each) || 0);
      rows.push([visible(name(variant)), visible(name(kind)), ...numbers]);
    }
  return rows;
}

/** Return sentences of an answer to `stats`. */
export function statisticsWords(stats) {
  const said = [];
  const listed = (counts) =>
    Array.isArray(counts) && counts.some((each) => each > 0) ? counts.map(Number).join(", ") : "";
  if (!stats.games) said.push(say("no_games"));
  if (stats.best_streak > 0) said.push(say("streak", Number(stats.streak), Number(stats.best_streak)));
  if (stats.best_turn > 0)
    said.push(say("best_turn", Number(stats.best_turn), Number(stats.biggest_bust)));
  if (stats.decisions > 0 && isNumber(stats.loss) && isNumber(stats.gave))
    said.push(say("reviewed", Number(stats.decisions), stats.loss.toFixed(2), stats.gave.toFixed(2)));
  if (listed(stats.faces)) said.push(say("faces", listed(stats.faces)));
  if (listed(stats.coin)) said.push(say("coin", listed(stats.coin)));
  return said;
}

/** Return sentences of an answer to `report`. */
export function reportWords({ selftest, crash }) {
  const said = [];
  if (!selftest) said.push(say("no_selftest"));
  else if (selftest.passed) said.push(say("selftest_passed"));
  else said.push(say("selftest_failed", [selftest.failed].flat().map((each) => visible(String(each))).join(", ")));
  if (!crash) said.push(say("no_crash"));
  else {
    const where = [crash.where ?? []].flat().map((each) => visible(String(each))).join(", ");
    said.push(say("last_crash", visible(String(crash.type)), visible(String(crash.message)), where));
  }
  return said;
}
