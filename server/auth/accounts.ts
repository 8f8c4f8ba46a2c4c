import type { Context } from "hono";
import type {
  AccountLogAnswer,
  AccountsAnswer,
  DevicesAnswer,
  FactorAnswer,
  InvitationsAnswer,
  OwnAccount,
  RecoveryCodesAnswer,
  TestMailAnswer,
} from "../../domain/contract/accounts.ts";
import type { User } from "./user.ts";

/**
 * What people do with their own account here, and administrators with those of others. Each act is logged, told by mail to
 * whom it concerns, and refused by the errors that its address answers: BadForm, Forbidden, NotFound, TooMany.
 */
export interface Accounts {
  findOwn(user: User): Promise<OwnAccount>;
  changeName(user: User, name: string, isPublic: boolean): Promise<void>;
  /** Signs out all other devices; the browser that sent the request gets a new session. */
  changePassword(user: User, current: string, next: string, c: Context): Promise<void>;
  listDevices(user: User): Promise<DevicesAnswer>;
  signOutDevice(user: User, device: string): Promise<void>;
  /** The browser that sent the request gets a new session. */
  signOutOthers(user: User, c: Context): Promise<void>;
  beginFactor(user: User, password: string): Promise<FactorAnswer>;
  confirmFactor(user: User, code: string): Promise<RecoveryCodesAnswer>;
  removeFactor(user: User, password: string, code: string): Promise<void>;
  /** `changed`: at once; else the addresses are asked by mail. */
  changeEmail(user: User, password: string, email: string): Promise<{ readonly changed: boolean }>;

  list(page: { query: string; limit: number; offset: number }): Promise<Omit<AccountsAnswer, "roles">>;
  listLog(account: string): Promise<AccountLogAnswer>;
  /** @param before the roles that somebody saw: only what differs from them changes; null: all others are taken */
  setRoles(
    by: User,
    account: string,
    roles: readonly string[],
    before: readonly string[] | null,
  ): Promise<void>;
  block(by: User, account: string): Promise<void>;
  unblock(by: User, account: string): Promise<void>;
  resetFactor(by: User, account: string): Promise<void>;
  setEmail(by: User, account: string, email: string): Promise<void>;
  sendTestMail(by: User): Promise<TestMailAnswer>;
  /** Returns the address that sets the account's password once. */
  makeResetLink(by: User, account: string): Promise<string>;
  /** Returns the address by which one joins once; given an e-mail address, with that alone. */
  makeInvitation(by: User, email: string | null, roles: readonly string[]): Promise<string>;
  listInvitations(): Promise<InvitationsAnswer>;
  withdrawInvitation(by: User, invitation: string): Promise<void>;
}
