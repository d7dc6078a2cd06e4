// Writes a .br and a .gz twin for each pair [from, to] of input.
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompress, constants, gzip } from "node:zlib";

const NO_SYSTEM = 255; // byte 9 of a gzip file names the system that made it
const SYSTEM_AT = 9;

for (const [from, to] of JSON.parse(readFileSync(0, "utf8"))) {
  const raw = readFileSync(from);
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS, // quality is the best, 11, by default
  };
  brotliCompress(raw, { params }, (error, packed) => {
    if (error) throw error;
    writeFileSync(`${to}.br`, packed);
  });
  gzip(raw, { level: 9 }, (error, packed) => {
    if (error) throw error;
    packed[SYSTEM_AT] = NO_SYSTEM;
    writeFileSync(`${to}.gz`, packed);
  });
}
