import type { User } from "../../../server/auth/user.ts";

/** Helpers keep maps. */
export const mayEditMaps = ({ isHelper }: User): boolean => isHelper;
