import express, { type Request, type Router } from 'express';
import { z } from 'zod';
import { handle } from '../core/handle.ts';
import { given, notFound, param, parsed, queried, record, refusingInvalid, text } from './backendRequest.ts';
import { type AuthProvider, userJson } from './provider.ts';
import type { Tenant } from './tenants.ts';
import type { User } from './users.ts';

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
const batch = z.object({ user_ids: z.array(z.string()).optional(), emails: z.array(z.string()).optional(), usernames: z.array(z.string()).optional() });

const wantsOrgs = (request: Request) => request.query.include_orgs === 'true';

const shown = async ({ orgs }: AuthProvider, tenant: Tenant, user: User, withOrgs: boolean) => ({
  ...userJson(user),
  metadata: user.metadata,
  ...(withOrgs && { org_id_to_org_info: await orgs.infoOf(tenant.program, user.user_id) }),
});

const found = (provider: AuthProvider, find: (tenant: Tenant, request: Request) => Promise<User | undefined>) =>
  handle(async (request) => {
    const tenant = provider.tenant(request);
    const user = await find(tenant, request);
    if (!user) throw notFound();
    return shown(provider, tenant, user, wantsOrgs(request));
  });

const page = async (provider: AuthProvider, request: Request, tenant: Tenant, list: User[]) => {
  const size = Math.min(Number(queried(request, 'page_size')) || 10, 100);
  const number = Number(queried(request, 'page_number')) || 0;
  const part = list.slice(number * size, (number + 1) * size);
  return {
    users: await Promise.all(part.map((user) => shown(provider, tenant, user, wantsOrgs(request)))),
    total_users: list.length,
    current_page: number,
    page_size: size,
    has_more_results: (number + 1) * size < list.length,
  };
};

/** Handles a change that answers `{}`, or 404 when the user does not exist. */
const changed = (provider: AuthProvider, change: (tenant: Tenant, userId: string, body: unknown) => Promise<unknown>) =>
  handle(async (request) => {
    const done = await refusingInvalid(change(provider.tenant(request), param(request, 'id'), request.body));
    if (done === undefined || done === false) throw notFound();
    return {};
  });

const signOut = async ({ users, sessions }: AuthProvider, tenant: Tenant, userId: string) => {
  if (await users.byId(tenant.program, userId)) return (await sessions.endAll({ program: tenant.program, userId })) >= 0;
  return false;
};

const findUsers = (provider: AuthProvider) =>
  handle(async (request) => {
    const tenant = provider.tenant(request);
    const search = queried(request, 'email_or_username').toLowerCase();
    const list = (await provider.users.list(tenant.program)).filter((user) => `${user.email} ${user.username ?? ''}`.toLowerCase().includes(search));
    return page(provider, request, tenant, list);
  });

const listMembers = (provider: AuthProvider) =>
  handle(async (request) => {
    const tenant = provider.tenant(request);
    if (!(await provider.orgs.byId(tenant.program, param(request, 'org_id')))) throw notFound();
    const role = queried(request, 'role');
    const members = (await provider.orgs.members(param(request, 'org_id'))).filter((member) => role === '' || member.role === role);
    const list = await Promise.all(members.map((member) => provider.users.byId(tenant.program, member.user_id)));
    return page(
      provider,
      request,
      tenant,
      list.filter((user) => user !== undefined),
    );
  });

const createUser = (provider: AuthProvider) =>
  handle(async (request) => {
    const tenant = provider.tenant(request);
    // Nobody has shown yet that the address is theirs, so no invitation is accepted by this.
    const user = await refusingInvalid(provider.users.create(tenant.program, parsed(newUser, request.body)));
    return { user_id: user.user_id };
  });

const readUsers = (provider: AuthProvider) =>
  handle(async (request) => {
    const tenant = provider.tenant(request);
    const { user_ids = [], emails = [], usernames = [] } = parsed(batch, request.body);
    const list = await Promise.all([
      ...user_ids.map((id) => provider.users.byId(tenant.program, id)),
      ...emails.map((email) => provider.users.byEmail(tenant.program, email)),
      ...usernames.map((username) => provider.users.byUsername(tenant.program, username)),
    ]);
    return Promise.all(list.filter((user) => user !== undefined).map((user) => shown(provider, tenant, user, wantsOrgs(request))));
  });

/** Serves what servers may do with users: find, create, change, sign out and remove them. */
export function userApi(provider: AuthProvider): Router {
  const router = express.Router();
  const { users } = provider;
  router.get(
    '/email',
    found(provider, (tenant, request) => users.byEmail(tenant.program, queried(request, 'email'))),
  );
  router.get(
    '/username',
    found(provider, (tenant, request) => users.byUsername(tenant.program, queried(request, 'username'))),
  );
  router.get('/query', findUsers(provider));
  router.get('/org/:org_id', listMembers(provider));
  router.get(
    '/:id',
    found(provider, (tenant, request) => users.byId(tenant.program, param(request, 'id'))),
  );
  router.post('/', createUser(provider));
  router.post(['/user_ids', '/emails', '/usernames'], readUsers(provider));
  router.put(
    '/:id',
    changed(provider, (tenant, id, body) => users.update(tenant.program, id, given(parsed(userChange, body)))),
  );
  router.put(
    '/:id/email',
    changed(provider, (tenant, id, body) => users.update(tenant.program, id, { email: parsed(emailChange, body).new_email })),
  );
  router.put(
    '/:id/password',
    changed(provider, (tenant, id, body) => users.setPassword(tenant.program, id, parsed(passwordChange, body).password)),
  );
  router.delete(
    '/:id',
    changed(provider, async (tenant, id) => {
      await signOut(provider, tenant, id);
      return users.remove(tenant.program, id);
    }),
  );
  router.post(
    '/:id/disable',
    changed(provider, async (tenant, id) => {
      await signOut(provider, tenant, id);
      return users.update(tenant.program, id, { enabled: false });
    }),
  );
  router.post(
    '/:id/enable',
    changed(provider, (tenant, id) => users.update(tenant.program, id, { enabled: true })),
  );
  router.post(
    '/:id/logout_all_sessions',
    changed(provider, (tenant, id) => signOut(provider, tenant, id)),
  );
  return router;
}
