import type { User } from "../auth/user.ts";

/** Helpers keep CHIMPS starts. */
export const mayKeepStarts = ({ isHelper }: User): boolean => isHelper;
