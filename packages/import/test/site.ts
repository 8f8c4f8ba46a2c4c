import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openData } from "../../../app/api/repositories.server.ts";
import {
  type CompletionState,
  insertCompletion,
  stateOf,
  updateCompletion,
} from "../../../app/features/completions/repository/stored-completion.server.ts";
import { CHALLENGES } from "../../../domain/challenges/index.ts";
import { emptyAttributes } from "../../../domain/fields/attributes.ts";
import { openMedia } from "../../../platform/node/media.ts";
import type { User } from "../../../server/auth/user.ts";
import { openInMemory } from "../../../test/node/memory.ts";
import { applyImport, type Importing, type ImportOptions, planImport } from "../import.ts";
import type { OldData } from "../tables.ts";
import { OLD_MEDIA } from "./fixture.ts";

export const NOW = new Date("2026-07-01T00:00:00Z");

export type Site = Awaited<ReturnType<typeof openSite>>;

const HELPER: User = { id: "hel", isVerifier: true, isHelper: true } as User;

/** Changes a completion, as a helper does. */
export async function edit({ data }: Site, id: string, values: Partial<CompletionState>): Promise<void> {
  const stored = await data.completions.findById(id);
  if (!stored) throw new Error(`no completion ${id}`);
  await data.write([updateCompletion(stored, { ...stored.state, ...values }, HELPER, entryOf("edit"))]);
}

/** The parts of a completion to record. */
interface Recorded {
  readonly towers: readonly string[];
  readonly og?: boolean;
  /** Whose claim it is; null if it is verified. */
  readonly pending?: string | null;
}

/** Returns the batch that records a 2TC completion on Quad under a new id. */
export async function recordOf({ data }: Site, { towers, og = false, pending = null }: Recorded) {
  const definition = CHALLENGES.get("2tc");
  const map = await data.maps.findByName("Quad");
  if (!definition || !map) throw new Error("no 2TC on Quad");
  const id = crypto.randomUUID();
  const completion = {
    ...{
      ...emptyAttributes(),
      id,
      map: "Quad",
      towers: [...towers],
      people: ["Zed"],
      og,
      pending,
      submittedBy: "zed",
    },
    ...{ createdAt: NOW.toISOString(), verifiedBy: pending === null ? "hel" : null, sample: false },
  };
  return insertCompletion(id, stateOf(definition, completion, map), entryOf("add"));
}

/** Returns a helper's entry in the log. */
export const entryOf = (action: string) =>
  ({ at: NOW.toISOString(), actor: "hel", action, level: "helper" }) as const;

/** Opens a site with the game's facts, in which one map was renamed. */
export async function openSite() {
  const database = await openInMemory(NOW);
  database.sqlite.exec(`update map set name = 'Former Name', name_key = 'formername' where name = 'Cargo';
    update map set name = 'Cargo', name_key = 'cargo' where name = 'Former Name'`);
  return {
    ...{ database, sqlite: database.sqlite, data: openData(database), challenges: CHALLENGES },
    media: openMedia({
      dataDir: mkdtempSync(join(tmpdir(), "btd6-index-media-")),
      mediaStore: null,
      s3: null,
    }),
    ...{ now: () => NOW, progress: () => {} },
  };
}

export const OPTIONS: ImportOptions = { oldMedia: OLD_MEDIA, people: null, media: null };

/** Says what an import would do. */
export async function dryRun(data: OldData, options: ImportOptions, importing: Importing) {
  const { findings, rows } = await planImport(data, options, importing);
  const { all, leftOver } = findings;
  return { findings: all, leftOver, tallies: findings.tallies(data), writes: rows.size };
}

/** Imports an index as the command line does, but for the backup; returns what its dry run would have said. */
export async function importIndex(data: OldData, options: ImportOptions, importing: Importing) {
  const plan = await planImport(data, options, importing);
  const { expected, here } = await applyImport(data, options, importing, plan, "data/before-import/WHEN");
  const { all, leftOver } = plan.findings;
  const tallies = plan.findings.tallies(data);
  return { findings: all, leftOver, tallies, writes: plan.rows.size, expected, here };
}
