import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';
import { environmentOfRun } from '../support/clock.ts';
import { breaksProviders } from './breaksProviders.ts';

/** Redirects, tokens, files, staff's work, failures of a provider and the whole journey: tried once, for they do not depend on the size of a screen. */
const sameOnAnyScreen =
  /(session(Analytics|Guard|HandIn)?|sites|controlPanel|staff(Actions|Pages)?|dashboard(Card|Reports|Table)|onboarding(Overrides|Resume|Trouble)|embeddedOnboarding|journey)\.spec\.ts$/;

// Told to the product, and to the workers, which tell it to their pages, so that all live in one time.
Object.assign(process.env, environmentOfRun());

/** What people see, in a real browser, against a product that is started for this run alone. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: './startProduct.ts',
  reporter: 'list',
  forbidOnly: true,
  workers: 2,
  // A busy machine may hold up a browser for longer than anybody waits. What passes only then is named in the result.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    locale: 'en-US',
    // Not UTC, so that a day told by the browser's clock instead of the product's rules is seen.
    timezoneId: 'America/Los_Angeles',
    screenshot: 'only-on-failure',
    // Recording costs as much as the test itself.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Frames of other sites in processes of their own hear of a press by way of a third, and may miss the first one.
        '--disable-site-isolation-trials',
        // The store's admin frames the app from another origin on this machine. An address bar that nobody sees needs no page of its own.
        '--disable-features=LocalNetworkAccessChecks,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
        // Nothing of ours may need a cookie inside another site's page.
        '--test-third-party-cookie-phaseout',
      ],
    },
  },
  projects: [
    { name: 'desktop', testIgnore: breaksProviders, use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
    { name: 'phone', testIgnore: [breaksProviders, sameOnAnyScreen], use: { ...devices['Pixel 7'], viewport: { width: 360, height: 740 } } },
    // After all the others, which have the same providers.
    {
      name: 'faults',
      testMatch: breaksProviders,
      dependencies: ['desktop', 'phone'],
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
  ],
});
