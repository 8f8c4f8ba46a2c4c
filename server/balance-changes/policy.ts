import type { User } from "../auth/user.ts";

/** Helpers keep balance changes. */
export const mayEditBalanceChanges = ({ isHelper }: User): boolean => isHelper;
