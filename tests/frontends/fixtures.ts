import { type Browser, type BrowserContext, test as base, expect } from '@playwright/test';
import { testNow } from '../support/clock.ts';
import { siteUrl } from './addresses.ts';

interface Fixtures {
  /** Says that the browser will complain, and how; every other complaint on the console fails the test. */
  expectConsoleError: (pattern: RegExp) => void;
}

/** Lets the pages of a browser live in the time of the run, as the server does: a page compares tokens with its own clock. */
async function liveInTestTime(context: BrowserContext): Promise<BrowserContext> {
  await context.clock.install({ time: testNow() });
  return context;
}

/** Opens another browser beside the test's own, in the same time. */
export const anotherBrowser = async (browser: Browser): Promise<BrowserContext> => liveInTestTime(await browser.newContext());

/** Browsers write every answer of 400 and more on the console. This one is how the sign-in says that nobody is signed in. */
const nobodyIsSignedIn = /401.*\/api\/v1\/refresh_token/;

/** Playwright's `test` on the run's product: relative addresses are the default program's, and a console error is a failure. */
export const test = base.extend<Fixtures>({
  // Playwright reads from the pattern what a fixture needs, so it must be there, and empty.
  baseURL: async ({}, use) => use(siteUrl()),
  context: async ({ context }, use) => use(await liveInTestTime(context)),
  expectConsoleError: [
    async ({ context }, use) => {
      const expected: RegExp[] = [nobodyIsSignedIn];
      const complaints: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (failure) => complaints.push(failure.error().stack ?? failure.error().message));
      await use((pattern) => expected.push(pattern));
      const unexpected = complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)));
      expect(unexpected, 'errors on the console of the browser').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
