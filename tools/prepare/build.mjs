import { precompress } from "./precompress.mjs";
import { run } from "./run.mjs";
import { hashOf, whenChanged } from "./stamp.mjs";

/** Everything the pages are built from. They import only types from server/, and the build erases those. */
const SOURCES = [
  "app",
  "domain",
  "docs/api.md",
  "tools/checks/rules.mjs",
  "tools/dev",
  "tools/prepare/precompress.mjs",
  "react-router.config.ts",
  "vite.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];

/** Builds the pages for production when something they are built from has changed. */
export function build() {
  const hash = hashOf(SOURCES, (path) => !/\.test\.tsx?$/.test(path));
  return whenChanged("build/stamp", hash, async () => {
    console.log("Building the pages …");
    await run("Building the pages", ["react-router", "build"], {
      own: true,
      env: { NODE_ENV: "production" },
    });
    const { files, before, after } = await precompress("build/client");
    console.log(`Compressed ${files} files: ${kilobytes(before)} are ${kilobytes(after)} with brotli.`);
  });
}

/** @param {number} bytes */
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
