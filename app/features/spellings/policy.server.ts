import type { User } from "../../../server/auth/user.ts";

/** Helpers keep spellings. */
export const mayEditSpellings = ({ isHelper }: User): boolean => isHelper;
