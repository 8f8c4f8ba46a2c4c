import type { User } from "../auth/user.ts";

/** CHIMPS starts are kept by helpers. */
export const mayKeepStarts = ({ isHelper }: User): boolean => isHelper;
