import type { Context } from "hono";
import type { Access } from "../../contract/define.ts";
import type { SignInConfig } from "../../contract/site.ts";
import { Forbidden } from "../errors.ts";
import type { TokenCheck } from "./tokens.ts";
import type { User } from "./user.ts";
import type { CountWrite } from "./write-pace.ts";

/** How people sign in to this site. */
export interface SignIn {
  readonly config: SignInConfig;
  readonly check: TokenCheck;
  readonly countWrite: CountWrite;
  /** The display names that people chose, by id; absent where the accounts are elsewhere. */
  readonly displayNames?: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** Returns the user who sends the request, and counts writes. Throws Unauthorized, Forbidden, TooMany. */
async function userOf(c: Context, { check, countWrite }: SignIn): Promise<User> {
  const user = await check(c.req.header("authorization"));
  if (c.req.method === "POST") await countWrite(user);
  return user;
}

/** Returns the signed-in user if they may write; throws Unauthorized, Forbidden or TooMany. */
async function requireMember(c: Context, signIn: SignIn): Promise<User> {
  const user = await userOf(c, signIn);
  if (!user.isMember) throw new Forbidden("not-a-member");
  return user;
}

/** Returns the user if they are a helper; throws Unauthorized, Forbidden or TooMany. */
async function requireHelper(c: Context, signIn: SignIn): Promise<User> {
  const user = await userOf(c, signIn);
  if (!user.isHelper) throw new Forbidden("not-authorized");
  return user;
}

/** Returns the user if they manage accounts; throws Unauthorized, Forbidden or TooMany. */
async function requireAdministrator(c: Context, signIn: SignIn): Promise<User> {
  const user = await userOf(c, signIn);
  if (!user.isAdministrator) throw new Forbidden("not-an-administrator");
  return user;
}

const REQUIRE = {
  member: requireMember,
  helper: requireHelper,
  administrator: requireAdministrator,
} as const satisfies Record<Exclude<Access, "public">, unknown>;

/** Returns the user if an address that is not public lets them in; throws Unauthorized, Forbidden or TooMany. */
export function requireFor(access: Access, c: Context, signIn: SignIn): Promise<User> {
  if (access === "public") throw new Error(`${c.req.path} is everybody's: it asks nobody who they are`);
  return REQUIRE[access](c, signIn);
}
