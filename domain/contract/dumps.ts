import { z } from "zod";
import type { ChallengeDefinition } from "../challenges/define.ts";
import { rowFields } from "../challenges/fields.ts";
import { heroRow, towerRow } from "./catalogue.ts";
import { rowOf } from "./completions.ts";
import { get, shape } from "./define.ts";
import { changeFeedRow } from "./history.ts";
import { balanceChangeRow, chimpsStartRow, gameVersionRow, mapRow, spellingRow } from "./reference.ts";
import { api } from "./routes.ts";

/** What a public dump has files for. */
export const DUMP_NOUNS = [
  ...[
    "completions",
    "maps",
    "players",
    "chimps-starts",
    "balance-changes",
    "game-versions",
    "spellings",
    "towers",
    "heroes",
    "history",
  ],
] as const;
export type DumpNoun = (typeof DUMP_NOUNS)[number];

/** The file of a noun: one line of JSON per row. */
export const dumpFileOf = (noun: DumpNoun): string => `${noun}.jsonl.gz`;

const Licence = shape(
  "Licence",
  z.object({ text: z.string(), address: z.string().nullable().describe("Where it can be read.") }),
)
  .nullable()
  .describe("Under what the dump may be used; null: the site does not say.");
export type DumpLicence = z.infer<typeof Licence>;

const DumpFile = z.object({
  noun: z.enum(DUMP_NOUNS),
  file: z.string(),
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string().describe("Of the file as it is sent."),
});

/** A public dump, as its manifest describes it. */
export const Dump = z.object({
  day: z.string().describe("yyyy-mm-dd, UTC."),
  madeAt: z.string().describe("ISO 8601, UTC."),
  lastChange: z.int().describe("Changes up to this number are in it: go on with /fetch-changes?since= it."),
  licence: Licence,
  files: z.array(DumpFile).readonly(),
});
export type Dump = z.infer<typeof Dump>;
/** Reads a dump's manifest; null: another version of the site made it, and this one cannot offer it. */
export const readDump = (text: string): Dump | null => Dump.safeParse(JSON.parse(text)).data ?? null;

/** What is read of a dump's manifest to take it in: another version of the site may have made it. */
export const ForeignDump = z.object({
  day: z.string(),
  files: z.array(z.object({ noun: z.string(), file: z.string(), rows: z.int() })),
});
export type ForeignDump = z.infer<typeof ForeignDump>;

const Dumps = z.object({
  licence: Licence.describe("Of the dumps that will be made; each one says its own."),
  results: z.array(Dump).readonly(),
});

export const dumps = get(
  api.dumps(),
  {},
  { summary: "The public dumps, newest first", result: Dumps, isSmall: true },
);

export const dumpSchema = get(
  api.dumpSchema(),
  {},
  {
    summary: "What a line of each file of a public dump has, as JSON schemas",
    result: z.record(z.string(), z.unknown()),
  },
);

/** What a completion's line has beside the completion. */
const BESIDE = ["challenge", "completion", "verified", "recorded", "sample", "files", "links"];

/**
 * Returns what a line has, not null, that this version of the site does not know, so that another one has written it. Nouns
 * that no import takes are not looked at.
 *
 * @param definition of a completion's challenge
 */
export function unknownIn(
  noun: DumpNoun,
  line: Readonly<Record<string, unknown>>,
  definition: ChallengeDefinition | undefined,
): string | undefined {
  const other = (values: unknown, known: readonly string[]): string | undefined =>
    Object.entries((values ?? {}) as object).find(
      ([name, value]) => value !== null && !known.includes(name),
    )?.[0];
  switch (noun) {
    case "completions":
      if (definition === undefined) return `the challenge ${line.challenge}`;
      return (
        other(line, BESIDE) ??
        other(
          line.completion,
          rowFields(definition).map(([name]) => name),
        )
      );
    case "maps":
      return other(line, Object.keys(mapRow.shape));
    case "chimps-starts":
      return other(line, Object.keys(chimpsStartRow.shape));
    case "balance-changes":
      return other(line, Object.keys(balanceChangeRow.shape));
    default:
      return undefined;
  }
}

/** The schemas of a line in each file. */
export function dumpRows(definitions: Iterable<ChallengeDefinition>): Record<DumpNoun, z.ZodType> {
  const time = z.string().describe("ISO 8601, UTC.");
  return {
    completions: z.object({
      challenge: z.string(),
      completion: z.union(Array.from(definitions, rowOf)).describe("As in the challenge's list."),
      verified: time
        .nullable()
        .describe("When a helper verified it, ISO 8601, UTC; null: that is not known."),
      recorded: time,
      sample: z.boolean().describe("Whether it is made up, to show the site."),
      files: z
        .array(z.object({ key: z.string(), type: z.string(), bytes: z.int(), sha256: z.string() }))
        .readonly()
        .describe("What was uploaded for it: under /media/ and the key."),
      links: z
        .array(z.object({ role: z.string(), url: z.string() }))
        .readonly()
        .describe("Further proof, by what it shows."),
    }),
    maps: mapRow,
    players: z.object({
      name: z.string().describe("As the site shows the player."),

      spellings: z
        .array(z.string())
        .readonly()
        .describe("Every name that verified completions have for them."),
    }),
    "chimps-starts": chimpsStartRow,
    "balance-changes": balanceChangeRow,
    "game-versions": gameVersionRow,
    spellings: spellingRow,
    towers: towerRow,
    heroes: heroRow,
    history: changeFeedRow.extend({
      who: z
        .string()
        .nullable()
        .describe(
          "The name that the person chose to show, or a member, a helper or the index; null: not told.",
        ),
    }),
  };
}
