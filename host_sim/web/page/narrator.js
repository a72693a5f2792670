// Tells what host_sim/speech says, when it is time: words that change are told when they rest.

import { REST_MS } from "./files.js";

export class Narrator {
  /** `told()` returns what is new, or ""; `tell(text)` gets it; `after(ms, f)` calls f later. */
  constructor(told, tell, after = (ms, then) => setTimeout(then, ms)) {
    Object.assign(this, { told, tell, after, changes: 0 });
  }

  /** Tell soon what is new. */
  see() {
    const change = ++this.changes;
    this.after(REST_MS, () => {
      const text = change === this.changes ? this.told() : "";
      if (text) this.tell(text);
    });
  }
}

/** Return what tells a panel's lines: all of them, or what is new. */
export function tellerOfLines(vm) {
  vm.runPython(`
from host_sim.speech.plain import joined, paragraphs
from host_sim.speech.sentences import Sentences
sentences = Sentences()
def fresh(code, screen, words):
    return sentences.tell(code, screen, words.split("\\n"))
def all(code, words):
    return joined(code, paragraphs(code, words.split("\\n")))
`);
  return { fresh: vm.globals.get("fresh"), all: vm.globals.get("all") };
}
