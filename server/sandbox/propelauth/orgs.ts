import { randomBytes, randomUUID } from 'node:crypto';
import type { ProgramSettingName } from '../../config.ts';
import type { SandboxCore } from '../core/core.ts';
import { dayMs } from '../core/measures.ts';

export const roleStructures = ['single_role_in_hierarchy', 'multi_role'] as const;
export type RoleStructure = (typeof roleStructures)[number];

export interface Org {
  org_id: string;
  program: ProgramSettingName;
  name: string;
  url_safe_org_slug: string;
  org_role_structure: RoleStructure;
  metadata: Record<string, unknown>;
  max_users?: number;
  domain?: string;
  legacy_org_id?: string;
  can_setup_saml: boolean;
  is_saml_configured: boolean;
  /** Unix seconds. */
  created_at: number;
}

export interface Membership {
  org_id: string;
  user_id: string;
  role: string;
  additional_roles: string[];
}

/** A membership as browsers, tokens and the backend see it. */
export interface OrgMemberInfo {
  org_id: string;
  org_name: string;
  org_metadata: Record<string, unknown>;
  url_safe_org_name: string;
  org_role_structure: RoleStructure;
  user_role: string;
  inherited_user_roles_plus_current_role: string[];
  user_permissions: string[];
  additional_roles: string[];
  legacy_org_id?: string;
}

/** Roles from the most to the least powerful; in the hierarchy each role includes those below it. */
const hierarchy = ['Owner', 'Admin', 'Bookkeeper', 'Member'];
export const rolesOf: Readonly<Record<RoleStructure, readonly string[]>> = {
  single_role_in_hierarchy: hierarchy,
  multi_role: [...hierarchy, 'Billing', 'Viewer'],
};

const permissionsOfRole: Readonly<Record<string, readonly string[]>> = {
  Owner: [
    'propelauth::can_invite',
    'propelauth::can_change_roles',
    'propelauth::can_remove_users',
    'propelauth::can_setup_saml',
    'propelauth::can_edit_org_access',
  ],
  Admin: ['propelauth::can_invite', 'propelauth::can_change_roles', 'propelauth::can_remove_users'],
  Bookkeeper: ['reports::read'],
  Member: [],
  Billing: ['billing::read', 'billing::write'],
  Viewer: ['reports::read'],
};

/** Returns whether somebody may give or take a role: with the hierarchy none above their own, and Owner only as an Owner. */
export function mayManageRole({ user_role, additional_roles }: Pick<OrgMemberInfo, 'user_role' | 'additional_roles'>, role: string): boolean {
  const highest = Math.min(...[user_role, ...additional_roles].map((held) => hierarchy.indexOf(held)).filter((place) => place >= 0));
  return !hierarchy.includes(role) || hierarchy.indexOf(role) >= highest;
}

function memberInfo(org: Org, { role, additional_roles }: Membership): OrgMemberInfo {
  const single = org.org_role_structure === 'single_role_in_hierarchy';
  const held = [role, ...(single ? [] : additional_roles)];
  return {
    org_id: org.org_id,
    org_name: org.name,
    org_metadata: org.metadata,
    url_safe_org_name: org.url_safe_org_slug,
    org_role_structure: org.org_role_structure,
    user_role: role,
    inherited_user_roles_plus_current_role: single ? hierarchy.slice(Math.max(0, hierarchy.indexOf(role))) : [role],
    user_permissions: [...new Set(held.flatMap((one) => permissionsOfRole[one] ?? []))],
    additional_roles: single ? [] : additional_roles,
    ...(org.legacy_org_id !== undefined && { legacy_org_id: org.legacy_org_id }),
  };
}

export interface NewOrg {
  name: string;
  roleStructure?: RoleStructure;
  maxUsers?: number | undefined;
  domain?: string | undefined;
  legacyOrgId?: string | undefined;
}

export interface Orgs {
  create(program: ProgramSettingName, org: NewOrg): Promise<Org>;
  byId(program: ProgramSettingName, orgId: string): Promise<Org | undefined>;
  list(program: ProgramSettingName): Promise<Org[]>;
  update(program: ProgramSettingName, orgId: string, change: Partial<Omit<Org, 'org_id' | 'program'>>): Promise<Org | undefined>;
  remove(program: ProgramSettingName, orgId: string): Promise<boolean>;
  /** Adds a member or changes their roles. `full`: the org accepts no more members; `unknown_role`: its structure has no such role. */
  setMember(org: Org, member: Omit<Membership, 'org_id'>): Promise<'done' | 'full' | 'unknown_role'>;
  removeMember(orgId: string, userId: string): Promise<boolean>;
  members(orgId: string): Promise<Membership[]>;
  /** Returns all memberships of a user, by org id. */
  infoOf(program: ProgramSettingName, userId: string): Promise<Record<string, OrgMemberInfo>>;
  /** Keeps an invitation, in place of an earlier one to the same address. */
  invite(org: Org, email: string, role: string): Promise<Invitation>;
  invitation(program: ProgramSettingName, token: string): Promise<Invitation | undefined>;
  /** Returns the open invitations of an org, or to an address. */
  invitations(filter: { org_id: string } | { program: ProgramSettingName; email: string }): Promise<Invitation[]>;
  revoke(orgId: string, email: string): Promise<boolean>;
  /** Makes somebody a member of the org that invited them. The invitation is used up. */
  accept(invitation: Invitation, userId: string): Promise<void>;
  /** Makes a new user a member of every org that invited them. */
  acceptInvites(program: ProgramSettingName, user: { user_id: string; email: string }): Promise<void>;
}

