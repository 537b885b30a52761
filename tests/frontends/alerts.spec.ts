import type { BrowserContext, Page } from '@playwright/test';
import type { AlertsAnswer } from '../../server/contract/alerts.ts';
import { programs } from '../../server/programs/all.ts';
import { ask } from '../support/ask.ts';
import { sandboxUrl, siteUrl } from './addresses.ts';
import { expectNoFindings, expectNoFindingsInAnyLight } from './axe.ts';
import { openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { type OnboardedMerchant, onboardedMerchant, press } from './merchants.ts';
import { expectItFitsAt } from './screen.ts';
import { appFrame, installApp, pageOf } from './store.ts';

interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Gives the pages of a browser a push service that answers: the sandbox's, since no test reaches those of browsers' makers. */
async function takeMessages(context: BrowserContext): Promise<Subscription> {
  const subscription = await press<Subscription>('push', 'subscribe');
  await context.addInitScript((made) => {
    let isOn = false;
    const present = {
      endpoint: made.endpoint,
      toJSON: () => made,
      unsubscribe: async () => {
        isOn = false;
        return true;
      },
    };
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    PushManager.prototype.getSubscription = async () => (isOn ? (present as unknown as PushSubscription) : null);
    PushManager.prototype.subscribe = async () => {
      isOn = true;
      return present as unknown as PushSubscription;
    };
  }, subscription);
  return subscription;
}

const alertsOf = (merchant: OnboardedMerchant) => merchant.call<AlertsAnswer>(`/api/users/${merchant.receiver.token}/alerts`);
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });

async function titlesOf({ endpoint }: Subscription): Promise<string[]> {
  const answer = await fetch(`${sandboxUrl()}/push/messages?endpoint=${encodeURIComponent(endpoint)}`);
  return ((await answer.json()) as { messages: { text: string }[] }).messages.map(({ text }) => JSON.parse(text).title as string);
}

test('the table says what is known how, keeps what one must know, turns push on and off, and axe finds nothing', async ({ page, context }) => {
  test.slow();
  const subscription = await takeMessages(context);
  const merchant = await onboardedMerchant();
  await openHome(page, merchant, '/settings#mails');
  const mail = box(page, 'Mail: A repayment failed');
  await expect(mail).toBeChecked();
  // The last way of what one must know.
  await expect(mail).toBeDisabled();
  await expect(box(page, 'Push: A repayment failed')).toBeDisabled();
  await expect(box(page, 'Push: A repayment failed')).toHaveAccessibleDescription(/^To choose push, turn it on for a device first\./);
  await expect(box(page, 'Slack: A repayment failed')).toHaveAccessibleDescription(/^To choose Slack, connect it first\./);
  await page.getByRole('link', { name: 'Connect it below' }).click();
  await expect(page.getByRole('heading', { name: 'Slack', exact: true })).toBeInViewport();
  await page.getByRole('link', { name: 'Turn it on below' }).click();
  await expect(page.getByRole('heading', { name: 'Push to this device' })).toBeInViewport();

  await page.getByRole('button', { name: 'Turn on push' }).click();
  await expect(page.getByText('This device gets your alerts.')).toBeVisible();
  await expect(box(page, 'Push: A repayment failed')).toBeChecked();
  await expect(page.getByText('To choose push,')).toHaveCount(0);
  await mail.click();
  await expect
    .poll(async () => (await alertsOf(merchant)).events.find(({ event }) => event === 'repayment_failed')?.ways)
    .toEqual({ mail: false, push: true, slack: false });
  await expect(box(page, 'Push: A repayment failed')).toBeDisabled();
  await page.getByRole('button', { name: 'Send a test push' }).click();
  await expect.poll(() => titlesOf(subscription)).toContain('This is how an alert looks');

  const { url } = await press<{ url: string }>('slack', 'add_webhook', { channel: '#money' });
  await page.getByLabel('Address of the webhook').fill('https://example.com/hook');
  await page.getByLabel('Channel', { exact: true }).fill('#money');
  await page.getByRole('button', { name: 'Connect Slack' }).click();
  await expect(page.getByText('Paste the whole address of an incoming webhook')).toBeVisible();
  await page.getByLabel('Address of the webhook').fill(url);
  await page.getByRole('button', { name: 'Connect Slack' }).click();
  await expect(page.getByText('Alerts are posted to #money.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Slack', exact: true })).toBeFocused();
  await expect(box(page, 'Slack: A repayment failed')).toBeChecked();

  await page.getByLabel('Quiet from').selectOption('9 PM');
  await expect(page.getByLabel('Quiet until')).toHaveValue('7');
  await expect.poll(async () => (await alertsOf(merchant)).hours).toMatchObject({ quiet_from: 21, quiet_until: 7 });
  await expectNoFindingsInAnyLight(page, 'the alerts', '#mails');

  await expectItFitsAt(page, 375);
  await expect(page.getByRole('table', { name: 'What you are told of, and how' })).toBeVisible();
  await expectNoFindings(page, 'the alerts on a phone', '#mails');

  await page.getByRole('button', { name: 'Turn off push here' }).click();
  await expect(page.getByRole('button', { name: 'Turn on push' })).toBeVisible();
  // The button changes with the browser's own answer, before ours.
  await expect.poll(async () => (await alertsOf(merchant)).push.devices).toEqual([]);
});

