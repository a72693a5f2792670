// Reads the codes in a picture, beside the page: by the browser's own reader where it has one, else by
// a library.

import { decodeQR } from "./qr/decode.js";

const FORMAT = "qr_code";
const SIDE = 1080; // pixels that the library sees at once: its time grows faster than the picture
const LARGEST = 4096; // pixels of a side that are looked at; a larger picture is made smaller
const ENLARGED = 1.5; // a picture that has no more than `SIDE`: its codes are small
const GAMMA = 2.2;
// In the light itself, not the picture's curve of it, the dark between lit pixels is seen better.
const LIGHT = Uint8Array.from({ length: 256 }, (_, value) => 255 * (value / 255) ** GAMMA);

/** Return the text of a code in {data: bytes RGBA, width, height}, "" if there is none. */
export function decoded(picture) {
  const { data } = picture;
  for (let at = 0; at < data.length; at++) data[at] = LIGHT[data[at]];
  try {
    return decodeQR(picture);
  } catch {
    return "";
  }
}

/** Yield [x, y, width, height, scale] of what is looked at in a picture: the whole, then its parts in
 * full, which overlap, from the middle outwards. */
export function* parts(width, height) {
  const long = Math.max(width, height);
  yield [0, 0, width, height, long > SIDE ? SIDE / long : ENLARGED];
  if (long <= SIDE) return;
  const scale = Math.min(1, LARGEST / long);
  const side = SIDE / scale;
  const starts = (length) => {
    const count = Math.max(1, Math.ceil((2 * (length - side)) / side) + 1);
    return Array.from({ length: count }, (_, at) => ((length - side) * at) / Math.max(1, count - 1));
  };
  const found = starts(width).flatMap((x) => starts(height).map((y) => [Math.max(0, x), Math.max(0, y)]));
  const far = ([x, y]) => Math.hypot(x + side / 2 - width / 2, y + side / 2 - height / 2);
  found.sort((one, other) => far(one) - far(other));
  for (const [x, y] of found)
    yield [x, y, Math.min(side, width - x), Math.min(side, height - y), scale];
}

async function own() {
  const known = await globalThis.BarcodeDetector?.getSupportedFormats?.().catch(() => []);
  return known?.includes(FORMAT) ? new BarcodeDetector({ formats: [FORMAT] }) : null;
}

let detector = null; // a promise

async function textsOf(picture, enlarged) {
  const found = (await (await (detector ??= own()))?.detect(picture).catch(() => [])) ?? [];
  if (found.length) return found.map((each) => each.rawValue);
  const whole = [picture.width, picture.height];
  const looked = enlarged ? [[0, 0, ...whole, enlarged]] : parts(...whole);
  for (const [x, y, width, height, scale] of looked) {
    const canvas = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height);
    const text = decoded(context.getImageData(0, 0, canvas.width, canvas.height));
    if (text) return [text];
  }
  return [];
}

/** Answer to [a picture or its file, how much larger to look at it, if that is known]: a list of
 * texts, null if it is no picture. */
globalThis.onmessage = async ({ data: [given, scale] }) => {
  const picture = given instanceof Blob ? await createImageBitmap(given).catch(() => null) : given;
  globalThis.postMessage(picture && (await textsOf(picture, scale)));
  picture?.close();
};
