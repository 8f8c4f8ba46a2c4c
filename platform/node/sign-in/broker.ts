import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { signInForms } from "../../../routes.ts";
import { AppError, Forbidden } from "../../../server/errors.ts";

/** Another OpenID Connect issuer through which people may sign in. */
export interface BrokerSettings {
  /** What the button says. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
}

/** Who somebody is at the other issuer. */
export interface Elsewhere {
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
}

export interface Broker {
  readonly name: string;
  readonly issuer: string;
  /** The address to send a login under way to. */
  start(uid: string): Promise<string>;
  /** Which login under way an answer belongs to; null when it is not known. */
  uidOf(answer: URL): string | null;
  /** Checks the answer and says who it is. Throws Forbidden. */
  finish(uid: string, answer: URL): Promise<Elsewhere>;
}

interface Pending {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Logins under way at a time; the oldest are forgotten first. */
const MOST_PENDING = 5_000;

/** A client of `settings.issuer`: code flow with PKCE, state and nonce. Its configuration is fetched when first needed. */
export function createBroker(settings: BrokerSettings, origin: string): Broker {
  const pending = new Map<string, Pending>();
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
      throw new AppError(403, `${settings.name} cannot be reached at the moment. Please try again later.`, {
        cause: error,
      });
    });
    return known;
  }

  return {
    name: settings.name,
    issuer: settings.issuer,
    async start(uid) {
      const [configuration, verifier] = [await issuer(), randomPKCECodeVerifier()];
      const login: Pending = { state: `${uid}.${randomState()}`, nonce: randomNonce(), verifier };
      pending.delete(uid);
      pending.set(uid, login);
      const [oldest] = pending.keys();
      if (pending.size > MOST_PENDING && oldest !== undefined) pending.delete(oldest);
      return buildAuthorizationUrl(configuration, {
        redirect_uri: origin + signInForms.brokerReturn(),
        scope: "openid email",
        state: login.state,
        nonce: login.nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      }).href;
    },
    uidOf(answer) {
      const [uid = ""] = (answer.searchParams.get("state") ?? "").split(".");
      return pending.has(uid) ? uid : null;
    },
    async finish(uid, answer) {
      const login = pending.get(uid);
      pending.delete(uid);
      if (!login) throw new Forbidden("This login is not under way any more. Please try again.");
      const address = new URL(origin + signInForms.brokerReturn());
      address.search = answer.search;
      try {
        const tokens = await authorizationCodeGrant(await issuer(), address, {
          expectedState: login.state,
          expectedNonce: login.nonce,
          pkceCodeVerifier: login.verifier,
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
        throw new Forbidden(`${settings.name} did not sign you in. Please try again.`, { cause: error });
      }
    },
  };
}
