import { nameKey } from "../../../domain/game/name-key.ts";
import { problem } from "../../../domain/messages/index.ts";
import { ConstraintError } from "../../../server/db/database.ts";
import { BadFields, Conflict } from "../../../server/errors.ts";
import type { WriteContext } from "../../api/router.server.ts";
import { Stale } from "../../audit/stale.server.ts";
import type { MapValues, StoredMap } from "./repository.server.ts";

/**
 * Runs the write of a map that is to have these values, and explains a refusal in words. `id` is null for a new map.
 * Throws BadFields, Stale.
 */
export async function write(
  statements: Parameters<WriteContext["data"]["write"]>[0],
  context: WriteContext,
  { id, values }: { readonly id: number | null; readonly values: MapValues },
): Promise<void> {
  const { data } = context;
  const { map: name } = values;
  try {
    await data.write(statements);
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    const isAbbreviation = error.constraint.includes("map.abbreviation_key");
    if (!isAbbreviation && !error.constraint.includes("map.name_key")) {
      await checkNames(values, id ?? 0, context);
      throw new Stale();
    }
    // Adding an existing map violates both constraints, and the engine reports either of them.
    const other = isAbbreviation ? await data.maps.findByName(name) : null;
    const isNamed = other !== null && other.id !== id && nameKey(other.name) === nameKey(name);
    throw isAbbreviation && !isNamed
      ? new BadFields({ abbreviation: problem("abbreviation-taken") })
      : new BadFields({ map: problem("map-exists", { map: name }) });
  }
}

/** Throws BadFields if another map has a name or an abbreviation that would mean this one as well. */
export async function checkNames(values: MapValues, id: number, { data }: WriteContext): Promise<void> {
  const namesake = await data.maps.findNamesake(values, id);
  if (namesake) throw new BadFields({ [namesake]: problem("map-name-taken") });
}

/** Throws Conflict if a completion or a start is on the map. */
export async function checkFree({ id, state }: StoredMap, { data }: WriteContext): Promise<void> {
  const { completions, starts } = await data.maps.countOn(id);
  if (completions + starts > 0) throw new Conflict("map-in-use", { map: state.map, completions, starts });
}
