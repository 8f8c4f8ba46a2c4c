import { z } from "zod";
import { PART_KINDS } from "../search/understand.ts";

export const FilterShape = z.object({ parameter: z.string(), value: z.string() });

const Part = z.object({
  kind: z
    .enum(PART_KINDS)
    .describe(
      "reading: rows match its words or what they are read as. filter: a key, exactly. words: words that rows are searched for. text: words in quotes, or after a minus. either: several things at once. unknown: it names nothing here. unknown-key: no key of this list. unread: too much to be read.",
    ),
  label: z.string().describe("What it is one of: Tower, Map, Player …"),
  value: z.string(),
  typed: z.string(),
  corrected: z.boolean().describe("It was misspelt by one letter."),
  filter: FilterShape.nullable().describe("The parameter of the list that asks for it exactly."),
  near: z
    .array(z.object({ name: z.string(), text: z.string() }))
    .readonly()
    .describe("What may have been meant, each with the text that asks for it."),
  without: z.string().describe("The text without this part."),
});

export const Understood = z.object({
  parts: z.array(Part).readonly(),
  filters: z.array(FilterShape).readonly().describe("What its keys set, as parameters of the list."),
});
export type UnderstoodAnswer = z.infer<typeof Understood>;
export type UnderstoodPartAnswer = UnderstoodAnswer["parts"][number];

export const CorrectedShape = z.object({ typed: z.string(), read: z.string() });
export type Corrected = z.infer<typeof CorrectedShape>;
