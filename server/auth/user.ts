/** The signed-in user, as a checked token says it. */
export interface User {
  /** The `sub` of the token: a completion's `pending` and `submitted_by`. */
  readonly id: string;
  /** What the token was given under when somebody signed in; absent where the accounts are elsewhere. */
  readonly grant?: string;
  /** May submit, edit and delete their own. */
  readonly isMember: boolean;
  /** SPEC's admin, also called privileged user: verifies, and keeps the reference data. */
  readonly isHelper: boolean;
  /** Manages accounts. */
  readonly isAdministrator: boolean;
}

/** Which names in the roles claim mean what. */
export interface RoleNames {
  readonly helper: readonly string[];
  readonly administrator: string;
}

/** The role by which programs of the community know a helper (SPEC section 6). */
const INDEX_HELPER = "Index Helper";

/** The roles of an administrator whom the site itself makes. */
export const rolesOfAdministrator = ({ helper, administrator }: RoleNames): readonly string[] => [
  ...helper.filter((role) => role === INDEX_HELPER),
  administrator,
];

/** The roles that the roles claim lists: an administrator is a helper, and programs look for that by its name. */
export const claimedRoles = (roles: readonly string[], { administrator }: RoleNames): readonly string[] =>
  roles.includes(administrator) ? [...new Set([...roles, INDEX_HELPER])] : roles;

/** What a member's and a helper's token carries in `permissions`. */
const PERMISSIONS = { member: "write:member", helper: "write:admin" } as const;

/**
 * What roles and permissions allow. `permissions` is null where the token has none: then whoever signed in is a member,
 * and the roles decide alone.
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

/** The permissions that go with roles, for our own tokens. */
export function permissionsFor(roles: readonly string[], names: RoleNames): string[] {
  const isHelper = names.helper.some((name) => roles.includes(name));
  return isHelper ? [PERMISSIONS.member, PERMISSIONS.helper] : [PERMISSIONS.member];
}
