// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// The words of the page of perfect play, and what it says about a position.

import { WORDS, say, speak } from "./words.js";

const code = () => speak("");

const MORE = {
  en: {
    solid_title: "Perfect play",
    solid_about: "Roll while your turn total is inside the solid. Hold once it reaches the surface.",
    solid_bids: "The height is the best number of dice.",
    solid_help: "Drag to turn it, pinch or use the wheel to zoom, tap a pillar for its figures. " +
      "Keys: arrows, + and −, 0 for the first view.",
    solid_view: "The solid of perfect play; its figures are in the text beside it",
    map_view: "The map against the rival's present score; its figures are in the text beside it",
    to_handheld: "Back to the game",
    game: "Game",
    mine: "Your points", theirs: "Rival's points", total: "Turn total",
    mover: "Your turn in the round", mover_first: "first", mover_second: "second",
    zoom_in: "Zoom in", zoom_out: "Zoom out", first_view: "First view",
    dice_axis: "dice", computing: "Computing: %s %",
    against: "%s to %s", hold_at: "Hold at %s or more.",
    hold_but: "Hold at %s or more, except at %s: roll there.",
    hold_never: "Roll until the total wins.",
    best_dice: "Best number of dice: %s.",
    start_win: "%s to win at the start of the turn.",
    with_total: "With a turn total of %s: %s to win by rolling, %s by holding.",
    at_total_roll: "Roll.", at_total_hold: "Hold.",
    last_answer: "The rival has reached the target; this is the answer.",
    last_roll: "%s to win with the last roll.",
    estimate: "An estimate: two 1s lead back to 0, and the table is for a target of %s.",
    below_zero: "The solid begins at 0. This position has less: with a turn total below 0 roll.",
    several: "Perfect play is known for two players only; this shows you against the leader.",
    hog_note: "In Hog rolling one die at a time loses nothing, so the solid is for one die.",
    map_of: "Against %s: orange is roll, blue is hold.",
    map_dice: "Brighter: more dice.",
    no_solid: "%s is not solved: it has too many positions.",
    round: "Round",
    sit_at: "At a round total of %s sitting becomes more likely than standing.",
    sit_never: "Stand as long as the rival stands.",
    round_total: "Round total", start_round: "%s to win at the start of the round.",
    stand_with: "With a round total of %s stand with a probability of %s.",
    solid_shared: "All share the rolls, and perfect play is a mixture: at the top of the solid " +
      "sitting becomes more likely than standing. It is for two players who both stand.",
    map_shared: "Against %s: the more orange, the more likely to stand.",
    far_target: "The table of this game goes to a target of %s.",
    no_table: "The table cannot be fetched: %s",
  },
  es: {
    solid_title: "Juego perfecto",
    solid_about: "Dentro del sólido conviene tirar; encima, plantarse.",
    solid_bids: "La altura es el mejor número de dados.",
    solid_help: "Arrastra para girarlo, pellizca o usa la rueda para acercarlo, toca una columna " +
      "para ver sus cifras. Teclas: flechas, + y −, 0 para la primera vista.",
    solid_view: "El sólido del juego perfecto; sus cifras están en el texto al lado",
    map_view: "El mapa contra los puntos del rival; sus cifras están en el texto al lado",
    to_handheld: "Volver al juego",
    game: "Juego",
    mine: "Tus puntos", theirs: "Puntos del rival", total: "Total del turno",
    mover: "Tu turno en la ronda", mover_first: "primero", mover_second: "segundo",
    zoom_in: "Acercar", zoom_out: "Alejar", first_view: "Primera vista",
    dice_axis: "dados", computing: "Calculando: %s %",
    against: "%s contra %s", hold_at: "Plántate desde un total de %s.",
    hold_but: "Plántate desde un total de %s, pero tira con %s.",
    hold_never: "Tira hasta que el total gane.",
    best_dice: "Mejor número de dados: %s.",
    start_win: "%s de ganar al empezar el turno.",
    with_total: "Con un total de %s: %s de ganar si tiras, %s si te plantas.",
    at_total_roll: "Tira.", at_total_hold: "Plántate.",
    last_answer: "El rival llegó a la meta; esta es la respuesta.",
    last_roll: "%s de ganar con la última tirada.",
    estimate: "Una estimación: dos 1 llevan de vuelta a 0, y la tabla es para una meta de %s.",
    below_zero: "El sólido empieza en 0 y esta posición tiene menos: con un total bajo 0 tira.",
    several: "El juego perfecto es de dos jugadores: esto es contra el rival con más puntos.",
    hog_note: "En Hog no se pierde nada al tirar un dado por vez; el sólido es para un dado.",
    map_of: "Contra %s: naranja es tirar, azul es plantarse.",
    map_dice: "Más claro: más dados.",
    no_solid: "%s no está resuelto: tiene demasiadas posiciones.",
    round: "Ronda",
    sit_at: "Con un total de %s sentarse pasa a ser más probable que quedarse de pie.",
    sit_never: "Quédate de pie mientras el rival siga de pie.",
    round_total: "Total de la ronda", start_round: "%s de ganar al empezar la ronda.",
    stand_with: "Con un total de %s quédate de pie con una probabilidad de %s.",
    solid_shared: "Las tiradas son de todos y el juego perfecto es una mezcla: en lo alto del " +
      "sólido sentarse pasa a ser más probable. Es para dos jugadores que siguen de pie.",
    map_shared: "Contra %s: cuanto más naranja, más probable quedarse de pie.",
    far_target: "La tabla de este juego llega a una meta de %s.",
    no_table: "No se puede descargar la tabla: %s",
  },
  de: {
    solid_title: "Perfektes Spiel",
    solid_about: "Im Körper würfelst du, auf ihm und darüber sicherst du.",
    solid_bids: "Die Höhe ist die beste Zahl der Würfel.",
    solid_help: "Zum Drehen ziehen, zum Zoomen zwei Finger oder das Rad, für Zahlen eine Säule " +
      "antippen. Tasten: Pfeile, + und −, 0 für die erste Ansicht.",
    solid_view: "Der Körper des perfekten Spiels; seine Zahlen stehen im Text daneben",
    map_view: "Die Karte gegen die Punkte des Gegners; ihre Zahlen stehen im Text daneben",
    to_handheld: "Zurück zum Spiel",
    game: "Spiel",
    mine: "Deine Punkte", theirs: "Punkte des Gegners", total: "Punkte im Zug",
    mover: "Dein Zug in der Runde", mover_first: "erster", mover_second: "zweiter",
    zoom_in: "Größer", zoom_out: "Kleiner", first_view: "Erste Ansicht",
    dice_axis: "Würfel", computing: "Rechnet: %s %",
    against: "%s gegen %s", hold_at: "Sichere ab %s Punkten im Zug.",
    hold_but: "Sichere ab %s Punkten im Zug, aber würfle bei %s.",
    hold_never: "Würfle, bis die Punkte gewinnen.",
    best_dice: "Beste Zahl der Würfel: %s.",
    start_win: "%s Gewinnchance zu Beginn des Zuges.",
    with_total: "Mit %s Punkten im Zug: %s Gewinnchance mit Würfeln, %s mit Sichern.",
    at_total_roll: "Würfle.", at_total_hold: "Sichere.",
    last_answer: "Der Gegner hat das Ziel erreicht; das ist die Antwort.",
    last_roll: "%s Gewinnchance mit dem letzten Wurf.",
    estimate: "Eine Schätzung: zwei Einsen führen auf 0 zurück, und die Tabelle gilt für das Ziel %s.",
    below_zero: "Der Körper beginnt bei 0, diese Stellung hat weniger: Unter 0 Punkten im Zug würfle.",
    several: "Perfektes Spiel gilt für zwei: Das hier ist gegen den Gegner mit den meisten Punkten.",
    hog_note: "In Hog verliert man nichts, wenn man einzeln würfelt; der Körper gilt für einen Würfel.",
    map_of: "Gegen %s: Orange heißt würfeln, Blau sichern.",
    map_dice: "Heller: mehr Würfel.",
    no_solid: "%s ist nicht gelöst: Es hat zu viele Stellungen.",
    round: "Runde",
    sit_at: "Bei %s Punkten in der Runde wird Sitzen wahrscheinlicher als Stehen.",
    sit_never: "Bleib stehen, solange der Gegner steht.",
    round_total: "Punkte in der Runde", start_round: "%s Gewinnchance zu Beginn der Runde.",
    stand_with: "Mit %s Punkten in der Runde bleib mit der Wahrscheinlichkeit %s stehen.",
    solid_shared: "Die Würfe gelten für alle, und perfektes Spiel ist eine Mischung: Oben auf dem " +
      "Körper wird Sitzen wahrscheinlicher als Stehen. Er gilt für zwei, die beide noch stehen.",
    map_shared: "Gegen %s: je oranger, desto wahrscheinlicher stehen bleiben.",
    far_target: "Die Tabelle dieses Spiels reicht bis zum Ziel %s.",
    no_table: "Die Tabelle lässt sich nicht laden: %s",
  },
};
for (const [code, words] of Object.entries(MORE)) Object.assign(WORDS[code], words);

