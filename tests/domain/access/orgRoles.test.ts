import { expect, it } from 'vitest';
import { hasAllPermissions, hasAtLeastRole, hasPermission, type OrgMembership } from '../../../server/domain/access/orgRoles.ts';

const org = { orgId: 'o', orgName: 'Corner Bakery', urlSafeOrgName: 'corner-bakery', orgMetadata: {}, userPermissions: ['cards:read', 'cards:pause'] };
const inHierarchy: OrgMembership = {
  ...org,
  orgRoleStructure: 'single_role_in_hierarchy',
  userAssignedRole: 'Admin',
  userInheritedRolesPlusCurrentRole: ['Admin', 'Member'],
  userAssignedAdditionalRoles: [],
};
const withSeveral: OrgMembership = {
  ...org,
  orgRoleStructure: 'multi_role',
  userAssignedRole: 'Bookkeeper',
  userInheritedRolesPlusCurrentRole: ['Bookkeeper'],
  userAssignedAdditionalRoles: ['Cardholder'],
};

it.each([
  ['hierarchy', inHierarchy, 'Owner', false],
  ['hierarchy', inHierarchy, 'Admin', true],
  ['hierarchy', inHierarchy, 'Member', true],
  ['several roles', withSeveral, 'Bookkeeper', true],
  ['several roles', withSeveral, 'Cardholder', true],
  ['several roles', withSeveral, 'Admin', false],
])('%s: %s has the role %s', (_, membership, role, atLeast) => {
  expect(hasAtLeastRole(membership, role)).toBe(atLeast);
});

it('an additional role counts only where roles stand side by side', () => {
  expect(hasAtLeastRole({ ...inHierarchy, userAssignedAdditionalRoles: ['Owner'] }, 'Owner')).toBe(false);
});

it.each([
  [['cards:read'], true],
  [['cards:read', 'cards:pause'], true],
  [['cards:read', 'cards:close'], false],
  [[], true],
])('all of the permissions %o: %s', (permissions, has) => {
  expect(hasAllPermissions(inHierarchy, permissions)).toBe(has);
  expect(permissions.every((permission) => hasPermission(inHierarchy, permission))).toBe(has);
});
