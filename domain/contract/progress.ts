import { z } from "zod";
import { allOf, type Endpoint, get } from "./define.ts";
import { api } from "./routes.ts";

const Month = z.object({
  challenge: z.string(),
  month: z
    .string()
    .nullable()
    .describe("yyyy-mm, by the completion's date or else its verification; null: nobody knows."),
  completions: z.int().min(0).describe("Verified."),
  originals: z.int().min(0),
});
/** What was done in a challenge in one month. */
export type Month = z.infer<typeof Month>;

export const months = get(
  api.months(),
  {},
  { summary: "Verified completions by challenge and month, the oldest first", result: allOf(Month) },
);

export const progressAddresses = [months] as readonly Endpoint[];
