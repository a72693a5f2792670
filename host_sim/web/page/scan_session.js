// What the page of the camera makes of codes: it keeps a commitment before a game, and has the game
// checked after it. Whoever shows the codes may choose what to show, and when.

const POSSIBLE = /^[ -~]{1,99}$/; // codes; a handheld's have at most 77 characters
const COMMITMENT = /^[0-9a-f]{64}$/;
const MOST_TOLD = 200; // commitments whose secret was told
const MOST_SEEN = 200; // codes of results

export class Session {
  /** `scan()`: a promise of pocketpig/_codes.py. `place`: where a browser keeps texts. */
  constructor(scan, place, now = Date.now) {
    Object.assign(this, { scan, place, now });
    // commitment, and when it was scanned; number, as entered; game: the record that told the secret
    // of the commitment; told: commitments whose secret is known.
    this.kept = { commitment: "", when: 0, number: "", game: "", told: [] };
    this.saved = true;
    this.pending = ""; // a commitment that would replace another one
    this.frames = new Map(); // of one game, by place
    this.begun = 0; // when its first code was read
    this.seen = []; // codes of results
    this.early = []; // those that were read before the commitment
    this.verdict = null;
    this.recall();
  }

  /** Take what is kept: another page may have changed it. */
  recall() {
    const { commitment, when, number, game, told } = this.place.object();
    const is = (value, form) => typeof value === "string" && form.test(value);
    if (is(commitment, COMMITMENT) && when > 0)
      Object.assign(this.kept, { commitment, when: Number(when) });
    if (commitment === "") Object.assign(this.kept, { commitment, when: 0 });
    if (is(number, /^(\d{6})?$/)) this.kept.number = number;
    if (is(game, /^[ -~]*$/)) this.kept.game = game;
    if (Array.isArray(told)) {
      const good = told.filter((each) => is(each, COMMITMENT));
      this.kept.told = [...new Set([...this.kept.told, ...good])].slice(-MOST_TOLD);
    }
  }

  #keep(more) {
    Object.assign(this.kept, more);
    this.saved = this.place.write(JSON.stringify(this.kept));
  }

  forget() {
    this.#keep({ commitment: "", when: 0, game: "" });
  }

  enter(number) {
    this.recall();
    this.#keep({ number });
  }

  /** Answer whether the pending commitment replaces the kept one. */
  answer(replaces) {
    const commitment = this.pending;
    this.pending = "";
    this.recall();
    if (replaces && !this.kept.told.includes(commitment)) this.#take(commitment);
  }

  #take(commitment) {
    this.early = this.seen;
    this.#keep({ commitment, when: this.now(), number: "", game: "" });
  }

  /** Take the texts of one picture, or of all pictures of one upload. Return {done: true if nothing
   * more is to be read, said: the key of a word and what fills it in}. */
  async read(texts) {
    const scan = await this.scan();
    this.recall();
    const codes = texts.map((text) => ({
      text, ...(POSSIBLE.test(text) ? JSON.parse(scan.look(text)) : {}),
    }));
    let found = { done: false, said: codes.some(({ place }) => place) ? [] : ["scan_foreign"] };
    // A commitment that comes with a result comes after it.
    for (const code of codes.filter(({ place }) => place)) found = await this.#frame(code);
    const judged = this.verdict && found.done;
    for (const { commitment } of codes.filter((code) => code.commitment)) {
      if (judged && this.verdict.told === commitment) {
        if (!this.verdict.kept) this.verdict.why = "commitment_together";
        continue;
      }
      if (!judged) this.#forgetGame();
      found = this.#commitment(commitment);
    }
    return found;
  }

  #commitment(commitment) {
    const { kept } = this;
    if (kept.told.includes(commitment)) return { done: false, said: ["scan_told"] };
    const asks = kept.commitment && kept.commitment !== commitment;
    if (asks && !kept.told.includes(kept.commitment)) {
      this.pending = commitment;
      return { done: true, said: [] };
    }
    this.pending = "";
    if (kept.commitment !== commitment) this.#take(commitment);
    return { done: true, said: [this.saved ? "scan_kept" : "scan_unsaved"] };
  }

  async #frame({ text, place, count }) {
    const [other] = this.frames.values();
    const known = this.frames.get(place);
    const mixed = (other && other.count !== count) || (known && known.text !== text);
    if (mixed || this.verdict) this.#forgetGame();
    if (!this.frames.size) this.begun = this.now();
    this.frames.set(place, { text, count });
    this.seen = [...this.seen, text].slice(-MOST_SEEN);
    if (this.frames.size === count) return this.judge();
    const all = Array.from({ length: count }, (_, at) => at + 1);
    const missing = all.filter((at) => !this.frames.has(at)).join(", ");
    return { done: false, said: [mixed ? "scan_other" : "scan_frame", place, count, missing] };
  }

  #forgetGame() {
    this.frames = new Map();
    this.verdict = null;
  }

  /** Check the collected game; anew, as what is kept has changed. */
  async judge() {
    const scan = await this.scan();
    this.pending = "";
    const { commitment, when, number, game } = this.kept;
    const texts = [...this.frames.values()].map(({ text }) => text);
    const judge = (noted) => JSON.parse(scan.judge(texts.join("\n"), noted, number));
    let why = commitment ? "" : "no_commitment";
    const early = when > this.begun || texts.some((text) => this.early.includes(text));
    if (commitment && early) why = "commitment_late";
    let verdict = judge(why ? "" : commitment);
    if (!why && game && game !== verdict.record) {
      why = "commitment_used";
      verdict = judge("");
    }
    if (!verdict.kind) {
      this.#forgetGame();
      return { done: false, said: ["scan_unfit"] };
    }
    const kept = why ? 0 : when;
    this.verdict = { ...verdict, why, kept, before: this.begun - when, entered: number };
    const { told } = this.kept;
    const more = verdict.told && !told.includes(verdict.told) ? [verdict.told] : [];
    const ours = verdict.told === commitment && !game ? { game: verdict.record } : {};
    this.#keep({ told: [...told, ...more].slice(-MOST_TOLD), ...ours });
    return { done: true, said: [] };
  }
}
