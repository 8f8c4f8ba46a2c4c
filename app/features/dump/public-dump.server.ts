import type { Context, Hono } from "hono";
import { z } from "zod";
import {
  DUMP_NOUNS,
  type Dump,
  type DumpLicence,
  type DumpNoun,
  dumpFileOf,
  dumpRows,
  dumpSchema,
  dumps,
} from "../../../domain/contract/dumps.ts";
import { api } from "../../../domain/contract/routes.ts";
import { DUMP_DAYS } from "../../../domain/limits.ts";
import { presentRow } from "../../../domain/lists/row.ts";
import type { Database } from "../../../server/db/database.ts";
import { MethodNotAllowed, NotFound } from "../../../server/errors.ts";
import type { Files } from "../../../server/files.ts";
import type { Job } from "../../../server/jobs/job.ts";
import { isKnown, sendFile } from "../../../server/media/store.ts";
import type { Deps } from "../../api/deps.server.ts";
import { type Data, openData } from "../../api/repositories.server.ts";
import type { Router } from "../../api/router.server.ts";
import { actorLabel } from "../../audit/present.server.ts";
import { presentHero, presentTower } from "../catalogue/present.server.ts";
import { findThere, logOf, PUBLIC_NOUNS } from "../history/registry.server.ts";
import { MANIFEST, writeArchive } from "./lines.server.ts";
import { dumpRecords } from "./repository/dumps.server.ts";

/** Where public dumps are stored, and what they are made from. */
export interface DumpPorts {
  readonly files: Files;
  /** Opens a snapshot of the index while all of it is read; or the index itself where none can be held. */
  openSnapshot(): Promise<{ readonly database: Database; close(): void }>;
  readonly rowsAtOnce: number;
}

export interface Dumping extends Pick<Deps, "challenges" | "now"> {
  readonly ports: DumpPorts;
  readonly displayNames: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly licence: DumpLicence;
}

/** Some rows of a noun, and where the next begin; null: there are no more. */
interface Page {
  readonly rows: readonly unknown[];
  readonly next: number | null;
}
type ReadPage = (data: Data, dumping: Dumping, after: number) => Promise<Page>;

/** Reads everything at once, for nouns small enough: the site's own pages show all of them as well. */
const whole =
  (read: (data: Data) => Promise<readonly unknown[]>): ReadPage =>
  async (data) => ({ rows: await read(data), next: null });

/** How the public rows of each noun are read. */
const PAGES: Readonly<Record<DumpNoun, ReadPage>> = {
  completions: completionPage,
  maps: whole(async ({ maps }) => (await maps.findAllDetails()).map(({ revision: _, ...map }) => map)),
  players: ({ players }, { ports }, after) => players.listAfter(after, ports.rowsAtOnce),
  "chimps-starts": whole(({ chimpsStarts }) => chimpsStarts.findAll(null)),
  "balance-changes": whole(({ balanceChanges }) => balanceChanges.findAll({ tower: null, versions: null })),
  "game-versions": whole(async ({ gameVersions }) =>
    (await gameVersions.findAll()).map(({ version_order: _, ...each }) => each),
  ),
  towers: whole(async ({ catalogue }) => (await catalogue.current()).towers.map(presentTower)),
  heroes: whole(async ({ catalogue }) => (await catalogue.current()).heroes.map(presentHero)),
  spellings: whole(({ spellings }) => spellings.findAllNamed()),
  history: historyPage,
};

async function completionPage(
  { completions, media, proofLinks }: Data,
  { challenges, ports: { rowsAtOnce } }: Dumping,
  after: number,
): Promise<Page> {
  const { rows, next } = await completions.listVerifiedAfter(challenges, after, rowsAtOnce);
  const ids = rows.map(({ completion: { id } }) => id);
  const [files, links] = await Promise.all([media.findAllOf(ids), proofLinks.findLinksOf(ids)]);
  const lines = rows.map(({ challenge, completion, verifiedAt, createdAt, isSample }) => {
    const definition = challenges.get(challenge);
    return {
      challenge,
      completion: definition && presentRow(definition, completion),
      verified: verifiedAt,
      recorded: createdAt,
      sample: isSample,
      files: files.get(completion.id) ?? [],
      links: links.get(completion.id) ?? [],
    };
  });
  return { rows: lines, next };
}

