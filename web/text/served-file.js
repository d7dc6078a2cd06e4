// Why a file that the page needs did not load, in one sentence with its name. Used by page and worker.

export const WASM_TYPE = "application/wasm";
const SCRIPT_TYPES = new Set(["text/javascript", "application/javascript", "application/x-javascript", "text/ecmascript"]);

/** @param {string} url */
export function fileName(url) {
  const parts = new URL(url, self.location.href).pathname.split("/");
  const [folder, name] = parts.slice(-2);
  return name === "index.html" ? `${folder}/${name}` : name || url;
}

/** @param {Response} response */
export const typeOf = (response) => (response.headers.get("Content-Type") || "no type").split(";")[0].trim().toLowerCase();

/**
 * A browser refuses a module script without saying why; asking for the file again tells.
 * @param {string} url
 * @param {string} otherwise what to say when the file itself looks right
 */
export async function whyNoScript(url, otherwise) {
  const file = fileName(url);
  const response = await fetch(url).catch(() => null);
  if (!response) return `${file} could not be loaded: the network or the web server did not answer.`;
  if (!response.ok) return `${file} could not be loaded: the web server answered ${response.status}.`;
  const type = typeOf(response);
  if (SCRIPT_TYPES.has(type)) return otherwise;
  const ending = file.slice(file.lastIndexOf("."));
  return `The web server sent ${file} as "${type}"; browsers run it only as text/javascript. Set that type for ${ending} files on the server.`;
}

/** @param {string} url */
export async function importModule(url) {
  try {
    return await import(url);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(await whyNoScript(url, `${fileName(url)} could not be started: ${message}`));
  }
}
