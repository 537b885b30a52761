import { type ControlButton, type ControlField, grouped } from '../core/core.ts';
import { Refusal } from '../core/handle.ts';
import { hourMs } from '../core/measures.ts';
import { wholeNumber } from '../core/wholeNumber.ts';
import type { AuthProvider } from './provider.ts';
import type { Tenant } from './tenants.ts';
import { InvalidUser, type User } from './users.ts';

const programField = ({ tenants }: AuthProvider): ControlField => ({
  name: 'program',
  label: 'Program',
  type: 'select',
  default: 'HEADWAY',
  options: async () => tenants.map((tenant) => ({ value: tenant.program, label: tenant.design.name })),
});

const emailField: ControlField = { name: 'email', label: 'Email', type: 'text' };

const yesOrNo = (field: { name: string; label: string; default: 'true' | 'false' }): ControlField => ({
  ...field,
  type: 'select',
  options: async () => [
    { value: 'true', label: 'Yes' },
    { value: 'false', label: 'No' },
  ],
});

function tenantNamed({ tenants }: AuthProvider, name: string | undefined): Tenant {
  const tenant = tenants.find((one) => one.program === name?.toUpperCase());
  if (!tenant) throw new Refusal(404, { error: `no program ${name}` });
  return tenant;
}

async function userOf({ users }: AuthProvider, tenant: Tenant, address: string | undefined): Promise<User> {
  const user = await users.byEmail(tenant.program, address ?? '');
  if (!user) throw new Refusal(404, { error: `${tenant.design.name} has no user ${address}` });
  return user;
}

async function signInLink({ links }: AuthProvider, tenant: Tenant, user: User, impersonator: string | null): Promise<string> {
  const token = await links.create({
    program: tenant.program,
    purpose: 'sign_in',
    user_id: user.user_id,
    redirect_to: null,
    impersonator_user_id: impersonator,
    once: true,
    lifeMs: hourMs,
  });
  return `${tenant.authUrl}/magic_link/${token}`;
}

const createUser = (provider: AuthProvider): ControlButton => ({
  name: 'create_user',
  label: 'Create a user',
  fields: [
    programField(provider),
    emailField,
    { name: 'password', label: 'Password', type: 'text' },
    { name: 'first_name', label: 'First name', type: 'text' },
    { name: 'last_name', label: 'Last name', type: 'text' },
  ],
  async run(input) {
    const tenant = tenantNamed(provider, input.program);
    try {
      const user = await provider.users.create(tenant.program, {
        email: input.email ?? '',
        password: input.password || undefined,
        first_name: input.first_name || undefined,
        last_name: input.last_name || undefined,
      });
      return { message: `${user.email} can sign in to ${tenant.design.name}`, result: { user_id: user.user_id } };
    } catch (error) {
      if (error instanceof InvalidUser) throw new Refusal(400, { error: error.message, fields: error.fields });
      throw error;
    }
  },
});

const impersonate = (provider: AuthProvider): ControlButton => ({
  name: 'impersonate',
  label: 'Sign in as a user',
  help: "Gives a link that signs in as the provider's staff do when they look at the product as one of its users.",
  fields: [programField(provider), emailField, { name: 'impersonator', label: 'Employee', type: 'text', default: 'employee@propelauth.example' }],
  async run(input) {
    const tenant = tenantNamed(provider, input.program);
    const user = await userOf(provider, tenant, input.email);
    const url = await signInLink(provider, tenant, user, input.impersonator || null);
    return { message: `Open ${url}`, result: { url } };
  },
});

const signIn = (provider: AuthProvider): ControlButton => ({
  name: 'sign_in',
  label: 'Give out an access token',
  help: 'The token that a page gets once this user has signed in with their password.',
  fields: [
    programField(provider),
    emailField,
    { name: 'minutes', label: 'Minutes', type: 'number', default: '30' },
    { name: 'org_id', label: 'Organization in which they work', type: 'text' },
  ],
  async run(input) {
    const tenant = tenantNamed(provider, input.program);
    const user = await userOf(provider, tenant, input.email);
    const orgs = await provider.orgs.infoOf(tenant.program, user.user_id);
    const { token } = await provider.tokens.accessToken(tenant, {
      user,
      orgs,
      activeOrgId: input.org_id || undefined,
      loginMethod: 'password',
      lifeSeconds: Number(input.minutes || 30) * 60,
    });
    return { message: `Signed in as ${user.email}`, result: { access_token: token } };
  },
});

