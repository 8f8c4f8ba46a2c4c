import type { User } from "../auth/user.ts";

/** Maps are kept by helpers. */
export const mayKeepMaps = ({ isHelper }: User): boolean => isHelper;