/** Return a worth as a percentage; only certainty is 0 % and 100 %. */
export function percent(worth, one) {
  if (worth === 0 || worth === one) return worth ? "100 %" : "0 %";
  const tenths = Math.round((1000 * worth) / one);
  const text = (value) => (value / 10).toLocaleString(code(), { minimumFractionDigits: 1 }) + " %";
  if (tenths === 0) return "< " + text(1);
  return tenths === 1000 ? "> " + text(999) : text(tenths);
}

/** Return the turn totals after the first change at which rolling is best: "27, 30–32". */
export function rollsAgain(changes) {
  const runs = [];
  for (let n = 1; n + 1 < changes.length; n += 2) {
    const last = changes[n + 1] - 1;
    runs.push(changes[n] === last ? `${last}` : `${changes[n]}–${last}`);
  }
  return runs.join(", ");
}

/** Return sentences about a position: `figures` of firmware/board_web/solid.py. */
export function sentences(found) {
  const { mine, theirs, total, last, start, dice, changes, left, roll, hold, sits, stands } = found;
  const of = (worth) => percent(worth, found.one);
  const said = [say("against", mine, theirs)];
  if (last) said.push(say("last_answer"));
  if (stands !== undefined) {
    said.push(sits ? say("sit_at", sits) : say("sit_never"));
    if (total > 0) said.push(say("stand_with", total, percent(stands, 1)));
    said.push(say("start_round", of(start)));
    return said;
  }
  if (dice) said.push(say("best_dice", dice));
  if (changes) {
    const again = rollsAgain(changes);
    if (again) said.push(say("hold_but", changes[0], again));
    else said.push(changes[0] >= left ? say("hold_never") : say("hold_at", changes[0]));
  }
  if (!dice && total > 0) {
    said.push(say("with_total", total, of(roll), of(hold)));
    said.push(say(hold >= roll ? "at_total_hold" : "at_total_roll"));
  } else if (!last) said.push(say("start_win", of(start)));
  else if (!dice && !changes) said.push(say("last_roll", of(roll)));
  return said;
}
