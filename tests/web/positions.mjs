// Reads positions; given {texts: [...]}, or {again: [...]} to write and read them once more.

const { chosen, positionText, readPosition } = await import(`${folder}/position.js`);
const { GAMES } = await import(`${folder}/solved.js`);

const SHARED = GAMES.filter((game) => game.kind === "shared").map((game) => game.id);

function read(text) {
  const found = readPosition(text, SHARED);
  if (!found) return null;
  const { id, given, players, mine, theirs, total, second, round } = found;
  const { options } = chosen(GAMES, id, given);
  return { id, players, mine, theirs, total, second, round, options };
}

const { texts, again } = given;
tell((texts ?? again.map((text) => positionText(read(text)))).map(read));
