import { z } from "zod";
import { get, post } from "./define.ts";
import { api } from "./routes.ts";

const Sample = z.object({
  completions: z.int().min(0),
  starts: z.int().min(0).describe("CHIMPS starts."),
});
export type SampleAnswer = z.infer<typeof Sample>;

export const sample = get(
  api.sample(),
  {},
  { access: "administrator", summary: "How much of the sample data is there", result: Sample },
);

export const removeSample = post(api.removeSample(), {
  access: "administrator",
  summary: "Removes a part of the sample data, and says what is left: to be sent until nothing is",
  result: Sample,
});

export const sampleAddresses = [sample, removeSample];
