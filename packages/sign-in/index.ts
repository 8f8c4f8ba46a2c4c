import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, Hono } from "hono";
import { createLocalJWKSet, createRemoteJWKSet, type JWK } from "jose";
import type { RenderPage, SignInForm } from "../../domain/contract/page-context.ts";
import { pages } from "../../domain/contract/routes.ts";
import { countFiles, type OpenedSignIn, pace, type SignIn } from "../../server/auth/sign-in.ts";
import { createTokenCheck, roleNamesOf, type TokenCheckOptions } from "../../server/auth/user.ts";
import { attempts, type Counters } from "../../server/counters.ts";
import type { Database } from "../../server/db/database.ts";
import { namesIn } from "../../server/db/names.ts";
import { addressOf, networksOf } from "../../server/http/head.ts";
import type { Mailing } from "../../server/mail.ts";
import { deviceName } from "./accounts/device-name.ts";
import type { PasswordHasher } from "./accounts/passwords.ts";
import { signInRecords } from "./accounts/repository/sign-in-records.ts";
import { accountRoutes } from "./accounts/routes.ts";
import { securityMails } from "./accounts/security-mails.ts";
import { accountService, afterResponseBy } from "./accounts/service.ts";
import { addressMoves, signInSweep } from "./accounts/sweeps.ts";
import { ensureAdministrator } from "./administrator.ts";
import { createBrokers } from "./broker.ts";
import { configOf } from "./config.ts";
import { knownDevices } from "./devices.ts";
import { signInFormRoutes } from "./forms.ts";
import { keyedHash, loadKeys } from "./keys.ts";
import { mailThrough } from "./mail-through.ts";
import { createProvider, startSession } from "./provider.ts";
import { connectionOf, hasHungUp, type NodeContext, type NodeEnv } from "./provider-pages.ts";
import { providerRoutes } from "./provider-routes.ts";
import type { Settings } from "./settings.ts";

export interface SignInParts {
  readonly settings: Settings;
  readonly database: Database;
  readonly hasher: PasswordHasher;
  readonly counters: Counters;
  /** Keeps the process alive until the work is done, where it would otherwise end with the response. */
  readonly waitUntil: (work: Promise<void>) => void;
  readonly render: RenderPage;
  readonly now: () => Date;
  readonly say: (line: string) => void;
}

const checkOptions = ({ signIn }: Settings): Omit<TokenCheckOptions, "keys"> => ({
  issuer: `${signIn.issuerOrigin}/`,
  audience: signIn.audience,
  rolesClaim: signIn.rolesClaim,
  roleNames: roleNamesOf(signIn),
});

/** Opens the sign-in that the settings ask for: with accounts here, or with those of an Auth0 tenant. */
export async function openSignIn(parts: SignInParts): Promise<OpenedSignIn> {
  const { settings } = parts;
  const mail = mailing(parts);
  if (settings.signIn.mode === "embedded") return embedded(parts, mail);
  const keys = createRemoteJWKSet(new URL("/.well-known/jwks.json", settings.signIn.issuerOrigin), {
    timeoutDuration: 5_000,
    cooldownDuration: 30_000,
    cacheMaxAge: 10 * 60_000,
  });
  return {
    signIn: {
      config: configOf(settings),
      check: createTokenCheck({ ...checkOptions(settings), keys }),
      count: pace(parts.counters),
      files: countFiles(parts.counters),
      names: namesIn(parts.database, "person"),
    },
    addRoutes: (app) => void app.get(CHANGE_PASSWORD, toAccount),
    jobs: [],
    mail,
  };
}

const HOUR = 60 * 60;

function mailing({ settings: { signIn }, counters }: SignInParts): Mailing | null {
  if (signIn.smtpUrl === null) return null;
  const byPerson = attempts(counters("addresses asked by person"), 5, HOUR);
  const byAddress = attempts(counters("addresses asked"), 5, HOUR);
  return {
    send: mailThrough(signIn.smtpUrl, signIn.mailFrom),
    async countAsked(person, address) {
      await byPerson.take(person);
      await byAddress.take(address.toLowerCase());
    },
  };
}

