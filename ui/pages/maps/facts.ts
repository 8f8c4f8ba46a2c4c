import type { MapInfo } from "../../../contract/maps.ts";

/** What the index says where nothing is recorded: neither 0 nor No. */
const NOT_RECORDED = "not recorded";

/** A text or a number, or that it is not recorded. */
export const known = (value: string | number | null): string =>
  value === null || value === "" ? NOT_RECORDED : String(value);

/** Yes, No, or that it is not recorded. */
export const yesNo = (value: 0 | 1 | null): string =>
  value === null ? NOT_RECORDED : value === 1 ? "Yes" : "No";

/** A path's length with its unit. */
export const rbs = (length: number | null): string => (length === null ? NOT_RECORDED : `${length} RBS`);

/** "Beginner" */
export const difficultyName = ({ difficulty }: Pick<MapInfo, "difficulty">): string =>
  difficulty.charAt(0).toUpperCase() + difficulty.slice(1);
