import type { User } from "../../../server/auth/user.ts";

/**
 * Administrators manage accounts other than their own: nobody locks themselves out, or sets a new password without the
 * current one.
 */
export const mayManage = (user: User, account: string): boolean =>
  user.isAdministrator && account !== user.id;
