import { z } from "zod";
import { counted, listed } from "../../../domain/game/counted.ts";
import { Conflict } from "../../../server/errors.ts";
import type { AnyNounLog } from "../../audit/types.server.ts";
import { UNKNOWN, warnOfUnknown } from "../../audit/unknown.server.ts";
import { IMPORT } from "./repository.server.ts";

/** What the rows of each noun are called. */
const CALLED: Readonly<Record<string, string>> = {
  completion: "completions",
  map: "maps",
  "chimps-start": "CHIMPS starts",
  "balance-change": "balance changes",
};

/** What an import brought, as its log entry stores it: the number of rows of each noun. */
const Counts = z.record(z.string(), z.int());

const refuse = (): never => {
  throw new Conflict("import-by-restore");
};

/**
 * Imports in the change log: one entry each, as the entries of their rows count as the index's. Restoring the backup
 * that was taken before takes one back.
 */
export const importLog: AnyNounLog = {
  noun: IMPORT,
  isPublic: false,
  findThere: async () => new Set(),
  describe({ action, shape, after }) {
    const counts = Counts.safeParse(after);
    if (!counts.success) {
      warnOfUnknown(`${IMPORT}, ${action}`, shape, []);
      return UNKNOWN;
    }
    const phrases = Object.entries(CALLED).flatMap(([noun, called]) => {
      const count = counts.data[noun];
      return count ? [`${counted(count)} ${called}`] : [];
    });
    return {
      title: `An import of ${listed(phrases)}`,
      credits: [],
      page: null,
      changes: [],
      reason: null,
      undo: "never",
    };
  },
  // Each of its rows has its own entry.
  tell: () => null,
  valuesBefore: () => ({}),
  undo: async () => refuse(),
  preview: async () => refuse(),
};
