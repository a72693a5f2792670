// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// Reads the codes in a picture: by the browser's own reader where it has one, else by a library.

import { decodeQR } from "./qr/decode.js";

const PATIENCE_MS = 150; // of the library for a picture
const FORMAT = "qr_code";

/** Return {canvas, texts(source, width, height)}: the texts of the codes in a part of a picture. */
export async function makeReader() {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const known = await globalThis.BarcodeDetector?.getSupportedFormats?.().catch(() => []);
  const own = known?.includes(FORMAT) ? new BarcodeDetector({ formats: [FORMAT] }) : null;
  return async (source, x, y, width, height) => {
    canvas.width = width;
    canvas.height = height;
    context.drawImage(source, x, y, width, height, 0, 0, width, height);
    const found = own ? await own.detect(canvas).catch(() => []) : [];
    if (found.length) return found.map((each) => each.rawValue);
    try {
      return [decodeQR(context.getImageData(0, 0, width, height), { timeLimit: PATIENCE_MS })];
    } catch {
      return []; // no code in it
    }
  };
}
