import type { OrgMemberInfo, User } from '@propelauth/javascript';
import type { OrgMembership } from '../../server/domain/access/orgMembership.ts';

/** The person signed in, as the authentication provider describes them. A field that it leaves out is null. */
export interface AuthenticatedUser {
  userId: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  username: string | null;
  /** Seconds since 1970-01-01 UTC. */
  createdAt: number | null;
  pictureUrl: string | null;
  hasPassword: boolean | null;
  mfaEnabled: boolean | null;
  canCreateOrgs: boolean;
  legacyUserId: string | null;
  /** The employee of the provider who is impersonating this user. */
  impersonatorUserId: string | null;
  properties: Readonly<Record<string, unknown>>;
  /** The memberships. The rules `hasAtLeastRole` and `hasAllPermissions` decide what each allows. */
  orgs: readonly OrgMembership[];
}

/** A membership on the provider's wire. The library types the role structure as an enum that it does not export. */
type NamedMembership = Omit<OrgMemberInfo, 'orgRoleStructure'> & { orgRoleStructure: `${OrgMemberInfo['orgRoleStructure']}` };

interface HostedIdentity {
  user: User;
  /** Undefined when the provider sends no organizations. */
  orgHelper?: { getOrgs(): readonly NamedMembership[] } | undefined;
  impersonatorUserId?: string | undefined;
}

/** Returns the user of a hosted session. */
export function hostedUser({ user, orgHelper, impersonatorUserId }: HostedIdentity): AuthenticatedUser {
  return {
    userId: user.userId,
    email: user.email,
    firstName: user.firstName ?? null,
    lastName: user.lastName ?? null,
    username: user.username ?? null,
    createdAt: user.createdAt,
    pictureUrl: user.pictureUrl ?? null,
    hasPassword: user.hasPassword,
    mfaEnabled: user.mfaEnabled,
    canCreateOrgs: user.canCreateOrgs,
    legacyUserId: user.legacyUserId ?? null,
    impersonatorUserId: impersonatorUserId ?? null,
    properties: user.properties ?? {},
    orgs: (orgHelper?.getOrgs() ?? []).map(orgMembership),
  };
}

/** Returns a membership. Older answers lack the fields for several roles per member, so those get defaults. */
function orgMembership(membership: NamedMembership): OrgMembership {
  return {
    orgId: membership.orgId,
    orgName: membership.orgName,
    urlSafeOrgName: membership.urlSafeOrgName,
    orgMetadata: membership.orgMetadata,
    userAssignedRole: membership.userAssignedRole,
    userInheritedRolesPlusCurrentRole: membership.userInheritedRolesPlusCurrentRole,
    userAssignedAdditionalRoles: membership.userAssignedAdditionalRoles ?? [],
    userPermissions: membership.userPermissions,
    orgRoleStructure: membership.orgRoleStructure ?? 'single_role_in_hierarchy',
  };
}

/** The user's data in the answer to an exchanged hand-in. */
export interface HandedInUser {
  userId: string;
  email: string;
  firstName?: string | null;
  lastName?: string | null;
}

/** Returns the user of a handed-in session. A platform names the person and nothing more. */
export function handedInUser({ userId, email, firstName, lastName }: HandedInUser): AuthenticatedUser {
  return {
    userId,
    email,
    firstName: firstName ?? null,
    lastName: lastName ?? null,
    username: null,
    createdAt: null,
    pictureUrl: null,
    hasPassword: null,
    mfaEnabled: null,
    canCreateOrgs: false,
    legacyUserId: null,
    impersonatorUserId: null,
    properties: {},
    orgs: [],
  };
}
