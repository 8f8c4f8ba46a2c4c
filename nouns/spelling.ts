import type { NounFields } from "./define.ts";

/** What people type for a tower, an upgrade, a hero or a map besides its name: a search for it finds what it stands for. */
export const SPELLING_FIELDS = {
  spelling: { kind: "line", label: "Spelling", max: 60 },
  name: { kind: "nameable", label: "Stands for" },
} as const satisfies NounFields;
