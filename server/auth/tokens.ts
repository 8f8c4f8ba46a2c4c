import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { Forbidden, Unauthorized, Unavailable } from "../errors.ts";
import { levelsOf, type RoleNames, type User } from "./user.ts";

/** How far the clocks of the issuer and the index may differ, in seconds (SPEC section 5). */
export const LEEWAY = 60;

/** Longer than any token an issuer makes, in characters; anything longer is refused unread. */
const LONGEST_TOKEN = 16 * 1024;

/** No issuer's subject is longer, in characters (OpenID Connect Core, section 2): a submission's is in public lists. */
const LONGEST_SUBJECT = 255;

/** When to retry after the issuer could not be reached, in seconds. */
const AGAIN = 30;

/** What the index itself knows about a token's account: those of the embedded provider are in its own database. */
export interface AccountState {
  readonly blocked: boolean;
  readonly roles: readonly string[];
  /** The grant that the token was issued under has ended: by a logout or a new password. */
  readonly signedOut?: boolean;
}

/** The claim of our own tokens that names the grant they were issued under. */
export const GRANT_CLAIM = "grant_id";

export interface TokenCheckOptions {
  /** With its trailing slash, as in tokens. */
  readonly issuer: string;
  readonly audience: string;
  /** The issuer's public keys. */
  readonly keys: JWTVerifyGetKey;
  readonly rolesClaim: string;
  readonly roleNames: RoleNames;
  /** Looks the account up; null if there is no such account. Absent where the accounts are elsewhere. */
  readonly accountState?: (id: string, grant: string) => Promise<AccountState | null>;
}

/** Returns the user who sends this `Authorization` header; the token must be valid at a time, now if none is given. */
export type TokenCheck = (authorization: string | undefined, at?: Date) => Promise<User>;

const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

/**
 * Checks bearer tokens: an RS256 signature and no other, issuer, audience, expiry and not-before with LEEWAY, and that
 * subject and time of issue are present (SPEC section 5).
 *
 * @returns a check that throws Unauthorized without a token, Forbidden for an unacceptable one, and Unavailable while
 * the issuer does not provide its keys
 */
export function createTokenCheck(options: TokenCheckOptions): TokenCheck {
  const { issuer, audience, keys, rolesClaim, roleNames, accountState } = options;

  async function payloadOf(token: string, at: Date): Promise<JWTPayload> {
    if (token.length > LONGEST_TOKEN) throw new Forbidden("token-not-valid");
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ["RS256"],
        clockTolerance: LEEWAY,
        currentDate: at,
        requiredClaims: ["sub", "iat", "exp"],
      });
      return payload;
    } catch (error) {
      throw isNoAnswer(error)
        ? new Unavailable(AGAIN, "no-issuer-keys", {}, { cause: error })
        : refusalOf(error, { cause: error });
    }
  }

  return async (authorization, at = new Date()) => {
    const token = tokenIn(authorization ?? "");
    if (token === null) throw new Unauthorized();
    const payload = await payloadOf(token, at);
    const id: unknown = payload.sub;
    if (typeof id !== "string" || id === "" || id.length > LONGEST_SUBJECT)
      throw new Forbidden("token-without-subject");
    const grant = typeof payload[GRANT_CLAIM] === "string" ? payload[GRANT_CLAIM] : "";
    const state = accountState ? await accountState(id, grant) : undefined;
    if (state === null) throw new Forbidden("account-gone");
    if (state?.blocked) throw new Forbidden("account-blocked");
    if (state?.signedOut) throw new Forbidden("token-signed-out");
    const permissions = payload.permissions === undefined ? null : stringsIn(payload.permissions);
    // Where the accounts are our own, their roles decide: what an administrator gives or takes takes effect at once.
    const levels = state
      ? levelsOf(state.roles, null, roleNames)
      : levelsOf(stringsIn(payload[rolesClaim]), permissions, roleNames);
    const { isMember } = levelsOf([], permissions, roleNames);
    return { id, ...(state ? { grant } : {}), ...levels, isMember };
  };
}

/** Returns the token of an `Authorization` header; null if it has none, or more words than that. */
function tokenIn(header: string): string | null {
  const scheme = "bearer ";
  if (header.slice(0, scheme.length).toLowerCase() !== scheme) return null;
  const token = header.slice(scheme.length).trim();
  return token === "" || /\s/.test(token) ? null : token;
}

/** Returns the reason why a token is refused. */
function refusalOf(error: unknown, options: ErrorOptions): Forbidden {
  if (error instanceof errors.JWTExpired) return new Forbidden("token-expired", {}, options);
  if (error instanceof errors.JWTClaimValidationFailed)
    return new Forbidden("token-claim", { claim: error.claim }, options);
  if (error instanceof errors.JOSEAlgNotAllowed) return new Forbidden("token-algorithm", {}, options);
  return new Forbidden("token-not-valid", {}, options);
}

/** Whether the issuer could not be reached, did not respond in time, or sent a response without keys. */
function isNoAnswer(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true;
  return !(error instanceof errors.JOSEError) || error.code === errors.JOSEError.code;
}
