// How far a link of some length gets, and what to do when it does not.

/** @typedef {{ upTo: number, level: "short" | "fair" | "long" | "over", advice: string }} Rung */

/** @type {Rung[]} */
const LADDER = [
  { upTo: 2_000, level: "short", advice: "Short enough for chat and everything else." },
  { upTo: 8_000, level: "fair", advice: "Fine in mail, documents and most sites; some chats cut it." },
  { upTo: 32_000, level: "long", advice: "Many programs cut a link as long as this: better put server.py on the web and link to it, or send the file." },
  { upTo: Infinity, level: "over", advice: "Too long for a link: put server.py on the web and link to it, or send the file." },
];

/** @param {number} length in characters, of the whole address */
export const rungOf = (length) => /** @type {Rung} */ (LADDER.find(({ upTo }) => length <= upTo));
