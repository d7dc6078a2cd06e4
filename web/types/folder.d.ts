/** Where frame.html and hub.html are, as seen from embed.js; the build fills it in. */
declare const FOLDER: string;
