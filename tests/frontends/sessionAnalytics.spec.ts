import { gunzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { storeHandIn } from '../support/handIns.ts';
import { sandboxUrl, siteUrl } from './addresses.ts';
import { openHome } from './dashboard.ts';
import { expect, nobodyIsSignedIn, test } from './fixtures.ts';
import { onboardedMerchant } from './merchants.ts';
import { expectSignedInAs, openAsNewPerson, signInAs, signUpAt } from './people.ts';

interface Measured {
  /** Returns everything sent to analytics, as text. */
  sent: () => string[];
  pageviews: () => string[];
  /** Returns the pieces of recordings that were uploaded, in their order. */
  pieces: () => Piece[];
  /** Returns the addresses of everything that the page loaded or sent for analytics and recording. */
  measuring: () => string[];
}

/** A piece of a recording, as the recorder uploads it. */
interface Piece {
  recording: string;
  url: string;
  events: { kind: string; text?: string }[];
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
  recorder_script_url?: string | null;
}

/** Records what the page loads and sends to be measured. `settings` replaces settings of the page. */
async function measure(page: Page, settings: Settings = {}): Promise<Measured> {
  const requests: Request[] = [];
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
  page.on('request', (request) => {
    if (/\/ingest\/|no-external|\/clarity\//.test(request.url())) requests.push(request);
  });
  const to = (path: RegExp) => requests.filter((request) => request.method() === 'POST' && path.test(request.url()));
  return {
    measuring: () => requests.map((request) => request.url()),
    sent: () => to(/\/ingest\/|\/clarity\//).map((request) => `${request.url()}\n${JSON.stringify(request.headers())}\n${textOf(request)}`),
    pageviews: () =>
      to(/\/ingest\//)
        .map(textOf)
        .filter((text) => /^[[{]/.test(text))
        .flatMap(eventsOf)
        .filter(({ event }) => event === '$pageview')
        .map(({ properties }) => String(properties.$current_url)),
    pieces: () => to(/\/clarity\/collect$/).map((request) => JSON.parse(textOf(request))),
  };
}

/** Returns what happened in pieces of a recording, but for scrolling: a page scrolls also where its layout changes, or to what is pressed. */
const kindsOf = (pieces: readonly Piece[]) => pieces.flatMap(({ events }) => events.map(({ kind }) => kind)).filter((kind) => kind !== 'scroll');

/** Lets the time pass after which a page that is at rest is measured, and the browser do what it put off until then. */
async function rest(page: Page): Promise<void> {
  await page.clock.runFor(15_000);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
}

/** Returns what a stand-in of the sandbox received. */
async function received<Item>(list: 'posthog/events' | 'clarity/recordings'): Promise<Item[]> {
  const answer = await (await fetch(`${sandboxUrl()}/${list}`)).json();
  return answer[list.split('/')[1] ?? ''];
}

test('on a default start a view and a recording of the dashboard reach their stand-ins', async ({ page }) => {
  const { pieces } = await measure(page);
  const merchant = await onboardedMerchant();
  await openHome(page, merchant);
  await rest(page);
  const viewed = { event: '$pageview', distinct_id: merchant.receiver.id, properties: expect.objectContaining({ $current_url: `${siteUrl()}/` }) };
  await expect.poll(() => received('posthog/events')).toContainEqual(expect.objectContaining(viewed));
  await expect.poll(pieces).toHaveLength(1);
  const [{ recording } = { recording: '' }] = pieces();
  expect(recording).not.toBe('');
  const recorded = { recording, project: 'sandbox', url: `${siteUrl()}/`, events: [{ at_ms: expect.any(Number), kind: 'start' }] };
  await expect.poll(() => received('clarity/recordings')).toContainEqual(expect.objectContaining(recorded));
});

test('the page of a customer whom staff view is counted without their name, and not recorded', async ({ page, sharedMerchant }) => {
  const { sent, pageviews, pieces } = await measure(page);
  const { email } = sharedMerchant;
  await signInAs(page, 'support@demo.localhost', `/?boss=true&masqueradeAs=${email}`);
  await expect(page.getByText(`Currently viewing as: ${email}`)).toBeVisible();
  await rest(page);
  await expect.poll(pageviews).toContain(`${siteUrl()}/?boss=true`);
  expect(sent().join('\n')).not.toContain(email.split('@')[0]);
  expect(pieces()).toEqual([]);
});

test('one view is counted for each page that is shown, redirects left out', async ({ page }) => {
  const { pageviews } = await measure(page);
  const email = await signUpAt(page, '/?now=2026-07-04&q=secret');
  await expectSignedInAs(page, email);
  await page.waitForURL(/\/onboarding/);
  await rest(page);
  await expect.poll(pageviews).toContain(`${siteUrl()}/onboarding?now=2026-07-04`);
  expect(pageviews().filter((url) => url.includes('/onboarding'))).toHaveLength(1);
  expect(pageviews().filter((url) => !url.includes('/onboarding') && url !== `${siteUrl()}/?now=2026-07-04`)).toEqual([]);
});

test('neither an email address nor a session goes to analytics', async ({ page, context, expectConsoleError }) => {
  // A browser that was signed in asks once more after its cookies are gone.
  expectConsoleError(nobodyIsSignedIn);
  const { sent, pageviews } = await measure(page);
  let counted = 0;
  /** Waits for the next view: views are sent when the page is at rest, so the test must not leave before. */
  const nextView = async () => {
    await rest(page);
    await expect.poll(() => pageviews().length).toBeGreaterThan(counted);
    counted = pageviews().length;
  };
  const customer = await signUpAt(page, '/?boss=true&redirecting=true');
  await expectSignedInAs(page, customer);
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
  await rest(page);
  await expect.poll(() => sent().join('\n')).toContain('$identify');
  expect(sent().join('\n')).toContain(id);
});

test('while the card number is shown, no analytics are loaded', async ({ page }) => {
  const { measuring } = await measure(page);
  const email = await openAsNewPerson(page, '/?boss=true&showPan=true');
  await expectSignedInAs(page, email);
  await rest(page);
  await page.reload();
  await expectSignedInAs(page, email);
  await rest(page);
  expect(measuring()).toEqual([]);
});

test('analytics and recording that ran before the card details were shown do not run beside them', async ({ page, sharedMerchant }) => {
  const { pieces, pageviews, measuring } = await measure(page);
  await openHome(page, sharedMerchant);
  await rest(page);
  await expect.poll(() => pieces().length).toBe(1);
  await page.getByRole('link', { name: 'Cards', exact: true }).first().click();
  await expect.poll(pageviews).toContain(`${siteUrl()}/card`);

  await page.getByRole('button', { name: 'Show card details' }).click();
  await expect(page.getByRole('button', { name: 'Hide card details' })).toBeVisible();
  const before = measuring().length;
  expect(before).toBeGreaterThan(0);
  await rest(page);
  expect(measuring().slice(before)).toEqual([]);
  expect(new Set(pieces().map(({ url }) => url))).toEqual(new Set([`${siteUrl()}/`]));
});

test('a visitor who asks not to be tracked is not tracked', async ({ page, sharedMerchant }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'doNotTrack', { value: '1' }));
  const { measuring } = await measure(page);
  await openHome(page, sharedMerchant);
  await rest(page);
  expect(measuring()).toEqual([]);
});

test('the dashboard is recorded without its text, and no other page', async ({ page, sharedMerchant }) => {
  const { pieces, measuring } = await measure(page);
  await openHome(page, sharedMerchant, '/payments');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await rest(page);
  expect(measuring().filter((url) => url.includes('clarity'))).toEqual([]);

  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await rest(page);
  await expect.poll(pieces).toHaveLength(1);
  await page.getByText('Corner Bakery LLC').first().click();
  await page.getByRole('link', { name: 'Payments', exact: true }).first().click();
  await expect.poll(() => kindsOf(pieces())).toEqual(['start', 'click', 'click', 'pause']);
  await page.getByText('Payments').first().click();
  await rest(page);
  expect(new Set(pieces().map(({ url }) => url))).toEqual(new Set([`${siteUrl()}/`]));
  const texts = pieces().flatMap(({ events }) => events.flatMap(({ text }) => text ?? []));
  expect(texts[0]).toBe('•••••• •••••• •••');
  expect(texts.join('')).toMatch(/^[•\s]+$/);

  await page.goBack();
  await rest(page);
  await expect.poll(() => kindsOf(pieces())).toEqual(['start', 'click', 'click', 'pause', 'resume']);
});

test('without a key nothing is loaded', async ({ page, sharedMerchant }) => {
  const { measuring } = await measure(page, { analytics_key: null, recorder_script_url: null });
  await openHome(page, sharedMerchant);
  await rest(page);
  expect(measuring()).toEqual([]);
});
