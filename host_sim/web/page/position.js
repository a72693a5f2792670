// A position for the page of perfect play, from and to the text of docs/rules.md's records.

/** Return the game of `GAMES` with that id, and its options: defaults where `given` has no good one. */
export function chosen(games, id, given = {}) {
  const game = games.find((each) => each.id === id) ?? games[0];
  const options = {};
  for (const { name, allowed, range, default: usual } of game.options) {
    const value = range ? Number(given[name]) : given[name];
    const good = range
      ? Number.isInteger(value) && value >= allowed[0] && value <= allowed[1]
      : allowed.includes(value);
    options[name] = good ? value : usual;
  }
  return { game, options };
}

/**
 * Return {id, given, players, mine, theirs, total, second, round} of a position's text, or null.
 * Tokens of rolls and holds are not read: that takes the rules. `shared`: games in which all share
 * the rolls; there the first player is looked at.
 */
export function readPosition(text, shared = []) {
  const [version, id, ...words] = text.split(" :")[0].trim().split(/ +/);
  if (version !== "pp1" || !id) return null;
  const given = Object.fromEntries(words.map((word) => [word.split("=")[0], word.split("=")[1]]));
  const whole = (name, usual) => (/^-?\d{1,5}$/.test(given[name] ?? "") ? Number(given[name]) : usual);
  const players = Math.max(2, whole("players", 2));
  const scores = (given.scores ?? "").split(",").map(Number);
  const score = (player) => (Number.isInteger(scores[player]) ? scores[player] : 0);
  const turn = Math.max(1, whole("turn", 1));
  const all = shared.includes(id);
  const mover = all ? 0 : (Math.max(0, whole("first", 0)) + turn - 1) % players;
  const others = Array.from({ length: players }, (_, n) => n).filter((n) => n !== mover);
  return {
    id, given, players,
    mine: score(mover),
    theirs: Math.max(...others.map(score)),
    total: whole("turn_total", 0),
    second: !all && turn % players === 0,
    round: all ? turn : 1,
  };
}

/** Return the text of a position of two players that `readPosition` reads. */
export function positionText({ id, options, mine, theirs, total, second, round = 1 }) {
  const words = ["pp1", id, ...Object.entries(options).map(([name, value]) => `${name}=${value}`)];
  // The player to move is the first; as second mover of a round it is the other one's game.
  words.push("players=2", second ? "first=1" : "first=0", `scores=${mine},${theirs}`);
  if (total) words.push(`turn_total=${total}`);
  if (second || round > 1) words.push(`turn=${second ? 2 : round}`);
  return words.join(" ");
}
