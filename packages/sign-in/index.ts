import { AsyncLocalStorage } from "node:async_hooks";
import type { Context } from "hono";
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
import { accountActs } from "./accounts/acts.ts";
import { deviceName } from "./accounts/device-name.ts";
import { HOUR } from "./accounts/limits.ts";
import { afterResponseBy } from "./accounts/mails.ts";
import { type AccountSite, checkPassword } from "./accounts/own-account.ts";
import type { PasswordHasher } from "./accounts/passwords.ts";
import {
  addressesOf,
  confirmedAddressesOf,
  countWithRoles,
  findAccount,
  findByEmail,
} from "./accounts/repository/accounts.ts";
import { listLog } from "./accounts/repository/log.ts";
import { storedAccounts } from "./accounts/repository/personal.ts";
import { isGrantThere } from "./accounts/repository/sign-in-records.ts";
import { type AccountStore, openAccounts } from "./accounts/store.ts";
import { addressMoves, signInSweep } from "./accounts/sweeps.ts";
import { ensureAdministrator } from "./administrator.ts";
import { createBrokers } from "./broker.ts";
import { configOf } from "./config.ts";
import { knownDevices } from "./devices.ts";
import { signInFormRoutes } from "./forms.ts";
import { type Keys, keyedHash, loadKeys } from "./keys.ts";
import { mailThrough } from "./mail-through.ts";
import { createProvider, startSession } from "./provider.ts";
import { connectionOf, type NodeContext } from "./provider-pages.ts";
import { providerRoutes } from "./provider-routes.ts";
import type { SettingsOfSignIn } from "./settings.ts";

export interface SignInParts {
  readonly settings: SettingsOfSignIn;
  readonly database: Database;
  readonly hasher: PasswordHasher;
  readonly counters: Counters;
  /** Keeps the process alive until the work is done, where it would otherwise end with the response. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly render: RenderPage;
  readonly now: () => Date;
  readonly say: (line: string) => void;
}

const checkOptions = ({ signIn }: SettingsOfSignIn): Omit<TokenCheckOptions, "keys"> => ({
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
      stored: storedAccounts,
    },
    accounts: null,
    addRoutes: (app) => void app.get(CHANGE_PASSWORD, toAccount),
    jobs: [],
    mail,
  };
}

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
  const { settings, database, render, waitUntil, now, say } = parts;
  const { site, signIn: signInSettings, trustProxy } = settings;
  const store = openAccounts(parts);
  const keys = await loadKeys(database, now());
  await ensureAdministrator(store, settings, say);
  const { provider, routes } = openProvider(parts, keys);
  const devices = knownDevices(keys.cookies, site.origin.startsWith("https:"));
  const accountSite: AccountSite = {
    ...store,
    origin: site.origin,
    siteName: site.shortName,
    mail: mailing?.send ?? null,
    afterResponse: afterResponseBy(waitUntil),
    administratorRole: signInSettings.administratorRole,
    startSession: (c, session) => startSession(provider, c, session),
    rememberDevice: devices.remember,
  };
  const forms = signInFormRoutes({
    ...accountSite,
    devices,
    signUp: signInSettings.signUp,
    provider,
    brokers: createBrokers(signInSettings, site.origin, secretOf(keys)),
    render,
    networksOf: (c) => networksOf(addressOf(connectionOf(c).incoming, trustProxy)),
  });
  return {
    signIn: signInWith(parts, store, keys),
    accounts: accountActs(accountSite),
    addRoutes(app) {
      app.get(CHANGE_PASSWORD, toAccount);
      app.route("/", routes);
      app.route("/", forms);
    },
    jobs: [addressMoves(accountSite), signInSweep(database, now)],
    mail: mailing,
  };
}

/** The sign-in with accounts here. */
function signInWith(
  { settings, database, counters, now }: SignInParts,
  store: AccountStore,
  keys: Keys,
): SignIn {
  const options = checkOptions(settings);
  const { helper, verifier } = options.roleNames;
  return {
    config: configOf(settings),
    check: createTokenCheck({
      ...options,
      keys: createLocalJWKSet({ keys: keys.tokens.map(publicPart) }),
      accountState: async (id, grant) => {
        const account = await findAccount(database, id);
        const at = Math.floor(now().getTime() / 1000);
        return account && { ...account, signedOut: !(await isGrantThere(database, grant, at)) };
      },
    }),
    count: pace(counters),
    files: countFiles(counters),
    names: namesIn(database, "account"),
    stored: storedAccounts,
    findAccount: (id) => findAccount(database, id),
    async checkPassword({ id, grant = "" }, password) {
      const account = await findAccount(database, id);
      if (account && account.passwordHash !== null) await checkPassword(store, { id, grant }, password);
    },
    countVerifiers: (except) => countWithRoles(database, [...helper, ...verifier], except),
    people: {
      addresses: (ids) => addressesOf(database, ids),
      confirmedAddresses: (ids) => confirmedAddressesOf(database, ids),
      findByAddress: async (email) => (await findByEmail(database, email))?.id ?? null,
      listLog: (query) => listLog(database, query),
    },
  };
}

/** Opens the provider, and its own addresses. What it stores counts against the client whose request it answers. */
function openProvider({ settings, database, render, now }: SignInParts, keys: Keys) {
  const { site, signIn, trustProxy } = settings;
  const client = new AsyncLocalStorage<{ networks: readonly string[]; device: string }>();
  const renderPage = (path: string, page: SignInForm): Promise<Response> =>
    render(new Request(new URL(encodeURI(path), site.origin)), page, client.getStore()?.networks[0]);
  const provider = createProvider({
    origin: site.origin,
    audience: signIn.audience,
    rolesClaim: signIn.rolesClaim,
    roleNames: roleNamesOf(signIn),
    keys,
    database,
    now,
    returnTo: signIn.returnTo,
    popupOrigins: signIn.popupOrigins,
    networks: () => client.getStore()?.networks ?? ["unknown"],
    device: () => client.getStore()?.device ?? deviceName(undefined),
    findAccount: (id) => findAccount(database, id),
    renderPage,
  });
  const asClient = <Answer>(c: NodeContext, answer: () => Promise<Answer>): Promise<Answer> => {
    const networks = networksOf(addressOf(connectionOf(c).incoming, trustProxy));
    const known = {
      networks: networks.map((network) => keyedHash(secretOf(keys), "network", network)),
      device: deviceName(c.req.header("user-agent")),
    };
    return client.run(known, answer);
  };
  return { provider, routes: providerRoutes({ origin: site.origin, provider, asClient, renderPage }) };
}

/** What hashes are keyed with that nobody else can make. */
const secretOf = ({ cookies: [secret = ""] }: Keys): string => secret;

const publicPart = ({ kty, n, e, kid, alg, use }: JWK): JWK => ({ kty, n, e, kid, alg, use }) as JWK;

/** Where password managers lead to change a password (W3C, "A Well-Known URL for Changing Passwords"). */
const CHANGE_PASSWORD = "/.well-known/change-password";
const toAccount = (c: Context): Response => c.redirect(pages.account(), 302);
