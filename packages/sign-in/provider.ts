import "./lts-release.ts";
import type { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import Provider, {
  type AccountClaims,
  type ClientMetadata,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
} from "oidc-provider";
import type { SignInForm } from "../../domain/contract/page-context.ts";
import { signInForms } from "../../domain/contract/routes.ts";
import { problem, say } from "../../domain/messages/index.ts";
import { claimedRoles, GRANT_CLAIM, permissionsFor, type RoleNames } from "../../server/auth/user.ts";
import type { Database } from "../../server/db/database.ts";
import { AppError, errorHeaders } from "../../server/errors.ts";
import { hasHungUp } from "../../server/http/head.ts";
import type { AccountSession } from "./accounts/own-account.ts";
import type { Account } from "./accounts/repository/accounts.ts";
import { recordAdapter } from "./adapter.ts";
import { CLIENT_ID } from "./config.ts";
import type { Keys } from "./keys.ts";
import {
  connectionOf,
  LOGOUT,
  logOut,
  type NodeContext,
  type ProviderContext,
  problemPage,
  SESSION_COOKIE,
  showPage,
} from "./provider-pages.ts";

/** Everything under these addresses belongs to the provider. */
export const PROVIDER_PATHS = [
  "/authorize",
  "/authorize/:uid",
  "/oauth/*",
  LOGOUT,
  "/userinfo",
  "/.well-known/*",
];

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Lifetimes in seconds. Access tokens are short-lived, so that roles in the browser follow at the next refresh. */
const LIFE = { token: 10 * MINUTE, session: 14 * DAY, refresh: 30 * DAY, login: 60 * MINUTE } as const;

export interface ProviderOptions {
  /** Scheme and host of the site, without a trailing slash. */
  readonly origin: string;
  readonly audience: string;
  readonly rolesClaim: string;
  readonly roleNames: RoleNames;
  readonly keys: Keys;
  readonly database: Database;
  readonly now: () => Date;
  /** Full addresses to which a logout may lead, besides the site's own pages. */
  readonly returnTo: readonly string[];
  /** Origins of other hosts whose pages sign people in here, by popup. */
  readonly popupOrigins: readonly string[];
  /** Returns the networks that the current request counts against, smallest first, in a form that names nobody. */
  networks(): readonly string[];
  /** Returns what the current client is called in the list of one's devices. */
  device(): string;
  findAccount(id: string): Promise<Account | null>;
  /** Renders a whole page of the site, at the path. */
  renderPage(path: string, page: SignInForm): Promise<Response>;
}

/**
 * Makes the embedded provider: code flow with PKCE for the one client, answered by redirect, popup or hidden frame as
 * the Auth0 SDK expects it (shared notes on sign-in have what that took; docs/architecture.md has the outline).
 */
export function createProvider(options: ProviderOptions): Provider {
  const { origin } = options;
  const provider = new Provider(`${origin}/`, configuration(options));
  // Trusts X-Forwarded-Proto and -Host, which `setForwardedHeaders` has just set.
  provider.proxy = true;
  // The provider saves records at the end of a request, outside its own error handling.
  provider.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await showRefusal(ctx, options, error);
    }
  });
  provider.on("server_error", passOnRefusal);
  logErrors(provider);
  provider.use(async (ctx, next) => {
    if (ctx.path === LOGOUT) return logOut(provider, options, ctx);
    await next();
    // A popup's answer closes its window at once. The SDK looks for a closed popup every second, and may see that
    // before the answer and call the login cancelled. It closes the popup itself.
    if (typeof ctx.body === "string" && ctx.body.includes("authorization_response"))
      ctx.body = ctx.body.replace("win.close();", "setTimeout(() => win.close(), 3000);");
    // The SDK falls back to the hidden frame only on these words.
    const body = ctx.body as { error?: string; error_description?: string } | undefined;
    if (ctx.path === "/oauth/token" && body?.error === "invalid_grant") {
      const isRefresh =
        (ctx as KoaContextWithOIDC).oidc?.params?.grant_type === "refresh_token"
          ? "invalid refresh token"
          : "";
      ctx.body = { ...body, error_description: isRefresh || body.error_description };
    }
  });
  return provider;
}

/** Logs what goes wrong in the provider itself, which excludes clients that hang up or send what cannot be read. */
function logErrors(provider: EventEmitter): void {
  provider.on("error", (error: Error & { expose?: boolean }, ctx?: ProviderContext) => {
    if (!error.expose && !hasHungUp(ctx?.req)) console.error(`sign-in ${ctx?.path}:`, error);
  });
}

/**
 * Makes the provider treat a request as one to the site's own origin, whatever the connection, a proxy or a stranger
 * says: its links and the security of its cookies depend on it.
 */
