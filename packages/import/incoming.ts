import type { MapReference } from "../../app/features/maps/repository.server.ts";
import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import { identityOf, ogIdentityOf } from "../../domain/challenges/fields.ts";
import type { Draft } from "../../domain/fields/kind.ts";
import type { GivenLinks } from "../../domain/media/proof-slots.ts";
import type { MapNames, TowerNames } from "./names.ts";
import type { Findings } from "./rules.ts";
import type { OldRow } from "./tables.ts";

/** An incoming completion, assembled from the rows that contain its parts. */
export interface IncomingCompletion {
  readonly definition: ChallengeDefinition;
  /** The row of the completion itself. */
  readonly row: OldRow;
  /** The rows that were merged into it. */
  readonly parts: OldRow[];
  readonly map: MapReference;
  readonly draft: Draft;
  /** When it was submitted; null if unknown, as in the community's tables, which have no times. */
  readonly submitted: string | null;
  /** When it was verified; null if unknown. */
  readonly verified: string | null;
  /** Its position in its table, from 0: all that is known of its time where `submitted` is null. */
  readonly place: number;
  /** The links of its slots besides the first; a slot that its table has no column for stays as it is here. */
  readonly links: GivenLinks;
  /** The fields, by wire name, and the roles of links whose values cannot be read: those that are here already stay. */
  unread: ReadonlySet<string>;
  /** Texts for the end of the notes, each with the field that cannot hold it: where what is here stays, it is left out. */
  remarks: readonly ImportRemark[];
  og: boolean;
  /** Whether that cannot be read of a row with extras: where nothing is here yet, it is refused. */
  isOgWithExtras: boolean;
  extras: OldRow | null;
  /** The submitter's id while it waits for a helper. */
  pending: string | null;
  /** The key of its media in the bucket; null if it has none. */
  filekey: string | null;
  id: string;
}

/** A text that goes into the notes, and the field that it was given for. */
export interface ImportRemark {
  readonly field: string;
  readonly text: string;
}

export interface ReadingCompletions {
  readonly challenges: ReadonlyMap<string, ChallengeDefinition>;
  readonly maps: MapNames;
  readonly towers: TowerNames;
  /** The host of the old media; null if no link leads there. */
  readonly oldMedia: string | null;
  /** Whether a file exists under a key of the bucket. */
  readonly hasMedia: (key: string) => boolean;
  /** Accounts by the ids of the former provider; null if unknown. */
  readonly people: ReadonlyMap<string, string> | null;
  readonly findings: Findings;
}

/** The completions of a challenge, each once, and how their parts find them. */
export interface Unique {
  readonly completions: IncomingCompletion[];
  /** By identity. Of several, a part prefers the one whose keys are written as its own. */
  readonly byIdentity: ReadonlyMap<string, readonly IncomingCompletion[]>;
  /** Those that are an original, or may be one, by the identity of an original. */
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
      completions.filter(({ og, unread }) => og || unread.has("og")),
      originalIn,
    ),
  };
}

/** For example "row 17 of twotc_completions". */
export const tell = ({ table, row }: OldRow): string => `row ${row} of ${table}`;

export function merge(row: OldRow, into: IncomingCompletion, findings: Findings): void {
  into.parts.push(row);
  findings.decide(row, "merged");
}

/** Whether a second row of the same combination differs only in its spelling. */
function saysTheSame(first: IncomingCompletion, second: IncomingCompletion): boolean {
  const contentOf = ({
    draft: { people, link, money, version, date, notes },
    og,
    filekey,
    links,
    remarks,
  }: IncomingCompletion): string =>
    JSON.stringify([people, link, money, version, date, notes, og, filekey, [...links], remarks]);
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
