import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { handle } from '../core/handle.ts';
import { html } from '../core/page.ts';
import { type FieldErrors, field, formText, notice, problem, queryText, sendHosted, withQuery } from './hostedPage.ts';
import { sendInvitation } from './invitations.ts';
import { type Invitation, mayManageRole, type OrgMemberInfo, roleStructures, rolesOf } from './orgs.ts';
import type { AuthProvider } from './provider.ts';
import type { Session } from './sessions.ts';
import { redirectTarget, type Tenant } from './tenants.ts';
import { InvalidUser, minimumPasswordLength } from './users.ts';

interface Visit {
  request: Request;
  response: Response;
  tenant: Tenant;
  session: Session;
}

/** Serves `/account`, `/org`, `/create_org` and `/saml`: the settings that a signed-in user manages at the provider. */
export function accountPages(provider: AuthProvider): Router {
  const router = express.Router();
  const { users, orgs, sessions } = provider;

  /** Requires a sign-in first, and returns to the page afterward. */
  const signedIn = (show: (visit: Visit) => Promise<unknown>): RequestHandler =>
    handle(async (request, response) => {
      const tenant = provider.tenant(request);
      const session = await sessions.of(request, tenant);
      if (session) await show({ request, response, tenant, session });
      else response.redirect(303, withQuery('/login', { rt: Buffer.from(`${tenant.authUrl}${request.originalUrl}`).toString('base64') }));
    });

  const membership = async ({ tenant, session }: Visit, orgId: string | undefined): Promise<OrgMemberInfo | undefined> =>
    (await orgs.infoOf(tenant.program, session.user.user_id))[orgId ?? ''];

  const showAccount = async (visit: Visit, result: { done?: string; errors?: FieldErrors } = {}) =>
    accountPage(
      visit,
      Object.values(await orgs.infoOf(visit.tenant.program, visit.session.user.user_id)),
      await orgs.invitations({ program: visit.tenant.program, email: visit.session.user.email }),
      result,
    );

  router.get(
    '/account',
    signedIn((visit) => showAccount(visit)),
  );
  router.post(
    '/account/name',
    signedIn(async (visit) => {
      const user = await users.update(visit.tenant.program, visit.session.user.user_id, {
        first_name: formText(visit.request, 'first_name'),
        last_name: formText(visit.request, 'last_name'),
      });
      await showAccount({ ...visit, session: { ...visit.session, user: user ?? visit.session.user } }, { done: 'Your name is saved.' });
    }),
  );
  router.post(
    '/account/password',
    signedIn(async (visit) => {
      try {
        await users.setPassword(visit.tenant.program, visit.session.user.user_id, formText(visit.request, 'password'));
        await showAccount(visit, { done: 'Your password is changed.' });
      } catch (error) {
        if (!(error instanceof InvalidUser)) throw error;
        await showAccount(visit, { errors: error.fields });
      }
    }),
  );
  router.post(
    '/account/logout',
    handle(async (request, response) => {
      await sessions.end(request, response);
      response.redirect(303, '/login');
    }),
  );

  router.get(
    '/create_org',
    signedIn(async (visit) => createOrgPage(visit)),
  );
  router.post(
    '/create_org',
    signedIn(async (visit) => {
      const name = formText(visit.request, 'name');
      const roleStructure = roleStructures.find((structure) => structure === formText(visit.request, 'role_structure')) ?? 'single_role_in_hierarchy';
      if (name === '') return createOrgPage(visit, { name: ['Enter a name.'] });
      const org = await orgs.create(visit.tenant.program, { name, roleStructure });
      await orgs.setMember(org, { user_id: visit.session.user.user_id, role: 'Owner', additional_roles: [] });
      visit.response.redirect(303, withQuery('/org', { id: org.org_id, rt: formText(visit.request, 'rt') || undefined }));
    }),
  );

  router.get(
    '/org',
    signedIn(async (visit) => {
      const id = queryText(visit.request, 'id');
      const info = await membership(visit, id);
      if (info) return orgPage(visit, info, await membersOf(visit, info.org_id));
      if (id !== undefined) return noOrgPage(visit);
      await showAccount(visit);
    }),
  );
  router.post(
    '/org/members',
    signedIn(async (visit) => {
      const info = await membership(visit, formText(visit.request, 'org_id'));
      const org = info && (await orgs.byId(visit.tenant.program, info.org_id));
      if (!org || !info) return noOrgPage(visit);
      const email = formText(visit.request, 'email');
      const member = await users.byEmail(visit.tenant.program, email);
      const role = formText(visit.request, 'role');
      const present = member && (await orgs.infoOf(org.program, member.user_id))[org.org_id];
      const needed = present ? 'propelauth::can_change_roles' : 'propelauth::can_invite';
      if (info.user_permissions.includes(needed) && mayManageRole(info, role)) {
        if (!present) await sendInvitation(provider, visit.tenant, org, { email, role });
        else if (member && mayManageRole(info, present.user_role) && !(await isLastOwner(org.org_id, member.user_id)))
          await orgs.setMember(org, { user_id: member.user_id, role, additional_roles: [] });
      }
      visit.response.redirect(303, withQuery('/org', { id: org.org_id }));
    }),
  );

  router.post(
    '/org/members/remove',
    signedIn(async (visit) => {
      const info = await membership(visit, formText(visit.request, 'org_id'));
      if (!info) return noOrgPage(visit);
      const userId = formText(visit.request, 'user_id');
      const present = (await orgs.infoOf(visit.tenant.program, userId))[info.org_id];
      const mayRemove = info.user_permissions.includes('propelauth::can_remove_users') && present && mayManageRole(info, present.user_role);
      if (mayRemove && !(await isLastOwner(info.org_id, userId))) await orgs.removeMember(info.org_id, userId);
      visit.response.redirect(303, withQuery('/org', { id: info.org_id }));
    }),
  );

  async function isLastOwner(orgId: string, userId: string): Promise<boolean> {
    const owners = (await orgs.members(orgId)).filter(({ role }) => role === 'Owner');
    return owners.length === 1 && owners[0]?.user_id === userId;
  }

  router.get(
    '/saml',
    signedIn(async (visit) => {
      const info = await membership(visit, queryText(visit.request, 'id'));
      if (info?.user_permissions.includes('propelauth::can_setup_saml')) samlPage(visit, info);
      else noOrgPage(visit);
    }),
  );
  router.post(
    '/saml',
    signedIn(async (visit) => {
      const info = await membership(visit, formText(visit.request, 'org_id'));
      if (!info?.user_permissions.includes('propelauth::can_setup_saml')) return noOrgPage(visit);
      await orgs.update(visit.tenant.program, info.org_id, { is_saml_configured: true });
      samlPage(visit, info, 'Saved. In the sandbox nobody is sent to the identity provider.');
    }),
  );

  async function membersOf({ tenant }: Visit, orgId: string) {
    const members = await orgs.members(orgId);
    return Promise.all(members.map(async (member) => ({ ...member, email: (await users.byId(tenant.program, member.user_id))?.email ?? '' })));
  }
  return router;
}

