import express, { type Request, type Router } from 'express';
import { z } from 'zod';
import { handle, Refusal } from '../core/handle.ts';
import { given, notFound, param, parsed, record, text } from './backendRequest.ts';
import { roleStructures } from './orgs.ts';
import type { AuthProvider } from './provider.ts';

const newOrg = z.object({
  name: z.string().min(1),
  custom_role_mapping_name: z.enum(roleStructures).optional(),
  max_users: z.number().int().positive().optional(),
  domain: text,
  legacy_org_id: text,
});
const orgChange = z.object({
  name: text,
  metadata: record,
  max_users: z.number().int().positive().optional(),
  can_setup_saml: z.boolean().optional(),
  domain: text,
  legacy_org_id: text,
});
const membership = z.object({ user_id: z.string(), org_id: z.string(), role: z.string(), additional_roles: z.array(z.string()).default([]) });
const orgQuery = z.object({ legacy_org_id: text, name: text });
const removal = z.object({ user_id: z.string(), org_id: z.string() });

async function known(provider: AuthProvider, request: Request, orgId: string) {
  const org = await provider.orgs.byId(provider.tenant(request).program, orgId);
  if (!org) throw notFound();
  return org;
}

const setMember = (provider: AuthProvider, expected: 'newcomer' | 'member') =>
  handle(async (request) => {
    const { org_id, ...member } = parsed(membership, request.body);
    const org = await known(provider, request, org_id);
    if (!(await provider.users.byId(org.program, member.user_id))) throw notFound();
    const isMember = org.org_id in (await provider.orgs.infoOf(org.program, member.user_id));
    if (isMember && expected === 'newcomer') throw new Refusal(400, { user_id: ['The user is in this org already.'] });
    if (!isMember && expected === 'member') throw notFound();
    const outcome = await provider.orgs.setMember(org, member);
    if (outcome === 'unknown_role') throw new Refusal(400, { role: ['The org has no such role.'] });
    if (outcome === 'full') throw new Refusal(400, { org_id: ['The org has as many users as it may have.'] });
    return {};
  });

const createOrg = (provider: AuthProvider) =>
  handle(async (request) => {
    const order = parsed(newOrg, request.body);
    const org = await provider.orgs.create(provider.tenant(request).program, {
      name: order.name,
      ...(order.custom_role_mapping_name !== undefined && { roleStructure: order.custom_role_mapping_name }),
      maxUsers: order.max_users,
      domain: order.domain,
      legacyOrgId: order.legacy_org_id,
    });
    return { org_id: org.org_id, name: org.name };
  });

const findOrgs = (provider: AuthProvider) =>
  handle(async (request) => {
    const { legacy_org_id, name } = parsed(orgQuery, request.body);
    const all = await provider.orgs.list(provider.tenant(request).program);
    const list = all.filter((org) => (legacy_org_id === undefined || org.legacy_org_id === legacy_org_id) && (name === undefined || org.name === name));
    return { orgs: list, total_orgs: list.length, current_page: 0, page_size: list.length, has_more_results: false };
  });

const removeMember = (provider: AuthProvider) =>
  handle(async (request) => {
    const { org_id, user_id } = parsed(removal, request.body);
    const org = await known(provider, request, org_id);
    if (!(await provider.orgs.removeMember(org.org_id, user_id))) throw notFound();
    return {};
  });

const readOrg = (provider: AuthProvider) => handle((request) => known(provider, request, param(request, 'id')));

const changeOrg = (provider: AuthProvider) =>
  handle(async (request) => {
    const org = await known(provider, request, param(request, 'id'));
    await provider.orgs.update(org.program, org.org_id, given(parsed(orgChange, request.body)));
    return {};
  });

const removeOrg = (provider: AuthProvider) =>
  handle(async (request) => {
    const org = await known(provider, request, param(request, 'id'));
    await provider.orgs.remove(org.program, org.org_id);
    return {};
  });

/** Serves what servers may do with organizations: create, find, change and remove them and their members. */
export function orgApi(provider: AuthProvider): Router {
  const router = express.Router();
  router.post('/', createOrg(provider));
  router.post('/query', findOrgs(provider));
  router.post('/add_user', setMember(provider, 'newcomer'));
  router.post('/change_role', setMember(provider, 'member'));
  router.post('/remove_user', removeMember(provider));
  router.get('/:id', readOrg(provider));
  router.put('/:id', changeOrg(provider));
  router.delete('/:id', removeOrg(provider));
  return router;
}
