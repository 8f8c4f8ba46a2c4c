/**
 * A completion as the index knows it, the same shape for all seven challenges. A challenge's own names (tower1, entity,
 * person2, towerset …) come from its definition's fields.
 */
export interface Completion {
  /** UUID; on the wire it is the filekey. */
  readonly id: string;
  readonly map: string;
  /** Of the map; null for a map that the index does not hold. */
  readonly difficulty: string | null;
  /** In the order in which they were submitted. */
  readonly towers: readonly string[];
  /** Parallel to `towers`; null where nothing is recorded. In challenges with OG: those of the original. */
  readonly upgrades: readonly (string | null)[];
  readonly people: readonly string[];
  /** Cash. In challenges with OG: of the original, as are `version` and `date`. */
  readonly money: number | null;
  readonly completionType: string | null;
  readonly og: boolean;
  readonly version: string | null;
  /** yyyy-mm-dd */
  readonly date: string | null;
  /** Markdown; empty where there are none. */
  readonly notes: string;
  readonly link: string | null;
  /** The submitter's user id while the completion waits for a helper, null once it is verified. */
  readonly pending: string | null;
}
