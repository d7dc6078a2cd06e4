// The hidden frame that owns Python for all elements of a page: takes a port for each, and gives it a seat.

import { SharedPython } from "./hub/shared-python.js";

const build = JSON.parse(document.getElementById("build")?.textContent ?? "{}");
const python = new SharedPython(build, new URL("../", document.baseURI).href);

addEventListener("message", ({ source, data, ports: [port] }) => {
  if (source !== parent || typeof data?.seat !== "number") return;
  if (data.type === "mcp-playground:join") python.join(String(data.seat), port);
  if (data.type === "mcp-playground:leave") python.leave(String(data.seat));
});
parent.postMessage({ type: "mcp-playground:loaded", v: 1 }, "*");
