import type { MapInfo } from "../../../../../domain/contract/reference.ts";
import { inWords } from "../../../../../domain/nouns/define.ts";
import { MAP_FIELDS } from "../../../../../domain/nouns/fields.ts";

/** What is drawn of a map besides its plate; null where nothing is recorded. */
export interface MapSigns {
  readonly entrances: number | null;
  readonly exits: number | null;
  readonly hasWater: boolean | null;
  readonly blocksSight: boolean | null;
  /** The version that added the map. */
  readonly version: string | null;
}

const isSo = (fact: 0 | 1 | null): boolean | null => (fact === null ? null : fact === 1);

export function signsOf(info: MapInfo): MapSigns {
  const { numEntrances, numExits, hasWater, hasLOS, version } = info;
  return {
    entrances: numEntrances,
    exits: numExits,
    hasWater: isSo(hasWater),
    blocksSight: isSo(hasLOS),
    version: version === null ? null : inWords(MAP_FIELDS.version, version),
  };
}
