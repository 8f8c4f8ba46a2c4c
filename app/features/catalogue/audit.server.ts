import { z } from "zod";
import { pages } from "../../../domain/contract/routes.ts";
import { type CatalogueRow, entryOf } from "../../../domain/game/catalogue.ts";
import { TIER_KEYS } from "../../../domain/game/facts.ts";
import { ConstraintError } from "../../../server/db/database.ts";
import { NotFound } from "../../../server/errors.ts";
import { entryFor, type WriteContext } from "../../api/router.server.ts";
import { nounLog } from "../../audit/noun-log.server.ts";
import { Stale } from "../../audit/stale.server.ts";
import type { Found, Values } from "../../audit/types.server.ts";
import { presentOne } from "./present.server.ts";
import { beginRenaming } from "./rename.server.ts";
import { deleteTowerById, type StoredTower, TOWER_SHAPE, updateTower } from "./repository.server.ts";
import { checkRow } from "./save.server.ts";

const Names = {
  name: z.string(),
  spelling: z.string().nullable(),
  others: z.array(z.string()),
  former: z.array(z.string()),
};
const Versions = { from: z.string().nullable(), until: z.string().nullable() };

const Row = z.object({
  ...Names,
  kind: z.enum(["tower", "hero"]),
  fullName: z.string().nullable(),
  gameId: z.string().nullable(),
  category: z.string().nullable(),
  hardCost: z.int().nullable(),
  version: z.string().nullable(),
  date: z.string().nullable(),
  mark: z.string(),
  upgrades: z.array(z.object({ ...Names, tier: z.enum(TIER_KEYS) })),
  prices: z.array(
    z.object({
      tiers: z.string().nullable(),
      version: z.string(),
      cost: z.int(),
      upgrade: z.string().nullable(),
      lastWithOld: z.string().nullable(),
    }),
  ),
  excluded: z.array(z.object({ challenge: z.string(), ...Versions })),
});

const tiersInWords = (tiers: string | null): string => (tiers === null ? "itself" : [...tiers].join("-"));

/** Returns the values of a tower or hero, by their labels. */
export function valuesOfTower({ upgrades, prices, excluded, ...row }: CatalogueRow): Values {
  return {
    Name: row.name,
    "Full name": row.fullName,
    "Game's id": row.gameId,
    Category: row.category,
    "Cost (hard)": row.hardCost,
    "Version added": row.version,
    "Day added": row.date,
    Mark: row.mark,
    "Community's spelling": row.spelling,
    "Other spellings": row.others.join(", "),
    "Former names": row.former.join(", "),
    ...Object.fromEntries(
      upgrades.map(({ tier, name }) => [tier === "base" ? "Base" : tiersInWords(tier), name]),
    ),
    Prices: prices
      .map(({ tiers, version, cost }) => `${tiersInWords(tiers)} ${cost} from ${version}`)
      .join("; "),
    Excluded: excluded
      .map(({ challenge, from, until }) => `${challenge} ${from ?? ""}–${until ?? ""}`)
      .join("; "),
  };
}

interface FoundTower extends Found<CatalogueRow> {
  readonly stored: StoredTower;
}

/** Runs a write of a tower or hero. Throws Stale where somebody else was faster, and BadFields for a name that is taken. */
export async function write(
  statements: Parameters<WriteContext["data"]["write"]>[0],
  { data }: Pick<WriteContext, "data">,
): Promise<void> {
  await data.write(statements).catch((error: unknown) => {
    throw error instanceof ConstraintError ? new Stale() : error;
  });
}

const logOf = (kind: CatalogueRow["kind"]) =>
  nounLog<CatalogueRow, FoundTower>({
    noun: kind,
    isPublic: true,
    shapes: { [TOWER_SHAPE]: Row as unknown as z.ZodType<CatalogueRow> },
    title: ({ name }) => `${kind === "hero" ? "Hero" : "Tower"} ${name}`,
    page: ({ name }) => pages.balanceChanges({ tower: name }),
    values: valuesOfTower,
    row(state) {
      const { prices, excluded, ...row } = presentOne(entryOf(state));
      const lists = { prices, excluded, ...("names" in row && { names: row.names }) };
      const texts = Object.entries(lists).map(([name, list]) => [name, JSON.stringify(list)]);
      return { ...row, ...Object.fromEntries(texts) };
    },
    fields: {
      name: "Name",
      fullName: "Full name",
      gameId: "The game's id",
      category: "Category",
      hardCost: "Cost (hard)",
      version: "Version added",
      date: "Day added",
      mark: "Mark",
      spelling: "Community",
      others: "Other spellings",
      former: "Former names",

      upgrades: "Names",
      prices: "Prices",
      excluded: "Excluded",
    },
    async find(id, { data }) {
      const stored = await data.catalogue.findById(Number(id));
      if (!stored) throw new NotFound("no-longer-there");
      return { state: stored.isThere ? stored.row : null, stored };
    },
    async write({ stored }, target, context) {
      const entry = entryFor(context, "undo");
      if (!target) return write(deleteTowerById(stored, entry), context);
      checkRow(target, stored.isThere ? stored.row : null, context.catalogue);
      await write(updateTower(stored, target, entry), context);
      await beginRenaming(context);
    },
  });

/** Tower types and heroes in the change log. */
export const towerLog = logOf("tower");
export const heroLog = logOf("hero");