/** Reads the log like /fetch-changes, without what waits for a helper: a completion appears once verified. */
async function historyPage(
  data: Data,
  { challenges, displayNames, ports: { rowsAtOnce } }: Dumping,
  since: number,
): Promise<Page> {
  const found = await data.history.findAllFollowed({ nouns: PUBLIC_NOUNS, topics: null }, since, rowsAtOnce);
  const there = await findThere(found, data);
  const names = await displayNames([...new Set(found.map(({ actor }) => actor))]);
  const rows = found.flatMap((change) => {
    const { seq, at, noun: kind, id } = change;
    const line = logOf(kind)?.tell(change, { challenges }, there(kind));
    if (!line || line.row?.pending === true) return [];
    // Only a completion's public history says who made a change, and it goes when the completion does.
    const who = kind === "completion" && line.row !== null ? actorLabel(change, names) : null;
    return [{ seq, at, kind, id, ...line, who }];
  });
  return { rows, next: found.length < rowsAtOnce ? null : (found.at(-1)?.seq ?? null) };
}

const nameOf = (day: string, file: string): string => `${day}/${file}`;

/**
 * Writes the public part of the index to the files of a day.
 * @param goOn called before each page is written; what it throws ends the work
 * @throws WrittenMeanwhile
 */
export async function makePublicDump(
  day: string,
  dumping: Dumping,
  goOn: () => Promise<void> = async () => {},
): Promise<Dump> {
  const { ports, licence, now } = dumping;
  const { database, close } = await ports.openSnapshot();
  const data = openData(database);
  async function* pagesOf(noun: DumpNoun): AsyncGenerator<readonly unknown[]> {
    for (let after: number | null = 0; after !== null; ) {
      const { rows, next }: Page = await PAGES[noun](data, dumping, after);
      await goOn();
      yield rows;
      after = next;
    }
  }
  const content = DUMP_NOUNS.map((noun) => ({ noun, file: dumpFileOf(noun), pages: pagesOf(noun) }));
  try {
    return await writeArchive(
      { level: "public", database, files: ports.files, folder: nameOf(day, "") },
      content,
      (written, lastChange): Dump => ({
        day,
        madeAt: now().toISOString(),
        lastChange,
        licence,
        files: written.map(({ noun, file, rows, bytes, sha256 }) => ({ noun, file, rows, bytes, sha256 })),
      }),
    );
  } finally {
    close();
  }
}

const SECOND = 1_000;

/** How often to check whether the day has its dump, in milliseconds. */
const EVERY = 10 * 60 * SECOND;

/** How long the lease of a dump lasts without renewal, and how often it is renewed, in milliseconds. */
const HELD = 10 * 60 * SECOND;
const RENEWED_EVERY = 60 * SECOND;

export interface PublicDumpParts extends Dumping {
  readonly database: Database;
  readonly say: (line: string) => void;
}

