// Boots Pyodide in Node with the packages of the built site and hosts a server as the page's worker does.
// Speaks lines of JSON with pytest: [action, text] in, {result, emitted} out.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { loadPyodide } from "pyodide";

async function boot(archive) {
  const lock = new URL("../../node_modules/pyodide/pyodide-lock.json", import.meta.url);
  const pyodide = await loadPyodide({
    lockFileContents: { info: JSON.parse(readFileSync(lock, "utf8")).info, packages: {} },
    stdout: (line) => process.stderr.write(`${line}\n`), // stdout belongs to the talk with pytest
  });
  const packages = pyodide.runPython("import site; site.getsitepackages()[0]");
  pyodide.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: packages });
  pyodide.runPython("import importlib; importlib.invalidate_caches()");
  return pyodide;
}

async function talk(archive) {
  const pyodide = await boot(archive);
  let emitted = [];
  const host = pyodide.pyimport("dictmcp.transports.worker").Host((kind, text) => emitted.push([kind, text]));
  process.stdout.write("ready\n");
  for await (const line of createInterface({ input: process.stdin })) {
    const [action, text] = JSON.parse(line);
    emitted = [];
    const answer = await host[action](text);
    const result = typeof answer === "string" ? answer : Buffer.from(answer.toJs()).toString("base64"); // bytes
    process.stdout.write(`${JSON.stringify({ result, emitted })}\n`);
  }
}

try {
  await talk(process.argv[2]);
} catch (error) {
  console.error(error.message); // without the line of Pyodide's minified source that Node would show
  process.exitCode = 1;
}
