/**
 * Roles and permissions in an organization of the authentication provider. Organizations come in two structures: in a
 * hierarchy a member has one role, which includes the ones below it; with several roles a member has a primary one and
 * additional ones, and none includes another.
 */
export interface OrgMembership {
  orgId: string;
  orgName: string;
  urlSafeOrgName: string;
  orgMetadata: Readonly<Record<string, unknown>>;
  userAssignedRole: string;
  /** The assigned role and every role below it, in a hierarchy. */
  userInheritedRolesPlusCurrentRole: readonly string[];
  userAssignedAdditionalRoles: readonly string[];
  userPermissions: readonly string[];
  orgRoleStructure: 'single_role_in_hierarchy' | 'multi_role';
}

/** The part of a membership that says which roles somebody has. */
export type HeldRoles = Pick<OrgMembership, 'userAssignedRole' | 'userInheritedRolesPlusCurrentRole' | 'userAssignedAdditionalRoles' | 'orgRoleStructure'>;

/** Tells whether the member has this role or, in a hierarchy, one above it. With several roles, none is above another. */
export function hasAtLeastRole(membership: HeldRoles, role: string): boolean {
  if (membership.orgRoleStructure === 'single_role_in_hierarchy') return membership.userInheritedRolesPlusCurrentRole.includes(role);
  return membership.userAssignedRole === role || membership.userAssignedAdditionalRoles.includes(role);
}

/** Tells whether the member has every one of the permissions; true for an empty list. */
export function hasAllPermissions({ userPermissions }: Pick<OrgMembership, 'userPermissions'>, permissions: readonly string[]): boolean {
  return permissions.every((permission) => userPermissions.includes(permission));
}
