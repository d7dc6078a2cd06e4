// A Node in which nothing differs from one run to the next: no clock, no chance, no time zone of this machine.
import crypto from "node:crypto";

process.env.TZ = "UTC";

let state = 1;
const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24;
const fill = (view) => {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = next();
  return view;
};
globalThis.crypto.getRandomValues = fill;
crypto.randomFillSync = fill;

let ticks = 0;
const EPOCH = Date.UTC(2020, 0, 1); // any will do; Python reads the browser's clock when it asks
Date.now = () => EPOCH + Math.floor(ticks++ / 1000);
performance.now = () => ticks++ / 1000;
