// Runs every test of the Worker on workerd, each part to its end: the contract suite, 2,000 addresses and the API's
// writes compared with Node's answers, the moves to Cloudflare and back, and the browser suite. `npm test` runs only
// the most important of these.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** @type {{ name: string, command: string[], env?: Record<string, string> }[]} */
const PARTS = [
  { name: "The contract suite on D1 and R2", command: ["vitest", "run", "--project", "workers"] },
  {
    name: "Both engines compared",
    command: ["vitest", "run", "--project", "edge"],
    env: { EDGE_ADDRESSES: "2000" },
  },
  { name: "What only this long run has", command: ["vitest", "run", "--project", "long"] },
  {
    name: "The browser suite",
    // As in npm test: a failing test is retried once, and the report names it if it then passes.
    command: ["playwright", "test", "--retries=1"],
    env: { BROWSER_TEST_ENGINE: "workerd" },
  },
];

const failed = [];
for (const { name, command, env } of PARTS) {
  console.log(`\n== ${name}`);
  const [tool = "", ...rest] = command;
  const child = spawn(`${root}node_modules/.bin/${tool}`, rest, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  const code = await new Promise((done) => {
    child.on("error", () => done(1));
    child.on("close", (ended) => done(ended ?? 1));
  });
  if (code !== 0) failed.push(name);
}
console.log(failed.length === 0 ? "\nAll parts passed." : `\nFailed: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
