import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';
import { environmentOfRun } from '../support/clock.ts';
import { breaksProviders } from './breaksProviders.ts';

/**
 * Specs about redirects, tokens, files, staff pages, provider failures, what is saved, the admin's own frame and the journey. They run on
 * the desktop only, because they do not depend on the screen size; a phone's layout is looked at by the specs of pages.
 */
const sameOnAnyScreen =
  /(session(Analytics|Guard|HandIn)?|sites|controlPanel|quietConsole|live|settings|wallets|staff(Actions|Pages)?|dashboard(Card|Reports|Table)|onboarding(Bank|Overrides|Programs|Resume|Trouble)|embedded(Files|FirstReading|Navigation|Onboarding|SaveBar|Uninstall)|journey|mending|wcag)\.spec\.ts$/;

// The product and the workers inherit these variables, and the workers set their pages' clocks, so that all share one time.
Object.assign(process.env, environmentOfRun());

/** The tests of the frontends, in a real browser, on a product that is started for this run only. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: './startProduct.ts',
  reporter: 'list',
  forbidOnly: true,
  workers: 2,
  // A busy machine may stall a browser beyond any time-out. A test that passes only on its second try is named in the result.
  retries: 1,
  // These end what hangs. A machine that does ten other things makes a page slow, and no test fails for that.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  use: {
    locale: 'en-US',
    // Not UTC, so that a day computed in the browser's time zone instead of the product's is noticed.
    timezoneId: 'America/Los_Angeles',
    // Without it, what cannot be done ends with its test's own time.
    actionTimeout: 60_000,
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
        // With site isolation, a frame of another site gets clicks by way of another process, and may miss the first one.
        '--disable-site-isolation-trials',
        // The store's admin frames the app from another origin on this machine. The address bar is not visible and needs no renderer.
        '--disable-features=LocalNetworkAccessChecks,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
        // Block third-party cookies: our pages must work without cookies in another site's frame.
        '--test-third-party-cookie-phaseout',
      ],
    },
  },
  projects: [
    { name: 'desktop', testIgnore: breaksProviders, use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
    { name: 'phone', testIgnore: [breaksProviders, sameOnAnyScreen], use: { ...devices['Pixel 7'], viewport: { width: 360, height: 740 } } },
    // Runs after all others, because they share the providers.
    {
      name: 'faults',
      testMatch: breaksProviders,
      dependencies: ['desktop', 'phone'],
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
  ],
});
