// Bundles modules as esbuild is told by input.
import { readFileSync } from "node:fs";
import { buildSync } from "esbuild";

buildSync(JSON.parse(readFileSync(0, "utf8")));
