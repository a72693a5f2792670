// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// The page of perfect play: the solid, the map, and the figures of a position. The fragment may have
// a position, as in solid.html#pp1+pig+players=2+first=0+scores=41,49+turn_total=22.

import { CERTAIN, ONE, Race, Shared, Table } from "./perfect.js";
import { chosen, positionText, readPosition, tableOf } from "./position.js";
import { linkOf, recordOf } from "./share.js";
import { FlatMap } from "./solid_map.js";
import { SolidView, colour } from "./solid_view.js";
import { sentences } from "./solid_words.js";
import { GAMES, NAMES } from "./solved.js";
import { preferred, say, speak, translate } from "./words.js";

const BUSY_MS = 25; // of work before the browser may draw again
const ROLL = [230, 159, 0];
const HOLD = [86, 180, 233];
const TARGET = "target";
const ROUNDS = 5; // of a game without a target
const TALLEST = 100; // of shared rolls: a trailing player may stand for ever

const element = (id) => document.getElementById(id);
const language = speak(preferred());
const nameOf = (key) => NAMES[language][key] ?? key;
const SHARED = GAMES.filter((game) => game.kind === "shared").map((game) => game.id);

// What is shown: the game, its options, the position.
const at = { game: GAMES[0], options: {}, second: false, round: 1, mine: 0, theirs: 0, total: 0 };
let race = null;
// By mine * target + theirs: the changes between rolling and holding; the height in other games.
let changes = [];
let job = 0;
const tables = new Map();

const view = new SolidView(element("view"), (mine, theirs) => move({ mine, theirs }));
const map = new FlatMap(element("map"), (mine, y) =>
  move(race.bids ? { mine, theirs: y } : { mine, total: y }));

// -- the computation -------------------------------------------------------------------------------

async function tableNamed(file) {
  if (!tables.has(file)) {
    const response = await fetch("tables/" + file);
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    tables.set(file, new Table(new Uint8Array(await response.arrayBuffer()), file));
  }
  return tables.get(file);
}

/** Compute all positions of the game with its options; stop if another game is chosen meanwhile. */
async function compute() {
  const mine = ++job;
  race = null;
  stop(say("computing", 0));
  try {
    const { file, roll } = tableOf(at.game, at.options);
    const table = await tableNamed(file);
    if (mine !== job) return;
    const full = table.numbers.target;
    if (full && at.options[TARGET] > full) return stop(say("far_target", full));
    const target = at.options[TARGET] ?? 0;
    const next = at.game.kind === "shared"
      ? new Shared(table, target, at.round)
      : new Race(table, roll, at.options.end, target, at.second);
    const n = next.target;
    const found = new Array(n * n);
    let until = performance.now() + BUSY_MS;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        found[i * n + j] = next.bids
          ? next.dice(i, j, at.options.max_dice)
          : next.shared ? next.sits(i, j) : next.changes(i, j);
        if (performance.now() < until) continue;
        element("progress").textContent = say("computing", Math.round((100 * i) / n));
        await new Promise((resolve) => setTimeout(resolve));
        if (mine !== job) return;
        until = performance.now() + BUSY_MS;
      }
    [race, changes] = [next, found];
    stop("");
    show();
  } catch (error) {
    if (mine === job) stop(say("no_table", error.message));
  }
}

/** Say why there is no solid, or with "" that there is one. */
function stop(why) {
  element("progress").textContent = why;
  document.body.classList.toggle("none", why !== "");
}

// -- the picture -----------------------------------------------------------------------------------

/** Return the height of a pillar. */
function height(i, j) {
  const found = changes[i * race.target + j];
  if (race.shared) return Math.min(TALLEST, found);
  return race.bids ? found : found[0];
}

function totalName() {
  return say(race.shared ? "round_total" : "total");
}

function move(to) {
  Object.assign(at, to);
  show();
}

function show() {
  if (!race) return;
  const n = race.target;
  const clamp = (value, most) => Math.max(0, Math.min(most, value));
  at.mine = clamp(at.mine, n - 1);
  const last = race.isLast(at.theirs);
  if (!last) at.theirs = clamp(at.theirs, n - 1);
  let top = 4;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) top = Math.max(top, height(i, j));
  at.total = race.bids ? 0 : clamp(at.total, top);
  showView(n, top);
  showMap(n, top);
  showFigures();
  slide("mine", n - 1);
  slide("theirs", last ? at.theirs : n - 1);
  slide("total", top);
  element("totals").hidden = race.bids === true;
  element("totals").firstElementChild.textContent = totalName();
  history.replaceState(null, "", linkOf(positionText({ ...at, id: at.game.id })));
}

function showView(n, top) {
  const labels = [say("mine"), say("theirs"), race.bids ? say("dice_axis") : totalName()];
  const theirs = Math.min(at.theirs, n - 1);
  const k = race.bids ? height(at.mine, theirs) : at.total;
  view.show({ n, top, height, labels }, [at.mine, theirs, k]);
}

