import express, { type RequestHandler } from 'express';
import type { CreateStandIn } from '../core/core.ts';
import { Refusal } from '../core/handle.ts';
import { openInbox } from '../mail/inbox.ts';
import { accountPages } from './accountPages.ts';
import { backendApi } from './backendApi.ts';
import { browserApi } from './browserApi.ts';
import { authControls } from './controls.ts';
import { invitationPages } from './invitations.ts';
import { openLinks } from './links.ts';
import { orgPages } from './orgPages.ts';
import { openOrgs } from './orgs.ts';
import type { AuthProvider } from './provider.ts';
import { openSessions } from './sessions.ts';
import { signInPages } from './signInPages.ts';
import { readTenants, tenantOf } from './tenants.ts';
import { openTokens } from './tokens.ts';
import { openUsers } from './users.ts';

/**
 * Stands in for PropelAuth. Each program has its own project, found by the host (`auth.boost.localhost`) or, for
 * servers, by the header `X-Propelauth-url`. Projects share no users, sessions, keys or designs.
 */
export const createPropelauth: CreateStandIn = (core) => {
  const tenants = readTenants(core.config, core.hostedDesigns);
  const users = openUsers(core);
  const provider: AuthProvider = {
    users,
    orgs: openOrgs(core),
    sessions: openSessions(core, users),
    tokens: openTokens(core),
    links: openLinks(core),
    inbox: openInbox(core),
    behavior: { accessTokenLifeSeconds: 1800, failRefresh: { times: 0, status: 500 } },
    tenants,
    tenant(request) {
      const tenant = tenantOf(tenants, request.headers);
      if (!tenant) throw new Refusal(404, { error: 'no project of this name' });
      return tenant;
    },
    publicUrl: core.publicUrl,
  };

  const router = express.Router();
  router.use(browserApi(provider), backendApi(provider), ownFormsOnly(provider));
  router.use(signInPages(provider), invitationPages(provider), accountPages(provider), orgPages(provider));
  router.get('/', (_request, response) => response.redirect(303, '/account'));

  return {
    name: 'propelauth',
    title: 'PropelAuth',
    summary: 'Sign-in: hosted pages, sessions and users, each program with its own',
    path: '/propelauth',
    claims: (request) => tenantOf(tenants, request.headers) !== undefined,
    router,
    controls: authControls(provider),
    pages: tenants.map((tenant) => ({ label: `${tenant.design.name} sign-in`, href: `${tenant.authUrl}/login` })),
    failure: () => ({}),
  };
};

/** Refuses forms from other sites, so that they cannot sign anybody in or change an account. */
function ownFormsOnly(provider: AuthProvider): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    const foreign = request.method === 'POST' && origin !== undefined && origin !== provider.tenant(request).authUrl;
    if (foreign) response.status(403).json({});
    else next();
  };
}
