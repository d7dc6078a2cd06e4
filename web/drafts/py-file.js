// Server files on the user's own disk: opened, and saved in their place where the browser lets a page do that.

import { size } from "../text/show.js";

/** @typedef {{ name: string, code: string, crlf: boolean, handle: Handle | null }} Opened `crlf`: its lines end the way they do on Windows */
/** @typedef {{ name: string, getFile(): Promise<File>, createWritable(): Promise<{ write(text: string): Promise<void>, close(): Promise<void> }> }} Handle */

const AT_MOST = 1_000_000;
const TYPES = [{ description: "Python file", accept: { "text/x-python": [".py"] } }];

/** The File System Access API, where it exists. @type {{ showOpenFilePicker?(options: object): Promise<Handle[]>, showSaveFilePicker?(options: object): Promise<Handle> }} */
const pickers = /** @type {any} */ (window);

/**
 * @param {File} file
 * @param {Handle | null} handle
 * @returns {Promise<Opened>}
 * @throws {Error} its message is for the reader
 */
export async function readFile(file, handle) {
  if (!/\.pyw?$/i.test(file.name)) throw new Error(`${file.name} is not a Python file: its name does not end in .py.`);
  if (file.size > AT_MOST) throw new Error(`${file.name} has ${size(file.size)}; a server file may have ${size(AT_MOST)}.`);
  try {
    const code = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return { name: file.name, code, crlf: code.includes("\r\n"), handle };
  } catch {
    throw new Error(`${file.name} is not a text in UTF-8: save it as UTF-8 and open it again.`);
  }
}

/** @returns {Promise<Opened | null>} null when nothing was chosen */
export async function pickFile() {
  const chosen = await ask(pickers.showOpenFilePicker?.({ types: TYPES }));
  if (chosen === "refused") return pickByInput();
  return chosen && readFile(await chosen[0].getFile(), chosen[0]);
}

/** @returns {Promise<Opened | null>} */
function pickByInput() {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".py,.pyw,text/x-python";
  input.hidden = true;
  document.body.append(input); // what nothing holds may be gone before the dialog is answered
  return /** @type {Promise<Opened | null>} */ (new Promise((resolve, reject) => {
    input.addEventListener("cancel", () => resolve(null));
    input.addEventListener("change", () => {
      const [file] = input.files ?? [];
      if (file) readFile(file, null).then(resolve, reject);
      else resolve(null);
    });
    input.click();
  })).finally(() => input.remove());
}

/**
 * @param {string} name
 * @param {string} code
 * @param {Handle | null} handle of the file that it came from or was saved to
 * @returns {Promise<Handle | "refused" | null>} where it is now; null when nothing was chosen
 */
export async function saveFile(name, code, handle) {
  const to = handle ?? (await ask(pickers.showSaveFilePicker?.({ suggestedName: name, types: TYPES })));
  if (to === "refused" || to === null) return to;
  try {
    const file = await to.createWritable();
    await file.write(code);
    await file.close();
    return to;
  } catch (error) {
    throw new Error(`${to.name} could not be written: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * @template T
 * @param {Promise<T> | undefined} question
 * @returns {Promise<T | "refused" | null>} null when the user dismissed it, "refused" where the browser has no such dialog or forbids it
 */
async function ask(question) {
  if (!question) return "refused";
  try {
    return await question;
  } catch (error) {
    return /** @type {DOMException} */ (error).name === "AbortError" ? null : "refused";
  }
}
