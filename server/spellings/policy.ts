import type { User } from "../auth/user.ts";

/** Helpers keep spellings. */
export const mayEditSpellings = ({ isHelper }: User): boolean => isHelper;
