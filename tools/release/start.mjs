// Starts the site of a release archive. Any Node can parse this file.

import { readFileSync } from "node:fs";

const { engines } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const needed = engines.node.replace(/\D/g, "");
if (Number.parseInt(process.versions.node, 10) < Number(needed)) {
  console.error(`The site needs Node ${needed} or newer; this is ${process.version}.`);
  process.exit(1);
}
await import(new URL("platform/node/main.ts", import.meta.url).href);
