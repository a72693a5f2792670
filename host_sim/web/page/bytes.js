// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// Checksums, and bytes as text.

/** Return the CRC-32 of bytes, as zlib and binascii compute it. */
export function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

export function toBase64(bytes) {
  return btoa(String.fromCharCode(...bytes));
}

/** Return the bytes of a base64 text. Throws if it is none. */
export function fromBase64(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
