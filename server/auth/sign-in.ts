import type { Context } from "hono";
import type { Access } from "../../contract/define.ts";
import type { SignInConfig } from "../../contract/site.ts";
import { Forbidden } from "../errors.ts";
import type { TokenCheck } from "./tokens.ts";
import type { User } from "./user.ts";
import type { CountWrite } from "./write-pace.ts";

/** How people sign in here. */
export interface SignIn {
  readonly config: SignInConfig;
  readonly check: TokenCheck;
  readonly countWrite: CountWrite;
  /** What people chose to be called, by their ids; absent where the accounts are elsewhere. */
  readonly displayNames?: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** Who asks; whoever writes is counted. Throws Unauthorized, Forbidden, TooMany. */
async function userOf(c: Context, { check, countWrite }: SignIn): Promise<User> {
  const user = await check(c.req.header("authorization"));
  if (c.req.method === "POST") await countWrite(user);
  return user;
}

/** Whoever signed in and may write; throws Unauthorized, Forbidden or TooMany. */
async function requireMember(c: Context, signIn: SignIn): Promise<User> {
  const user = await userOf(c, signIn);
  if (!user.isMember) throw new Forbidden("not-a-member");
  return user;
}

/** A helper; throws Unauthorized, Forbidden or TooMany. */
async function requireHelper(c: Context, signIn: SignIn): Promise<User> {
  const user = await userOf(c, signIn);
  if (!user.isHelper) throw new Forbidden("not-authorized");
  return user;
}

/** Somebody who manages accounts; throws Unauthorized, Forbidden or TooMany. */
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

/** Whoever an address lets in that is not everybody's; throws Unauthorized, Forbidden or TooMany. */
export function requireFor(access: Access, c: Context, signIn: SignIn): Promise<User> {
  if (access === "public") throw new Error(`${c.req.path} is everybody's: it asks nobody who they are`);
  return REQUIRE[access](c, signIn);
}
