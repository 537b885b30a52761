import { randomUUID } from 'node:crypto';
import { expect, type FrameLocator, type Page } from '@playwright/test';
import { readConfig } from '../../server/config.ts';
import type { ProgramKey } from '../../server/domain/basics/programKeys.ts';
import { programByKey } from '../../server/programs/index.ts';
import { ask } from '../support/ask.ts';
import { authUrl, sandboxUrl, siteUrl } from './addresses.ts';

/** Returns a pattern of addresses that start with this one. */
const startsWith = (url: string) => new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

/** Waits until the browser is on the program's hosted sign-in. */
export const waitForLogin = (page: Page, program: ProgramKey = 'headway') => page.waitForURL(startsWith(`${authUrl(program)}/login`));

/** Keeps a visitor on the page that redirects to the hosted sign-in: a browser does not leave a page for an answer of 204. */
export async function blockLoginRedirect(page: Page): Promise<void> {
  await page.route(/\/(login|signup)\?rt=/, (route) => route.fulfill({ status: 204 }));
}

/** Opens a page of a program's site as a visitor, signs up on the hosted pages, and returns to it. Returns the new email address. */
export async function signUpAt(page: Page, path = '/', program: ProgramKey = 'headway'): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await page.goto(siteUrl(program) + path);
  await waitForLogin(page, program);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill('Lopez');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(startsWith(`${siteUrl(program)}/`));
  return email;
}

interface Credentials {
  email: string;
  password: string;
  program?: ProgramKey;
}

/**
 * Signs a browser in as one of somebody who has signed in before: the form of the hosted sign-in is sent without its page, and the
 * browser is given the cookie. The way over the page is walked by the tests about sessions; twice as many pages would load here.
 */
export async function signInWithoutPage(page: Page, { email, password, program = 'headway' }: Credentials): Promise<void> {
  const { hostname, port, origin } = new URL(authUrl(program));
  const answer = await ask(`http://127.0.0.1:${port}/login`, {
    method: 'POST',
    host: hostname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email, password }).toString(),
  });
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  if (name === undefined || value === undefined) throw new Error(`${email} could not sign in: ${answer.status}`);
  await page.context().addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }]);
  await page.addInitScript(rememberSignInOnce);
}

/** Opens a page of a program's site as somebody who has signed in before. */
export async function openSignedIn(page: Page, who: Credentials, path: string): Promise<void> {
  await signInWithoutPage(page, who);
  await page.goto(siteUrl(who.program) + path);
}

/** Remembers a sign-in where the site does, which otherwise goes by way of the hosted pages; once, so that signing out forgets it. */
function rememberSignInOnce(): void {
  // A document of no origin, such as a frame of a provider, has no storage.
  if (self.origin === 'null' || localStorage.getItem('began_signed_in') !== null) return;
  localStorage.setItem('began_signed_in', 'true');
  localStorage.setItem('signed_in_here', 'true');
}

/** Opens a page of the site as somebody new, who has signed up and in before. Returns their email address. */
export async function openAsNewPerson(page: Page, path = '/'): Promise<string> {
  const [email, password] = [`${randomUUID()}@example.com`, 'correct horse battery'];
  await askAuthProvider('/user/', { email, password, email_confirmed: true, first_name: 'Ana', last_name: 'Lopez' });
  await openSignedIn(page, { email, password }, path);
  return email;
}

/** Opens a page of a program's site as one of the demo people. */
export async function signInAs(page: Page, email: `${'new' | 'merchant' | 'support' | 'admin'}@demo.localhost`, path = '/', program: ProgramKey = 'headway') {
  await openSignedIn(page, { email, password: 'headway-demo', program }, path);
}

/** Expects that the page belongs to this person. On a phone their address is in the DOM but hidden behind the menu. */
export async function expectSignedInAs(page: Page, email: string): Promise<void> {
  await expect(page.getByText(email).first()).toBeAttached();
}

/** Opens the sidebar, which is behind a button on a phone. */
export async function openMenu(page: Page | FrameLocator): Promise<void> {
  const button = page.getByRole('button', { name: 'Log out' });
  await button.or(menuButton(page)).first().waitFor();
  if (!(await button.isVisible())) await menuButton(page).click();
}

/** Returns the button of a phone's menu: in the bar of the dashboard, at the top of other pages. */
const menuButton = (page: Page | FrameLocator) => page.getByRole('button', { name: 'Menu' }).or(page.getByRole('button', { name: 'More', exact: true }));

/** Ends the session by the log-out button. */
export async function logOut(page: Page | FrameLocator): Promise<void> {
  await openMenu(page);
  await page.getByRole('button', { name: 'Log out' }).click();
}

/** Calls a program's authentication provider as our server would, and returns the body. Throws for a status that is not a success. */
export async function askAuthProvider<Answer>(path: string, body: unknown, program: ProgramKey = 'headway'): Promise<Answer> {
  // The product of this run uses the sandbox's default secrets.
  const { propelauth } = readConfig({ NODE_ENV: 'test' });
  const answer = await fetch(`${sandboxUrl()}/api/backend/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${propelauth.apiKeys[programByKey(program)?.settingName ?? 'HEADWAY']}`,
      'content-type': 'application/json',
      'x-propelauth-url': new URL(authUrl(program)).hostname,
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
