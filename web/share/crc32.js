// The check sum of zlib, gzip and PNG: deflate alone does not notice a letter that was changed on the way.

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** @param {Uint8Array} bytes @returns {number} */
export function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ TABLE[(sum ^ byte) & 0xff];
  return (sum ^ 0xffffffff) >>> 0;
}
