import type { NounFields } from "./define.ts";

/** What people type instead of the name of a tower, an upgrade, a hero or a map, so that a search finds it. */
export const SPELLING_FIELDS = {
  spelling: { kind: "line", label: "Spelling", max: 60 },
  name: { kind: "nameable", label: "Stands for" },
} as const satisfies NounFields;
