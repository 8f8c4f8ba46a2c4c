import type { User } from "../auth/user.ts";

/** Helpers keep CHIMPS starts. */
export const mayEditStarts = ({ isHelper }: User): boolean => isHelper;