test('a browser that cannot take push messages says why', { tag: '@all' }, async ({ page, context, sharedMerchant }) => {
  await context.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  await openHome(page, sharedMerchant, '/settings#mails');
  await expect(page.getByText('This browser does not let this site notify you.')).toBeVisible();
  await context.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await page.reload();
  await expect(page.getByText('This browser takes no push messages.')).toBeVisible();
  await context.addInitScript(() => Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' }));
  await page.reload();
  await expect(page.getByText('first add this site to your home screen')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on push' })).toBeHidden();
});

test('each site can be put on a home screen under its own name, and its worker hears of messages alone', { tag: '@all' }, async () => {
  for (const { key, name, logo } of programs) {
    const { hostname: host, port } = new URL(siteUrl(key));
    const { body: manifest } = await ask(`http://127.0.0.1:${port}/manifest.webmanifest`, { host });
    expect([manifest.name, manifest.display, manifest.start_url]).toEqual([name, 'standalone', '/']);
    for (const icon of [logo.icons[192], logo.icons[512]]) {
      expect((await ask(`http://127.0.0.1:${port}${icon}`, { host })).headers.get('content-type')).toBe('image/png');
    }
    const { text: worker } = await ask(`http://127.0.0.1:${port}/_assets/app/push-worker.js`, { host });
    expect([...worker.matchAll(/addEventListener\('(\w+)'/g)].map(([, event]) => event)).toEqual(['push', 'notificationclick', 'notificationclose']);
  }
});

test('the app in a store’s admin has the table for mail and Slack, and leads to the full site for push', { tag: '@all' }, async ({ page }) => {
  test.slow();
  const shop = await installApp();
  await page.goto(pageOf(shop, 'settings'));
  const app = appFrame(page);
  const table = app.getByRole('table', { name: 'What you are told of, and how' });
  await expect(table.getByRole('checkbox', { name: 'Mail: A repayment failed' })).toBeChecked();
  await expect(table.getByRole('checkbox', { name: 'Mail: A repayment failed' })).toBeDisabled();
  const declined = table.getByRole('checkbox', { name: 'Mail: A purchase was declined' });
  await expect(declined).not.toBeChecked();
  // The box changes only once the choice is saved.
  await declined.click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(declined).toBeChecked();
  await expect(app.getByText('To choose Slack, connect it first.')).toBeVisible();
  await app.getByRole('button', { name: 'Connect it below' }).click();
  await expect(app.getByRole('heading', { name: 'Slack', exact: true })).toBeInViewport();
  await app.getByRole('button', { name: 'Connect Slack' }).click();
  await expect(app.getByText('Write what you call the channel.')).toBeVisible();
  await expect(app.getByText('Paste the whole address of an incoming webhook')).toBeVisible();
  await expect(app.getByLabel('Address of the webhook')).toBeFocused();
  const { url } = await press<{ url: string }>('slack', 'add_webhook', { channel: '#money' });
  await app.getByLabel('Address of the webhook').fill(url);
  await app.getByLabel('Channel', { exact: true }).fill('#money');
  await app.getByRole('button', { name: 'Connect Slack' }).click();
  await expect(app.getByText('Alerts are posted to #money.')).toBeVisible();
  await app.getByRole('button', { name: 'Post a test to Slack' }).click();
  await expect(page.getByText('Sent. It arrives in a moment.')).toBeVisible();
  await expect(app.getByText('A page inside your store’s admin cannot take push messages.')).toBeVisible();
  await expect(app.getByText(`Mails go to owner@${shop.domain}.`)).toBeVisible();
  // The page reads itself again after each effect: one of the two asks for that while the other’s reading still waits.
  await page.route(/\.data(\?|$)/, (route) => setTimeout(() => route.fallback().catch(() => undefined), 2_000));
  await app.getByRole('button', { name: 'Send a test email' }).click();
  await expect(page.getByText('Sent. It arrives in a moment.')).toBeVisible();
  const zone = app.getByLabel('Time zone');
  await expect(zone).toHaveValue('America/New_York');
  await zone.selectOption('Pacific');
  await expect(zone).toBeEnabled();
  await expect(zone).toHaveValue('America/Los_Angeles');
  await expect(app.getByRole('button', { name: 'Send a test email' })).toBeEnabled();
  await expectNoFindings(page, 'the alerts in the app', ['iframe[name="app-iframe"]', '#alerts']);
});
