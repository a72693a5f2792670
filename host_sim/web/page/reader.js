// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// Reads the codes in a picture: by the browser's own reader where it has one, else by a library.

import { decodeQR } from "./qr/decode.js";

const FORMAT = "qr_code";
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

/** Return texts(source, x, y, width, height, scale): those of the codes in a part of a picture,
 * which the library sees enlarged. */
export async function makeReader() {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const known = await globalThis.BarcodeDetector?.getSupportedFormats?.().catch(() => []);
  const own = known?.includes(FORMAT) ? new BarcodeDetector({ formats: [FORMAT] }) : null;
  return async (source, x, y, width, height, scale = 1) => {
    canvas.width = width * scale;
    canvas.height = height * scale;
    context.drawImage(source, x, y, width, height, 0, 0, canvas.width, canvas.height);
    const found = own ? await own.detect(canvas).catch(() => []) : [];
    if (found.length) return found.map((each) => each.rawValue);
    const text = decoded(context.getImageData(0, 0, canvas.width, canvas.height));
    return text ? [text] : [];
  };
}
