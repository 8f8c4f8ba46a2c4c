import type { NounFields } from "./define.ts";

/** When a version of the game came out, and where that is to be read. */
export const GAME_VERSION_FIELDS = {
  version: { kind: "version", label: "Version" },
  releasedOn: { kind: "date", label: "Came out on", column: "Day", storedAs: "released_on" },
  source: { kind: "link", label: "Source" },
} as const satisfies NounFields;
