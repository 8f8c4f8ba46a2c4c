import type { Context, Hono } from "hono";
import { api } from "../../routes.ts";
import type { Deps } from "../app.ts";
import { Forbidden } from "../errors.ts";
import { readRoute } from "../read-route.ts";
import type { Person } from "./person.ts";
import type { TokenCheck } from "./tokens.ts";

/** What the browser needs to know to sign somebody in: GET /config.json. */
export interface SignInConfig {
  /** Host of the provider, with a scheme where it is not https. */
  readonly domain: string;
  readonly clientId: string;
  readonly audience: string;
  /** The claim of tokens that lists a person's roles. */
  readonly rolesClaim: string;
  /** The product's own host, where tokens are fetched silently; elsewhere by popup (SPEC section 6). */
  readonly siteHost: string;
  /** Names in the roles claim that make a helper. */
  readonly helperRoles: readonly string[];
  readonly administratorRole: string;
  /** Whether the accounts are kept here: then there are pages for one's own account and for administrators. */
  readonly accounts: boolean;
}

/** How people sign in here. */
export interface SignIn {
  readonly config: SignInConfig;
  readonly check: TokenCheck;
  /** What people chose to be called, by their ids; absent where the accounts are elsewhere. */
  readonly displayNames?: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** GET /config.json. */
export function signInRoutes(app: Hono, { signIn }: Deps): void {
  readRoute(app, api.config(), (c) => c.json<SignInConfig>(signIn.config));
}

/** Whoever signed in and may write; throws Unauthorized or Forbidden. */
export async function requireMember(c: Context, signIn: SignIn): Promise<Person> {
  const person = await signIn.check(c.req.header("authorization"));
  if (!person.isMember) throw new Forbidden("Your account may not write here.");
  return person;
}

/** A helper; throws Unauthorized or Forbidden. */
export async function requireHelper(c: Context, signIn: SignIn): Promise<Person> {
  const person = await signIn.check(c.req.header("authorization"));
  if (!person.isHelper) throw new Forbidden("You are not authorized to view this page.");
  return person;
}

/** Somebody who manages accounts; throws Unauthorized or Forbidden. */
export async function requireAdministrator(c: Context, signIn: SignIn): Promise<Person> {
  const person = await signIn.check(c.req.header("authorization"));
  if (!person.isAdministrator) throw new Forbidden("Only administrators may do this.");
  return person;
}
