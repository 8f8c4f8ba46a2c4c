import type { Deps } from "../../server/app.ts";
import type { Database } from "../../server/data/database.ts";
import type { Progress } from "../../server/moving-in/act.ts";
import type { Settings } from "../settings.ts";
import { findWrong } from "./check.ts";
import { openRemoteIndex } from "./index-on-d1.ts";
import type { MediaPlace } from "./media.ts";
import { loadInOne, oneTransaction } from "./moving-out/one-transaction.ts";
import { databaseFile, loadSampleOnce, openDataFolder } from "./open.ts";
import { StartError } from "./start-error.ts";

/** The index that a command works on, wherever it is kept. */
export interface OpenIndex {
  readonly database: Database;
  readonly media: MediaPlace;
  readonly parts: Pick<Deps, "challenges" | "data" | "media">;
  /** The index for as long as it takes to read all of it: one state of it, where the database can hold one. */
  openSnapshot(): { readonly database: Database; close(): void };
  /** Loads rows that are there all at once or never, where the database can; else they come one after the other. */
  loadAtOnce(load: (database: Database) => Promise<void>, progress: Progress): Promise<void>;
  /** After many rows came: has the database look what its tables hold, where that is asked for. */
  learnTables(): Promise<void>;
  /** Fills an untouched index with the sample. */
  loadSample(say: (line: string) => void): Promise<void>;
  /** Reads all of the database, and says what is wrong with it or with the counts kept in it, a line each. */
  findWrong(): Promise<string[]>;
  /** What is to be done, in a sentence: so that an export comes to a place of its own; so that the site takes up what came. */
  readonly advice: { readonly ofItsOwn: string; readonly takenUp: string };
  close(): Promise<void>;
}

/** What a command works on, and the settings. */
export interface Site extends OpenIndex {
  readonly settings: Settings;
}

/** Opens the index that the settings name, with the newest migrations and the game's facts. `say` reports progress. */
export async function openIndex(settings: Settings, say: (line: string) => void): Promise<OpenIndex> {
  switch (settings.database.kind) {
    case "folder":
      return inFolder(settings, say);
    case "d1":
      return openRemoteIndex(settings, settings.database, say);
    case "edge":
      return (await loadEmulation()).openEmulatedIndex(settings, say);
  }
}

/** What emulates Cloudflare is a tool of development: a server is not made to have it. */
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
    ...{ database, media, parts },
    openSnapshot: () => oneTransaction(file, "read"),
    learnTables: database.learnTables,
    async loadAtOnce(load, progress) {
      await loadInOne(file, load, progress);
      await database.learnTables();
    },
    loadSample: (say) => loadSampleOnce(settings, { database, media }, say),
    findWrong: () => findWrong(file, database),
    advice: {
      ofItsOwn: "Set DATA_DIR to a new folder and import there; then start the site on that folder.",
      takenUp: "If the site is running, start it anew.",
    },
    close: async () => database.close(),
  };
}
