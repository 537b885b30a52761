import { test as base, expect } from '@playwright/test';
import { siteUrl } from './addresses.ts';

interface Fixtures {
  /** Says that the browser will complain, and how; every other complaint on the console fails the test. */
  expectConsoleError: (pattern: RegExp) => void;
}

/** Browsers write every answer of 400 and more on the console. This one is how the sign-in says that nobody is signed in. */
const nobodyIsSignedIn = /401.*\/api\/v1\/refresh_token/;

/** Playwright's `test` on the run's product: relative addresses are the default program's, and a console error is a failure. */
export const test = base.extend<Fixtures>({
  // Playwright reads from the pattern what a fixture needs, so it must be there, and empty.
  baseURL: async ({}, use) => use(siteUrl()),
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
