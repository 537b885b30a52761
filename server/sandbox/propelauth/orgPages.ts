import express, { type Router } from 'express';
import { html } from '../core/page.ts';
import { showAccount } from './accountPages.ts';
import { type FieldErrors, field, formText, notice, queryText, sendHosted, withQuery } from './hostedPage.ts';
import { sendInvitation } from './invitations.ts';
import { mayManageRole, type OrgMemberInfo, roleStructures, rolesOf } from './orgs.ts';
import type { AuthProvider } from './provider.ts';
import { backLink, signedIn, type Visit } from './visit.ts';

/** Serves `/create_org`, `/org` and `/saml`: the organizations of a signed-in user. */
export function orgPages(provider: AuthProvider): Router {
  const router = express.Router();
  router.get(
    '/create_org',
    signedIn(provider, async (visit) => createOrgPage(visit)),
  );
  router.post('/create_org', createOrg(provider));
  router.get('/org', showOrg(provider));
  router.post('/org/members', inviteOrChangeRole(provider));
  router.post('/org/members/remove', removeMember(provider));
  router.get('/saml', showSaml(provider));
  router.post('/saml', setUpSaml(provider));
  return router;
}

const membership = async ({ orgs }: AuthProvider, { tenant, session }: Visit, orgId: string | undefined): Promise<OrgMemberInfo | undefined> =>
  (await orgs.infoOf(tenant.program, session.user.user_id))[orgId ?? ''];

async function membersOf({ orgs, users }: AuthProvider, { tenant }: Visit, orgId: string) {
  const members = await orgs.members(orgId);
  return Promise.all(members.map(async (member) => ({ ...member, email: (await users.byId(tenant.program, member.user_id))?.email ?? '' })));
}

async function isLastOwner({ orgs }: AuthProvider, orgId: string, userId: string): Promise<boolean> {
  const owners = (await orgs.members(orgId)).filter(({ role }) => role === 'Owner');
  return owners.length === 1 && owners[0]?.user_id === userId;
}

const createOrg = (provider: AuthProvider) =>
  signedIn(provider, async (visit) => {
    const name = formText(visit.request, 'name');
    const roleStructure = roleStructures.find((structure) => structure === formText(visit.request, 'role_structure')) ?? 'single_role_in_hierarchy';
    if (name === '') return createOrgPage(visit, { name: ['Enter a name.'] });
    const org = await provider.orgs.create(visit.tenant.program, { name, roleStructure });
    await provider.orgs.setMember(org, { user_id: visit.session.user.user_id, role: 'Owner', additional_roles: [] });
    visit.response.redirect(303, withQuery('/org', { id: org.org_id, rt: formText(visit.request, 'rt') || undefined }));
  });

const showOrg = (provider: AuthProvider) =>
  signedIn(provider, async (visit) => {
    const id = queryText(visit.request, 'id');
    const info = await membership(provider, visit, id);
    if (info) return orgPage(visit, info, await membersOf(provider, visit, info.org_id));
    if (id !== undefined) return noOrgPage(visit);
    await showAccount(provider, visit);
  });

const inviteOrChangeRole = (provider: AuthProvider) =>
  signedIn(provider, async (visit) => {
    const info = await membership(provider, visit, formText(visit.request, 'org_id'));
    const org = info && (await provider.orgs.byId(visit.tenant.program, info.org_id));
    if (!org || !info) return noOrgPage(visit);
    const email = formText(visit.request, 'email');
    const member = await provider.users.byEmail(visit.tenant.program, email);
    const role = formText(visit.request, 'role');
    const present = member && (await provider.orgs.infoOf(org.program, member.user_id))[org.org_id];
    const needed = present ? 'propelauth::can_change_roles' : 'propelauth::can_invite';
    if (info.user_permissions.includes(needed) && mayManageRole(info, role)) {
      if (!present) await sendInvitation(provider, visit.tenant, org, { email, role });
      else if (member && mayManageRole(info, present.user_role) && !(await isLastOwner(provider, org.org_id, member.user_id)))
        await provider.orgs.setMember(org, { user_id: member.user_id, role, additional_roles: [] });
    }
    visit.response.redirect(303, withQuery('/org', { id: org.org_id }));
  });

const removeMember = (provider: AuthProvider) =>
  signedIn(provider, async (visit) => {
    const info = await membership(provider, visit, formText(visit.request, 'org_id'));
    if (!info) return noOrgPage(visit);
    const userId = formText(visit.request, 'user_id');
    const present = (await provider.orgs.infoOf(visit.tenant.program, userId))[info.org_id];
    const mayRemove = info.user_permissions.includes('propelauth::can_remove_users') && present && mayManageRole(info, present.user_role);
    if (mayRemove && !(await isLastOwner(provider, info.org_id, userId))) await provider.orgs.removeMember(info.org_id, userId);
    visit.response.redirect(303, withQuery('/org', { id: info.org_id }));
  });

const showSaml = (provider: AuthProvider) =>
  signedIn(provider, async (visit) => {
    const info = await membership(provider, visit, queryText(visit.request, 'id'));
    if (info?.user_permissions.includes('propelauth::can_setup_saml')) samlPage(visit, info);
    else noOrgPage(visit);
  });

const setUpSaml = (provider: AuthProvider) =>
  signedIn(provider, async (visit) => {
    const info = await membership(provider, visit, formText(visit.request, 'org_id'));
    if (!info?.user_permissions.includes('propelauth::can_setup_saml')) return noOrgPage(visit);
    await provider.orgs.update(visit.tenant.program, info.org_id, { is_saml_configured: true });
    samlPage(visit, info, 'Saved. In the sandbox nobody is sent to the identity provider.');
  });

function createOrgPage(visit: Visit, errors?: FieldErrors): void {
  const rt = queryText(visit.request, 'rt') ?? (formText(visit.request, 'rt') || undefined);
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