/** Thrown when another process has taken over the dump. */
class NotOurs extends Error {
  override readonly name = "NotOurs";
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Makes the public dump of each day (UTC) and removes old ones. Only one of several processes makes it. */
export const publicDump = (parts: PublicDumpParts): Job => ({
  name: "the public dump",
  every: EVERY,
  isPatient: true,
  async run(signal) {
    await sweepDumps(parts);
    await makeToday(parts, signal);
  },
});

async function makeToday(parts: PublicDumpParts, signal: AbortSignal): Promise<void> {
  const { database, now, say } = parts;
  const dumps = dumpRecords(database);
  const day = dayOf(now());
  const lease = { day, holder: crypto.randomUUID() };
  const until = (): string => new Date(now().getTime() + HELD).toISOString();
  if (!(await dumps.claim({ ...lease, until: until() }, now().toISOString()))) return;
  let renewedAt = now().getTime();
  async function goOn(): Promise<void> {
    signal.throwIfAborted();
    if (now().getTime() - renewedAt < RENEWED_EVERY) return;
    renewedAt = now().getTime();
    if (!(await dumps.renew({ ...lease, until: until() })))
      throw new NotOurs("another process makes the dump");
  }
  try {
    const dump = await makePublicDump(day, parts, goOn);
    if (await dumps.finish(lease, dump))
      say(`made the public dump of ${day}: ${dump.files.reduce((sum, { rows }) => sum + rows, 0)} rows`);
  } catch (error) {
    await dumps.release(lease);
    throw error;
  }
}

/**
 * Removes older dumps, and files of days that have no dump. They are counted: by their age a clock that runs ahead would
 * remove all of them.
 */
async function sweepDumps({ database, ports: { files } }: PublicDumpParts): Promise<void> {
  const dumps = dumpRecords(database);
  // Remove the list's entries before the files, so that no link leads to a file that no longer exists.
  await dumps.deleteAllBut(DUMP_DAYS);
  const there: string[] = [];
  for await (const { name } of files.list()) there.push(name);
  // Read after the list: a dump that another process has begun meanwhile is of a day by now.
  const days = await dumps.findDays();
  for (const name of there) if (!days.has(name.split("/")[0] ?? "")) await files.remove(name);
}

/** The public read of the dumps that there are, and of their licence. */
export const dumpAnswers = ({ data, dumps: ports }: Pick<Deps, "data" | "dumps">) => ({
  all: async () => ({ licence: ports?.licence ?? null, results: await data.dumps.findAll() }),
});

export function dumpRoutes(
  app: Hono,
  router: Router,
  answers: ReturnType<typeof dumpAnswers>,
  deps: Deps,
): void {
  const { files = null } = deps.dumps ?? {};
  router.read(dumps, answers.all);
  // Created on the first request: few clients ask for it, and otherwise every start would wait for it.
  let schema: Readonly<Record<string, unknown>> | undefined;
  router.read(dumpSchema, () => {
    schema ??= Object.fromEntries(
      Object.entries(dumpRows(deps.challenges.values())).map(([noun, row]) => [
        noun,
        z.toJSONSchema(row, { unrepresentable: "any" }),
      ]),
    );
    return schema;
  });
  const path = api.dumpFile(":day{[0-9][^/]*}", ":file");
  app.get(path, (c) => sendDumpFile(c, files, deps));
  app.all(path, (c) => {
    throw new MethodNotAllowed(c.req.method);
  });
}

/** Sends a file of a dump, which never changes: all of it, a range, or only the headers. */
async function sendDumpFile(c: Context, files: Files | null, { data }: Deps): Promise<Response> {
  const { day = "", file = "" } = c.req.param();
  const dump = (await data.dumps.findAll()).find((each) => each.day === day);
  const listed = dump?.files.find((each) => each.file === file);
  const isManifest = dump !== undefined && file === MANIFEST;
  if (!files || !(listed || isManifest)) throw new NotFound("no-such-dump", { days: DUMP_DAYS });
  const name = nameOf(day, file);
  const size = await files.sizeOf(name);
  if (size === null || (listed && size !== listed.bytes)) throw new NotFound("dump-file-damaged");
  const etag = `"${listed?.sha256 ?? dump?.madeAt}"`;
  const headers = new Headers({
    "Content-Type": isManifest ? "application/json" : "application/gzip",
    "Cache-Control": "public, max-age=31536000, immutable",
    "Accept-Ranges": "bytes",
    ETag: etag,
  });
  if (!isManifest) headers.set("Content-Disposition", `attachment; filename="${day}-${file}"`);
  if (isKnown(c, etag)) return c.newResponse(null, { status: 304, headers });
  const sent = await sendFile(c, headers, size, (range) => files.read(name, range));
  if (!sent) throw new NotFound("dump-file-damaged");
  return sent;
}
