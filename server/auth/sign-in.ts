import type { Context } from "hono";
import type { Access, Endpoint } from "../../domain/contract/define.ts";
import { RATE_SECONDS, RATES, type RateName } from "../../domain/contract/rates.ts";
import type { SignInConfig } from "../../domain/contract/site.ts";
import { UPLOADED_MB_PER_DAY, UPLOADED_MB_PER_DAY_OF_HELPER } from "../../domain/limits.ts";
import { type Counters, countersInMemory } from "../counters.ts";
import { Forbidden, TooMany } from "../errors.ts";
import type { TokenCheck, User } from "./user.ts";

/** One entry of the accounts' own log. Never holds a password or the secret of a link. */
export interface LoggedAct {
  /** Its number in the log. */
  readonly seq: number;
  readonly at: string;
  /** An account's id, SYSTEM, or COMMAND_LINE. */
  readonly actor: string;
  readonly action: string;
  /** The account that it is about; empty for an invitation. */
  readonly account: string;
  readonly details: Readonly<Record<string, unknown>> | null;
}

/** What narrows the accounts' log; null: nothing. */
export interface LoggedActs {
  /** Below this number. */
  readonly before: number;
  readonly actor: string | null;
  readonly action: string | null;
  /** ISO 8601, UTC; `until` is not included. */
  readonly from: string | null;
  readonly until: string | null;
  readonly limit: number;
}

type Texts = Promise<ReadonlyMap<string, string>>;

/** What people are called, by their ids. */
export interface Names {
  /** As everybody may read. */
  displayNames(ids: readonly string[]): Texts;
  /** As helpers read, whatever these show to everybody. */
  knownNames(ids: readonly string[]): Texts;
  /** Whose display name it is, however it is spelled: an id. */
  findByName(name: string): Promise<string | null>;
}

/** What helpers and administrators may know of people with accounts here, whatever these show to everybody. */
export interface People {
  /** Addresses by id; for administrators. */
  addresses(ids: readonly string[]): Texts;
  /** Confirmed addresses of accounts that are not blocked, by id: where mail goes. */
  confirmedAddresses(ids: readonly string[]): Texts;
  /** Whose address it is: an id. For administrators. */
  findByAddress(email: string): Promise<string | null>;
  /** The newest entries of the accounts' log; for administrators. */
  listLog(query: LoggedActs): Promise<readonly LoggedAct[]>;
}

/** How people sign in to this site. */
export interface SignIn {
  readonly config: SignInConfig;
  readonly check: TokenCheck;
  readonly count: CountRequest;
  readonly files?: CountFiles;
  /** What people are called, wherever their accounts are. */
  readonly names?: Names;
  /** An account, and when it last signed in; null: there is none. Absent where the accounts are elsewhere. */
  readonly findAccount?: (
    id: string,
  ) => Promise<{ readonly signedInAt: string | null; readonly blocked: boolean } | null>;
  /** Checks the password of a signed-in person who has one here. Throws BadForm. Absent where the accounts are elsewhere. */
  readonly checkPassword?: (user: User, password: string) => Promise<void>;
  /** How many people may verify, without some; absent where the accounts are elsewhere. */
  readonly countVerifiers?: (except?: readonly string[]) => Promise<number>;
  /** Absent where the accounts are elsewhere. */
  readonly people?: People;
}

/** What each level needs, and the refusal of whoever lacks it. */
const LEVELS = {
  member: ["isMember", "not-a-member"],
  verifier: ["isVerifier", "not-authorized"],
  helper: ["isHelper", "not-authorized"],
  administrator: ["isAdministrator", "not-an-administrator"],
} as const satisfies Record<Exclude<Access, "public">, readonly [keyof User, string]>;

/** What an address says of who may send what. */
type Asked = Pick<Endpoint, "access" | "rate">;

/** Returns the user if an address lets them in; throws Forbidden. */
function letIn(access: Exclude<Access, "public">, user: User): User {
  const [level, refusal] = LEVELS[access];
  if (!user[level]) throw new Forbidden(refusal);
  return user;
}

/**
 * Returns the user if an address that is not public lets them in, and counts the request; throws Unauthorized, Forbidden or
 * TooMany.
 */
export async function requireFor(endpoint: Asked, c: Context, signIn: SignIn): Promise<User> {
  return (await requireSender(endpoint, c, signIn)).user;
}

/** The sender of a form. */
interface Sender {
  /** As checked before the form arrived. */
  readonly user: User;
  /**
   * Checks the sender anew when the whole form is there: meanwhile, for hours if the sender so wishes, an administrator
   * may have blocked them or taken a role. Counts nothing again. A token that expired meanwhile is accepted: a long
   * upload outlasts it. Throws Forbidden.
   */
  recheck(): Promise<User>;
}

/** As requireFor, for a form that is yet to arrive. */
export async function requireSender({ access, rate }: Asked, c: Context, signIn: SignIn): Promise<Sender> {
  if (access === "public") throw new Error(`${c.req.path} is everybody's: it asks nobody who they are`);
  const began = new Date();
  const token = c.req.header("authorization");
  const user = await signIn.check(token);
  await signIn.count(user, rate);
  letIn(access, user);
  return {
    user,
    // Where the accounts are elsewhere, the token is all that is known, and it was checked.
    recheck: async () => (user.grant === undefined ? user : letIn(access, await signIn.check(token, began))),
  };
}

/** Counts one more request of a kind by a user; throws TooMany if the account has used up its share of this minute. */
export type CountRequest = (user: User, rate: RateName | null) => Promise<void>;

/** Counts the requests of each account per minute: what it sends everywhere, what it reads in this process. */
export function pace(counters: Counters): CountRequest {
  const reads = countersInMemory()("own");
  const sent = { write: counters("writes"), upload: counters("uploads") };
  return async ({ id, isVerifier }, rate) => {
    if (rate !== "own" && rate !== "write" && rate !== "upload") return;
    const most = RATES[rate][isVerifier ? "helper" : "account"];
    const wait = await (rate === "own" ? reads : sent[rate]).take(id, most, RATE_SECONDS);
    const seconds = Math.ceil(wait);
    if (seconds > 0)
      throw new TooMany(seconds, rate === "own" ? "too-many-requests-of-yours" : "too-many-writes", {
        seconds,
      });
  };
}

const DAY = 24 * 60 * 60;
const MEGABYTE = 1024 * 1024;

type Sending = Pick<User, "id" | "isVerifier">;

/** Counts what of files each account sends in a day: withdrawn or replaced, they stay for as long as an undo needs them. */
interface CountFiles {
  /** Throws TooMany if the account has used up its share. */
  hasRoom(user: Sending): Promise<void>;
  add(user: Sending, bytes: number): Promise<void>;
}

export function countFiles(counters: Counters): CountFiles {
  const sent = counters("megabytes of files");
  const mostOf = ({ isVerifier }: Sending) =>
    isVerifier ? UPLOADED_MB_PER_DAY_OF_HELPER : UPLOADED_MB_PER_DAY;
  return {
    async hasRoom(user) {
      const most = mostOf(user);
      const seconds = Math.ceil(await sent.take(user.id, most, DAY, 0));
      if (seconds > 0) throw new TooMany(seconds, "too-many-megabytes", { most });
    },
    async add(user, bytes) {
      await sent.take(user.id, mostOf(user), DAY, Math.ceil(bytes / MEGABYTE));
    },
  };
}