const acceptInvitations = (provider: AuthProvider): ControlButton => ({
  name: 'accept_invitations',
  label: 'Accept invitations',
  help: 'As a user does who opens the links of the mails with which organizations invited them.',
  fields: [programField(provider), emailField],
  async run(input) {
    const tenant = tenantNamed(provider, input.program);
    const user = await userOf(provider, tenant, input.email);
    const open = await provider.orgs.invitations({ program: tenant.program, email: user.email });
    await provider.orgs.acceptInvites(tenant.program, user);
    return { message: `${user.email} accepted ${open.length}`, result: { accepted: open.length } };
  },
});

const expireSessions = (provider: AuthProvider): ControlButton => ({
  name: 'expire_sessions',
  label: 'Expire sessions',
  help: 'Signs out one user, or everybody of the program when no email is given.',
  fields: [programField(provider), emailField],
  async run(input) {
    const tenant = tenantNamed(provider, input.program);
    const user = input.email ? await userOf(provider, tenant, input.email) : undefined;
    const ended = await provider.sessions.endAll({ program: tenant.program, ...(user && { userId: user.user_id }) });
    return { message: `${ended} sessions ended`, result: { ended } };
  },
});

const lockUser = (provider: AuthProvider): ControlButton => ({
  name: 'lock_user',
  label: 'Lock or unlock a user',
  fields: [programField(provider), emailField, yesOrNo({ name: 'locked', label: 'Locked', default: 'true' })],
  async run(input) {
    const tenant = tenantNamed(provider, input.program);
    const user = await userOf(provider, tenant, input.email);
    await provider.users.update(tenant.program, user.user_id, { locked: input.locked === 'true' });
    return { message: `${user.email} is ${input.locked === 'true' ? 'locked' : 'unlocked'}` };
  },
});

const disableUser = (provider: AuthProvider): ControlButton => ({
  name: 'disable_user',
  label: 'Disable or enable a user',
  help: 'A disabled user is signed out everywhere and cannot sign in.',
  fields: [programField(provider), emailField, yesOrNo({ name: 'enabled', label: 'Enabled', default: 'false' })],
  async run(input) {
    const tenant = tenantNamed(provider, input.program);
    const user = await userOf(provider, tenant, input.email);
    const enabled = input.enabled === 'true';
    if (!enabled) await provider.sessions.endAll({ program: tenant.program, userId: user.user_id });
    await provider.users.update(tenant.program, user.user_id, { enabled });
    return { message: `${user.email} is ${enabled ? 'enabled' : 'disabled'}` };
  },
});

const changeAccessTokenLife = (provider: AuthProvider): ControlButton => ({
  name: 'access_token_life',
  label: 'Set the life of access tokens',
  help: 'In seconds, for those given out from now on. The real provider gives 1800.',
  fields: [{ name: 'seconds', label: 'Seconds', type: 'number', default: '1800' }],
  async run(input) {
    const seconds = wholeNumber(input.seconds, 'seconds', { least: 1 });
    provider.behavior.accessTokenLifeSeconds = seconds;
    return { message: `Access tokens live ${seconds} s` };
  },
});

const failRefreshes = (provider: AuthProvider): ControlButton => ({
  name: 'fail_refresh',
  label: 'Fail refreshes',
  help: 'The next refreshes are answered with an error that the page can read.',
  fields: [
    { name: 'times', label: 'Times', type: 'number', default: '3' },
    { name: 'status', label: 'Status', type: 'number', default: '500' },
  ],
  async run(input) {
    const [times, status] = [wholeNumber(input.times, 'times'), wholeNumber(input.status, 'status', { least: 400, most: 599 })];
    provider.behavior.failRefresh = { times, status };
    return { message: `The next ${times} refreshes fail with ${status}` };
  },
});

/** The stand-in's buttons: people, sessions, and failures. */
export const authControls = (provider: AuthProvider): ControlButton[] => [
  ...grouped('Coming in', [createUser(provider), impersonate(provider), signIn(provider), acceptInvitations(provider)]),
  ...grouped('Keeping out', [expireSessions(provider), lockUser(provider), disableUser(provider)]),
  ...grouped('Tokens', [changeAccessTokenLife(provider), failRefreshes(provider)]),
];
