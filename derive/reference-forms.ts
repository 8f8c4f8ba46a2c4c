import { z } from "zod";
import { DIFFICULTIES, NATURES } from "../game/facts.ts";
import { findTower } from "../game/names.ts";
import { versionOrder } from "../game/versions.ts";

// By default zod tries to compile its checks, which the pages' Content-Security-Policy forbids and reports.
z.config({ jitless: true });

/** Forms of the reference data: texts by wire name to what is stored, one schema each for the page and for the server. */

const line = (label: string, most = 200) =>
  z
    .string()
    .default("")
    .transform((text) => text.trim().replace(/[\r\n]+/g, " "))
    .refine((text) => text.length <= most, `${label} is longer than ${most} characters.`);

const needed = (label: string, most?: number) =>
  line(label, most).refine((text) => text !== "", `${label} is missing.`);

const notes = (label: string) =>
  z
    .string()
    .default("")
    .transform((text) => text.trim())
    .refine((text) => text.length <= 2_000, `${label} are longer than 2000 characters.`);

const version = (label: string) =>
  line(label)
    .transform((text) => text.replace(/^v/i, ""))
    .refine(
      (text) => text === "" || versionOrder(text) !== null,
      `${label} is not a game version such as 44 or 44.1.`,
    );

/** A whole number from 0. */
const whole = (label: string) =>
  needed(label)
    .refine((text) => text === "" || /^\d{1,6}$/.test(text), `${label} is not a whole number from 0.`)
    .transform(Number);

/** A box: there is 1, absent is 0 (SPEC: "present is 1"). */
const box = z
  .string()
  .optional()
  .transform((text): 0 | 1 => (text === undefined || text === "" || text === "0" ? 0 : 1));

/**
 * A map's form (SPEC section 3, "Map").
 * @param recorded the length that the map has had so far, which may stay although it is more exact than the step
 */
export const mapSchema = (recorded: number | null = null) =>
  z.object({
    map: needed("Name", 60),
    abbreviation: needed("Abbreviation", 20),
    difficulty: line("Difficulty").pipe(
      z.enum(DIFFICULTIES, `Difficulty is none of ${DIFFICULTIES.join(", ")}.`),
    ),
    version: version("Version").transform((text) => text || null),
    hasLOS: box,
    hasWater: box,
    /** Average path length in RBS, steps of 0.1. */
    length: needed("Length")
      .refine(
        (text) => text === "" || text === String(recorded) || /^\d{1,5}(\.\d)?$/.test(text),
        "Length is not a number from 0 with one decimal.",
      )
      .transform(Number),
    lengthNotes: notes("Length notes"),
    numEntrances: whole("Entrances"),
    numExits: whole("Exits"),
    numObjects: whole("Objects"),
    removalCost: line("Removal cost").transform((text) => text || null),
    removalCostNotes: notes("Removal cost notes"),
    miscNotes: notes("Other notes"),
  });

export type MapForm = z.output<ReturnType<typeof mapSchema>>;

/** A CHIMPS start's form; which map it names is checked against the maps. */
export const chimpsStartSchema = z.object({
  map: needed("Map"),
  title: needed("Title"),
  link: needed("Link", 2_000).refine((text) => {
    const url = URL.parse(text);
    return text === "" || (url !== null && /^https?:$/.test(url.protocol));
  }, "Link is not an address that begins with http:// or https://."),
});

/** A balance change's form. The version may be one that there was none of yet. */
export const balanceChangeSchema = z.object({
  tower: needed("Tower")
    .refine((text) => text === "" || findTower(text) !== null, "Tower is not one of the game.")
    .transform((text) => findTower(text)?.name ?? text),
  version: version("Version").refine((text) => text !== "", "Version is missing."),
  change: needed("Change", 1_000),
  nature: line("Nature").pipe(z.enum(NATURES, `Nature is none of ${NATURES.join(", ")}.`)),
});

/** Each field's first problem, a sentence. */
export function problemsOf(error: z.ZodError): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const { path, message } of error.issues) problems[String(path[0])] ??= message;
  return problems;
}
