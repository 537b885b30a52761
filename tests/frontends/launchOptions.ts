import type { LaunchOptions } from '@playwright/test';
import { type ChromiumKind, findChromium } from '../support/chromium.ts';

/** Returns how the tests start a browser of a kind. */
export const launchOptions = (kind: ChromiumKind): LaunchOptions => ({
  executablePath: findChromium(kind),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // Nothing is drawn by a graphics card: a process of its own would only pass pictures on.
    '--in-process-gpu',
    // The empty page that each test begins with would have a process of its own, which the first address leaves behind.
    '--renderer-process-limit=1',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    // No page lives long enough to gain what it takes to optimize its code.
    '--js-flags=--no-opt --no-maglev',
    // With site isolation, a frame of another site gets clicks by way of another process, and may miss the first one.
    '--disable-site-isolation-trials',
    // The store's admin frames the app from another origin on this machine. The address bar is not visible and needs no renderer.
    '--disable-features=LocalNetworkAccessChecks,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
    // Block third-party cookies: our pages must work without cookies in another site's frame.
    '--test-third-party-cookie-phaseout',
  ],
});
