// Reads a stream to its end, but never more of it than agreed.

export class TooMuch extends Error {}

/**
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 * @param {number} most in bytes
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 * @throws {TooMuch}
 */
export async function readAtMost(stream, most) {
  const reader = stream.getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    parts.push(value);
    if (length <= most) continue;
    reader.cancel().catch(() => {});
    throw new TooMuch();
  }
}
