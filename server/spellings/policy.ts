import type { User } from "../auth/user.ts";

/** Spellings are kept by helpers. */
export const mayKeepSpellings = ({ isHelper }: User): boolean => isHelper;
