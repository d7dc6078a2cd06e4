// Where this script's own files are: FOLDER, which the build fills in, as seen from the script.

const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : document.querySelector("script[src$='embed.js']");

/** The folder of frame.html and hub.html. */
export const home = new URL(FOLDER, script instanceof HTMLScriptElement ? script.src : document.baseURI).href;
