import type { User } from "../../../server/auth/user.ts";

/** Helpers keep balance changes. */
export const mayEditBalanceChanges = ({ isHelper }: User): boolean => isHelper;
