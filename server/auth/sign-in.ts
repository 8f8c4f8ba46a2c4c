import type { Context } from "hono";
import type { Access, Endpoint } from "../../domain/contract/define.ts";
import type { SignInConfig } from "../../domain/contract/site.ts";
import { Forbidden } from "../errors.ts";
import type { Names, People } from "./people.ts";
import type { TokenCheck } from "./tokens.ts";
import type { User } from "./user.ts";
import type { CountFiles, CountRequest } from "./write-pace.ts";

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
  /** How many people may verify; absent where the accounts are elsewhere. */
  readonly countVerifiers?: () => Promise<number>;
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
