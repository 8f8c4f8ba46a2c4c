import { ascending, type ChallengeDefinition } from "../../domain/challenges/define.ts";

const fields = {
  map: { kind: "map", label: "Map" },
  runner: { kind: "person", label: "Runner", position: 0 },
  reached: { kind: "round", label: "Last round" },
};

/** A made-up challenge with a field of a made-up kind, which the compiler does not know. */
export const lastRound = {
  key: "far",
  label: "FAR",
  name: "Farthest Round",
  summary: "Going on as far as you can",
  description: "Go on as far as you can.",
  rules: [],
  fields: fields as unknown as ChallengeDefinition["fields"],
  keys: ["filekey"],
  identity: [],
  og: null,
  order: [ascending("map")],
  columns: ["map", "reached", "runner", "info"],
  heading: "FAR on {map} to {reached}",
  views: ["list"],
  csv: [],
  versionBox: false,
} satisfies ChallengeDefinition;
