// Evaluates the bundled Worker in this process, as an isolate does when it starts: `node evaluated.mjs FOLDER`.
// Stand-ins that do nothing replace the modules that only the runtime has.

import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [, , folder = ""] = process.argv;

const STANDING_IN = `data:text/javascript,
  export const waitUntil = () => {};
  export const handleAsNodeRequest = () => {};
  export default {};`;

registerHooks({
  resolve(specifier, context, next) {
    const isRuntimes = specifier.startsWith("cloudflare:") || specifier.endsWith(".wasm");
    return isRuntimes ? { url: STANDING_IN, shortCircuit: true } : next(specifier, context);
  },
});
await import(pathToFileURL(resolve(folder, "worker.js")).href);
// Coverage is written when the process exits.
process.exit(0);
