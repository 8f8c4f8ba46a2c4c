import { openAsBlob, statSync } from "node:fs";
import { openData } from "../../app/api/repositories.server.ts";
import type { WriteContext } from "../../app/api/router.server.ts";
import { COMMAND_LINE } from "../../app/features/accounts/repository/accounts.server.ts";
import { differences, take } from "../../app/features/catalogue/take.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { counted } from "../../domain/game/counted.ts";
import type { Difference } from "../../domain/game-export/differences.ts";
import { readExport } from "../../domain/game-export/read.ts";
import { zipEntries } from "../../domain/game-export/zip.ts";
import { StartError } from "../../server/errors.ts";
import { folderEntries } from "./folder.ts";
import type { CommandSite } from "./open-index.ts";

/** `version`: of the game that the export is of. */
interface Asked {
  readonly version?: string | undefined;
  readonly take?: boolean | undefined;
}

/**
 * `game`: says where an export of the game's data, a folder or a ZIP, differs from what is here. With `take` it takes over
 * what is new and what changed, as one act. Throws StartError and AppError.
 */
export async function runTakeGame(
  {
    database,
    settings,
  }: Pick<CommandSite, "database"> & { readonly settings: Pick<CommandSite["settings"], "site"> },
  path: string,
  { version, take: isTaken }: Asked,
): Promise<string> {
  if (version === undefined)
    throw new StartError("Say which version of the game the export is of: --version 56.3");
  const kind = statSync(path, { throwIfNoEntry: false });
  if (!kind) throw new StartError(`There is no folder or ZIP ${path}.`);
  const read = await readExport(
    kind.isDirectory() ? folderEntries(path) : zipEntries(await openAsBlob(path)),
  );
  if ("refusal" in read) throw new StartError(read.refusal);
  const data = openData(database);
  const found = await differences(read.game, data);
  const said = [...found.map(inWords), ...read.findings, countsOf(found)];
  if (isTaken !== true) return said.join("\n");
  const ticked = found.filter(({ isTicked }) => isTicked).map(({ key }) => key);
  const rows = await take(read.game, ticked, version, await commandContext(data, settings.site.origin));
  return [...said, `changed ${counted(rows)} towers, heroes and maps`].join("\n");
}

/** Returns the context of a write by the command line. */
async function commandContext(data: WriteContext["data"], siteOrigin: string): Promise<WriteContext> {
  return {
    data,
    siteOrigin,
    mediaOrigin: null,
    challenges: CHALLENGES,
    now: new Date(),
    user: { id: COMMAND_LINE, isMember: true, isVerifier: true, isHelper: true, isAdministrator: false },
    catalogue: await data.catalogue.current(),
    verifiers: { countBesides: async () => null, called: async () => () => "A helper" },
  };
}

function inWords({ kind, of, name, part, before, after }: Difference): string {
  const what = [`${of} ${name}`, ...(part === null ? [] : [part])].join(", ");
  return kind === "changed"
    ? `changed  ${what}: ${before} → ${after}`
    : `${kind.padEnd(7)}  ${what}: ${after ?? before}`;
}

function countsOf(found: readonly Difference[]): string {
  const { new: added = [], changed = [], gone = [] } = Object.groupBy(found, ({ kind }) => kind);
  const counts = `${counted(added.length)} new, ${counted(changed.length)} changed`;
  return gone.length === 0 ? counts : `${counts}, ${counted(gone.length)} gone (never taken over here)`;
}
