import { asWritten } from "../../game/typed-text.ts";

/** Returns what two spellings of one address have in common. */
export const linkKey = (link: string): string => asWritten(link);

/** Whether two links lead to the same. */
export const sameLink = (one: string, other: string): boolean => linkKey(one) === linkKey(other);
