import type { AttributeValues } from "./attributes.ts";

/**
 * A completion as the index knows it, in one shape for all challenges. A challenge's own names (tower1, entity,
 * person2, towerset …) come from its definition's fields. Attributes of its OG extras hold the original's values.
 */
export interface Completion extends AttributeValues {
  /** UUID; on the wire it is the filekey. */
  readonly id: string;
  readonly mapId: number;
  /** The map's name. */
  readonly map: string;
  /** The map's difficulty; null for a map that the index does not have. */
  readonly difficulty: string | null;
  readonly og: boolean;
  /** The submitter's user id while the completion waits for a helper; null once it is verified. */
  readonly pending: string | null;
}
