import { z } from "zod";
import { counted } from "../../../domain/game/counted.ts";
import { listed } from "../../../domain/game/listed.ts";
import { Conflict } from "../../../server/errors.ts";
import type { AnyNounLog } from "../../audit/types.server.ts";
import { UNKNOWN, warnOfUnknown } from "../../audit/unknown.server.ts";
import { ACT_NOUN } from "./repository/acts.server.ts";

/** What the rows of each noun are called. */
const CALLED: Readonly<Record<string, string>> = {
  ...{ completion: "completions", map: "maps", "chimps-start": "CHIMPS starts" },
  "balance-change": "balance changes",
};

/** What an import brought, as its log entry stores it: the number of rows of each noun. */
const Counts = z.record(z.string(), z.int());
type Counts = z.infer<typeof Counts>;

function titleOf(counts: Counts): string {
  const told = Object.entries(CALLED).flatMap(([noun, called]) =>
    counts[noun] ? [`${counted(counts[noun])} ${called}`] : [],
  );
  return told.length === 0 ? "An import" : `An import of ${listed(told)}`;
}

const refuse = (): never => {
  throw new Conflict("act-by-command");
};

/**
 * Imports in the change log: one entry each; the entries of their rows count as the index's. Only the command line
 * takes one back (app/features/import/undo.server.ts): it takes too long for a request.
 */
export const actLog: AnyNounLog = {
  noun: ACT_NOUN,
  isPublic: false,
  // Those that were not taken back.
  findThere: async (_, { acts }) => new Set((await acts.findAllDone()).map(({ id }) => id)),
  describe({ id, action, shape, before, after }, _, there) {
    const counts = Counts.safeParse(after ?? before);
    if (!counts.success) {
      warnOfUnknown(`${ACT_NOUN}, ${action}`, shape, []);
      return UNKNOWN;
    }
    return {
      title: titleOf(counts.data),
      ...{ credits: [], page: null, changes: [], reason: null },
      undo: after !== null && there?.has(id) ? "command" : "never",
    };
  },
  // Each of its rows is told by its own entry.
  tell: () => null,
  valuesBefore: () => ({}),
  undo: async () => refuse(),
  preview: async () => refuse(),
};
