import express, { type Request, type Response, type Router } from 'express';
import { handle } from '../core/handle.ts';
import { hourMs } from '../core/measures.ts';
import { html } from '../core/page.ts';
import { type FieldErrors, field, formText, notice, problem, queryText, sendHosted, withQuery } from './hostedPage.ts';
import type { AuthProvider } from './provider.ts';
import type { Session } from './sessions.ts';
import { redirectTarget, type Tenant } from './tenants.ts';
import { InvalidUser, minimumPasswordLength } from './users.ts';

/** Serves `/login`, `/signup`, `/forgot-password` and the links in mails. `rt` is the address to return to. */
export function signInPages(provider: AuthProvider): Router {
  const router = express.Router();
  router.get('/login', showLogin(provider));
  router.post('/login', logIn(provider));
  router.get('/signup', showSignup(provider));
  router.post('/signup', signUp(provider));
  router.get('/forgot-password', showForgotPassword(provider));
  router.post('/forgot-password', sendResetLink(provider));
  router.get('/reset-password', showResetPassword(provider));
  router.post('/reset-password', resetPassword(provider));
  router.get('/magic_link/:token', openMagicLink(provider));
  return router;
}

/** Signs the user in and redirects to where they came from. */
async function enter({ sessions }: AuthProvider, response: Response, tenant: Tenant, session: Session, rt: string | undefined): Promise<void> {
  await sessions.begin(response, tenant, session);
  response.redirect(303, redirectTarget(tenant, rt) ?? tenant.siteUrl);
}

/** Redirects a user who is already signed in away from these pages; returns whether it did. */
async function passIfSignedIn({ sessions }: AuthProvider, request: Request, response: Response, tenant: Tenant): Promise<boolean> {
  if (!(await sessions.of(request, tenant))) return false;
  response.redirect(303, redirectTarget(tenant, queryText(request, 'rt')) ?? tenant.siteUrl);
  return true;
}

const showLogin = (provider: AuthProvider) =>
  handle(async (request, response) => {
    const tenant = provider.tenant(request);
    if (!(await passIfSignedIn(provider, request, response, tenant))) loginPage(response, tenant, { rt: queryText(request, 'rt') });
  });

const logIn = (provider: AuthProvider) =>
  handle(async (request, response) => {
    const tenant = provider.tenant(request);
    const form = { rt: formText(request, 'rt') || undefined, email: formText(request, 'email') };
    const user = await provider.users.authenticate(tenant.program, form.email, formText(request, 'password'));
    if (!user) return loginPage(response, tenant, { ...form, failure: 'That email and password do not match.' });
    if (user.locked || !user.enabled) return loginPage(response, tenant, { ...form, failure: 'This account is locked. Please contact support.' });
    await enter(provider, response, tenant, { user, loginMethod: 'password' }, form.rt);
  });

const showSignup = (provider: AuthProvider) =>
  handle(async (request, response) => {
    const tenant = provider.tenant(request);
    if (!(await passIfSignedIn(provider, request, response, tenant))) signupPage(response, tenant, { rt: queryText(request, 'rt') });
  });

const signUp = (provider: AuthProvider) =>
  handle(async (request, response) => {
    const tenant = provider.tenant(request);
    const form = {
      rt: formText(request, 'rt') || undefined,
      email: formText(request, 'email'),
      first_name: formText(request, 'first_name'),
      last_name: formText(request, 'last_name'),
    };
    try {
      const { rt, ...person } = form;
      const user = await provider.users.create(tenant.program, { ...person, password: formText(request, 'password') });
      await provider.orgs.acceptInvites(tenant.program, user);
      await enter(provider, response, tenant, { user, loginMethod: 'password' }, rt);
    } catch (error) {
      if (!(error instanceof InvalidUser)) throw error;
      signupPage(response, tenant, { ...form, errors: error.fields });
    }
  });

const showForgotPassword = (provider: AuthProvider) => handle((request, response) => forgotPage(response, provider.tenant(request), {}));

const sendResetLink = (provider: AuthProvider) =>
  handle(async (request, response) => {
    const tenant = provider.tenant(request);
    const email = formText(request, 'email');
    const user = await provider.users.byEmail(tenant.program, email);
    if (user) {
      const token = await provider.links.create({
        program: tenant.program,
        purpose: 'reset_password',
        user_id: user.user_id,
        redirect_to: null,
        impersonator_user_id: null,
        once: true,
        lifeMs: hourMs,
      });
      await provider.inbox.add({
        from: `no-reply@${tenant.authHost}`,
        to: [user.email],
        subject: `Choose a new password for ${tenant.design.name}`,
        text: `Open this link within an hour to choose a new password:\n\n${tenant.authUrl}/reset-password?token=${token}\n`,
      });
    }
    forgotPage(response, tenant, { sentTo: email, inboxUrl: `${provider.publicUrl}${withQuery('/mail', { to: email })}` });
  });

const showResetPassword = (provider: AuthProvider) =>
  handle(async (request, response) => {
    const tenant = provider.tenant(request);
    const token = queryText(request, 'token') ?? '';
    if (await provider.links.get(tenant, 'reset_password', token)) resetPage(response, tenant, { token });
    else brokenLinkPage(response, tenant);
  });

