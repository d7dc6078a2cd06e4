// Boots Pyodide in Node with the wheels of the built site and hosts a server as the page's worker does.
// Speaks lines of JSON with pytest: ["load", source] or ["deliver", text] in; {result, emitted} out.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { loadPyodide } from "pyodide";

const [wheels] = process.argv.slice(2);
const lock = JSON.parse(readFileSync(new URL("../../node_modules/pyodide/pyodide-lock.json", import.meta.url), "utf8"));
const pyodide = await loadPyodide({
  lockFileContents: { info: lock.info, packages: {} },
  stdout: (line) => process.stderr.write(line + "\n"), // stdout belongs to the conversation with pytest
});
const packages = pyodide.runPython("import site; site.getsitepackages()[0]");
for (const name of readdirSync(wheels)) {
  const file = () => readFileSync(join(wheels, name));
  if (name.endsWith(".whl")) pyodide.unpackArchive(file(), "wheel", { extractDir: packages });
  if (name.endsWith(".py")) pyodide.FS.writeFile(`${packages}/${name}`, file());
}

let emitted = [];
const host = pyodide.pyimport("dictmcp.transports.worker").Host((kind, text) => emitted.push([kind, text]));
process.stdout.write("ready\n");
for await (const line of createInterface({ input: process.stdin })) {
  const [action, text] = JSON.parse(line);
  emitted = [];
  const result = await host[action](text);
  process.stdout.write(JSON.stringify({ result, emitted }) + "\n");
}
