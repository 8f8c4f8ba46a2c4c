import * as contract from "../../../domain/contract/catalogue.ts";
import { api } from "../../../domain/contract/routes.ts";
import { type Catalogue, type CatalogueRow, oncePerCatalogue } from "../../../domain/game/catalogue.ts";
import { nameKey } from "../../../domain/game/name-key.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { checkedExport, type GameExport } from "../../../domain/game-export/checked.ts";
import { authorize, type User } from "../../../server/auth/user.ts";
import { BadForm, NotFound } from "../../../server/errors.ts";
import { type FieldValues, type ReceivedForm, revisionIn, textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import { entryFor, type Router, type WriteContext, withActId } from "../../api/router.server.ts";
import { changesSince, Stale } from "../../audit/stale.server.ts";
import { acceptListed } from "../unresolved/accept.server.ts";
import { heroLog, towerLog, valuesOfTower, write } from "./audit.server.ts";
import { presentCatalogue, presentOne } from "./present.server.ts";
import { beginRenaming } from "./rename.server.ts";
import { deleteTowerById, insertTower, type StoredTower, updateTower } from "./repository.server.ts";
import { checkRow, rowIn } from "./save.server.ts";
import { differences, refused, take } from "./take.server.ts";

/** Helpers keep towers and heroes. */
const mayEditGame = ({ isHelper }: User): boolean => isHelper;

interface CatalogueFile {
  readonly body: string;
  /** The SHA-256 of the body, in hexadecimal, cut short. */
  readonly hash: string;
}

const FILE = {};

/** Returns the file that browsers read the catalogue from. */
const fileOf = oncePerCatalogue(async (_: object, { rows }: Catalogue): Promise<CatalogueFile> => {
  const body = JSON.stringify(rows);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body)));
  const hash = Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { body, hash };
});

/** What pages read of the game's towers and heroes. */
export const catalogueAnswers = ({ data }: Pick<Deps, "data">) => ({
  /** Returns the address of the file that holds the towers and heroes of the moment. */
  address: async (): Promise<string> => {
    const { hash } = await fileOf(FILE, await data.catalogue.current());
    return api.catalogueFile(hash);
  },
});

/** Finds a tower or hero that is there by its name. Throws NotFound. */
async function existing(
  kind: CatalogueRow["kind"],
  name: string,
  { data }: Pick<WriteContext, "data">,
): Promise<StoredTower> {
  const all = await data.catalogue.findAllStored();
  const found = all.find(({ row }) => row.kind === kind && nameKey(row.name) === nameKey(name));
  if (!found) throw new NotFound("no-such-tower", { name });
  return found;
}

/** Adds a tower or hero, or changes the one that `former` names. Throws BadFields, NotFound, Stale, Forbidden. */
async function save(kind: CatalogueRow["kind"], form: ReceivedForm, context: WriteContext): Promise<void> {
  authorize(mayEditGame(context.user));
  const { data, challenges } = context;
  const texts = textsOf(form);
  const former = asWritten(texts.former ?? "");
  const stored = former === "" ? null : await existing(kind, former, context);
  const basis = revisionIn(texts.revision);
  if (stored && basis !== null && basis !== stored.revision) {
    const log = kind === "hero" ? heroLog : towerLog;
    throw new Stale(await changesSince(log, String(stored.id), basis, valuesOfTower(stored.row), context));
  }
  const newest = await data.search.newestVersion([...challenges.keys()]);
  const before = stored?.row ?? null;
  const together = withActId(context);
  const row = rowIn(kind, texts, before, { catalogue: context.catalogue, challenges, newest });
  checkRow(row, before, context.catalogue);
  await write(
    stored
      ? updateTower(stored, row, entryFor(together, "edit"))
      : insertTower(row, entryFor(together, "add")),
    context,
  );
  // First, while completions have the names that they had when this request began: what is renamed is not unlisted.
  await acceptListed(together);
  await beginRenaming(context);
}

/** Deletes a tower or hero; completions keep its names. Throws NotFound, Stale, Forbidden. */
async function remove(kind: CatalogueRow["kind"], form: ReceivedForm, context: WriteContext): Promise<void> {
  authorize(mayEditGame(context.user));
  const stored = await existing(kind, asWritten(textsOf(form).name ?? ""), context);
  await write(deleteTowerById(stored, entryFor(context, "delete")), context);
}

/** Returns what a text is as JSON; undefined: it is none. */
function jsonOf(text = ""): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the game's data of a form. Throws BadForm. */
function gameIn({ game }: FieldValues): GameExport {
  const value = jsonOf(game);
  if (value === undefined) throw new BadForm("not-a-table", { subject: { field: "game" } });
  const found = checkedExport(value);
  if ("refusal" in found) throw refused(found);
  return found.game;
}

/** Reads the keys of differences. Throws BadForm. */
function keysIn({ chosen }: FieldValues): readonly string[] {
  const keys = jsonOf(chosen);
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === "string"))
    throw new BadForm("not-keys", { subject: { field: "chosen" } });
  return keys;
}

/** Takes over what a helper chose of the game's data. Throws BadForm, Conflict, Stale, Forbidden. */
async function takeGame(form: ReceivedForm, context: WriteContext): Promise<void> {
  authorize(mayEditGame(context.user));
  const texts = textsOf(form);
  await take(gameIn(texts), keysIn(texts), texts.version ?? "", context);
}

/** Registers the reads of the game's towers and heroes, and the writes. */
export function catalogueRoutes(router: Router, { data }: Pick<Deps, "data">): void {
  router.read(contract.catalogue, async () => presentCatalogue(await data.catalogue.current()));
  router.raw(contract.catalogueFile, async ({ of }) => {
    const { body, hash } = await fileOf(FILE, await data.catalogue.current());
    const caching = of === hash ? "public, max-age=31536000, immutable" : "no-store";
    return new Response(body, { headers: { "Content-Type": "application/json", "Cache-Control": caching } });
  });
  router.personal(contract.editableCatalogue, async (_, user) => {
    authorize(mayEditGame(user));
    const stored = new Map((await data.catalogue.findAllStored()).map((each) => [each.row.name, each]));
    const { towers, heroes } = await data.catalogue.current();
    return {
      results: [...towers, ...heroes].map((entry) => ({
        ...presentOne(entry),
        kind: entry.kind,
        category: entry.category,
        fullName: entry.fullName,
        spelling: entry.spelling,
        names: Object.fromEntries(entry.upgrades.map(({ tier, name }) => [tier, name])),
        revision: stored.get(entry.name)?.revision ?? 0,
        renaming: Object.keys(stored.get(entry.name)?.renames ?? {}).length > 0,
      })),
    };
  });
  router.act(contract.saveTower, (form, context) => save("tower", form, context));
  router.act(contract.saveHero, (form, context) => save("hero", form, context));
  router.act(contract.deleteTower, (form, context) => remove("tower", form, context));
  router.act(contract.deleteHero, (form, context) => remove("hero", form, context));
  router.write(contract.compareGame, async (form, context) => {
    authorize(mayEditGame(context.user));
    return { results: await differences(gameIn(textsOf(form)), context.data) };
  });
  router.act(contract.takeGame, takeGame);
}
