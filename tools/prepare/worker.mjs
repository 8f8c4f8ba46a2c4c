import { run } from "./run.mjs";
import { hashOf, whenChanged } from "./stamp.mjs";

/** Everything the Worker is made from. The stamp of the pages' build stands for all that both have in common. */
const SOURCES = [
  ...["build/stamp", "platform", "packages", "server", "site", "migrations"],
  "tools/prepare/bundle-worker.mjs",
];

/** Bundles the Worker for Cloudflare when something it is made from has changed. */
export function bundleWorker() {
  const hash = hashOf(SOURCES, (path) => !/\.test\.tsx?$/.test(path));
  return whenChanged("build/worker/stamp", hash, async () => {
    console.log("Bundling the Worker …");
    // It reads modules that the Node of the packages understands; the one that runs this may be older.
    await run("Bundling the Worker", ["node", "tools/prepare/bundle-worker.mjs"], { own: true });
  });
}
