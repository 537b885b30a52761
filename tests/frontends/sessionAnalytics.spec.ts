import { gunzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { storeHandIn } from '../support/handIns.ts';
import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { expectSignedInAs, signInAs, signUpAt } from './people.ts';

interface Measured {
  /** Returns everything sent to analytics, as text. */
  sent: () => string[];
  pageviews: () => string[];
  recorderWasLoaded: () => boolean;
}

interface Event {
  event: string;
  properties: Readonly<Record<string, unknown>>;
}

function textOf(request: Request): string {
  const body = request.postDataBuffer() ?? Buffer.alloc(0);
  return (body[0] === 0x1f ? gunzipSync(body) : body).toString();
}

function eventsOf(text: string): Event[] {
  const body: { batch?: Event[] } | Event[] | Event = JSON.parse(text);
  if (Array.isArray(body)) return body;
  return 'event' in body ? [body] : (body.batch ?? []);
}

interface Settings {
  analytics_key?: string | null;
  session_recording_id?: string | null;
}

/** Gives the page an operator's analytics settings, and records what is sent. */
async function measure(page: Page, settings: Settings = {}): Promise<Measured> {
  const requests: Request[] = [];
  let isLoaded = false;
  await page.addInitScript((changed) => {
    // The library does not count automated browsers.
    Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false });
    document.addEventListener('readystatechange', () => {
      const written = document.getElementById('page');
      if (document.readyState !== 'interactive' || !written) return;
      const description = JSON.parse(written.textContent ?? '');
      written.textContent = JSON.stringify({ ...description, settings: { ...description.settings, ...changed } });
    });
  }, settings);
  await page.route('https://www.clarity.ms/**', (route) => {
    isLoaded = true;
    // Like the real recorder, it also obeys the calls that waited for it.
    const body = `const waiting = window.clarity?.q ?? [];
      window.clarity = (call) => (window.recorded = [...(window.recorded ?? []), call]);
      for (const [call] of waiting) window.clarity(call);`;
    return route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.route('**/ingest/**', (route, request) => {
    requests.push(request);
    return route.continue();
  });
  const sent = () => requests.map((request) => `${request.url()}\n${JSON.stringify(request.headers())}\n${textOf(request)}`);
  const pageviews = () =>
    requests
      .map(textOf)
      .filter((text) => /^[[{]/.test(text))
      .flatMap(eventsOf)
      .filter(({ event }) => event === '$pageview')
      .map(({ properties }) => String(properties.$current_url));
  return { sent, pageviews, recorderWasLoaded: () => isLoaded };
}

/** Waits until the idle callbacks of the page have run. */
async function idle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
}

// The policy allows the recorder's address only where an operator has switched recording on, so it is bypassed here.
test.use({ bypassCSP: true });

test('one view is counted for each page that is shown, redirects left out', async ({ page }) => {
  const { pageviews } = await measure(page);
  const email = await signUpAt(page, '/?now=2026-07-04&q=secret');
  await expectSignedInAs(page, email);
  await page.waitForURL(/\/onboarding/);
  await expect.poll(pageviews, { timeout: 20_000 }).toContain(`${siteUrl()}/onboarding?now=2026-07-04`);
  expect(pageviews().filter((url) => url.includes('/onboarding'))).toHaveLength(1);
  expect(pageviews().filter((url) => !url.includes('/onboarding') && url !== `${siteUrl()}/?now=2026-07-04`)).toEqual([]);
});

test('neither an e-mail address nor a session goes to analytics', async ({ page, context }) => {
  const { sent, pageviews } = await measure(page);
  let counted = 0;
  /** Waits for the next view: views are sent when the page is idle, so the test must not leave before. */
  const nextView = async () => {
    await expect.poll(() => pageviews().length, { timeout: 20_000 }).toBeGreaterThan(counted);
    counted = pageviews().length;
  };
  const customer = await signUpAt(page, '/?boss=true');
  await expectSignedInAs(page, customer);
  await nextView();
  await context.clearCookies();
  await signInAs(page, 'support@demo.localhost', `/?boss=true&masqueradeAs=${customer}`);
  await expect(page.getByText(`Currently viewing as: ${customer}`)).toBeVisible();
  await nextView();
  await context.clearCookies();
  const handedIn = await storeHandIn();
  await page.goto(`${siteUrl()}/?boss=true&${handedIn}`);
  await nextView();
  const everything = sent().join('\n');
  expect(everything).not.toMatch(/@example\.com|%40example|@demo\.localhost/);
  expect(everything).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
  expect(everything).not.toMatch(/masqueradeAs|session_jwt|authorization/i);
});

test('a visitor is identified by our own id only', async ({ page }) => {
  const { sent } = await measure(page);
  const answered = page.waitForResponse(/\/api\/receiver$/);
  await signUpAt(page, '/?boss=true');
  const { id } = await (await answered).json();
  await expect.poll(() => sent().join('\n'), { timeout: 20_000 }).toContain('$identify');
  expect(sent().join('\n')).toContain(id);
});

test('while the card number is shown, no analytics are loaded', async ({ page }) => {
  const { sent, recorderWasLoaded } = await measure(page, { session_recording_id: 'recording-of-the-run' });
  const loaded: string[] = [];
  const email = await signUpAt(page, '/?boss=true&showPan=true');
  page.on('request', (request) => loaded.push(request.url()));
  await page.reload();
  await expectSignedInAs(page, email);
  await idle(page);
  expect(sent()).toEqual([]);
  expect(recorderWasLoaded()).toBe(false);
  expect(loaded.filter((url) => /no-external|clarity/.test(url))).toEqual([]);
});

test('a visitor who asks not to be tracked is not tracked', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'doNotTrack', { value: '1' }));
  const { sent, recorderWasLoaded } = await measure(page, { session_recording_id: 'recording-of-the-run' });
  const email = await signUpAt(page, '/?boss=true');
  await expectSignedInAs(page, email);
  await idle(page);
  expect(sent()).toEqual([]);
  expect(recorderWasLoaded()).toBe(false);
});

test('the dashboard is recorded without its text, and no other page', async ({ page }) => {
  const { recorderWasLoaded } = await measure(page, { session_recording_id: 'recording-of-the-run' });
  await signUpAt(page, '/nowhere?onboardingStep=-1');
  await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible();
  expect(recorderWasLoaded()).toBe(false);
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await expect.poll(recorderWasLoaded).toBe(true);
  await expect(page.locator('body')).toHaveAttribute('data-clarity-mask', 'true');
  await page.goBack();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'recorded'))).toEqual(['pause']);
});

test('without a key nothing is loaded', async ({ page }) => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await measure(page, { analytics_key: null });
  const email = await signUpAt(page, '/?boss=true');
  await expectSignedInAs(page, email);
  await idle(page);
  expect(urls.filter((url) => /ingest|no-external|clarity/.test(url))).toEqual([]);
});
