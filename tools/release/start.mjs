// Starts the site of a release archive. Any Node can parse this file.

const NEEDED = 24;
if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  console.error(`The site needs Node ${NEEDED} or newer; this is ${process.version}.`);
  process.exit(1);
}
await import(new URL("platform/node/main.ts", import.meta.url).href);
