import type { User } from "../auth/user.ts";

/** Helpers keep maps. */
export const mayEditMaps = ({ isHelper }: User): boolean => isHelper;
