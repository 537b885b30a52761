import express, { type Response, type Router } from 'express';
import { handle } from '../core/handle.ts';
import { html } from '../core/page.ts';
import { sendHosted, withQuery } from './hostedPage.ts';
import { type Invitation, type Org, rolesOf } from './orgs.ts';
import type { AuthProvider } from './provider.ts';
import type { Tenant } from './tenants.ts';

const linkOf = ({ authUrl }: Tenant, { token }: Invitation) => `${authUrl}/invitation/${token}`;

/** Invites an address to an org and sends the mail. `member`: somebody with this address is in it; `unknown_role`: its structure has no such role. */
export async function sendInvitation(
  provider: AuthProvider,
  tenant: Tenant,
  org: Org,
  { email, role }: { email: string; role: string },
): Promise<'sent' | 'member' | 'unknown_role'> {
  const { orgs, users, inbox } = provider;
  if (!rolesOf[org.org_role_structure].includes(role)) return 'unknown_role';
  const user = await users.byEmail(tenant.program, email);
  if (user && org.org_id in (await orgs.infoOf(tenant.program, user.user_id))) return 'member';
  const link = linkOf(tenant, await orgs.invite(org, email, role));
  await inbox.add({
    from: `no-reply@${tenant.authHost}`,
    to: [email],
    subject: `Join ${org.name} on ${tenant.design.name}`,
    text: `${org.name} invites you to ${tenant.design.name} as ${role}. Open this link to join:\n\n${link}\n`,
  });
  return 'sent';
}

/** Serves `/invitation/:token`, where somebody who was invited by mail signs up or, with an account, accepts. */
export function invitationPages(provider: AuthProvider): Router {
  const router = express.Router();
  const { orgs, sessions } = provider;

  router.get(
    '/invitation/:token',
    handle(async (request, response) => {
      const tenant = provider.tenant(request);
      const invitation = await orgs.invitation(tenant.program, request.params.token ?? '');
      const org = invitation && (await orgs.byId(tenant.program, invitation.org_id));
      if (!invitation || !org) return goneInvitation(response, tenant);
      const session = await sessions.of(request, tenant);
      showInvitation(response, tenant, { invitation, org, signedInAs: session?.user.email ?? null });
    }),
  );
  router.post(
    '/invitation/:token',
    handle(async (request, response) => {
      const tenant = provider.tenant(request);
      const invitation = await orgs.invitation(tenant.program, request.params.token ?? '');
      const session = await sessions.of(request, tenant);
      if (!invitation || session?.user.email !== invitation.email) return goneInvitation(response, tenant);
      await orgs.accept(invitation, session.user.user_id);
      response.redirect(303, tenant.siteUrl);
    }),
  );
  return router;
}

interface Shown {
  invitation: Invitation;
  org: Org;
  signedInAs: string | null;
}

function showInvitation(response: Response, tenant: Tenant, { invitation, org, signedInAs }: Shown): void {
  const rt = Buffer.from(linkOf(tenant, invitation)).toString('base64');
  const accept = html`<form method="post" action="/invitation/${invitation.token}"><button type="submit">Join ${org.name}</button></form>`;
  const enter = html`<p class="links"><a href="/signup">Create an account for ${invitation.email}</a><a href="${withQuery('/login', { rt })}">Log in</a></p>`;
  const other = html`<p>You are signed in as ${signedInAs ?? ''}. The invitation is for ${invitation.email}.</p>`;
  sendHosted(response, tenant, {
    title: `Join ${org.name}`,
    body: html`<h1>Join ${org.name}</h1>
<p class="lead">${org.name} invites you as ${invitation.role}.</p>
${signedInAs === null ? enter : signedInAs === invitation.email ? accept : other}`,
  });
}

function goneInvitation(response: Response, tenant: Tenant): void {
  sendHosted(response, tenant, {
    title: 'This invitation is gone',
    status: 410,
    body: html`<h1>This invitation is gone</h1>
<p class="lead">It was accepted, taken back, or is too old. Ask the person who sent it for another.</p>
<p class="links"><a href="/account">Account</a></p>`,
  });
}
