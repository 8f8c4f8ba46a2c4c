import type { HttpBindings } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import { createLocalJWKSet, createRemoteJWKSet, type JWK } from "jose";
import { pages } from "../../../routes.ts";
import type { SignIn, SignInConfig } from "../../../server/auth/sign-in.ts";
import { createTokenCheck, type TokenCheckOptions } from "../../../server/auth/tokens.ts";
import { SYSTEM } from "../../../server/data/changes.ts";
import type { Database } from "../../../server/data/database.ts";
import { signInRecords } from "../../../server/data/sign-in-records.ts";
import type { RenderPage } from "../../pages.ts";
import type { Settings } from "../../settings.ts";
import { accountRoutes } from "./account-routes.ts";
import { type AccountService, accountService } from "./accounts.ts";
import { createBroker } from "./broker.ts";
import { type NodeContext, signInFormRoutes } from "./forms.ts";
import { loadKeys } from "./keys.ts";
import { mailThrough } from "./mail.ts";
import { asIfAt, CLIENT_ID, createProvider, PROVIDER_PATHS } from "./provider.ts";
import { newPassword } from "./secrets.ts";

/** Ended sessions, codes and tokens are swept this often, in milliseconds. */
const SWEEP_EVERY = 60 * 60 * 1000;

export interface NodeSignIn {
  readonly signIn: SignIn;
  /** What the site answers besides: the provider, its forms, the accounts. Null with a provider elsewhere. */
  readonly routes: Hono<{ Bindings: HttpBindings }> | null;
  close(): void;
}

export interface NodeSignInParts {
  readonly settings: Settings;
  readonly database: Database;
  readonly render: RenderPage;
  readonly say: (line: string) => void;
}

const configOf = ({ site, signIn }: Settings, clientId: string): SignInConfig => ({
  domain: signIn.domain,
  clientId,
  audience: signIn.audience,
  rolesClaim: signIn.rolesClaim,
  siteHost: new URL(site.origin).host,
  helperRoles: signIn.helperRoles,
  administratorRole: signIn.administratorRole,
  accounts: signIn.mode === "embedded",
});

const checkOptions = ({ signIn }: Settings): Omit<TokenCheckOptions, "keys"> => ({
  issuer: `${signIn.issuerOrigin}/`,
  audience: signIn.audience,
  rolesClaim: signIn.rolesClaim,
  roleNames: { helper: signIn.helperRoles, administrator: signIn.administratorRole },
});

/** How people sign in, as the settings have it: with accounts kept here, or an Auth0 tenant's. */
export async function openSignIn(parts: NodeSignInParts): Promise<NodeSignIn> {
  const { settings } = parts;
  if (settings.signIn.mode === "embedded") return embedded(parts);
  const keys = createRemoteJWKSet(new URL("/.well-known/jwks.json", settings.signIn.issuerOrigin), {
    timeoutDuration: 5_000,
    cooldownDuration: 30_000,
    cacheMaxAge: 10 * 60_000,
  });
  return {
    signIn: {
      config: configOf(settings, settings.signIn.clientId ?? ""),
      check: createTokenCheck({ ...checkOptions(settings), keys }),
    },
    routes: null,
    close: () => undefined,
  };
}

async function embedded({ settings, database, render, say }: NodeSignInParts): Promise<NodeSignIn> {
  const { site, signIn: wanted, trustProxy } = settings;
  const records = signInRecords(database);
  const accounts = accountService(database);
  const keys = await loadKeys(records, new Date());
  await ensureAdministrator(accounts, settings, say);

  const options = checkOptions(settings);
  const signIn: SignIn = {
    config: configOf(settings, CLIENT_ID),
    check: createTokenCheck({
      ...options,
      keys: createLocalJWKSet({ keys: keys.tokens.map(publicPart) }),
      accountState: accounts.findById,
    }),
    displayNames: accounts.displayNames,
  };
  const provider = createProvider({
    origin: site.origin,
    audience: wanted.audience,
    rolesClaim: wanted.rolesClaim,
    roleNames: options.roleNames,
    keys,
    records,
    returnTo: wanted.returnTo,
    findAccount: accounts.findById,
    renderProblem: (path, message) =>
      render(new Request(new URL(path, site.origin)), {
        heading: path === "/v2/logout" ? "Signing out did not work" : "Signing in did not work",
        problem: message,
        links: [{ label: "Back to the home page", path: "/" }],
      }),
  });

  const routes = new Hono<{ Bindings: HttpBindings }>();
  const answer = provider.callback();
  for (const path of PROVIDER_PATHS) {
    routes.all(path, async (c) => {
      asIfAt(site.origin, c.env.incoming);
      await answer(c.env.incoming, c.env.outgoing);
      return RESPONSE_ALREADY_SENT;
    });
  }
  const mail = wanted.smtpUrl === null ? null : mailThrough(wanted.smtpUrl, wanted.mailFrom);
  routes.route(
    "/",
    signInFormRoutes({
      origin: site.origin,
      siteName: site.shortName,
      signUp: wanted.signUp,
      provider,
      accounts,
      mail,
      broker: wanted.broker && createBroker(wanted.broker, site.origin),
      render,
      addressOf: (c) => addressOf(c, trustProxy),
    }),
  );
  const roles = [...new Set([...wanted.helperRoles, wanted.administratorRole])];
  routes.route(
    "/",
    accountRoutes({ origin: site.origin, siteName: site.shortName, signIn, accounts, mail, roles }),
  );

  const sweep = setInterval(() => {
    records.deleteEnded(Math.floor(Date.now() / 1000)).catch((error) => console.error("sweep:", error));
  }, SWEEP_EVERY);
  sweep.unref();
  return { signIn, routes, close: () => clearInterval(sweep) };
}

const publicPart = ({ kty, n, e, kid, alg, use }: JWK): JWK => ({ kty, n, e, kid, alg, use }) as JWK;

/** The address to count attempts by. Behind a proxy: what the nearest one saw. */
function addressOf(c: NodeContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return forwarded || getConnInfo(c).remote.address || "unknown";
}

/** The first start makes somebody who can let others in. */
async function ensureAdministrator(
  accounts: AccountService,
  { signIn }: Settings,
  say: (line: string) => void,
): Promise<void> {
  if ((await accounts.listByRole(signIn.administratorRole)).length > 0) return;
  const password = signIn.adminPassword ?? newPassword();
  await accounts.create(
    {
      email: signIn.adminEmail,
      password,
      roles: [signIn.administratorRole],
      generated: signIn.adminPassword === null,
    },
    SYSTEM,
  );
  say(`made the administrator ${signIn.adminEmail}`);
  if (signIn.adminPassword === null)
    say(`its password, shown only this once: ${password} (change it under ${pages.account()})`);
}
