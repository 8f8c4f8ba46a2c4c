import type { User } from "../auth/user.ts";

/** Administrators manage accounts other than their own, so that nobody locks themselves out. */
export const mayManage = (user: User, account: string): boolean =>
  user.isAdministrator && account !== user.id;
