// Boots Pyodide in Node with the wheels of the built site and hosts a server as the page's worker does.
// Speaks lines of JSON with pytest: [action, text] in, {result, emitted} out.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { loadPyodide } from "pyodide";

async function boot(wheels) {
  const lock = new URL("../../node_modules/pyodide/pyodide-lock.json", import.meta.url);
  const pyodide = await loadPyodide({
    lockFileContents: { info: JSON.parse(readFileSync(lock, "utf8")).info, packages: {} },
    stdout: (line) => process.stderr.write(`${line}\n`), // stdout belongs to the talk with pytest
  });
  const packages = pyodide.runPython("import site; site.getsitepackages()[0]");
  for (const name of readdirSync(wheels)) {
    const file = () => new Uint8Array(readFileSync(join(wheels, name)));
    if (name.endsWith(".whl")) pyodide.unpackArchive(file(), "wheel", { extractDir: packages });
    if (name.endsWith(".py")) pyodide.FS.writeFile(`${packages}/${name}`, file());
  }
  pyodide.runPython("import importlib; importlib.invalidate_caches()");
  return pyodide;
}

async function talk(wheels) {
  const pyodide = await boot(wheels);
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
