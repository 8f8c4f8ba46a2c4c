import type { User } from "../auth/user.ts";

/** Administrators manage accounts, though not their own: nobody locks themselves out. */
export const mayManage = (user: User, account: string): boolean =>
  user.isAdministrator && account !== user.id;
