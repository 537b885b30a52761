import type { OrgMemberInfo, User } from '@propelauth/javascript';
import type { OrgMembership } from '../../server/domain/access/orgRoles.ts';

/** The person signed in, as the authentication provider knows them. What it does not say is null. */
export interface AuthenticatedUser {
  userId: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  username: string | null;
  /** Seconds since 1970, UTC. */
  createdAt: number | null;
  pictureUrl: string | null;
  hasPassword: boolean | null;
  mfaEnabled: boolean | null;
  canCreateOrgs: boolean;
  legacyUserId: string | null;
  /** The provider's own employee who looks at the product as this user. */
  impersonatorUserId: string | null;
  properties: Readonly<Record<string, unknown>>;
  /** What each membership allows is answered by the rules of organisations: `hasAtLeastRole`, `hasPermission`. */
  orgs: readonly OrgMembership[];
}

/** As the provider writes it: the library's own type has the structure as an enum that it does not give out. */
type NamedMembership = Omit<OrgMemberInfo, 'orgRoleStructure'> & { orgRoleStructure: `${OrgMemberInfo['orgRoleStructure']}` };

interface HostedIdentity {
  user: User;
  /** Missing when the provider names no organisations at all. */
  orgHelper?: { getOrgs(): readonly NamedMembership[] } | undefined;
  impersonatorUserId?: string | undefined;
}

/** The user of a hosted session. */
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

/** Older answers leave out what organisations with several roles brought. */
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

/** What an exchanged hand-in says about its user. */
export interface HandedInUser {
  userId: string;
  email: string;
  firstName?: string | null;
  lastName?: string | null;
}

/** The user of a handed-in session. A platform tells who it is, and no more. */
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
