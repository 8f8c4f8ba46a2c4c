import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import type { Draft } from "../../../domain/fields/kind.ts";
import type { GivenLinks } from "../../../domain/media/proof-slots.ts";
import type { MapReference } from "../maps/repository.server.ts";
import type { Findings } from "./findings.server.ts";
import type { MapNames } from "./map-names.server.ts";
import type { OldRow } from "./tables.server.ts";
import type { TowerNames } from "./tower-names.server.ts";

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
  og: boolean;
  extras: OldRow | null;
  /** The submitter's id while it waits for a helper. */
  pending: string | null;
  /** The key of its media in the bucket; null if it has none. */
  filekey: string | null;
  id: string;
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
