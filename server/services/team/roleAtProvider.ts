import { roleOfMembership } from '../../domain/access/orgRoles.ts';
import type { TeamRole } from '../../domain/access/teamRoles.ts';
import type { OrgMembership } from '../../providers/ports/authentication.ts';

/** Returns what a member of an organization at the authentication provider is in the merchant's team. */
export function roleAtProvider({ userAssignedRole, additionalRoles, orgRoleStructure }: OrgMembership): TeamRole {
  return roleOfMembership({ userAssignedRole, userAssignedAdditionalRoles: additionalRoles, orgRoleStructure });
}
