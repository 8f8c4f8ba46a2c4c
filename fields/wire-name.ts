import type { z } from "zod";
import type { Nameable } from "../game/community-names.ts";
import type { Zod } from "./kind.ts";

/**
 * Under this key a schema says that its text names a tower or a map. The API spells such texts as `names` asks
 * (server/names-on-the-wire.ts), and its description tells which they are.
 */
export const NAMES = "x-names";

/** The schema of the name of a tower or a map. */
export const wireName = (zod: Zod, kind: Nameable): z.ZodString => zod.string().meta({ [NAMES]: kind });

/** The schema of names that travel as JSON text of an array. */
export const wireNames = (zod: Zod, kind: Nameable): z.ZodString =>
  zod.string().meta({
    contentMediaType: "application/json",
    contentSchema: { type: "array", items: { type: "string", [NAMES]: kind } },
    [NAMES]: kind,
  });