/** How long an invitation is good, in milliseconds of business time. The provider names an end in its answers, and publishes no length. */
export const invitationLifeMs = 7 * dayMs;

/** An invitation by mail that was not accepted yet. */
export interface Invitation {
  /** In the link of the mail. */
  token: string;
  org_id: string;
  program: ProgramSettingName;
  email: string;
  role: string;
  /** Milliseconds since 1970, of business time. */
  created_at: number;
}

export function openOrgs({ store, clock }: Pick<SandboxCore, 'store' | 'clock'>): Orgs {
  const records = store.collection<Org>('propelauth', 'org');
  const memberships = store.collection<Membership>('propelauth', 'membership');
  const invitations = store.collection<Invitation>('propelauth', 'invitation');
  const memberKey = (orgId: string, userId: string) => `${orgId}:${userId}`;
  const invitationKey = (orgId: string, email: string) => `${orgId}:${email.toLowerCase()}`;
  const openInvitations = async (filter: Partial<Invitation>) => {
    const now = clock.now().getTime();
    return (await invitations.find(filter)).filter(({ created_at }) => now < created_at + invitationLifeMs);
  };

  const orgs: Orgs = {
    async create(program, { name, roleStructure = 'single_role_in_hierarchy', maxUsers, domain, legacyOrgId }) {
      const orgId = randomUUID();
      const slug = name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '');
      const org: Org = {
        org_id: orgId,
        program,
        name,
        url_safe_org_slug: slug || orgId,
        org_role_structure: roleStructure,
        metadata: {},
        ...(maxUsers !== undefined && { max_users: maxUsers }),
        ...(domain !== undefined && { domain }),
        ...(legacyOrgId !== undefined && { legacy_org_id: legacyOrgId }),
        can_setup_saml: true,
        is_saml_configured: false,
        created_at: Math.floor(clock.machineNow().getTime() / 1000),
      };
      await records.insert(orgId, org);
      return org;
    },
    async byId(program, orgId) {
      const org = await records.get(orgId);
      return org?.program === program ? org : undefined;
    },
    list: (program) => records.find({ program }),
    async update(program, orgId, change) {
      return (await orgs.byId(program, orgId)) && records.update(orgId, (org) => ({ ...org, ...change }));
    },
    async remove(program, orgId) {
      if (!(await orgs.byId(program, orgId))) return false;
      for (const member of await memberships.find({ org_id: orgId })) await memberships.remove(memberKey(orgId, member.user_id));
      return records.remove(orgId);
    },

    async setMember(org, member) {
      const roles = rolesOf[org.org_role_structure];
      if (![member.role, ...member.additional_roles].every((role) => roles.includes(role))) return 'unknown_role';
      return store.transaction(async () => {
        await records.lock(org.org_id);
        const key = memberKey(org.org_id, member.user_id);
        const isNew = (await memberships.get(key)) === undefined;
        if (isNew && org.max_users !== undefined && (await memberships.count({ org_id: org.org_id })) >= org.max_users) return 'full';
        await memberships.put(key, { ...member, org_id: org.org_id });
        return 'done';
      });
    },
    removeMember: (orgId, userId) => memberships.remove(memberKey(orgId, userId)),
    members: (orgId) => memberships.find({ org_id: orgId }),
    async infoOf(program, userId) {
      const info: Record<string, OrgMemberInfo> = {};
      for (const membership of await memberships.find({ user_id: userId })) {
        const org = await orgs.byId(program, membership.org_id);
        if (org) info[org.org_id] = memberInfo(org, membership);
      }
      return info;
    },

    async invite({ org_id, program }, address, role) {
      const email = address.toLowerCase();
      const invitation = { token: randomBytes(24).toString('base64url'), org_id, program, email, role, created_at: clock.now().getTime() };
      await invitations.put(invitationKey(org_id, email), invitation);
      return invitation;
    },
    async invitation(program, token) {
      return (await openInvitations({ program, token }))[0];
    },
    invitations: (filter) => openInvitations('email' in filter ? { ...filter, email: filter.email.toLowerCase() } : filter),
    revoke: (orgId, email) => invitations.remove(invitationKey(orgId, email)),
    async accept({ program, org_id, email, role }, user_id) {
      const org = await orgs.byId(program, org_id);
      if (org) await orgs.setMember(org, { user_id, role, additional_roles: [] });
      await invitations.remove(invitationKey(org_id, email));
    },
    async acceptInvites(program, user) {
      for (const invitation of await openInvitations({ program, email: user.email })) await orgs.accept(invitation, user.user_id);
    },
  };
  return orgs;
}
