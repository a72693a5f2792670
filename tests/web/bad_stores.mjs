// The page's saves over stores that fail at any use. Prints what went wrong, as JSON.

globalThis.matchMedia = () => ({ matches: true }); // installed: it asks to persist
const { Saves } = await import(`${folder}/saves.js`);
const { Place, keepOffline, worker } = await import(`${folder}/storage.js`);

const no = (name) => {
  throw new DOMException("no", name);
};
const QUOTA = () => no("QuotaExceededError");
const FORBIDDEN = () => no("SecurityError");
// What each use of the store may do instead; `true`: what it should.
const FAULTS = {
  "is forbidden": { name: FORBIDDEN },
  "is null": { name: () => null },
  "is missing": { name: () => undefined },
  "is no store": { name: () => ({}) },
  "cannot be read": { get: FORBIDDEN },
  "reads nothing": { get: () => undefined },
  "forgets": { get: () => null },
  "is full": { set: QUOTA },
  "says nothing and keeps nothing": { set: () => {} },
  "keeps a part": { set: (texts, name, text) => texts.set(name, text.slice(1)) },
  "keeps it and says no": { set: (texts, name, text) => (texts.set(name, text), QUOTA()) },
  "is emptied": { name: (texts) => (texts.clear(), true) },
};

/** Put a store at `globalThis[kind]`; use number `from` and the `times` after it fail. */
function plant(kind, texts, fault, from, times) {
  let uses = 0;
  const may = (what, ...given) => {
    uses += 1;
    const failing = fault[what] && uses >= from && uses < from + times;
    return failing ? fault[what](texts, ...given) : true;
  };
  const store = {
    getItem(name) {
      const found = may("get");
      return found === true ? (texts.get(name) ?? null) : found;
    },
    setItem(name, text) {
      if (may("set", name, text) === true) texts.set(name, text);
    },
  };
  const get = () => {
    const found = may("name");
    return found === true ? store : found;
  };
  Object.defineProperty(globalThis, kind, { configurable: true, get });
}

const wrong = [];
const NAME = new Place("localStorage", "flash").name;
const digits = (number) => number.toString(16).padStart(4, "0");
const OLD = digits(0xffff);
let tried = 0;

for (const [what, fault] of Object.entries(FAULTS))
  for (const first of [OLD, null])
    for (let from = 1; from < 40; from++)
      for (const times of [1, 2, Infinity]) {
        tried += 1;
        const where = `a store that ${what} at use ${from}, ${times} times, ${first ?? "empty"} at first`;
        const texts = new Map(first ? [[NAME, first]] : []);
        plant("localStorage", texts, fault, from, times);
        let [last, attempted, says] = [first, [], ""];
        try {
          const saves = new Saves(false);
          await saves.claim();
          const read = saves.kept();
          says = saves.failed ? "failed" : "";
          // What a page does not know of it does not replace.
          const knows = read === (first ?? "") || what === "forgets" || what === "is emptied";
          if (!knows && !saves.failed && what !== "keeps a part") wrong.push(`${where}: read ${read}`);
          for (let number = 1; number < 6; number++) {
            const kept = saves.keep(digits(number));
            attempted.push(digits(number));
            if (kept) last = digits(number);
            if (kept && first && read !== first && what !== "is emptied")
              wrong.push(`${where}: ${number} replaces what was not read`);
            if (kept && texts.get(NAME) !== digits(number)) wrong.push(`${where}: ${number} is not kept`);
            if (!kept && !saves.failed && saves.mine) wrong.push(`${where}: ${number} failed unsaid`);
          }
          const lies = !["forgets", "keeps a part"].includes(what) && !saves.mine;
          if (lies) wrong.push(`${where}: it speaks of another page`);
        } catch (error) {
          wrong.push(`${where}: ${error}`);
        }
        plant("localStorage", texts, {}, 0, 0);
        const after = new Saves(false).kept();
        const newer = attempted.slice(attempted.indexOf(last) + 1);
        const lost = fault.name?.length > 0 || what === "keeps a part"; // the store itself loses it
        if (after !== (last ?? "") && !newer.includes(after) && !lost) wrong.push(`${where}: ${after} is left`);
      }

// Another page saves, and there are no locks.
const texts = new Map([[NAME, OLD]]);
plant("localStorage", texts, {}, 0, 0);
const pages = [new Saves(false), new Saves(false)];
for (const page of pages) page.kept();
if (!pages[0].keep(digits(1))) wrong.push("the first of two pages cannot save");
if (pages[1].keep(digits(2)) || pages[1].mine) wrong.push("the second page saves too");
if (!pages[0].keep(digits(3)) || texts.get(NAME) !== digits(3)) wrong.push("the first page is disturbed");

// Another page has the lock and leaves; meanwhile nothing can be read.
let free = null;
const locks = {
  request: async (name, { ifAvailable }, taken) =>
    ifAvailable ? taken(null) : new Promise((resolve) => (free = () => resolve(taken({})))),
};
Object.defineProperty(globalThis, "navigator", { configurable: true, value: { locks } });
for (const failing of [true, false]) {
  plant("localStorage", texts, { get: FORBIDDEN }, 1, failing ? Infinity : 0);
  const late = new Saves(false);
  await late.claim();
  if (late.mine) wrong.push("the lock of another page is ignored");
  late.kept();
  if (late.keep(digits(9))) wrong.push("a page saves without the lock");
  free();
  if (late.mine === failing) wrong.push(`after the other page has left: ${late.mine}`);
}

// All else that a browser may refuse.
const REFUSING = [undefined, null, {}, new Proxy({}, { get: FORBIDDEN })];
const REJECTING = { request: async () => FORBIDDEN(), persist: async () => FORBIDDEN(), register: async () => FORBIDDEN() };
for (const given of [...REFUSING, REJECTING, FORBIDDEN]) {
  const names = ["locks", "storage", "serviceWorker"];
  const all = Object.fromEntries(names.map((name) => [
    name, { get: typeof given === "function" ? given : () => given },
  ]));
  Object.defineProperty(globalThis, "navigator", {
    configurable: true, value: Object.defineProperties({}, all),
  });
  try {
    const saves = new Saves(false);
    await saves.claim();
    if (!saves.mine) wrong.push(`${names}: not its own saves`);
    await keepOffline("sw.js");
  } catch (error) {
    wrong.push(`${names}: ${error}`);
  }
}

// What is there is somebody's nonsense.
const place = new Place("sessionStorage", "back");
for (const text of ["", "{", "null", "1", '"x"', "[]", "\ud800", "zz"]) {
  plant("sessionStorage", new Map([[place.name, text]]), {}, 0, 0);
  if (place.object().screen !== undefined) wrong.push(`${text} is an object`);
}
process.on("unhandledRejection", (error) => wrong.push(`unhandled: ${error}`));
await new Promise((resolve) => setTimeout(resolve, 20));
tell({ wrong: wrong.slice(0, 20), tried });
