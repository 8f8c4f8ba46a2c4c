import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchProtectedResource,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from "openid-client";
import { z } from "zod";
import { signInForms } from "../../domain/contract/routes.ts";
import { Forbidden, Unavailable } from "../../server/errors.ts";
import { isSame, keyedHash } from "./keys.ts";
import type { SignInSettings } from "./settings.ts";

/** Somebody's identity at another issuer. */
interface UpstreamIdentity {
  readonly subject: string;
  /** Null unless the issuer has verified it. */
  readonly email: string | null;
  /** What the person is called there; null: unknown. */
  readonly name: string | null;
}

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** Another issuer through which people may sign in. */
interface Upstream {
  /** The button's label. */
  readonly name: string;
  readonly issuer: string;
  readonly scope: string;
  /** Whether it is OpenID Connect, and its ID token says who somebody is. */
  readonly givesIdToken: boolean;
  /** The address that starts a login there. */
  startPath(uid: string): string;
  /** Throws if the issuer is out of reach. */
  configure(): Promise<Configuration>;
  /** Returns whose the tokens are. */
  identify(tokens: Tokens, configuration: Configuration): Promise<UpstreamIdentity>;
}

export interface Broker extends Pick<Upstream, "name" | "issuer" | "startPath"> {
  /** Returns the address to send a login in progress to. Throws Unavailable. */
  start(uid: string): Promise<string>;
  /** Returns the login that an answer belongs to; null if we never sent it to this issuer. */
  uidOf(answer: URL): string | null;
  /** Checks the answer and returns whose it is. Throws Forbidden; Unavailable while the issuer is out of reach. */
  finish(uid: string, answer: URL): Promise<UpstreamIdentity>;
}

const openIdConnect = (settings: NonNullable<SignInSettings["broker"]>): Upstream => ({
  name: settings.name,
  issuer: settings.issuer,
  scope: "openid email",
  givesIdToken: true,
  startPath: signInForms.broker,
  configure: () =>
    discovery(
      new URL(settings.issuer),
      settings.clientId,
      settings.clientSecret ?? undefined,
      undefined,
      settings.issuer.startsWith("http:") ? { execute: [allowInsecureRequests] } : undefined,
    ),
  async identify(tokens) {
    const claims = tokens.claims();
    if (!claims) throw new Error("no ID token");
    const isVerified = typeof claims.email === "string" && claims.email_verified === true;
    return { subject: claims.sub, email: isVerified ? String(claims.email) : null, name: null };
  },
});

const DISCORD = "https://discord.com";

/** The part of Discord's user object that matters here. Its e-mail address counts for nothing unless it is verified. */
const DiscordUser = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  username: z.string(),
  global_name: z.string().nullish(),
  email: z.string().nullish(),
  verified: z.boolean().nullish(),
});

const discord = ({ clientId, clientSecret }: NonNullable<SignInSettings["discord"]>): Upstream => ({
  name: "Discord",
  issuer: DISCORD,
  scope: "openid identify email",
  givesIdToken: false,
  startPath: signInForms.discord,
  configure: async () =>
    new Configuration(
      {
        issuer: DISCORD,
        authorization_endpoint: `${DISCORD}/oauth2/authorize`,
        token_endpoint: `${DISCORD}/api/oauth2/token`,
      },
      clientId,
      clientSecret,
    ),
  async identify(tokens, configuration) {
    const whose = new URL(`${DISCORD}/api/users/@me`);
    const answer = await fetchProtectedResource(configuration, tokens.access_token, whose, "GET");
    if (!answer.ok) throw new Error(`Discord answered ${answer.status}`);
    const user = DiscordUser.parse(await answer.json());
    return {
      subject: user.id,
      email: user.verified === true ? user.email || null : null,
      name: user.global_name ?? user.username,
    };
  },
});

const RETRY_AFTER_S = 30;

const outOfReach = (name: string, cause: unknown): Unavailable =>
  new Unavailable(RETRY_AFTER_S, "issuer-unreachable", { issuer: name }, { cause });

/** Whether there was no network, or no answer in time. What the library itself finds wrong has another code. */
const isOutOfReach = (error: unknown): boolean =>
  error instanceof Error && ("code" in error ? error.code === "OAUTH_TIMEOUT" : error instanceof TypeError);

/** Makes clients of all other issuers that the settings name. They share one return address, distinguished by the state. */
export const createBrokers = (settings: SignInSettings, origin: string, secret: string): Broker[] =>
  [
    ...(settings.broker ? [openIdConnect(settings.broker)] : []),
    ...(settings.discord ? [discord(settings.discord)] : []),
  ].map((upstream) => createBroker(upstream, origin, secret));

/**
 * Makes a client of an issuer: code flow with PKCE, state and, for an ID token, nonce. All three are derived from the
 * login in progress, the issuer and our `secret`, so nothing is stored that strangers could push out. The issuer's
 * configuration is fetched on first use.
 */
function createBroker(upstream: Upstream, origin: string, secret: string): Broker {
  const { name, issuer, scope, givesIdToken, startPath } = upstream;
  const stateOf = (uid: string): string => `${uid}.${keyedHash(secret, "state", issuer, uid)}`;
  const nonceOf = (uid: string): string => keyedHash(secret, "nonce", issuer, uid);
  const verifierOf = (uid: string): string => keyedHash(secret, "verifier", issuer, uid);
  let known: Promise<Configuration> | null = null;

  function configuration(): Promise<Configuration> {
    known ??= upstream.configure().catch((error: unknown) => {
      known = null;
      throw outOfReach(name, error);
    });
    return known;
  }

  return {
    name,
    issuer,
    startPath,
    async start(uid) {
      return buildAuthorizationUrl(await configuration(), {
        redirect_uri: origin + signInForms.brokerReturn(),
        scope,
        state: stateOf(uid),
        ...(givesIdToken ? { nonce: nonceOf(uid) } : {}),
        code_challenge: await calculatePKCECodeChallenge(verifierOf(uid)),
        code_challenge_method: "S256",
      }).href;
    },
    uidOf(answer) {
      const state = answer.searchParams.get("state") ?? "";
      const [uid = ""] = state.split(".", 1);
      return isSame(state, stateOf(uid)) ? uid : null;
    },
    async finish(uid, answer) {
      const address = new URL(origin + signInForms.brokerReturn());
      address.search = answer.search;
      try {
        const known = await configuration();
        const tokens = await authorizationCodeGrant(known, address, {
          expectedState: stateOf(uid),
          pkceCodeVerifier: verifierOf(uid),
          ...(givesIdToken ? { expectedNonce: nonceOf(uid), idTokenExpected: true } : {}),
        });
        return await upstream.identify(tokens, known);
      } catch (error) {
        if (error instanceof Unavailable) throw error;
        if (isOutOfReach(error)) throw outOfReach(name, error);
        throw new Forbidden("issuer-refused", { issuer: name }, { cause: error });
      }
    },
  };
}
