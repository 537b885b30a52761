import { timingSafeEqual } from 'node:crypto';
import express, { type RequestHandler, type Router } from 'express';
import { z } from 'zod';
import { handle, Refusal } from '../core/handle.ts';
import { hourMs } from '../core/measures.ts';
import { notFound, parsed, queried, refusingInvalid, text } from './backendRequest.ts';
import { sendInvitation } from './invitations.ts';
import { orgApi } from './orgApi.ts';
import { invitationLifeMs } from './orgs.ts';
import type { AuthProvider } from './provider.ts';
import { ownPage } from './tenants.ts';
import { userApi } from './userApi.ts';

const tokenOrder = z.object({ user_id: z.string(), duration_in_minutes: z.number().positive().max(525_600), active_org_id: text });
const linkOrder = z.object({
  email: z.string(),
  redirect_to_url: text,
  expires_in_hours: z.number().positive().default(24),
  create_new_user_if_one_doesnt_exist: z.boolean().optional(),
  expire_after_first_use: z.boolean().default(true),
});
const invitation = z.object({ org_id: z.string(), email: z.email(), role: z.string(), additional_roles: z.array(z.string()).default([]) });
const revocation = z.object({ org_id: z.string(), invitee_email: z.string() });

/** Serves the API for the product's server, authorized by the project's key: the paths and answers that the provider's server libraries expect. */
export function backendApi(provider: AuthProvider): Router {
  const router = express.Router();
  router.use(['/api/backend', '/api/v1/token_verification_metadata'], withApiKey(provider));
  router.get('/api/v1/token_verification_metadata', readVerifierKey(provider));
  router.use('/api/backend/v1/user', userApi(provider));
  router.use('/api/backend/v1/org', orgApi(provider));
  router.post('/api/backend/v1/invite_user', inviteUser(provider));
  router.get('/api/backend/v1/pending_org_invites', listInvitations(provider));
  router.delete('/api/backend/v1/pending_org_invites', revokeInvitation(provider));
  router.post('/api/backend/v1/access_token', createAccessToken(provider));
  router.post('/api/backend/v1/magic_link', createMagicLink(provider));
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

const readVerifierKey = (provider: AuthProvider) =>
  handle(async (request) => ({ verifier_key_pem: await provider.tokens.verifierKey(provider.tenant(request)) }));

const inviteUser = (provider: AuthProvider) =>
  handle(async (request) => {
    const { org_id, email, role } = parsed(invitation, request.body);
    const tenant = provider.tenant(request);
    const org = await provider.orgs.byId(tenant.program, org_id);
    if (!org) throw notFound();
    const outcome = await sendInvitation(provider, tenant, org, { email, role });
    if (outcome === 'unknown_role') throw new Refusal(400, { role: ['The org has no such role.'] });
    if (outcome === 'member') throw new Refusal(400, { email: ['A member of the org has this email address.'] });
    return {};
  });

const inSeconds = (ms: number) => Math.floor(ms / 1_000);

const listInvitations = (provider: AuthProvider) =>
  handle(async (request) => {
    const org = await provider.orgs.byId(provider.tenant(request).program, queried(request, 'org_id'));
    if (!org) throw notFound();
    const invites = (await provider.orgs.invitations({ org_id: org.org_id })).map(({ email, role, created_at }) => ({
      invitee_email: email,
      org_id: org.org_id,
      org_name: org.name,
      role_in_org: role,
      additional_roles_in_org: [],
      created_at: inSeconds(created_at),
      expires_at: inSeconds(created_at + invitationLifeMs),
    }));
    return { total_invites: invites.length, current_page: 0, page_size: invites.length, has_more_results: false, invites };
  });

const revokeInvitation = (provider: AuthProvider) =>
  handle(async (request) => {
    const { org_id, invitee_email } = parsed(revocation, request.body);
    const org = await provider.orgs.byId(provider.tenant(request).program, org_id);
    if (!org || !(await provider.orgs.revoke(org.org_id, invitee_email))) throw notFound();
    return {};
  });

const createAccessToken = (provider: AuthProvider) =>
  handle(async (request) => {
    const tenant = provider.tenant(request);
    const { user_id, duration_in_minutes, active_org_id } = parsed(tokenOrder, request.body);
    const user = await provider.users.byId(tenant.program, user_id);
    if (!user) throw new Refusal(403, {});
    const memberships = await provider.orgs.infoOf(tenant.program, user_id);
    if (active_org_id !== undefined && !(active_org_id in memberships)) throw new Refusal(400, { active_org_id: ['The user is not in this org.'] });
    const { token } = await provider.tokens.accessToken(tenant, {
      user,
      orgs: memberships,
      activeOrgId: active_org_id,
      loginMethod: 'generated_from_backend_api',
      lifeSeconds: Math.round(duration_in_minutes * 60),
    });
    return { access_token: token };
  });

const createMagicLink = (provider: AuthProvider) =>
  handle(async (request) => {
    const tenant = provider.tenant(request);
    const order = parsed(linkOrder, request.body);
    const known = await provider.users.byEmail(tenant.program, order.email);
    if (!known && !order.create_new_user_if_one_doesnt_exist) throw new Refusal(400, { email: ['No user has this email address.'] });
    const user = known ?? (await refusingInvalid(provider.users.create(tenant.program, { email: order.email })));
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
  });
