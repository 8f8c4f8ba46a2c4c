/** The number of draws that an address can name, from 0. */
export const SEEDS = 1000;

/** The filters of a draw, in the order in which they are named where nothing is left. */
export const UNDONE_FILTERS = ["tower", "map", "difficulty", "not", "affordable", "player"] as const;
export type UndoneFilter = (typeof UNDONE_FILTERS)[number];
