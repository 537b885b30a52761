import { randomUUID } from 'node:crypto';
import { expect, type FrameLocator, type Page } from '@playwright/test';
import { readConfig } from '../../server/config.ts';
import type { ProgramKey } from '../../server/domain/access/programKeys.ts';
import { programByKey } from '../../server/programs/index.ts';
import { authUrl, sandboxUrl, siteUrl } from './addresses.ts';

/** An address of a page for a pattern: everything in it stands for itself. */
const startsWith = (url: string) => new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

/** Waits until the browser is at the program's hosted sign-in. */
export const atLogin = (page: Page, program: ProgramKey = 'headway') => page.waitForURL(startsWith(`${authUrl(program)}/login`));

/** Keeps a visitor on the page that leads to the hosted sign-in: a browser stays where it is when an answer has no content. */
export async function stayAt(page: Page): Promise<void> {
  await page.route(/\/(login|signup)\?rt=/, (route) => route.fulfill({ status: 204 }));
}

/** Opens a page of a program's site as a visitor, signs up by the hosted pages, and comes back to it. Answers the new e-mail address. */
export async function signUpAt(page: Page, path = '/', program: ProgramKey = 'headway'): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await page.goto(siteUrl(program) + path);
  await atLogin(page, program);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill('Lopez');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(startsWith(`${siteUrl(program)}/`));
  return email;
}

/** Opens a page of a program's site as a visitor and signs in as one of the demo people. */
export async function signInAs(page: Page, email: `${'new' | 'merchant' | 'support' | 'admin'}@demo.localhost`, path = '/', program: ProgramKey = 'headway') {
  await page.goto(siteUrl(program) + path);
  await atLogin(page, program);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('headway-demo');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(startsWith(`${siteUrl(program)}/`));
}

/** The page is this person's. On a phone their name waits behind the menu. */
export async function expectToBe(page: Page, email: string): Promise<void> {
  await expect(page.getByText(email).first()).toBeAttached();
}

/** Shows what is in the sidebar, which waits behind a button on a phone. */
export async function openMenu(page: Page | FrameLocator): Promise<void> {
  const button = page.getByRole('button', { name: 'Log out' });
  await button
    .or(page.getByRole('button', { name: 'Menu' }))
    .first()
    .waitFor();
  if (!(await button.isVisible())) await page.getByRole('button', { name: 'Menu' }).click();
}

/** Ends the session by the button that every page has. */
export async function logOut(page: Page | FrameLocator): Promise<void> {
  await openMenu(page);
  await page.getByRole('button', { name: 'Log out' }).click();
}

/** Asks a program's authentication provider for something, as its owner's server would. Throws for a status that is no success. */
export async function askAuthProvider<Answer>(path: string, body: unknown, program: ProgramKey = 'headway'): Promise<Answer> {
  // The run's product keeps the sandbox's own secrets.
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
