import type { User } from "../auth/user.ts";

/** Helpers keep balance changes. */
export const mayKeepBalanceChanges = ({ isHelper }: User): boolean => isHelper;
