import type { User } from "../../../server/auth/user.ts";

/** Helpers keep CHIMPS starts. */
export const mayEditStarts = ({ isHelper }: User): boolean => isHelper;
