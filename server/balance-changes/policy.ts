import type { User } from "../auth/user.ts";

/** Balance changes are kept by helpers. */
export const mayKeepBalanceChanges = ({ isHelper }: User): boolean => isHelper;
