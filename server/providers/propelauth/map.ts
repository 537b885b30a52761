import { z } from 'zod';
import type { OrgMembership } from '../../domain/access/orgMembership.ts';
import type { AuthUser, OrgMember, SignedInUser } from '../ports/authentication.ts';

const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? null);
const fields = z.record(z.string(), z.unknown());
const roles = z.array(z.string()).nullish();

const wireMembership = z.object({
  org_id: z.string(),
  org_name: z.string(),
  url_safe_org_name: z.string().default(''),
  org_metadata: fields.nullish(),
  user_role: z.string(),
  inherited_user_roles_plus_current_role: roles,
  additional_roles: roles,
  user_permissions: roles,
  org_role_structure: z.enum(['single_role_in_hierarchy', 'multi_role']).nullish(),
});

const wireMemberships = z
  .record(z.string(), wireMembership)
  .nullish()
  .transform((memberships) => Object.values(memberships ?? {}).map(membership));

function membership(wire: z.output<typeof wireMembership>): OrgMembership {
  return {
    orgId: wire.org_id,
    orgName: wire.org_name,
    urlSafeOrgName: wire.url_safe_org_name,
    orgMetadata: wire.org_metadata ?? {},
    userAssignedRole: wire.user_role,
    userInheritedRolesPlusCurrentRole: wire.inherited_user_roles_plus_current_role ?? [wire.user_role],
    userAssignedAdditionalRoles: wire.additional_roles ?? [],
    userPermissions: wire.user_permissions ?? [],
    orgRoleStructure: wire.org_role_structure ?? 'single_role_in_hierarchy',
  };
}

const wireClaims = z.object({
  user_id: z.string().min(1).max(128),
  email: z.string().min(3),
  first_name: optionalText,
  last_name: optionalText,
  username: optionalText,
  impersonator_user_id: optionalText,
  login_method: z.object({ login_method: z.string() }).nullish(),
  org_id_to_org_member_info: wireMemberships,
  org_member_info: wireMembership.nullish(),
  iat: z.int().optional(),
  exp: z.int(),
});

/** Reads whether a token was made by our server's own call; null where the provider does not know how it was made. */
function isHandedIn(loginMethod: string | undefined): boolean | null {
  if (loginMethod === undefined || loginMethod === 'unknown') return null;
  return loginMethod === 'generated_from_backend_api';
}

/** Reads the user from the claims of a verified token. Throws a ZodError when a claim is missing, even one optional to the library (expiry). */
export function signedInUser(claims: unknown): Omit<SignedInUser, 'tokenId'> {
  const known = wireClaims.parse(claims);
  return {
    userId: known.user_id,
    email: known.email,
    firstName: known.first_name,
    lastName: known.last_name,
    username: known.username,
    impersonatorUserId: known.impersonator_user_id,
    isHandedIn: isHandedIn(known.login_method?.login_method),
    // A token for one organization names only that.
    orgs: known.org_member_info ? [membership(known.org_member_info)] : known.org_id_to_org_member_info,
    activeOrgId: known.org_member_info?.org_id ?? null,
    issuedAt: known.iat === undefined ? null : new Date(known.iat * 1000),
    expiresAt: new Date(known.exp * 1000),
  };
}

const wireUser = z.object({
  user_id: z.string(),
  email: z.string(),
  first_name: optionalText,
  last_name: optionalText,
  username: optionalText,
  picture_url: optionalText,
  has_password: z.boolean(),
  mfa_enabled: z.boolean(),
  can_create_orgs: z.boolean(),
  locked: z.boolean(),
  enabled: z.boolean(),
  created_at: z.number(),
  legacy_user_id: optionalText,
  properties: fields.nullish(),
  org_id_to_org_info: wireMemberships,
});

/** Reads a user as the provider stores it, from a look-up or a list. */
export function authUser(wire: unknown): AuthUser {
  const user = wireUser.parse(wire);
  return {
    userId: user.user_id,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    username: user.username,
    pictureUrl: user.picture_url,
    hasPassword: user.has_password,
    mfaEnabled: user.mfa_enabled,
    canCreateOrgs: user.can_create_orgs,
    isLocked: user.locked,
    isEnabled: user.enabled,
    createdAt: new Date(user.created_at * 1000),
    legacyUserId: user.legacy_user_id,
    properties: user.properties ?? {},
    orgs: user.org_id_to_org_info,
  };
}

/** Reads somebody from the list of an organization's users. Throws for one whose membership of it is missing. */
export function orgMember(wire: unknown, orgId: string): OrgMember {
  const { user_id, org_id_to_org_info } = z.object({ user_id: z.string(), org_id_to_org_info: wireMemberships }).parse(wire);
  const present = org_id_to_org_info.find((org) => org.orgId === orgId);
  if (!present) throw new SyntaxError('a user of the organization has no membership of it');
  return { orgId, userId: user_id, role: present.userAssignedRole };
}
