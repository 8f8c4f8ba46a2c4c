import type { User } from "../auth/user.ts";

/** Helpers keep maps. */
export const mayKeepMaps = ({ isHelper }: User): boolean => isHelper;
