import { type HeldRoles, hasAtLeastRole } from './orgMembership.ts';
import type { TeamRole } from './teamRoles.ts';

/** Roles of the provider, from all to least, and what they are in our team. Any other role is a cardholder's. */
const teamRolesByOrgRole: readonly (readonly [orgRole: string, role: TeamRole])[] = [
  ['Owner', 'owner'],
  ['Admin', 'admin'],
  ['Bookkeeper', 'bookkeeper'],
  ['Billing', 'bookkeeper'],
  ['Viewer', 'bookkeeper'],
];

/** The provider's role for each of ours. */
export const orgRoleOf: Readonly<Record<TeamRole, string>> = { owner: 'Owner', admin: 'Admin', bookkeeper: 'Bookkeeper', cardholder: 'Member' };

/** Returns what a member of an organization is in the merchant's team: by the greatest role that they have, in either structure. */
export function roleOfMembership(membership: HeldRoles): TeamRole {
  return teamRolesByOrgRole.find(([orgRole]) => hasAtLeastRole(membership, orgRole))?.[1] ?? 'cardholder';
}
