import express, { type RequestHandler, type Router } from 'express';
import { handle } from '../core/handle.ts';
import { type AuthProvider, accessToken, userJson } from './provider.ts';
import { isOwnOrigin, ownPage } from './tenants.ts';

/**
 * Serves the API that the program's pages call, with their cookie:
 * - `GET /api/v1/refresh_token[?active_org_id=]`: a fresh access token and its user; 401 when signed out, or not a member of that org
 * - `POST /api/v1/logout`: ends the session, answers `{redirect_to}`
 *
 * Only pages of the program's own site may read the answers, including errors.
 */
export function browserApi(provider: AuthProvider): Router {
  const router = express.Router();
  router.use(['/api/v1/refresh_token', '/api/v1/logout'], ownOriginsOnly(provider));

  router.get(
    '/api/v1/refresh_token',
    handle(async (request, response) => {
      const { failRefresh } = provider.behavior;
      if (failRefresh.times > 0) {
        failRefresh.times -= 1;
        return void response.status(failRefresh.status).json({});
      }
      const tenant = provider.tenant(request);
      const session = await provider.sessions.of(request, tenant);
      if (!session) return void response.status(401).json({});

      const activeOrgId = typeof request.query.active_org_id === 'string' ? request.query.active_org_id : undefined;
      if (activeOrgId !== undefined && !(activeOrgId in (await provider.orgs.infoOf(tenant.program, session.user.user_id)))) {
        return void response.status(401).json({});
      }
      const { token, expiresAtSeconds, orgs } = await accessToken(provider, tenant, session, activeOrgId);
      response.set('Cache-Control', 'no-store');
      return {
        access_token: token,
        expires_at_seconds: expiresAtSeconds,
        org_id_to_org_member_info: orgs,
        ...(session.impersonatorUserId !== undefined && { impersonator_user: session.impersonatorUserId }),
        user: userJson(session.user),
      };
    }),
  );

  router.post(
    '/api/v1/logout',
    handle(async (request, response) => {
      const tenant = provider.tenant(request);
      await provider.sessions.end(request, response);
      const from = ownPage(tenant, request.headers.origin) ?? tenant.siteUrl;
      return { redirect_to: new URL('/login', from).href };
    }),
  );
  return router;
}

/** Credentialed CORS with the exact origin. A page of anybody else's is refused without any of its headers. */
function ownOriginsOnly(provider: AuthProvider): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    response.vary('Origin');
    if (origin !== undefined && !isOwnOrigin(provider.tenant(request), origin)) return void response.status(403).json({});
    if (origin !== undefined) response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' });
    if (request.method !== 'OPTIONS') return next();
    response.set({ 'Access-Control-Allow-Headers': 'Content-Type', 'Access-Control-Allow-Methods': 'GET, POST' }).status(204).end();
  };
}