const resetPassword = (provider: AuthProvider) =>
  handle(async (request, response) => {
    const tenant = provider.tenant(request);
    const token = formText(request, 'token');
    const link = await provider.links.get(tenant, 'reset_password', token);
    if (!link) return brokenLinkPage(response, tenant);
    try {
      const user = await provider.users.setPassword(tenant.program, link.user_id, formText(request, 'password'));
      await provider.links.use(link);
      if (!user) return brokenLinkPage(response, tenant);
      await provider.sessions.endAll({ program: tenant.program, userId: user.user_id });
      await enter(provider, response, tenant, { user, loginMethod: 'password' }, undefined);
    } catch (error) {
      if (!(error instanceof InvalidUser)) throw error;
      resetPage(response, tenant, { token, errors: error.fields });
    }
  });

const openMagicLink = (provider: AuthProvider) =>
  handle(async (request, response) => {
    const tenant = provider.tenant(request);
    const link = await provider.links.get(tenant, 'sign_in', request.params.token ?? '');
    const user = link && (await provider.users.byId(tenant.program, link.user_id));
    if (!link || !user?.enabled || user.locked) return brokenLinkPage(response, tenant);
    await provider.links.use(link);
    const impersonated = link.impersonator_user_id !== null && { impersonatorUserId: link.impersonator_user_id };
    await provider.sessions.begin(response, tenant, { user, loginMethod: impersonated ? 'impersonation' : 'magic_link', ...impersonated });
    response.redirect(303, link.redirect_to ?? tenant.siteUrl);
  });

const returnField = (rt: string | undefined) => rt !== undefined && html`<input type="hidden" name="rt" value="${rt}">`;

function loginPage(response: Response, tenant: Tenant, { rt, email, failure }: { rt?: string | undefined; email?: string; failure?: string }): void {
  sendHosted(response, tenant, {
    title: 'Log in',
    status: failure === undefined ? 200 : 401,
    body: html`<h1>Log in</h1>
<p class="lead">${tenant.design.welcome}</p>
${problem(failure)}
<form method="post" action="/login" novalidate>
${returnField(rt)}
${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: email })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
<button type="submit">Log in</button>
</form>
<p class="links"><a href="${withQuery('/signup', { rt })}">Create an account</a><a href="/forgot-password">Forgot your password?</a></p>`,
  });
}

interface SignupForm {
  rt?: string | undefined;
  email?: string;
  first_name?: string;
  last_name?: string;
  errors?: FieldErrors;
}

function signupPage(response: Response, tenant: Tenant, { rt, errors, ...form }: SignupForm): void {
  sendHosted(response, tenant, {
    title: 'Create an account',
    status: errors === undefined ? 200 : 400,
    body: html`<h1>Create an account</h1>
<p class="lead">${tenant.design.welcome}</p>
${problem(errors && 'Please correct what is marked below.')}
<form method="post" action="/signup" novalidate>
${returnField(rt)}
<div class="row">
${field({ name: 'first_name', label: 'First name', autocomplete: 'given-name', value: form.first_name }, errors)}
${field({ name: 'last_name', label: 'Last name', autocomplete: 'family-name', value: form.last_name }, errors)}
</div>
${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: form.email }, errors)}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: `At least ${minimumPasswordLength} characters` }, errors)}
<button type="submit">Create account</button>
</form>
<p class="links"><span>Already have an account? <a href="${withQuery('/login', { rt })}">Log in</a></span></p>`,
  });
}

function forgotPage(response: Response, tenant: Tenant, { sentTo, inboxUrl }: { sentTo?: string; inboxUrl?: string }): void {
  sendHosted(response, tenant, {
    title: 'Forgot your password?',
    body: html`<h1>Forgot your password?</h1>
${notice(sentTo && `If ${sentTo} has an account, a link to choose a new password is on its way.`)}
${inboxUrl !== undefined && html`<p class="hint">In the sandbox, mail arrives in <a href="${inboxUrl}">the inbox</a>.</p>`}
<form method="post" action="/forgot-password" novalidate>
${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: sentTo })}
<button type="submit">Send me a link</button>
</form>
<p class="links"><a href="/login">Back to log in</a></p>`,
  });
}

function resetPage(response: Response, tenant: Tenant, { token, errors }: { token: string; errors?: FieldErrors }): void {
  sendHosted(response, tenant, {
    title: 'Choose a new password',
    status: errors === undefined ? 200 : 400,
    body: html`<h1>Choose a new password</h1>
<form method="post" action="/reset-password" novalidate>
<input type="hidden" name="token" value="${token}">
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: `At least ${minimumPasswordLength} characters` }, errors)}
<button type="submit">Save and log in</button>
</form>`,
  });
}

function brokenLinkPage(response: Response, tenant: Tenant): void {
  sendHosted(response, tenant, {
    title: 'This link no longer works',
    status: 410,
    body: html`<h1>This link no longer works</h1>
<p class="lead">It was used already, or it is too old.</p>
<p class="links"><a href="/forgot-password">Send me a new one</a><a href="/login">Log in</a></p>`,
  });
}
