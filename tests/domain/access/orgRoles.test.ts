import { describe, expect, it } from 'vitest';
import { hasAllPermissions, hasAtLeastRole, type OrgMembership } from '../../../server/domain/access/orgMembership.ts';
import { roleOfMembership } from '../../../server/domain/access/orgRoles.ts';

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
});

/** The role, and those below it where it stands in a hierarchy. */
const roles = ['Owner', 'Admin', 'Bookkeeper', 'Member'];
const downFrom = (role: string) => (roles.includes(role) ? roles.slice(roles.indexOf(role)) : [role]);

describe('the role in a merchant’s team', () => {
  it.each([
    ['single_role_in_hierarchy', 'Owner', [], 'owner'],
    ['single_role_in_hierarchy', 'Admin', [], 'admin'],
    ['single_role_in_hierarchy', 'Bookkeeper', [], 'bookkeeper'],
    ['single_role_in_hierarchy', 'Member', [], 'cardholder'],
    ['single_role_in_hierarchy', 'Member', ['Owner'], 'cardholder'],
    ['single_role_in_hierarchy', 'Emperor', [], 'cardholder'],
    ['single_role_in_hierarchy', 'owner', [], 'cardholder'],
    ['multi_role', 'Owner', [], 'owner'],
    ['multi_role', 'Member', ['Admin'], 'admin'],
    ['multi_role', 'Admin', ['Owner', 'Billing'], 'owner'],
    ['multi_role', 'Member', ['Billing'], 'bookkeeper'],
    ['multi_role', 'Viewer', [], 'bookkeeper'],
    ['multi_role', 'Member', ['Viewer', 'Bookkeeper'], 'bookkeeper'],
    ['multi_role', 'Member', [], 'cardholder'],
  ] as const)('in %s, %s with %j is %s', (orgRoleStructure, userAssignedRole, userAssignedAdditionalRoles, expected) => {
    const userInheritedRolesPlusCurrentRole = orgRoleStructure === 'multi_role' ? [userAssignedRole] : downFrom(userAssignedRole);
    expect(roleOfMembership({ orgRoleStructure, userAssignedRole, userInheritedRolesPlusCurrentRole, userAssignedAdditionalRoles })).toBe(expected);
  });

  it('is what a role of the organization’s own includes', () => {
    const ofTheirOwn = { ...inHierarchy, userAssignedRole: 'Accountant', userInheritedRolesPlusCurrentRole: ['Accountant', 'Bookkeeper', 'Member'] };
    expect(roleOfMembership(ofTheirOwn)).toBe('bookkeeper');
  });
});
