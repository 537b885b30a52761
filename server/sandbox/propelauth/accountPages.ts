import express, { type Router } from 'express';
import { handle } from '../core/handle.ts';
import { html } from '../core/page.ts';
import { type FieldErrors, field, formText, notice, problem, sendHosted, withQuery } from './hostedPage.ts';
import type { Invitation, OrgMemberInfo } from './orgs.ts';
import type { AuthProvider } from './provider.ts';
import { InvalidUser, minimumPasswordLength } from './users.ts';
import { backLink, signedIn, type Visit } from './visit.ts';

/** Serves `/account`: the settings that a signed-in user manages at the provider. */
export function accountPages(provider: AuthProvider): Router {
  const router = express.Router();
  router.get(
    '/account',
    signedIn(provider, (visit) => showAccount(provider, visit)),
  );
  router.post('/account/name', saveName(provider));
  router.post('/account/password', changePassword(provider));
  router.post('/account/logout', logOut(provider));
  return router;
}

/** Sends the page of an account, with its organizations and invitations. */
export const showAccount = async ({ orgs }: AuthProvider, visit: Visit, result: { done?: string; errors?: FieldErrors } = {}) =>
  accountPage(
    visit,
    Object.values(await orgs.infoOf(visit.tenant.program, visit.session.user.user_id)),
    await orgs.invitations({ program: visit.tenant.program, email: visit.session.user.email }),
    result,
  );

const saveName = (provider: AuthProvider) =>
  signedIn(provider, async (visit) => {
    const user = await provider.users.update(visit.tenant.program, visit.session.user.user_id, {
      first_name: formText(visit.request, 'first_name'),
      last_name: formText(visit.request, 'last_name'),
    });
    await showAccount(provider, { ...visit, session: { ...visit.session, user: user ?? visit.session.user } }, { done: 'Your name is saved.' });
  });

const changePassword = (provider: AuthProvider) =>
  signedIn(provider, async (visit) => {
    try {
      await provider.users.setPassword(visit.tenant.program, visit.session.user.user_id, formText(visit.request, 'password'));
      await showAccount(provider, visit, { done: 'Your password is changed.' });
    } catch (error) {
      if (!(error instanceof InvalidUser)) throw error;
      await showAccount(provider, visit, { errors: error.fields });
    }
  });

const logOut = (provider: AuthProvider) =>
  handle(async (request, response) => {
    await provider.sessions.end(request, response);
    response.redirect(303, '/login');
  });

function accountPage(
  visit: Visit,
  memberships: readonly OrgMemberInfo[],
  invitations: readonly Invitation[],
  { done, errors }: { done?: string; errors?: FieldErrors },
): void {
  const { user, impersonatorUserId } = visit.session;
  sendHosted(visit.response, visit.tenant, {
    title: 'Account',
    wide: true,
    status: errors === undefined ? 200 : 400,
    body: html`<h1>Account</h1>
<p class="lead">Signed in as ${user.email}</p>
${notice(impersonatorUserId && `Impersonated by ${impersonatorUserId}`)}
${notice(done)}
${problem(errors && 'Please correct what is marked below.')}
<form method="post" action="/account/name" novalidate>
<div class="row">
${field({ name: 'first_name', label: 'First name', autocomplete: 'given-name', value: user.first_name })}
${field({ name: 'last_name', label: 'Last name', autocomplete: 'family-name', value: user.last_name })}
<button type="submit">Save name</button>
</div>
</form>
<h2>Password</h2>
<form method="post" action="/account/password" novalidate>
<div class="row">
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: `At least ${minimumPasswordLength} characters` }, errors)}
<button type="submit">Change password</button>
</div>
</form>
<h2>Organizations</h2>
${memberships.length === 0 ? html`<p class="hint">None yet.</p>` : html`<ul>${memberships.map((info) => html`<li><a href="${withQuery('/org', { id: info.org_id })}">${info.org_name}</a>, ${info.user_role}</li>`)}</ul>`}
${invitations.map(({ token, role }) => html`<p><a href="/invitation/${token}">You are invited as ${role}</a></p>`)}
<p class="links">${backLink(visit)}<a href="/create_org">Create an organization</a></p>
<h2>Log out</h2>
<form method="post" action="/account/logout"><button class="plain" type="submit">Log out</button></form>`,
  });
}