async function embedded(parts: SignInParts, mailing: Mailing | null): Promise<OpenedSignIn> {
  const { settings, database, hasher, counters, render, now, say } = parts;
  const { site, signIn: signInSettings, trustProxy } = settings;
  const records = signInRecords(database);
  const accounts = accountService({ database, hasher, counters, now });
  const keys = await loadKeys(records, now());
  await ensureAdministrator(accounts, settings, say);

  const options = checkOptions(settings);
  const signIn: SignIn = {
    config: configOf(settings),
    check: createTokenCheck({
      ...options,
      keys: createLocalJWKSet({ keys: keys.tokens.map(publicPart) }),
      accountState: async (id, grant) => {
        const account = await accounts.findById(id);
        return (
          account && {
            ...account,
            signedOut: !(await records.hasGrant(grant, Math.floor(now().getTime() / 1000))),
          }
        );
      },
    }),
    count: pace(counters),
    files: countFiles(counters),
    names: namesIn(database, "account"),
    findAccount: accounts.findById,
    async checkPassword({ id, grant = "" }, password) {
      const account = await accounts.findById(id);
      if (account && account.passwordHash !== null) await accounts.checkPassword({ id, grant }, password);
    },
    countVerifiers: (except) =>
      accounts.countWithRoles([...options.roleNames.helper, ...options.roleNames.verifier], except),
    people: accounts.people,
  };
  const [secret = ""] = keys.cookies;
  const asking = new AsyncLocalStorage<{ networks: readonly string[]; device: string }>();
  const clientOf = (c: NodeContext): string => addressOf(connectionOf(c).incoming, trustProxy);
  const renderPage = (path: string, page: SignInForm): Promise<Response> =>
    render(new Request(new URL(encodeURI(path), site.origin)), page, asking.getStore()?.networks[0]);
  const provider = createProvider({
    origin: site.origin,
    audience: signInSettings.audience,
    rolesClaim: signInSettings.rolesClaim,
    roleNames: options.roleNames,
    keys,
    records,
    now,
    returnTo: signInSettings.returnTo,
    popupOrigins: signInSettings.popupOrigins,
    networks: () => asking.getStore()?.networks ?? ["unknown"],
    device: () => asking.getStore()?.device ?? deviceName(undefined),
    findAccount: accounts.findById,
    renderPage,
  });

  const routes = new Hono<NodeEnv>();
  routes.get(CHANGE_PASSWORD, toAccount);
  const asAsker = <Answer>(c: NodeContext, answer: () => Promise<Answer>): Promise<Answer> =>
    asking.run(
      {
        networks: networksOf(clientOf(c)).map((network) => keyedHash(secret, "network", network)),
        device: deviceName(c.req.header("user-agent")),
      },
      answer,
    );
  routes.route("/", providerRoutes({ origin: site.origin, provider, asAsker, renderPage }));
  const mail = mailing?.send ?? null;
  const devices = knownDevices(keys.cookies, site.origin.startsWith("https:"));
  const afterResponse = afterResponseBy(parts.waitUntil);
  const names = { origin: site.origin, siteName: site.shortName };
  const mails = securityMails({ ...names, mail, counters, afterResponse, now });
  const common = { ...names, accounts, mail, afterResponse, securityMails: mails };
  routes.route(
    "/",
    signInFormRoutes({
      ...common,
      devices,
      signUp: signInSettings.signUp,
      provider,
      brokers: createBrokers(signInSettings, site.origin, secret),
      render,
      networksOf: (c) => networksOf(clientOf(c)),
    }),
  );
  routes.route(
    "/",
    accountRoutes({
      ...common,
      signIn,
      hasHungUp: (c: NodeContext) => hasHungUp(c.env?.incoming),
      rememberDevice: devices.remember,
      startSession: (c, asker) => startSession(provider, c, asker),
      roles: [
        ...new Set([
          ...signInSettings.verifierRoles,
          ...signInSettings.helperRoles,
          signInSettings.administratorRole,
        ]),
      ],
    }),
  );
  return {
    signIn,
    addRoutes: (app) => void app.route("/", routes),
    jobs: [
      addressMoves(accounts, (move) => mails.tellOfMove({ ...move, byAdministrator: false })),
      signInSweep(database, now),
    ],
    mail: mailing,
  };
}

const publicPart = ({ kty, n, e, kid, alg, use }: JWK): JWK => ({ kty, n, e, kid, alg, use }) as JWK;

/** Where password managers lead to change a password (W3C, "A Well-Known URL for Changing Passwords"). */
const CHANGE_PASSWORD = "/.well-known/change-password";
const toAccount = (c: Context): Response => c.redirect(pages.account(), 302);
