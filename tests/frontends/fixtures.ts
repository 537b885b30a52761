import { type Browser, type BrowserContext, test as base, expect } from '@playwright/test';
import { testNow } from '../support/clock.ts';
import { siteUrl } from './addresses.ts';

interface Fixtures {
  /** Expects a console error that matches the pattern; any other console error fails the test. */
  expectConsoleError: (pattern: RegExp) => void;
}

/** Sets the clock of a browser's pages to the time of the run, which is the server's: a page compares tokens with its own clock. */
async function liveInTestTime(context: BrowserContext): Promise<BrowserContext> {
  await context.clock.install({ time: testNow() });
  return context;
}

/** Opens a browser context separate from the test's own, in the same time. */
export const anotherBrowser = async (browser: Browser): Promise<BrowserContext> => liveInTestTime(await browser.newContext());

/** The console error of the sign-in's answer that nobody is signed in. Browsers log every answer of 400 and above. */
const nobodyIsSignedIn = /401.*\/api\/v1\/refresh_token/;

/** Playwright's `test` on the product of this run: relative addresses are the default program's, and a console error is a failure. */
export const test = base.extend<Fixtures>({
  // Playwright reads a fixture's dependencies from this pattern, so it must be present, and empty.
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
