import type { LoggedAct } from "../../../server/auth/sign-in.ts";
import { lookOf, readDisplayName } from "../../../server/auth/texts.ts";
import type { Counters } from "../../../server/counters.ts";
import { ConstraintError, type Database } from "../../../server/db/database.ts";
import { type AppError, BadForm, NotFound } from "../../../server/errors.ts";
import { type AccountLimits, accountLimits } from "./limits.ts";
import { type PasswordHasher, passwordCheck } from "./passwords.ts";
import {
  type Account,
  type AccountChanges,
  findAccount,
  insertAccount,
  listNamesWithRoles,
  type NewAccount,
  updateAccount,
} from "./repository/accounts.ts";
import { logAccount } from "./repository/log.ts";
import { newAccountId } from "./secrets.ts";

/** What the acts on accounts work with. Each of them is one batch together with its entry in the accounts' log. */
export interface AccountStore {
  readonly database: Database;
  readonly passwords: ReturnType<typeof passwordCheck>;
  readonly limits: AccountLimits;
  readonly now: () => Date;
}

export interface AccountParts {
  readonly database: Database;
  readonly hasher: PasswordHasher;
  readonly counters: Counters;
  readonly now?: () => Date;
}

export const openAccounts = ({
  database,
  hasher,
  counters,
  now = () => new Date(),
}: AccountParts): AccountStore => ({
  database,
  passwords: passwordCheck(hasher),
  limits: accountLimits(counters),
  now,
});

/** Runs a batch. Throws `refusal` in the place of ConstraintError: an address is taken, or a link has ended. */
export const atomicOr = (
  { database }: Pick<AccountStore, "database">,
  refusal: AppError,
  statements: Parameters<Database["atomic"]>[0],
) =>
  database.atomic(statements).catch((error: unknown) => {
    throw error instanceof ConstraintError ? refusal : error;
  });

/** Throws NotFound. */
export async function existing({ database }: Pick<AccountStore, "database">, id: string): Promise<Account> {
  const account = await findAccount(database, id);
  if (!account) throw new NotFound("no-such-account");
  return account;
}

/** Writes a change to an account together with its log entry. */
export async function change(
  { database, now }: AccountStore,
  { id, actor, action }: { readonly id: string; readonly actor: string; readonly action: string },
  changes: AccountChanges,
): Promise<void> {
  const at = now().toISOString();
  await database.atomic([updateAccount(id, changes), logAccount({ at, actor, action, account: id })]);
}

/** Reads a display name, null if empty. Throws BadForm, also if it looks like the name of somebody with a role. */
export async function readName(
  { database }: AccountStore,
  text: string,
  own = "",
  before: string | null = null,
): Promise<string | null> {
  const name = readDisplayName(text);
  if (name === null || name === before) return name;
  const look = lookOf(name);
  if ((await listNamesWithRoles(database, own)).some((other) => lookOf(other) === look))
    throw new BadForm("name-taken");
  return name;
}

/** The id of a new account, and the statements that insert it. They throw ConstraintError if its address or name is taken. */
export function newAccount(
  values: Omit<NewAccount, "id">,
  entry: Pick<LoggedAct, "at" | "action"> & Partial<Pick<LoggedAct, "actor" | "details">>,
) {
  const id = newAccountId();
  const logged = { actor: id, ...entry, account: id };
  return { id, statements: [insertAccount({ ...values, id }, entry.at), logAccount(logged)] };
}