function backLink({ request, tenant }: Visit) {
  return html`<a href="${redirectTarget(tenant, queryText(request, 'rt')) ?? tenant.siteUrl}">Back to ${tenant.design.name}</a>`;
}

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

function createOrgPage(visit: Visit, errors?: FieldErrors): void {
  const rt = queryText(visit.request, 'rt');
  sendHosted(visit.response, visit.tenant, {
    title: 'Create an organization',
    status: errors === undefined ? 200 : 400,
    body: html`<h1>Create an organization</h1>
<form method="post" action="/create_org" novalidate>
${rt !== undefined && html`<input type="hidden" name="rt" value="${rt}">`}
${field({ name: 'name', label: 'Name', autocomplete: 'organization' }, errors)}
<div class="field">
<label for="role_structure">Roles</label>
<select id="role_structure" name="role_structure">
<option value="single_role_in_hierarchy">One role, each includes those below it</option>
<option value="multi_role">Several roles side by side</option>
</select>
</div>
<button type="submit">Create organization</button>
</form>
<p class="links">${backLink(visit)}</p>`,
  });
}

function orgPage(visit: Visit, info: OrgMemberInfo, members: readonly { user_id: string; email: string; role: string; additional_roles: string[] }[]): void {
  const canInvite = info.user_permissions.includes('propelauth::can_invite');
  const mayRemove = (role: string) => info.user_permissions.includes('propelauth::can_remove_users') && mayManageRole(info, role);
  sendHosted(visit.response, visit.tenant, {
    title: info.org_name,
    wide: true,
    body: html`<h1>${info.org_name}</h1>
<p class="lead">You are ${info.user_role} here.</p>
<table>
<thead><tr><th scope="col">Member</th><th scope="col">Role</th><td></td></tr></thead>
<tbody>${members.map((member) => html`<tr><td>${member.email}</td><td>${[member.role, ...member.additional_roles].join(', ')}</td><td>${mayRemove(member.role) && removeForm(info, member)}</td></tr>`)}</tbody>
</table>
${
  canInvite &&
  html`<h2>Invite somebody, or change a role</h2>
<form method="post" action="/org/members" novalidate>
<input type="hidden" name="org_id" value="${info.org_id}">
<div class="row">
${field({ name: 'email', label: 'Email', type: 'email' })}
<div class="field"><label for="role">Role</label><select id="role" name="role">${rolesOf[info.org_role_structure].filter((role) => mayManageRole(info, role)).map((role) => html`<option>${role}</option>`)}</select></div>
<button type="submit">Save</button>
</div>
</form>`
}
<p class="links">${backLink(visit)}<a href="${withQuery('/saml', { id: info.org_id })}">Single sign-on</a></p>`,
  });
}

function removeForm({ org_id }: OrgMemberInfo, { user_id, email }: { user_id: string; email: string }) {
  return html`<form method="post" action="/org/members/remove"><input type="hidden" name="org_id" value="${org_id}"><input type="hidden" name="user_id" value="${user_id}"><button class="plain" type="submit" aria-label="Remove ${email}">Remove</button></form>`;
}

function samlPage(visit: Visit, info: OrgMemberInfo, done?: string): void {
  sendHosted(visit.response, visit.tenant, {
    title: 'Single sign-on',
    body: html`<h1>Single sign-on</h1>
<p class="lead">${info.org_name}</p>
${notice(done)}
<form method="post" action="/saml" novalidate>
<input type="hidden" name="org_id" value="${info.org_id}">
${field({ name: 'metadata_url', label: 'Address of your identity provider’s metadata', type: 'url' })}
<button type="submit">Save</button>
</form>
<p class="links">${backLink(visit)}</p>`,
  });
}

function noOrgPage(visit: Visit): void {
  sendHosted(visit.response, visit.tenant, {
    title: 'Not found',
    status: 404,
    body: html`<h1>There is no such organization</h1>
<p class="lead">Or you are not in it, or may not do this there.</p>
<p class="links">${backLink(visit)}<a href="/account">Account</a></p>`,
  });
}
