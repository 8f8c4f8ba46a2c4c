import { StartError } from "../../server/errors.ts";
import type { Settings } from "../shared/settings.ts";
import { findWrong } from "./check.ts";
import { loadInOne, oneTransaction } from "./moving-out/one-transaction.ts";
import { databaseFile, loadSampleOnce, openDataFolder } from "./open.ts";
import type { OpenIndex } from "./opened-index.ts";

/** What a command works on, with the settings. */
export interface CommandSite extends OpenIndex {
  readonly settings: Settings;
}

/** Opens the index that the settings name, with the latest migrations and the game's facts. `say` reports progress. */
export async function openIndex(settings: Settings, say: (line: string) => void): Promise<OpenIndex> {
  if (settings.database === "folder") return inFolder(settings, say);
  return (await loadEmulation()).openEmulatedIndex(settings, say);
}

/** The emulation of Cloudflare is a development tool, which a server need not have. */
async function loadEmulation(): Promise<typeof import("../cloudflare/emulated-index.ts")> {
  try {
    return await import("../cloudflare/emulated-index.ts");
  } catch (error) {
    throw new StartError(
      "DATABASE=edge needs the tools of development, which are not here. Run npm run start:edge once, in a folder that git has made.",
      { cause: error },
    );
  }
}

async function inFolder(settings: Settings, say: (line: string) => void): Promise<OpenIndex> {
  const { database, media, parts } = await openDataFolder(settings, say);
  const file = databaseFile(settings);
  return {
    database,
    media,
    parts,
    openSnapshot: () => oneTransaction(file, "read"),
    analyze: database.analyze,
    async loadAtOnce(load, progress) {
      await loadInOne(file, load, progress);
      await database.analyze();
    },
    loadSample: () => loadSampleOnce(settings, { database, media }),
    findWrong: () => findWrong(file, database),
    advice: {
      ofItsOwn: "Set DATA_DIR to a new folder and import there; then start the site on that folder.",
      takenUp: "If the site is running, start it anew.",
    },
    close: async () => database.close(),
  };
}
