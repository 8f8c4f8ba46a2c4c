import { parseArgs } from "node:util";
import { removeSample } from "../../server/sample/load.ts";
import { readSettings } from "../settings.ts";
import { explain } from "./explain.ts";
import { loadSampleOnce, openDataFolder } from "./open.ts";

const HELP = `npm run index -- COMMAND

  sample load      loads the labelled sample into an untouched index
  sample remove    removes every sample completion and its pictures

The data folder is DATA_DIR (./data if unset). The site may be running meanwhile.`;

/** The product's command line. Answers the exit code. */
async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h" } },
  });
  const command = positionals.join(" ");
  if (values.help || command === "") {
    console.log(HELP);
    return 0;
  }
  if (command !== "sample load" && command !== "sample remove") {
    console.error(`There is no command "${command}".\n\n${HELP}`);
    return 2;
  }
  const { database, parts } = await openDataFolder(readSettings(process.env), console.log);
  try {
    if (command === "sample load") await loadSampleOnce(database, parts.media, console.log);
    else console.log(`removed ${await removeSample(database, new Date())} sample completions`);
  } finally {
    database.close();
  }
  return 0;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
