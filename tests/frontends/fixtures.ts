import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { testNow } from '../support/clock.ts';
import { sandboxUrl, siteUrl } from './addresses.ts';
import { type OnboardedMerchant, onboardedMerchant } from './merchants.ts';

interface Fixtures {
  /** Expects a console error or warning that matches the pattern; any other, in any of the test's browsers, fails the test. */
  expectConsoleError: (pattern: RegExp) => void;
  /** Opens a page in a browser context separate from the test's own, in the same time and under the same watch. It closes with the test. */
  anotherBrowser: () => Promise<Page>;
  /** The console errors and warnings of the test's browsers so far. */
  consoleErrors: string[];
}

interface WorkerFixtures {
  /** A merchant with an open card who has bought nothing, made once for all tests of a worker, which only look: nothing of theirs is changed. */
  sharedMerchant: OnboardedMerchant;
}

/** Sets the clock of a browser's pages to the time of the run, which is the server's: a page compares tokens with its own clock. */
const liveInTestTime = (context: BrowserContext): Promise<unknown> => context.clock.install({ time: testNow() });

/** Writes each breach of a page's security policy to its console, also one that a script tried and caught. */
function reportBreaches(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
    console.error(`security policy: ${effectiveDirective} forbids ${blockedURI} of ${sourceFile}`);
  });
}

/** Has pages take the browser for one of a person: analytics count no view of one that names itself headless. */
function looksLikeAPersons(): void {
  const { userAgentData } = navigator as { userAgentData?: object };
  if (userAgentData) Object.defineProperty(Object.getPrototypeOf(userAgentData), 'brands', { get: () => [{ brand: 'Chromium', version: '1' }] });
}

/** Analytics hold views back where a clock goes backward, as that of a test does at each loading. */
const heldBack = /^\[PostHog\.js\] This capture call is ignored due to client rate limiting/;

/**
 * The router of the embedded app logs a reading that is broken off while its answer arrives: by a newer one, as by a press during a
 * reload, whose answer the page then shows; or by the end of its document, which is loaded again.
 */
const brokenOff = /^(AbortError: (BodyStreamBuffer was aborted|signal is aborted without reason)|TypeError: (Failed to fetch|network error))/;
const isOfRouter = (url: string) => url.includes('/_assets/shopify/assets/components-');

/** The store's admin talks to the app in its frame, which may be left, or show a page of the admin's own, before the message arrives. */
const toLeftFrame =
  /^Failed to execute 'postMessage' on 'DOMWindow': The target origin provided \('([^']+)'\) does not match the recipient window's origin \('([^']+)'\)/;

/** Tells whether a message of the admin's to our app did not arrive. One of our own pages' to a frame of somebody else's would be ours to mend. */
function isOfAdmin(text: string): boolean {
  const [, wanted, found] = toLeftFrame.exec(text) ?? [];
  return wanted === new URL(siteUrl()).origin && found === new URL(sandboxUrl()).origin;
}

/** Adds to the list what goes wrong on the context's pages: errors, and warnings but those of a third party's own page or script. */
async function collectConsoleErrors(context: BrowserContext, consoleErrors: string[]): Promise<void> {
  await context.addInitScript(reportBreaches);
  context.on('console', (message) => {
    const { url } = message.location();
    if (heldBack.test(message.text()) || isOfAdmin(message.text()) || (brokenOff.test(message.text()) && isOfRouter(url))) return;
    const isOurWarning = message.type() === 'warning' && !url.startsWith(sandboxUrl());
    if (message.type() === 'error' || isOurWarning) consoleErrors.push(`${message.text()} (${url})`);
  });
  context.on('weberror', (failure) => consoleErrors.push(failure.error().stack ?? failure.error().message));
}

/** Prepares a browser context for the pages of a test. */
async function prepare(context: BrowserContext, consoleErrors: string[]): Promise<void> {
  await collectConsoleErrors(context, consoleErrors);
  await context.addInitScript(looksLikeAPersons);
  await liveInTestTime(context);
}

/**
 * The console error of the sign-in's answer that nobody is signed in any more, as browsers log every answer of 400 and above. It is
 * not asked about a visitor who never signed in, or who signed out.
 */
export const nobodyIsSignedIn = /401.*\/api\/v1\/refresh_token/;

/** Playwright's `test` on the product of this run: relative addresses are the default program's, and a console error or warning is a failure. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // Playwright reads a fixture's dependencies from this pattern, so it must be present, and empty.
  sharedMerchant: [async ({}, use) => use(await onboardedMerchant()), { scope: 'worker' }],
  baseURL: async ({}, use) => use(siteUrl()),
  consoleErrors: async ({}, use) => use([]),
  context: async ({ context, consoleErrors }, use) => {
    await prepare(context, consoleErrors);
    await use(context);
  },
  page: async ({ page }, use) => {
    await use(page);
    // What a test has seen enough of, a route may still be answering: its answer goes with the test.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  anotherBrowser: async ({ browser, consoleErrors }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      opened.push(context);
      await prepare(context, consoleErrors);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
  expectConsoleError: [
    // It names the context, so that it reads the errors before the context closes.
    async ({ context: _, consoleErrors }, use) => {
      const expected: RegExp[] = [];
      await use((pattern) => expected.push(pattern));
      const unexpected = consoleErrors.filter((error) => !expected.some((pattern) => pattern.test(error)));
      expect(unexpected, 'errors on the console of the browser').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