export function setForwardedHeaders(origin: string, { headers }: IncomingMessage): void {
  const { protocol, host } = new URL(origin);
  headers["x-forwarded-proto"] = protocol.slice(0, -1);
  headers["x-forwarded-host"] = host;
}

/** Finds an account that is not blocked. */
type FindLive = (id: string) => Promise<Account | null>;

function configuration(options: ProviderOptions): Configuration {
  const { origin, audience, rolesClaim, roleNames, keys, database } = options;
  const origins = [origin, ...options.popupOrigins];
  const findLive: FindLive = async (id) => {
    const account = await options.findAccount(id);
    return account?.blocked ? null : account;
  };
  return {
    adapter: (model: string) => recordAdapter(database, model, options),
    clients: [siteAsClient(origins)],
    jwks: { keys: keys.tokens as NonNullable<Configuration["jwks"]>["keys"] },
    cookies: {
      keys: [...keys.cookies],
      names: { session: SESSION_COOKIE, interaction: "index_login", resume: "index_resume" },
      long: cookieOptions(origin),
      short: cookieOptions(origin),
    },
    routes: {
      authorization: "/authorize",
      token: "/oauth/token",
      jwks: "/.well-known/jwks.json",
      revocation: "/oauth/revoke",
      userinfo: "/userinfo",
    },
    responseTypes: ["code"],
    scopes: ["openid", "profile", "email", "offline_access"],
    claims: {
      openid: ["sub", "auth_time", rolesClaim, "org_id", "org_name"],
      profile: ["name", "nickname", "updated_at"],
      email: ["email", "email_verified"],
    },
    conformIdTokenClaims: false,
    findAccount: async (_ctx, id) => {
      const account = await findLive(id);
      return account === null
        ? undefined
        : { accountId: id, claims: () => claimsOf(account, rolesClaim, roleNames) as AccountClaims };
    },
    extraParams: { screen_hint: null, connection: null, organization: null, audience: askOfflineAccess },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true },
      webMessageResponseMode: { enabled: true, ack: "individual-draft-01" },
      resourceIndicators: siteAsResource(audience),
    },
    extraTokenClaims: (_ctx, token) => claimsOfToken(token, findLive, options),
    interactions: {
      policy: loginPolicy(findLive),
      // The login's cookie is valid under this path, so all of its forms stay below it.
      url: (_ctx, { uid }) => signInForms.login(uid),
    },
    loadExistingGrant,
    // Browsers name their origin with every POST, even to the site itself.
    clientBasedCORS: (_ctx, from) => origins.includes(from),
    pkce: { required: () => true },
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    issueRefreshToken: async (_ctx, _client, source) => source.scopes.has("offline_access"),
    ttl: {
      AccessToken: LIFE.token,
      AuthorizationCode: MINUTE,
      IdToken: 60 * MINUTE,
      RefreshToken: LIFE.refresh,
      Grant: LIFE.refresh,
      Session: LIFE.session,
      Interaction: LIFE.login,
    },
    renderError: (ctx, out, error) =>
      error instanceof AppError
        ? showRefusal(ctx, options, error)
        : showPage(ctx, options, problemPage("Signing in did not work", out.error_description ?? out.error)),
  };
}

/** The one client: the site, and the other hosts whose pages sign people in here. */
const siteAsClient = (origins: readonly string[]): ClientMetadata => ({
  client_id: CLIENT_ID,
  token_endpoint_auth_method: "none",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  redirect_uris: origins.map((each) => `${each}/login-redirect`),
  application_type: "web",
  id_token_signed_response_alg: "RS256",
});

/** The one resource: the site's API. */
const siteAsResource = (
  audience: string,
): NonNullable<NonNullable<Configuration["features"]>["resourceIndicators"]> => ({
  enabled: true,
  defaultResource: (ctx) => {
    const requested = ctx.oidc.params?.audience;
    return typeof requested === "string" && requested !== "" ? requested : audience;
  },
  useGrantedResource: () => true,
  getResourceServerInfo: (_ctx, resource) => {
    if (resource !== audience) throw new errors.InvalidTarget(say(problem("no-such-audience")));
    return {
      scope: "openid profile email offline_access",
      audience,
      accessTokenTTL: LIFE.token,
      accessTokenFormat: "jwt",
      jwt: { sign: { alg: "RS256" } },
    };
  },
});

/**
 * Runs after the provider has removed offline_access from every request without prompt=consent, which the SDK never
 * sends, and puts it back.
 */
function askOfflineAccess({ oidc: { params }, querystring }: KoaContextWithOIDC): void {
  const scopes = new URLSearchParams(querystring).get("scope")?.split(" ") ?? [];
  if (!params || !scopes.includes("offline_access")) return;
  params.scope = [...new Set([...String(params.scope ?? "").split(" "), "offline_access"])].join(" ").trim();
}

