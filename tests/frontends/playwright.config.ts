import { defineConfig, devices } from '@playwright/test';
import { browser } from '../command/tiers.ts';
import { environmentOfRun } from '../support/clock.ts';
import { breaksProviders } from './breaksProviders.ts';
import { launchOptions } from './launchOptions.ts';

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
  // A page keeps several processes busy beside its own, and vitest runs beside it.
  workers: 2,
  grepInvert: browser.tagsLeftOut,
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
    // A color that is fading into another when a page is judged would be neither of them, and frames that nobody sees cost the machine's time.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launchOptions('headless'),
  },
  projects: [
    { name: 'desktop', testIgnore: [breaksProviders, ...browser.filesLeftOut], use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
    // Tests of what a small screen changes: the menus, the arrangement of pages, long tables, dialogs and forms, and every page's width. All
    // others are about what is asked, answered and saved, which does not depend on the screen. Nobody looks at the finer dots, which take long to draw.
    {
      name: 'phone',
      grep: /@phone/,
      testMatch: browser.filesOnPhone,
      testIgnore: breaksProviders,
      use: { ...devices['Pixel 7'], viewport: { width: 360, height: 740 }, deviceScaleFactor: 1 },
    },
    // Runs after all others, because they share the providers.
    {
      name: 'faults',
      testMatch: breaksProviders,
      testIgnore: browser.filesLeftOut,
      dependencies: ['desktop', 'phone'],
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
  ],
});
