/** The signed-in user, according to a checked token. */
export interface User {
  /** The `sub` of the token: a completion's `pending` and `submitted_by`. */
  readonly id: string;
  /** The grant that the token was issued under at sign-in; absent where the accounts are elsewhere. */
  readonly grant?: string;
  /** May submit completions, and edit and delete their own. */
  readonly isMember: boolean;
  /** SPEC's admin, also called privileged user: verifies completions and keeps the reference data. */
  readonly isHelper: boolean;
  /** Manages accounts. */
  readonly isAdministrator: boolean;
}

/** What the names in the roles claim mean. */
export interface RoleNames {
  readonly helper: readonly string[];
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

/** The `permissions` in the token of a member and of a helper. */
const PERMISSIONS = { member: "write:member", helper: "write:admin" } as const;

/**
 * Returns what these roles and permissions allow. `permissions` is null if the token has none: then everyone signed in
 * is a member, and only the roles decide the rest.
 */
export function levelsOf(
  roles: readonly string[],
  permissions: readonly string[] | null,
  names: RoleNames,
): Pick<User, "isMember" | "isHelper" | "isAdministrator"> {
  const isMember = permissions?.includes(PERMISSIONS.member) ?? true;
  const isHelper =
    names.helper.some((name) => roles.includes(name)) || (permissions?.includes(PERMISSIONS.helper) ?? false);
  return { isMember, isHelper, isAdministrator: roles.includes(names.administrator) };
}

/** Returns the permissions that go with these roles, for our own tokens. */
export function permissionsFor(roles: readonly string[], names: RoleNames): string[] {
  const isHelper = names.helper.some((name) => roles.includes(name));
  return isHelper ? [PERMISSIONS.member, PERMISSIONS.helper] : [PERMISSIONS.member];
}
