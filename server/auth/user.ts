import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import type { ProblemArguments } from "../../domain/messages/index.ts";
import { Forbidden, Unauthorized, Unavailable } from "../errors.ts";

/** The signed-in user, according to a checked token. */
export interface User {
  /** The `sub` of the token: a completion's `pending` and `submitted_by`. */
  readonly id: string;
  /** The grant that the token was issued under at sign-in; absent where the accounts are elsewhere. */
  readonly grant?: string;
  /** May submit completions, and edit and delete their own. */
  readonly isMember: boolean;
  /** SPEC's privileged user: domain/submissions/policy.ts says what they may do. Every helper is one, too. */
  readonly isVerifier: boolean;
  /** SPEC's admin: a verifier who may also delete and undo what others did, and keeps the reference data. */
  readonly isHelper: boolean;
  /** Manages accounts. */
  readonly isAdministrator: boolean;
}

/** What the names in the roles claim mean. */
export interface RoleNames {
  readonly helper: readonly string[];
  readonly verifier: readonly string[];
  readonly administrator: string;
}

/** The role by which the community's programs recognize a helper (SPEC section 6). */
const INDEX_HELPER = "Index Helper";

/** Returns the roles of an administrator that the site itself creates. */
export const rolesOfAdministrator = ({ helper, administrator }: RoleNames): readonly string[] => [
  ...helper.filter((role) => role === INDEX_HELPER),
  administrator,
];

/**
 * Returns the roles for the roles claim, with those that they imply: programs look for a role by its name. Administrators
 * are helpers; and to whoever does not hold a verifier's role the existing site's newest form sends a hidden verify=on
 * instead of asking "Mark as verified?".
 */
export function claimedRoles(roles: readonly string[], names: RoleNames): readonly string[] {
  const isAdministrator = roles.includes(names.administrator);
  const isHelper = isAdministrator || names.helper.some((name) => roles.includes(name));
  return [
    ...new Set([
      ...roles,
      ...(isAdministrator ? [INDEX_HELPER] : []),
      ...(isHelper ? names.verifier.slice(0, 1) : []),
    ]),
  ];
}

/** The `permissions` in the token of a member, of a verifier and of a helper. */
const PERMISSIONS = { member: "write:member", verifier: "write:verify", helper: "write:admin" } as const;

/**
 * Returns what these roles and permissions allow. `permissions` is null if the token has none: then everyone signed in
 * is a member, and only the roles decide the rest.
 */
function levelsOf(
  roles: readonly string[],
  permissions: readonly string[] | null,
  names: RoleNames,
): Pick<User, "isMember" | "isVerifier" | "isHelper" | "isAdministrator"> {
  const isMember = permissions?.includes(PERMISSIONS.member) ?? true;
  const isA = (level: "helper" | "verifier"): boolean =>
    names[level].some((name) => roles.includes(name)) || (permissions?.includes(PERMISSIONS[level]) ?? false);
  const isHelper = isA("helper");
  const isVerifier = isHelper || isA("verifier");
  return { isMember, isVerifier, isHelper, isAdministrator: roles.includes(names.administrator) };
}

/** Returns the permissions that go with these roles, for our own tokens. */
export function permissionsFor(roles: readonly string[], names: RoleNames): string[] {
  const { isHelper, isVerifier } = levelsOf(roles, null, names);
  if (isHelper) return [PERMISSIONS.member, PERMISSIONS.helper];
  return isVerifier ? [PERMISSIONS.member, PERMISSIONS.verifier] : [PERMISSIONS.member];
}

/** How far the clocks of the issuer and the index may differ, in seconds (SPEC section 5). */
export const LEEWAY = 60;

/** Longer than any token an issuer makes, in characters; anything longer is refused unread. */
const LONGEST_TOKEN = 16 * 1024;

/** No issuer's subject is longer, in characters (OpenID Connect Core, section 2): a submission's is in public lists. */
const LONGEST_SUBJECT = 255;

/** When to retry after the issuer could not be reached, in seconds. */
const RETRY_AFTER_S = 30;

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
        ? new Unavailable(RETRY_AFTER_S, "no-issuer-keys", {}, { cause: error })
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

/** Throws Forbidden unless the policy allows it, in SPEC's words unless `problem` gives others. */
export function authorize(isAllowed: boolean, ...problem: ProblemArguments | readonly []): void {
  if (!isAllowed) throw problem.length === 0 ? new Forbidden("not-authorized") : new Forbidden(...problem);
}
