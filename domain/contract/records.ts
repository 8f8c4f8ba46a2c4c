import { z } from "zod";
import { MOST_ROWS_OF_PAGE } from "../limits.ts";

import { AnyCompletion, count, type Endpoint, get, text } from "./define.ts";
import { api } from "./routes.ts";

const SetRecord = z.object({
  challenge: z.string(),
  day: z
    .string()
    .describe("When it was set: the completion's date, else the day of its verification (yyyy-mm-dd)."),
  until: z.string().nullable().describe("When it fell; null: it stands."),
  completion: AnyCompletion.describe("As in the challenge's list."),
  before: AnyCompletion.nullable().describe(
    "What had the record before, as in the challenge's list; null: nothing.",
  ),
  superseded: z
    .array(
      z.object({
        on: z.string().describe("The day on which this one was verified (yyyy-mm-dd)."),
        completion: AnyCompletion,
      }),
    )
    .readonly()
    .describe(
      "What counted as a record until this one was verified, which had been played earlier; the last one first.",
    ),
});

const DEFAULT_RECORDS = 20;
/** Rows beyond that are on the maps' pages. */
export const MOST_SKIPPED = 10_000;

const Records = z.object({
  results: z.array(SetRecord).readonly(),
  more: z.boolean(),
  holders: z
    .array(z.object({ name: z.string(), records: z.int(), hasPage: z.boolean() }))
    .readonly()
    .describe("The ten players who hold most records now."),
});

export type RecordsAnswer = z.infer<typeof Records>;

export const records = get(
  api.records(),
  {
    challenge: text("The key of a challenge with a record, such as lcc; all of them if absent."),
    map: text("A map's name or abbreviation."),
    offset: count(MOST_SKIPPED, 0, "Rows to skip, 10,000 at most."),
    count: count(MOST_ROWS_OF_PAGE, DEFAULT_RECORDS, "Rows wanted, 0 to 100 (20 if absent)."),
  },
  { summary: "Records as they were set, the last one first, and who holds most", result: Records },
);

export const recordAddresses = [records] as readonly Endpoint[];
