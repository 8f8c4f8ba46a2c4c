import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
} from "openid-client";
import { signInForms } from "../../domain/contract/routes.ts";
import { Forbidden, Unavailable } from "../../server/errors.ts";
import { isSame, keyedHash } from "./secrets.ts";

/** Another OpenID Connect issuer through which people may sign in. */
export interface BrokerSettings {
  /** The button's label. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
}

/** Somebody's identity at the other issuer. */
export interface UpstreamIdentity {
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
}

export interface Broker {
  readonly name: string;
  readonly issuer: string;
  /** Returns the address to send a login in progress to. Throws Unavailable. */
  start(uid: string): Promise<string>;
  /** Returns the login that an answer belongs to; null if we never sent it out. */
  uidOf(answer: URL): string | null;
  /** Checks the answer and returns whose it is. Throws Forbidden; Unavailable while the issuer is out of reach. */
  finish(uid: string, answer: URL): Promise<UpstreamIdentity>;
}

/** When to retry, in seconds. */
const AGAIN = 30;

const outOfReach = (name: string, cause: unknown): Unavailable =>
  new Unavailable(AGAIN, "issuer-unreachable", { issuer: name }, { cause });

/** Whether there was no network, or no answer in time. What the library itself finds wrong has another code. */
const isOutOfReach = (error: unknown): boolean =>
  error instanceof Error && ("code" in error ? error.code === "OAUTH_TIMEOUT" : error instanceof TypeError);

/**
 * Makes a client of `settings.issuer`: code flow with PKCE, state and nonce. All three are derived from the login in
 * progress and our `secret`, so nothing is stored that strangers could push out. The issuer's configuration is fetched
 * on first use.
 */
export function createBroker(settings: BrokerSettings, origin: string, secret: string): Broker {
  const stateOf = (uid: string): string => `${uid}.${keyedHash(secret, "state", uid)}`;
  const nonceOf = (uid: string): string => keyedHash(secret, "nonce", uid);
  const verifierOf = (uid: string): string => keyedHash(secret, "verifier", uid);
  let known: Promise<Configuration> | null = null;

  function issuer(): Promise<Configuration> {
    known ??= discovery(
      new URL(settings.issuer),
      settings.clientId,
      settings.clientSecret ?? undefined,
      undefined,
      settings.issuer.startsWith("http:") ? { execute: [allowInsecureRequests] } : undefined,
    ).catch((error: unknown) => {
      known = null;
      throw outOfReach(settings.name, error);
    });
    return known;
  }

  return {
    name: settings.name,
    issuer: settings.issuer,
    async start(uid) {
      const configuration = await issuer();
      return buildAuthorizationUrl(configuration, {
        redirect_uri: origin + signInForms.brokerReturn(),
        scope: "openid email",
        state: stateOf(uid),
        nonce: nonceOf(uid),
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
        const tokens = await authorizationCodeGrant(await issuer(), address, {
          expectedState: stateOf(uid),
          expectedNonce: nonceOf(uid),
          pkceCodeVerifier: verifierOf(uid),
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error("no ID token");
        return {
          subject: claims.sub,
          email: typeof claims.email === "string" ? claims.email : null,
          emailVerified: claims.email_verified === true,
        };
      } catch (error) {
        if (error instanceof Unavailable) throw error;
        if (isOutOfReach(error)) throw outOfReach(settings.name, error);
        throw new Forbidden("issuer-refused", { issuer: settings.name }, { cause: error });
      }
    },
  };
}