/** The claims of an access token, besides those that every provider's has. */
async function claimsOfToken(
  token: object,
  findLive: FindLive,
  { rolesClaim, roleNames }: Pick<ProviderOptions, "rolesClaim" | "roleNames">,
) {
  const account = "accountId" in token && token.accountId ? await findLive(String(token.accountId)) : null;
  if (account === null) return undefined;
  return {
    [rolesClaim]: claimedRoles(account.roles, roleNames),
    permissions: permissionsFor(account.roles, roleNames),
    // The API accepts the token as long as the grant exists.
    [GRANT_CLAIM]: "grantId" in token ? token.grantId : undefined,
  };
}

/** Asks for a login if there is no session, or if its account is gone or blocked. Never asks for consent. */
function loginPolicy(findLive: FindLive): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove("consent");
  policy.get("login")?.checks.add(
    new interactionPolicy.Check("no_account", "The account is gone or blocked", async (ctx) => {
      const id = ctx.oidc.session?.accountId;
      return id !== undefined && (await findLive(id)) === null
        ? interactionPolicy.Check.REQUEST_PROMPT
        : interactionPolicy.Check.NO_NEED_TO_PROMPT;
    }),
  );
  return policy;
}

/** The one client is the site itself, so its grant is made, or extended, without asking. */
const loadExistingGrant: NonNullable<Configuration["loadExistingGrant"]> = async (ctx) => {
  const { client, session, provider, params, resourceServers } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const known = session.grantIdFor(client.clientId);
  const existing = known ? await provider.Grant.find(known) : undefined;
  const grant =
    existing?.accountId === session.accountId
      ? existing
      : new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  const scope = typeof params?.scope === "string" ? params.scope : "openid";
  grant.addOIDCScope(scope);
  for (const resource of Object.keys(resourceServers ?? {})) grant.addResourceScope(resource, scope);
  await grant.save();
  return grant;
};

function claimsOf(account: Account, rolesClaim: string, roleNames: RoleNames): Record<string, unknown> {
  return {
    sub: account.id,
    name: account.displayName ?? account.email ?? "a member",
    ...(account.displayName === null ? {} : { nickname: account.displayName }),
    ...(account.email === null ? {} : { email: account.email, email_verified: account.emailVerified }),
    [rolesClaim]: claimedRoles(account.roles, roleNames),
  };
}

const cookieOptions = (origin: string) =>
  ({ httpOnly: true, sameSite: "lax", signed: true, secure: origin.startsWith("https:") }) as const;

/**
 * Says in the provider's JSON what the store under it refused, and when to retry: the provider itself only knows that
 * something went wrong.
 */
function passOnRefusal(ctx: ProviderContext, error: Error): void {
  if (!(error instanceof AppError) || typeof ctx.body !== "object") return;
  ctx.status = error.status;
  ctx.set(errorHeaders(error));
  ctx.body = { error: "temporarily_unavailable", error_description: say(error.problem) };
}

/** Shows a refusal by the store under the provider: it is busy, or full. */
async function showRefusal(ctx: ProviderContext, options: ProviderOptions, error: AppError): Promise<void> {
  ctx.status = error.status;
  ctx.set(errorHeaders(error));
  await showPage(ctx, options, problemPage("Signing in did not work", say(error.problem)));
}

/** Whether the browser that sent a request is signed in. */
export async function isSignedIn(provider: Provider, c: NodeContext): Promise<boolean> {
  const { incoming, outgoing } = connectionOf(c);
  setForwardedHeaders(provider.issuer, incoming);
  const session = await provider.Session.get(provider.createContext(incoming, outgoing) as ProviderContext);
  return session.accountId !== undefined;
}

/**
 * Gives the browser that sent a request a new session in place of its old one, so that copies of that are worthless. It
 * stays under the grant that the browser holds, if it has one.
 */
export async function startSession(
  provider: Provider,
  c: NodeContext,
  { id, grant }: Pick<AccountSession, "id"> & Partial<AccountSession>,
): Promise<void> {
  const { incoming, outgoing } = connectionOf(c);
  setForwardedHeaders(provider.issuer, incoming);
  const session = new provider.Session();
  session.loginAccount({ accountId: id, amr: ["pwd"] });
  session.ensureClientContainer(CLIENT_ID);
  if (grant !== undefined) session.grantIdFor(CLIENT_ID, grant);
  await session.save(LIFE.session);
  provider.createContext(incoming, outgoing).cookies.set(SESSION_COOKIE, session.jti, {
    ...cookieOptions(provider.issuer),
    expires: new Date(session.exp * 1000),
  });
  // The provider writes its signed cookies to the connection, where those of the response would replace them.
  const written = outgoing.getHeader("set-cookie");
  outgoing.removeHeader("set-cookie");
  for (const line of Array.isArray(written) ? written : []) c.header("Set-Cookie", line, { append: true });
}
