import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { ConstraintError } from "../../../server/db/database.ts";
import type { MediaState } from "../../../server/db/media.ts";
import type { Data } from "../../api/repositories.server.ts";
import { insertUnlistedMaps } from "../maps/repository.server.ts";
import { type Acting, perform } from "./act.server.ts";
import { Findings, type Tally } from "./findings.server.ts";
import type { IncomingCompletion } from "./incoming.server.ts";
import { MapNames } from "./map-names.server.ts";
import { plan } from "./plan.server.ts";
import type { ActRow } from "./repository/acts.server.ts";
import { type Incoming, resolve } from "./resolve.server.ts";
import type { Finding, LeftOver } from "./rules.server.ts";
import type { OldData } from "./tables.server.ts";
import { TowerNames } from "./tower-names.server.ts";

/** What is known besides the tables. */
export interface ImportOptions {
  /** The host that served the old media; null if not given. */
  readonly oldMedia: string | null;
  /** Accounts by the ids of the former provider; null if not given. */
  readonly people: ReadonlyMap<string, string> | null;
  /** Files of the old bucket; null if none were provided. */
  readonly media: IncomingMedia | null;
}

/** The files of the old bucket that were taken in, or only looked at. */
export interface IncomingMedia {
  /** Whether a file under this key was accepted. */
  has(key: string): boolean;
  /** Returns the files of a completion, with keys under its own id. */
  filesOf(completion: IncomingCompletion): readonly MediaState[];
  /** Returns the picture of a map by its id. */
  pictureOf(map: number): MediaState | null;
  /** Assigns each file to its owner, once all incoming rows are known. */
  settle(incoming: Incoming, maps: MapNames, findings: Findings): void;
}

/** What an import works with. */
export interface Importing extends Acting {
  readonly data: Data;
  readonly challenges: ReadonlyMap<string, ChallengeDefinition>;
}

/** The result of an import or a dry run. */
export interface ImportResult {
  readonly tallies: ReadonlyMap<string, Tally>;
  readonly findings: readonly Finding[];
  readonly leftOver: readonly LeftOver[];
  /** How many rows are written. */
  readonly writes: number;
  /** The id of the act; null for a dry run, or if there was nothing to write. */
  readonly act: string | null;
  /** Sample completions and starts that are removed with it. */
  readonly sample: number;
}

interface Planned {
  readonly findings: Findings;
  readonly rows: readonly ActRow[];
  /** Maps that do not exist yet. */
  readonly missing: readonly string[];
}

/** How often an import is planned when somebody else was faster. */
const MOST_TRIES = 5;

/** Reads an index and returns what would become of each row; writes nothing. */
export async function dryRun(
  data: OldData,
  options: ImportOptions,
  importing: Importing,
): Promise<ImportResult> {
  return resultOf(data, await planned(data, options, importing), null, importing);
}

/** Stores what has no place in the index. */
export type KeepLeftOver = (act: string, leftOver: readonly LeftOver[]) => Promise<void>;

/**
 * Moves an index in as one act: all of it becomes visible at once, or nothing.
 *
 * @param keep is called before the act is visible, so that no import loses what it leaves over; again if planned again
 */
export async function importIndex(
  data: OldData,
  options: ImportOptions,
  importing: Importing,
  keep: KeepLeftOver = async () => {},
): Promise<ImportResult> {
  for (let tries = 1; ; tries += 1) {
    let all = await planned(data, options, importing);
    if (all.missing.length > 0) {
      // Completions refer to maps by id, so these maps are added first: unlisted, and with nothing on them.
      await importing.database.atomic([insertUnlistedMaps(all.missing)]);
      all = await planned(data, options, importing);
    }
    const result = await resultOf(data, all, null, importing);
    if (all.rows.length === 0) return result;
    const { sample } = result;
    const counts = Array.from(
      Map.groupBy(all.rows, ({ noun }) => noun),
      ([noun, rows]) => [noun, rows.length] as const,
    );
    const after = { ...Object.fromEntries(counts), sample };
    try {
      const beforehand = (id: string): Promise<void> => keep(id, result.leftOver);
      const { rows } = all;
      const act = await perform(
        { kind: "import", of: null, rows, before: null, after, beforehand },
        importing,
      );
      return { ...result, act };
    } catch (error) {
      if (!(error instanceof ConstraintError) || tries >= MOST_TRIES) throw error;
    }
  }
}

async function planned(
  data: OldData,
  { oldMedia, people, media }: ImportOptions,
  { data: here, challenges, progress }: Importing,
): Promise<Planned> {
  const findings = new Findings();
  const vocabulary = await here.search.vocabulary([]);
  const maps = new MapNames(await here.acts.findAllMaps(), vocabulary);
  const towers = new TowerNames(vocabulary);
  const mediaHere = await here.acts.findMediaKeys();
  const hasMedia = (key: string): boolean => media?.has(key) || mediaHere.has(key);
  progress("looking at each row", 0, 1);
  const incoming = await resolve(data, { challenges, maps, towers, oldMedia, hasMedia, people, findings });
  media?.settle(incoming, maps, findings);
  progress("looking at each row", 1, 1);
  const rows = await plan(incoming, {
    ...{ data: here, findings },
    filesOf: media && ((completion) => media.filesOf(completion)),
    pictureOf: media && ((map) => media.pictureOf(map)),
  });
  return { findings, rows, missing: maps.missing };
}

async function resultOf(
  data: OldData,
  { findings, rows }: Planned,
  act: string | null,
  { data: here }: Importing,
): Promise<ImportResult> {
  const { completions, starts } = await here.sample.count();
  const sample = Object.values(completions).reduce((sum, count) => sum + count, starts);
  return {
    ...{ tallies: findings.tallies(data), findings: findings.all, leftOver: findings.leftOver },
    ...{ writes: rows.length, act, sample: rows.length > 0 ? sample : 0 },
  };
}
