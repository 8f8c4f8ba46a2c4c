import { problem } from "../../messages/index.ts";
import { BadFields } from "../bad-fields.ts";
import { ConstraintError } from "../data/database.ts";
import type { StoredMap } from "../data/maps.ts";
import { Conflict } from "../errors.ts";
import { Stale } from "../history/stale.ts";
import type { WriteContext } from "../write-context.ts";

/** Runs a write of a map; what was refused is said in words. */
export async function write(
  statements: Parameters<WriteContext["data"]["write"]>[0],
  { data }: WriteContext,
  name: string,
): Promise<void> {
  try {
    await data.write(statements);
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    if (error.constraint.includes("abbreviation_key"))
      throw new BadFields({ abbreviation: problem("abbreviation-taken") });
    if (error.constraint.includes("map.name_key"))
      throw new BadFields({ map: problem("map-exists", { map: name }) });
    throw new Stale();
  }
}

/** Throws Conflict where something is on a map. */
export async function checkFree({ id, state }: StoredMap, { data }: WriteContext): Promise<void> {
  const { completions, starts } = await data.maps.countOn(id);
  if (completions + starts > 0) throw new Conflict("map-in-use", { map: state.map, completions, starts });
}
