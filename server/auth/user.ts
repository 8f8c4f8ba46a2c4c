/** The signed-in user, according to a checked token. */
export interface User {
  /** The `sub` of the token: a completion's `pending` and `submitted_by`. */
  readonly id: string;
  /** The grant that the token was issued under at sign-in; absent where the accounts are elsewhere. */
  readonly grant?: string;
  /** May submit completions, and edit and delete their own. */
  readonly isMember: boolean;
  /** May verify and edit everybody's completions: SPEC's privileged user. Every helper may, too. */
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

/** Returns the roles for the roles claim: administrators are helpers, and programs look for that role by name. */
export const claimedRoles = (roles: readonly string[], { administrator }: RoleNames): readonly string[] =>
  roles.includes(administrator) ? [...new Set([...roles, INDEX_HELPER])] : roles;

/** The `permissions` in the token of a member, of a verifier and of a helper. */
const PERMISSIONS = { member: "write:member", verifier: "write:verify", helper: "write:admin" } as const;

/**
 * Returns what these roles and permissions allow. `permissions` is null if the token has none: then everyone signed in
 * is a member, and only the roles decide the rest.
 */
export function levelsOf(
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
