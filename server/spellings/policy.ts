import type { User } from "../auth/user.ts";

/** Helpers keep spellings. */
export const mayKeepSpellings = ({ isHelper }: User): boolean => isHelper;
