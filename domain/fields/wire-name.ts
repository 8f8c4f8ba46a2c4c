import type { z } from "zod";
import type { Nameable } from "../game/community-names.ts";
import type { Zod } from "./attributes.ts";

/**
 * The key by which a schema says that its text names a tower or a map. The API spells such texts as `names` asks
 * (app/api/names-on-the-wire.server.ts), and its description says which they are.
 */
export const NAMES = "x-names";

/** Returns the schema of the name of a tower or a map. */
export const wireName = (zod: Zod, kind: Nameable): z.ZodString => zod.string().meta({ [NAMES]: kind });

/** Returns the schema of names that are sent as the JSON text of an array. */
export const wireNames = (zod: Zod, kind: Nameable): z.ZodString =>
  zod.string().meta({
    contentMediaType: "application/json",
    contentSchema: { type: "array", items: { type: "string", [NAMES]: kind } },
    [NAMES]: kind,
  });
