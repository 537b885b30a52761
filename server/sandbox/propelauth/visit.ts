import type { Request, RequestHandler, Response } from 'express';
import { handle } from '../core/handle.ts';
import { html } from '../core/page.ts';
import { queryText, withQuery } from './hostedPage.ts';
import type { AuthProvider } from './provider.ts';
import type { Session } from './sessions.ts';
import { redirectTarget, type Tenant } from './tenants.ts';

/** A request of somebody who is signed in. */
export interface Visit {
  request: Request;
  response: Response;
  tenant: Tenant;
  session: Session;
}

/** Requires a sign-in first, and returns to the page afterward. */
export const signedIn = (provider: AuthProvider, show: (visit: Visit) => Promise<unknown>): RequestHandler =>
  handle(async (request, response) => {
    const tenant = provider.tenant(request);
    const session = await provider.sessions.of(request, tenant);
    if (session) await show({ request, response, tenant, session });
    else response.redirect(303, withQuery('/login', { rt: Buffer.from(`${tenant.authUrl}${request.originalUrl}`).toString('base64') }));
  });

/** Returns a link back to the product. */
export function backLink({ request, tenant }: Visit) {
  return html`<a href="${redirectTarget(tenant, queryText(request, 'rt')) ?? tenant.siteUrl}">Back to ${tenant.design.name}</a>`;
}
