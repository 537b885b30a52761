import { timingSafeEqual } from 'node:crypto';
import express, { type Request, type RequestHandler, type Router } from 'express';
import { z } from 'zod';
import { handle, Refusal } from '../core/handle.ts';
import { hourMs } from '../core/measures.ts';
import { sendInvitation } from './invitations.ts';
import { invitationLifeMs, roleStructures } from './orgs.ts';
import { type AuthProvider, userJson } from './provider.ts';
import { ownPage, type Tenant } from './tenants.ts';
import { InvalidUser, type User } from './users.ts';

const text = z.string().optional();
const record = z.record(z.string(), z.unknown()).optional();
const newUser = z.object({
  email: z.string(),
  email_confirmed: z.boolean().optional(),
  password: text,
  username: text,
  first_name: text,
  last_name: text,
  properties: record,
});
const userChange = z.object({
  username: text,
  first_name: text,
  last_name: text,
  picture_url: text,
  legacy_user_id: text,
  properties: record,
  metadata: record,
});
const emailChange = z.object({ new_email: z.string() });
const passwordChange = z.object({ password: z.string() });
const tokenOrder = z.object({ user_id: z.string(), duration_in_minutes: z.number().positive().max(525_600), active_org_id: text });
const linkOrder = z.object({
  email: z.string(),
  redirect_to_url: text,
  expires_in_hours: z.number().positive().default(24),
  create_new_user_if_one_doesnt_exist: z.boolean().optional(),
  expire_after_first_use: z.boolean().default(true),
});
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
const invitation = z.object({ org_id: z.string(), email: z.email(), role: z.string(), additional_roles: z.array(z.string()).default([]) });
const revocation = z.object({ org_id: z.string(), invitee_email: z.string() });
const orgQuery = z.object({ legacy_org_id: text, name: text });
const removal = z.object({ user_id: z.string(), org_id: z.string() });
const batch = z.object({ user_ids: z.array(z.string()).optional(), emails: z.array(z.string()).optional(), usernames: z.array(z.string()).optional() });

/** Parses a body. Refuses an invalid one with the mistakes by field, in the provider's format: `{email: ["…"]}`. */
function parsed<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body ?? {});
  if (!result.success) throw new Refusal(400, z.flattenError(result.error).fieldErrors);
  return result.data;
}

const notFound = () => new Refusal(404, {});

/** Drops undefined fields, for optional fields that must be absent rather than empty. */
const given = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };

async function refusingInvalid<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof InvalidUser) throw new Refusal(400, error.fields);
    throw error;
  }
}

/** Serves the API for the product's server, authorized by the project's key: the paths and answers that the provider's server libraries expect. */
export function backendApi(provider: AuthProvider): Router {
  const router = express.Router();
  const { users, orgs } = provider;
  router.use(['/api/backend', '/api/v1/token_verification_metadata'], withApiKey(provider));

  router.get(
    '/api/v1/token_verification_metadata',
    handle(async (request) => ({ verifier_key_pem: await provider.tokens.verifierKey(provider.tenant(request)) })),
  );
  router.use('/api/backend/v1/user', userApi(provider));
  router.use('/api/backend/v1/org', orgApi(provider));

  router.post(
    '/api/backend/v1/invite_user',
    handle(async (request) => {
      const { org_id, email, role } = parsed(invitation, request.body);
      const tenant = provider.tenant(request);
      const org = await orgs.byId(tenant.program, org_id);
      if (!org) throw notFound();
      const outcome = await sendInvitation(provider, tenant, org, { email, role });
      if (outcome === 'unknown_role') throw new Refusal(400, { role: ['The org has no such role.'] });
      if (outcome === 'member') throw new Refusal(400, { email: ['A member of the org has this email address.'] });
      return {};
    }),
  );
  router.get(
    '/api/backend/v1/pending_org_invites',
    handle(async (request) => {
      const org = await orgs.byId(provider.tenant(request).program, queried(request, 'org_id'));
      if (!org) throw notFound();
      const invites = (await orgs.invitations({ org_id: org.org_id })).map(({ email, role, created_at }) => ({
        invitee_email: email,
        org_id: org.org_id,
        org_name: org.name,
        role_in_org: role,
        additional_roles_in_org: [],
        created_at: inSeconds(created_at),
        expires_at: inSeconds(created_at + invitationLifeMs),
      }));
      return { total_invites: invites.length, current_page: 0, page_size: invites.length, has_more_results: false, invites };
    }),
  );
  router.delete(
    '/api/backend/v1/pending_org_invites',
    handle(async (request) => {
      const { org_id, invitee_email } = parsed(revocation, request.body);
      const org = await orgs.byId(provider.tenant(request).program, org_id);
      if (!org || !(await orgs.revoke(org.org_id, invitee_email))) throw notFound();
      return {};
    }),
  );
  router.post(
    '/api/backend/v1/access_token',
    handle(async (request) => {
      const tenant = provider.tenant(request);
      const { user_id, duration_in_minutes, active_org_id } = parsed(tokenOrder, request.body);
      const user = await users.byId(tenant.program, user_id);
      if (!user) throw new Refusal(403, {});
      const memberships = await orgs.infoOf(tenant.program, user_id);
      if (active_org_id !== undefined && !(active_org_id in memberships)) throw new Refusal(400, { active_org_id: ['The user is not in this org.'] });
      const { token } = await provider.tokens.accessToken(tenant, {
        user,
        orgs: memberships,
        activeOrgId: active_org_id,
        loginMethod: 'generated_from_backend_api',
        lifeSeconds: Math.round(duration_in_minutes * 60),
      });
      return { access_token: token };
    }),
  );
  router.post(
    '/api/backend/v1/magic_link',
    handle(async (request) => {
      const tenant = provider.tenant(request);
      const order = parsed(linkOrder, request.body);
      const known = await users.byEmail(tenant.program, order.email);
      if (!known && !order.create_new_user_if_one_doesnt_exist) throw new Refusal(400, { email: ['No user has this email address.'] });
      const user = known ?? (await refusingInvalid(users.create(tenant.program, { email: order.email })));
      const token = await provider.links.create({
        program: tenant.program,
        purpose: 'sign_in',
        user_id: user.user_id,
        redirect_to: ownPage(tenant, order.redirect_to_url) ?? null,
        impersonator_user_id: null,
        once: order.expire_after_first_use,
        lifeMs: order.expires_in_hours * hourMs,
      });
      return { url: `${tenant.authUrl}/magic_link/${token}` };
    }),
  );
  return router;
}

