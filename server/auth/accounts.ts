import type { Account, LoggedAct } from "../data/accounts.ts";

/** Answer of GET /member/account: one's own account. */
export interface OwnAccount {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly displayName: string | null;
  readonly hasPassword: boolean;
  /** The password is the one that the first start printed. */
  readonly passwordGenerated: boolean;
  /** Whether a new address is confirmed by mail. */
  readonly sendsMail: boolean;
}

/** An account as administrators see it. */
export interface ListedAccount extends Pick<Account, "id" | "email" | "displayName" | "roles" | "blocked"> {
  readonly createdAt: string;
  readonly signedInAt: string | null;
}

/** Answer of GET /admin/list-accounts?query=&offset=&count=. */
export interface AccountsAnswer {
  readonly results: readonly ListedAccount[];
  /** The roles that can be given. */
  readonly roles: readonly string[];
  readonly more: boolean;
}

/** Answer of GET /admin/account-log?account=: newest first, actors as their addresses. */
export interface AccountLogAnswer {
  readonly results: readonly LoggedAct[];
}

/** Answer of what makes a link that works once. */
export interface LinkAnswer {
  readonly link: string;
}