function showMap(n, top) {
  const theirs = Math.min(at.theirs, n - 1);
  if (race.bids) {
    const shade = (i, j) => colour(height(i, j) / top).match(/\d+/g).map(Number);
    const labels = [say("mine"), say("theirs")];
    map.show({ width: n, height: n, colour: shade, cross: [at.mine, theirs], labels });
    element("map_of").textContent = say("map_dice");
    return;
  }
  if (race.shared) {
    const mixes = Array.from({ length: n }, (_, i) => race.mix(i, theirs));
    const shade = (i, k) => {
      const share = k ? race.stands(mixes[i], k) / CERTAIN : 1;
      return HOLD.map((part, c) => part + share * (ROLL[c] - part));
    };
    const labels = [say("mine"), totalName()];
    map.show({ width: n, height: top + 1, colour: shade, cross: [at.mine, at.total], labels });
    element("map_of").textContent = say("map_shared", theirs);
    return;
  }
  const rolls = (i, k) => changes[i * n + theirs].filter((each) => each <= k).length % 2 === 0;
  map.show({
    width: n, height: top + 1, cross: [at.mine, at.total],
    labels: [say("mine"), totalName()],
    colour: (i, k) => (rolls(i, k) ? ROLL : HOLD),
  });
  element("map_of").textContent = say("map_of", theirs);
}

function showFigures() {
  const last = race.isLast(at.theirs);
  const found = {
    mine: at.mine, theirs: at.theirs, total: at.total, one: ONE,
    start: last ? null : race.start(at.mine, at.theirs),
    left: at.options.end === "first" || race.second ? race.target - at.mine : Infinity,
  };
  if (race.shared) {
    found.sits = changes[at.mine * race.target + at.theirs];
    found.stands = race.stands(race.mix(at.mine, at.theirs), Math.max(1, at.total)) / CERTAIN;
  } else if (race.bids) found.dice = race.dice(at.mine, at.theirs, at.options.max_dice);
  else {
    found.turn = race.turn(at.mine, at.theirs);
    if (!last || at.options.end !== "one_more_roll")
      found.changes = race.changes(at.mine, at.theirs);
  }
  const lines = sentences(found).map((text) => {
    const line = document.createElement("p");
    line.textContent = text;
    return line;
  });
  element("figures").replaceChildren(...lines);
}

function slide(name, most) {
  const input = element(name);
  input.max = most;
  input.value = at[name];
  input.nextElementSibling.textContent = at[name];
}

// -- the choice of a game --------------------------------------------------------------------------

function option(value, text, selected) {
  const made = new Option(text, value);
  made.selected = selected;
  return made;
}

/** Choose a game; `given`: its options, as far as they are known. */
function choose(id, given, notes = []) {
  Object.assign(at, chosen(GAMES, id, given));
  const { game, options } = at;
  element("game").replaceChildren(
    ...GAMES.map((each) => option(each.id, nameOf(each.id), each === game)));
  element("options").replaceChildren(...game.options.map(optionField));
  const rounds = options.end === "equal_turns";
  element("movers").hidden = !rounds;
  at.second = rounds && at.second;
  element("mover").value = at.second ? "second" : "first";
  const overRounds = !(TARGET in options);
  element("rounds").hidden = !overRounds;
  at.round = overRounds ? Math.max(1, Math.min(ROUNDS, at.round)) : 1;
  element("round").value = at.round;
  const about = { turns: "solid_about", bids: "solid_bids", shared: "solid_shared" };
  element("about").textContent = say(about[game.kind]);
  const { roll } = tableOf(game, options);
  // The tables are for the default target.
  const usual = game.options.find((each) => each.name === TARGET)?.default;
  const wipes = roll && roll[1].some(([, keep]) => !keep);
  if (game.id === "hog") notes.push(say("hog_note"));
  if (wipes && options[TARGET] < usual) notes.push(say("estimate", usual));
  element("notes").textContent = notes.join(" ");
  compute();
}

function optionField({ name, allowed, range }) {
  const label = document.createElement("label");
  label.append(nameOf(name) + " ");
  const field = document.createElement(range ? "input" : "select");
  if (range) Object.assign(field, { type: "number", min: allowed[0], max: allowed[1] });
  else field.append(...allowed.map((word) => option(word, nameOf("=" + word), false)));
  field.value = at.options[name];
  field.name = name;
  label.append(field);
  label.hidden = !range && allowed.length < 2;
  field.addEventListener("change", () => choose(at.game.id, { ...at.options, [name]: field.value }));
  return label;
}

/** Open the position in the fragment, or the start of Pig. */
function open() {
  const start = { id: GAMES[0].id, given: {}, players: 2 };
  const found = readPosition(recordOf(location.hash), SHARED) ?? start;
  const notes = [];
  if (!GAMES.some((each) => each.id === found.id)) notes.push(say("no_solid", nameOf(found.id)));
  else {
    const { mine = 0, theirs = 0, total = 0, second = false, round = 1 } = found;
    Object.assign(at, { mine, theirs, total, second, round });
    if (Math.min(mine, theirs, total) < 0) notes.push(say("below_zero"));
    if (found.players > 2) notes.push(say("several"));
  }
  choose(found.id, found.given, notes);
}

translate();
document.title = `Pocket Pig: ${say("solid_title")}`;
element("games").addEventListener("submit", (event) => event.preventDefault());
element("game").addEventListener("change", (event) => choose(event.target.value, {}));
element("mover").addEventListener("change", (event) => {
  at.second = event.target.value === "second";
  choose(at.game.id, at.options);
});
element("round").replaceChildren(
  ...Array.from({ length: ROUNDS }, (_, n) => option(n + 1, n + 1, false)));
element("round").addEventListener("change", (event) => {
  at.round = Number(event.target.value);
  choose(at.game.id, at.options);
});
for (const name of ["mine", "theirs", "total"])
  element(name).addEventListener("input", (event) => move({ [name]: Number(event.target.value) }));
element("in").addEventListener("click", () => view.enlarge(1.25));
element("out").addEventListener("click", () => view.enlarge(1 / 1.25));
element("reset").addEventListener("click", () => view.reset());
addEventListener("hashchange", open);
open();
