// The page of perfect play: the solid, the map, and the figures of a position. The fragment may have
// a position, as in solid.html#pp1+pig+players=2+first=0+scores=41,49+turn_total=22. What is best, the
// device's own code computes on MicroPython (host_sim/web/solid.py).

import { SIZES, TABLES } from "./files.js";
import { chosen, positionText, readPosition } from "./position.js";
import { Tables, fetched, load, unpacked } from "./program.js";
import { linkOf, recordOf } from "./share.js";
import { FlatMap } from "./solid_map.js";
import { SolidView, colour } from "./solid_view.js";
import { sentences } from "./solid_words.js";
import { GAMES, NAMES } from "./solved.js";
import { Place } from "./storage.js";
import { preferred, say, sayLoaded, showTexts, speak, translate } from "./words.js";

const ROLL = [230, 159, 0];
const HOLD = [86, 180, 233];
const TARGET = "target";
const ROUNDS = 5; // of a game without a target
const REST_MS = 50;
const TALLEST = 100; // of shared rolls: a trailing player may stand for ever

const element = (id) => document.getElementById(id);
const language = speak(preferred());
const nameOf = (key) => NAMES[language][key] ?? key;
const SHARED = GAMES.filter((game) => game.kind === "shared").map((game) => game.id);

// What is shown: the game, its options, the position.
const at = { game: GAMES[0], options: {}, second: false, round: 1, mine: 0, theirs: 0, total: 0 };
// Of all positions: {target, columns, shift}. columns[theirs + shift][mine + shift]: the changes between
// rolling and holding, a number of dice, or the round total to sit at.
let solid = null;
let job = 0;
let mixed = {}; // the latest `mixes`, and for which score of the rival
let mixing = 0; // a timer

const isBids = () => at.game.kind === "bids";
const isShared = () => at.game.kind === "shared";

const view = new SolidView(element("view"), (mine, theirs) => move({ mine, theirs }));
const map = new FlatMap(element("map"), (mine, y) =>
  move(isBids() ? { mine, theirs: y } : { mine, total: y }));

// -- the computation -------------------------------------------------------------------------------

/** Start the device's code; return its functions, its tables, and the files of columns by name. */
async function start() {
  const progress = (loaded, total) => stop(sayLoaded(loaded, total));
  const [vm, files] = await Promise.all([load(SIZES, progress), fetched("solids.bin", () => {})]);
  const tables = new Tables(vm, TABLES);
  vm.runPython("import host_sim.web.solid as solid");
  return { perfect: vm.globals.get("solid"), tables, files: new Map(unpacked(files)) };
}

/** Return the columns of a file. */
function columnsOf(bytes) {
  const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(text).json();
}

/** Show all positions of the game with its options; stop if another game is chosen meanwhile. */
async function compute() {
  const mine = ++job;
  solid = null;
  clearTimeout(mixing);
  stop(say("computing", 0));
  try {
    const { perfect, tables, files } = await started;
    const asked = [at.game.id, JSON.stringify(at.options)];
    await tables.get(perfect.table_of(...asked));
    if (mine !== job) return;
    const found = JSON.parse(perfect.choose(...asked, at.second ? 2 : at.round));
    if (found.target > found.full) return stop(say("far_target", found.full));
    const columns = found.file ? await columnsOf(files.get(found.file)) : [];
    while (mine === job && columns.length < found.target) {
      columns.push(JSON.parse(perfect.column(columns.length)));
      stop(say("computing", Math.round((100 * columns.length) / found.target)));
      await new Promise((resolve) => setTimeout(resolve));
    }
    if (mine !== job) return;
    const shift = found.file ? found.full - found.target : 0;
    [solid, mixed] = [{ perfect, columns, shift, target: found.target }, {}];
    if (found.estimate) element("notes").append(" ", say("estimate", found.full));
    stop("");
    show();
  } catch (error) {
    if (mine === job) stop(say("no_table", error.message.trim().split("\n").pop()));
  }
}

/** Say why there is no solid, or with "" that there is one. */
function stop(why) {
  element("progress").textContent = why;
  document.body.classList.toggle("none", why !== "");
}

// -- the picture -----------------------------------------------------------------------------------

const ofPillar = (i, j) => solid.columns[j + solid.shift][i + solid.shift];

/** Return the height of a pillar. */
function height(i, j) {
  const found = ofPillar(i, j);
  if (isShared()) return Math.min(TALLEST, found || TALLEST);
  return isBids() ? found : found[0];
}

function totalName() {
  return say(isShared() ? "round_total" : "total");
}

function move(to) {
  Object.assign(at, to);
  show();
}

function show() {
  if (!solid) return;
  const n = solid.target;
  let top = 4;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) top = Math.max(top, height(i, j));
  at.total = isBids() ? 0 : Math.max(0, Math.min(top, at.total));
  const found = JSON.parse(solid.perfect.figures(at.mine, at.theirs, at.total));
  [at.mine, at.theirs] = [found.mine, found.theirs];
  if (at.game.kind === "turns" && !found.last) found.changes = ofPillar(at.mine, at.theirs);
  const theirs = Math.min(at.theirs, n - 1); // an answer is none of the pillars
  showView(n, top, theirs);
  showMap(n, top, theirs);
  showTexts(element("figures"), sentences(found));
  slide("mine", n - 1);
  slide("theirs", found.last ? at.theirs : n - 1);
  slide("total", top);
  element("totals").hidden = isBids();
  element("totals").firstElementChild.textContent = totalName();
  history.replaceState(null, "", linkOf(positionText({ ...at, id: at.game.id })));
}

function showView(n, top, theirs) {
  const labels = [say("mine"), say("theirs"), isBids() ? say("dice_axis") : totalName()];
  const k = isBids() ? height(at.mine, theirs) : at.total;
  view.show({ n, top, height, labels }, [at.mine, theirs, k]);
}

function showMap(n, top, theirs) {
  const shown = {
    width: n, height: top + 1, cross: [at.mine, at.total], labels: [say("mine"), totalName()],
  };
  if (isBids()) {
    shown.colour = (i, j) => colour(height(i, j) / top).match(/\d+/g).map(Number);
    Object.assign(shown, { height: n, cross: [at.mine, theirs], labels: [say("mine"), say("theirs")] });
    element("map_of").textContent = say("map_dice");
  } else if (isShared()) {
    if (mixed.theirs !== theirs) return showMixes(theirs, top);
    const { stands } = mixed;
    shown.colour = (i, k) => {
      const share = k ? stands[i][k - 1] : 1;
      return HOLD.map((part, c) => part + share * (ROLL[c] - part));
    };
    element("map_of").textContent = say("map_shared", theirs);
  } else {
    const rolls = (i, k) => ofPillar(i, theirs).filter((each) => each <= k).length % 2 === 0;
    shown.colour = (i, k) => (rolls(i, k) ? ROLL : HOLD);
    element("map_of").textContent = say("map_of", theirs);
  }
  map.show(shown);
}

/** Show the map of shared rolls when the slider rests, for it takes 0.1 s. */
function showMixes(theirs, top) {
  clearTimeout(mixing);
  mixing = setTimeout(() => {
    mixed = { theirs, stands: JSON.parse(solid.perfect.mixes(theirs, top)) };
    show();
  }, REST_MS);
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
  element("about").textContent = `${say(about[game.kind])} ${say("solid_help")}`;
  if (game.id === "hog") notes.push(say("hog_note"));
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
element("back").hash = new Place("sessionStorage", "back").object().hash ?? "";
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
const started = start();
open();