function withApiKey(provider: AuthProvider): RequestHandler {
  return (request, response, next) => {
    const offered = Buffer.from(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
    const key = Buffer.from(provider.tenant(request).apiKey);
    if (offered.length === key.length && timingSafeEqual(offered, key)) next();
    else response.status(401).json({});
  };
}

const inSeconds = (ms: number) => Math.floor(ms / 1_000);
const wantsOrgs = (request: Request) => request.query.include_orgs === 'true';
const param = (request: Request, name: string) => request.params[name] ?? '';
const queried = (request: Request, name: string) => (typeof request.query[name] === 'string' ? request.query[name] : '');

function userApi(provider: AuthProvider): Router {
  const router = express.Router();
  const { users, orgs, sessions } = provider;

  const shown = async (tenant: Tenant, user: User, withOrgs: boolean) => ({
    ...userJson(user),
    metadata: user.metadata,
    ...(withOrgs && { org_id_to_org_info: await orgs.infoOf(tenant.program, user.user_id) }),
  });
  const found = (find: (tenant: Tenant, request: Request) => Promise<User | undefined>) =>
    handle(async (request) => {
      const tenant = provider.tenant(request);
      const user = await find(tenant, request);
      if (!user) throw notFound();
      return shown(tenant, user, wantsOrgs(request));
    });
  const page = async (request: Request, tenant: Tenant, list: User[]) => {
    const size = Math.min(Number(queried(request, 'page_size')) || 10, 100);
    const number = Number(queried(request, 'page_number')) || 0;
    const part = list.slice(number * size, (number + 1) * size);
    return {
      users: await Promise.all(part.map((user) => shown(tenant, user, wantsOrgs(request)))),
      total_users: list.length,
      current_page: number,
      page_size: size,
      has_more_results: (number + 1) * size < list.length,
    };
  };
  /** Handles a change that answers `{}`, or 404 when the user does not exist. */
  const changed = (change: (tenant: Tenant, userId: string, body: unknown) => Promise<unknown>) =>
    handle(async (request) => {
      const done = await refusingInvalid(change(provider.tenant(request), param(request, 'id'), request.body));
      if (done === undefined || done === false) throw notFound();
      return {};
    });
  const signOut = async (tenant: Tenant, userId: string) => {
    if (await users.byId(tenant.program, userId)) return (await sessions.endAll({ program: tenant.program, userId })) >= 0;
    return false;
  };

  router.get(
    '/email',
    found((tenant, request) => users.byEmail(tenant.program, queried(request, 'email'))),
  );
  router.get(
    '/username',
    found((tenant, request) => users.byUsername(tenant.program, queried(request, 'username'))),
  );
  router.get(
    '/query',
    handle(async (request) => {
      const tenant = provider.tenant(request);
      const search = queried(request, 'email_or_username').toLowerCase();
      const list = (await users.list(tenant.program)).filter((user) => `${user.email} ${user.username ?? ''}`.toLowerCase().includes(search));
      return page(request, tenant, list);
    }),
  );
  router.get(
    '/org/:org_id',
    handle(async (request) => {
      const tenant = provider.tenant(request);
      if (!(await orgs.byId(tenant.program, param(request, 'org_id')))) throw notFound();
      const role = queried(request, 'role');
      const members = (await orgs.members(param(request, 'org_id'))).filter((member) => role === '' || member.role === role);
      const list = await Promise.all(members.map((member) => users.byId(tenant.program, member.user_id)));
      return page(
        request,
        tenant,
        list.filter((user) => user !== undefined),
      );
    }),
  );
  router.get(
    '/:id',
    found((tenant, request) => users.byId(tenant.program, param(request, 'id'))),
  );

  router.post(
    '/',
    handle(async (request) => {
      const tenant = provider.tenant(request);
      // Nobody has shown yet that the address is theirs, so no invitation is accepted by this.
      const user = await refusingInvalid(users.create(tenant.program, parsed(newUser, request.body)));
      return { user_id: user.user_id };
    }),
  );
  router.post(
    ['/user_ids', '/emails', '/usernames'],
    handle(async (request) => {
      const tenant = provider.tenant(request);
      const { user_ids = [], emails = [], usernames = [] } = parsed(batch, request.body);
      const list = await Promise.all([
        ...user_ids.map((id) => users.byId(tenant.program, id)),
        ...emails.map((email) => users.byEmail(tenant.program, email)),
        ...usernames.map((username) => users.byUsername(tenant.program, username)),
      ]);
      return Promise.all(list.filter((user) => user !== undefined).map((user) => shown(tenant, user, wantsOrgs(request))));
    }),
  );

  router.put(
    '/:id',
    changed((tenant, id, body) => users.update(tenant.program, id, given(parsed(userChange, body)))),
  );
  router.put(
    '/:id/email',
    changed((tenant, id, body) => users.update(tenant.program, id, { email: parsed(emailChange, body).new_email })),
  );
  router.put(
    '/:id/password',
    changed((tenant, id, body) => users.setPassword(tenant.program, id, parsed(passwordChange, body).password)),
  );
  router.delete(
    '/:id',
    changed(async (tenant, id) => {
      await signOut(tenant, id);
      return users.remove(tenant.program, id);
    }),
  );
  router.post(
    '/:id/disable',
    changed(async (tenant, id) => {
      await signOut(tenant, id);
      return users.update(tenant.program, id, { enabled: false });
    }),
  );
  router.post(
    '/:id/enable',
    changed((tenant, id) => users.update(tenant.program, id, { enabled: true })),
  );
  router.post('/:id/logout_all_sessions', changed(signOut));
  return router;
}

function orgApi(provider: AuthProvider): Router {
  const router = express.Router();
  const { users, orgs } = provider;

  async function known(request: Request, orgId: string) {
    const org = await orgs.byId(provider.tenant(request).program, orgId);
    if (!org) throw notFound();
    return org;
  }
  const setMember = (expected: 'newcomer' | 'member') =>
    handle(async (request) => {
      const { org_id, ...member } = parsed(membership, request.body);
      const org = await known(request, org_id);
      if (!(await users.byId(org.program, member.user_id))) throw notFound();
      const isMember = org.org_id in (await orgs.infoOf(org.program, member.user_id));
      if (isMember && expected === 'newcomer') throw new Refusal(400, { user_id: ['The user is in this org already.'] });
      if (!isMember && expected === 'member') throw notFound();
      const outcome = await orgs.setMember(org, member);
      if (outcome === 'unknown_role') throw new Refusal(400, { role: ['The org has no such role.'] });
      if (outcome === 'full') throw new Refusal(400, { org_id: ['The org has as many users as it may have.'] });
      return {};
    });

  router.post(
    '/',
    handle(async (request) => {
      const order = parsed(newOrg, request.body);
      const org = await orgs.create(provider.tenant(request).program, {
        name: order.name,
        ...(order.custom_role_mapping_name !== undefined && { roleStructure: order.custom_role_mapping_name }),
        maxUsers: order.max_users,
        domain: order.domain,
        legacyOrgId: order.legacy_org_id,
      });
      return { org_id: org.org_id, name: org.name };
    }),
  );
  router.post(
    '/query',
    handle(async (request) => {
      const { legacy_org_id, name } = parsed(orgQuery, request.body);
      const all = await orgs.list(provider.tenant(request).program);
      const list = all.filter((org) => (legacy_org_id === undefined || org.legacy_org_id === legacy_org_id) && (name === undefined || org.name === name));
      return { orgs: list, total_orgs: list.length, current_page: 0, page_size: list.length, has_more_results: false };
    }),
  );
  router.post('/add_user', setMember('newcomer'));
  router.post('/change_role', setMember('member'));
  router.post(
    '/remove_user',
    handle(async (request) => {
      const { org_id, user_id } = parsed(removal, request.body);
      const org = await known(request, org_id);
      if (!(await orgs.removeMember(org.org_id, user_id))) throw notFound();
      return {};
    }),
  );
  router.get(
    '/:id',
    handle((request) => known(request, param(request, 'id'))),
  );
  router.put(
    '/:id',
    handle(async (request) => {
      const org = await known(request, param(request, 'id'));
      await orgs.update(org.program, org.org_id, given(parsed(orgChange, request.body)));
      return {};
    }),
  );
  router.delete(
    '/:id',
    handle(async (request) => {
      const org = await known(request, param(request, 'id'));
      await orgs.remove(org.program, org.org_id);
      return {};
    }),
  );
  return router;
}
