// Links with a game: the record stands in the fragment, which no browser sends to a server.

const VERSION = "pp1 ";
const SAVE_MS = 10000;
const LONGEST = 4000; // characters; a record has at most 3,500

const SEATS = "&seats=";
const CHALLENGE = /^#challenge=([1-9]\d{0,5})$/;

/** Return the link of a record; `seats`: the kinds of its players, as the program tells them. */
export function linkOf(record, base = location.href, seats = "") {
  const link = new URL(base);
  link.search = "";
  link.hash = encodeURIComponent(record)
    .replaceAll("%20", "+").replaceAll("%3D", "=").replaceAll("%2C", ",").replaceAll("%3A", ":") +
    (seats ? SEATS + seats : "");
  return link.href;
}

/** Return the link of a challenge. */
export function linkOfChallenge(number, base = location.href) {
  const link = new URL(base);
  link.search = "";
  link.hash = `challenge=${number}`;
  return link.href;
}

/** Return the number in a fragment such as "#challenge=261122", or 0. */
export function challengeOf(fragment) {
  return Number(CHALLENGE.exec(fragment)?.[1] ?? 0);
}

/** Return the kinds of players in a fragment, or "". */
export function seatsOf(fragment) {
  return fragment.split(SEATS)[1] ?? "";
}

/** Return the record in a fragment such as "#pp1+pig+players=2+:+6", or ""; of a text that is too
 * long only its version, which is no game. */
export function recordOf(fragment) {
  try {
    const [record] = fragment.replace(/^#/, "").split(SEATS);
    const text = decodeURIComponent(record.replaceAll("+", " "));
    if (!text.startsWith(VERSION)) return "";
    return text.length > LONGEST ? VERSION : text;
  } catch {
    return ""; // a % that is no escape
  }
}

/** Pass on a link, and a line about it: by the phone's own dialogue, else by the clipboard. Return
 * the key of a word. */
export async function passOn(link, line = "", inDialogue = matchMedia("(pointer: coarse)").matches) {
  if (inDialogue && navigator.share) {
    try {
      await navigator.share({ title: "Pocket Pig", text: line, url: link });
      return "";
    } catch (error) {
      if (error.name === "AbortError") return "";
    }
  }
  try {
    await navigator.clipboard.writeText(line ? `${line}\n${link}` : link);
    return "link_copied";
  } catch {
    return "link_here";
  }
}

/** Copy the picture of a canvas, or save it as a file. Return the key of a word. */
export async function copyPicture(canvas) {
  const picture = new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  try {
    // Safari takes the promise only, because the copy has to begin in the click.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    return "picture_copied";
  } catch {
    saveFile(await picture, "pocketpig.png");
    return "picture_saved";
  }
}

/** Let the browser save the bytes of a backup as a file. */
export function saveBackup(data) {
  const blob = new Blob([data], { type: "application/octet-stream" });
  saveFile(blob, `pocketpig-${new Date().toISOString().slice(0, 10)}.backup`);
}

function saveFile(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVE_MS);
}
