import { lookOf, readDisplayName } from "../../../server/auth/texts.ts";
import { attemptsOfNetworks, type Counters } from "../../../server/counters.ts";
import type { Database } from "../../../server/db/database.ts";
import { BadForm, NotFound } from "../../../server/errors.ts";
import { type PasswordHasher, passwordCheck } from "./passwords.ts";
import {
  type Account,
  type AccountChanges,
  accountReads,
  insertAccount,
  logAccount,
  updateAccount,
} from "./repository/accounts.ts";
import { newAccountId } from "./secrets.ts";

/** In seconds. */
export const HOUR = 60 * 60;
const MINUTE = 60;

/** Forms of the sign-in pages that one network may send per minute: more than a class that signs in together. */
const MOST_FORMS = 120;

/** What the account service needs. */
export interface AccountParts {
  readonly database: Database;
  readonly hasher: PasswordHasher;
  readonly counters: Counters;
  readonly now?: () => Date;
}

/** What all acts on accounts share. */
export function accountStore({ database, hasher, counters, now = () => new Date() }: AccountParts) {
  const reads = accountReads(database);
  const passwords = passwordCheck(hasher);
  /** Counts sign-ups and requests for a new password per network. */
  const perNewcomer = attemptsOfNetworks(counters("newcomers by address"), 30, HOUR);
  const forms = attemptsOfNetworks(counters("sign-in forms by address"), MOST_FORMS, MINUTE);

  /** Writes a change to an account together with its log entry. */
  async function change(
    actor: string,
    action: string,
    id: string,
    changes: AccountChanges,
    details: Readonly<Record<string, unknown>> | null = null,
  ): Promise<void> {
    const at = now().toISOString();
    await database.atomic([
      updateAccount(id, changes),
      logAccount({ at, actor, action, account: id, details }),
    ]);
  }

  async function existing(id: string): Promise<Account> {
    const account = await reads.findById(id);
    if (!account) throw new NotFound("no-such-account");
    return account;
  }

  /** Reads a display name, null if empty. Throws BadForm, also if it looks like the name of somebody with a role. */
  async function readName(text: string, own = "", before: string | null = null): Promise<string | null> {
    const name = readDisplayName(text);
    if (name === null || name === before) return name;
    const look = lookOf(name);
    if ((await reads.listNamesWithRoles(own)).some((other) => lookOf(other) === look))
      throw new BadForm("name-taken");
    return name;
  }

  /** Inserts an account and returns its id. Throws ConstraintError when the address is taken. */
  async function insert(
    account: {
      email: string;
      password: string | null;
      emailVerified: boolean;
      displayName?: string | null;
      roles?: readonly string[];
      generated?: boolean;
    },
    actor: string | null,
    action: string,
  ): Promise<string> {
    const id = newAccountId();
    const at = now().toISOString();
    const passwordHash = account.password === null ? null : await passwords.hash(account.password);
    await database.atomic([
      insertAccount(
        {
          id,
          email: account.email,
          emailVerified: account.emailVerified,
          passwordHash,
          passwordGenerated: account.generated ?? false,
          displayName: account.displayName ?? null,
          roles: account.roles ?? [],
        },
        at,
      ),
      logAccount({ at, actor: actor ?? id, action, account: id, details: null }),
    ]);
    return id;
  }

  return {
    database,
    reads,
    passwords,
    counters,
    now,
    perNewcomer,
    change,
    existing,
    insert,
    readName,
    /** Counts a form of the sign-in pages, whatever becomes of it. Throws TooMany. */
    countForm: (networks: readonly string[]): Promise<void> => forms.take(networks),
  };
}

export type AccountStore = ReturnType<typeof accountStore>;
