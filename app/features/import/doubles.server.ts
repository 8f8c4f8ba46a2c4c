import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { identityOf, ogIdentityOf } from "../../../domain/challenges/fields.ts";
import type { Findings } from "./findings.server.ts";
import type { IncomingCompletion } from "./incoming.server.ts";
import type { OldRow } from "./tables.server.ts";

/** The completions of a challenge, each once, and how their parts find them. */
export interface Unique {
  readonly completions: IncomingCompletion[];
  /** By identity. Of several, a part prefers the one whose keys are written as its own. */
  readonly byIdentity: ReadonlyMap<string, readonly IncomingCompletion[]>;
  readonly originals: ReadonlyMap<string, readonly IncomingCompletion[]>;
}

const identityIn = ({ definition, draft, map }: IncomingCompletion): string | null =>
  identityOf(definition, { ...draft, mapId: map.id });
const originalIn = ({ definition, draft, map }: IncomingCompletion): string =>
  ogIdentityOf(definition, { ...draft, mapId: map.id }) ?? "";

/** The place that only one completion may take: a verified combination, or a member's claim of it. */
const placeOf = (completion: IncomingCompletion, identity: string): string =>
  JSON.stringify([completion.pending, identity]);

/** Keeps one row per combination, however spelled: a second one is merged if it says the same, else set aside. */
export function withoutDoubles(
  definition: ChallengeDefinition,
  found: readonly IncomingCompletion[],
  findings: Findings,
): Unique {
  const taken = new Map<string, IncomingCompletion>();
  const completions: IncomingCompletion[] = [];
  for (const completion of found) {
    const identity = identityIn(completion);
    const first = identity === null ? undefined : taken.get(placeOf(completion, identity));
    if (!first) {
      if (identity !== null) taken.set(placeOf(completion, identity), completion);
      completions.push(completion);
    } else if (saysTheSame(first, completion)) {
      findings.note("same-again", completion.row, { known: tell(first.row) });
      merge(completion.row, first, findings);
    } else findings.setAside("taken-twice", completion.row, { known: tell(first.row) });
  }
  if (definition.og) withoutSecondOriginals(completions, findings);
  return {
    completions,
    byIdentity: Map.groupBy(completions, (completion) => identityIn(completion) ?? ""),
    originals: Map.groupBy(
      completions.filter(({ og }) => og),
      originalIn,
    ),
  };
}

/** For example "row 17 of twotc_completions". */
export const tell = ({ table, row }: OldRow): string => `row ${row} of ${table}`;

export function merge(row: OldRow, into: IncomingCompletion, findings: Findings): void {
  into.parts.push(row);
  findings.settle(row, "merged");
}

/** Whether a second row of the same combination differs only in its spelling. */
function saysTheSame(first: IncomingCompletion, second: IncomingCompletion): boolean {
  const contentOf = ({
    draft: { people, link, money, version, date, notes },
    og,
    filekey,
  }: IncomingCompletion): string => JSON.stringify([people, link, money, version, date, notes, og, filekey]);
  return contentOf(first) === contentOf(second);
}

function withoutSecondOriginals(completions: readonly IncomingCompletion[], findings: Findings): void {
  const first = new Map<string, IncomingCompletion>();
  for (const completion of completions) {
    if (!completion.og) continue;
    const place = placeOf(completion, originalIn(completion));
    const other = first.get(place);
    if (!other) first.set(place, completion);
    else {
      completion.og = false;
      findings.note("second-original", completion.row, { column: "og", known: tell(other.row) });
    }
  }
}
