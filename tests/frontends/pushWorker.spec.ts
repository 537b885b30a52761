import type { BrowserContext, Page } from '@playwright/test';
import { siteUrl } from './addresses.ts';
import { openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { launchOptions } from './launchOptions.ts';
import { onboardedMerchant } from './merchants.ts';

// A browser without a window shows no notification.
test.use({ launchOptions: launchOptions('whole') });

/** The notifications of the site that the browser shows. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/_assets/app/');
    return ((await registration?.getNotifications()) ?? []).map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }));
  });

/** Starts the worker of the site, and returns what delivers a text to it as the browser's push service does while no page is open. */
async function startWorker(page: Page, context: BrowserContext): Promise<(data: string) => Promise<unknown>> {
  const browser = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { status, registrationId } of versions) if (status === 'activated') resolve(registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  await page.evaluate(() => navigator.serviceWorker.register('/_assets/app/push-worker.js', { scope: '/_assets/app/' }).then(() => undefined));
  const registrationId = await registered;
  return (data) => browser.send('ServiceWorker.deliverPushMessage', { origin: siteUrl(), registrationId, data });
}

test('a push message is shown by the worker of the site, and what is not ours in plain words', async ({ page, context }) => {
  await context.grantPermissions(['notifications']);
  await openHome(page, await onboardedMerchant());
  const deliver = await startWorker(page, context);
  const message = { title: 'Your card works again', body: 'It ends in 4242.', url: '/card', tag: 'card_reopened' };
  // A browser that has just started may lose one, and so may one that is given two at once. The same one again takes its own place.
  await expect(async () => {
    await deliver(JSON.stringify(message));
    await expect.poll(() => shown(page), { timeout: 5_000 }).toEqual([message]);
  }).toPass();
  await deliver('nothing of ours');
  const plain = { title: 'Something happened on your account', body: 'Open it to see what.', url: '/', tag: 'unreadable' };
  await expect.poll(async () => (await shown(page)).toSorted((one, other) => one.tag.localeCompare(other.tag))).toEqual([message, plain]);
  // The dashboard's pages show the same events: a person who opens it has seen them, and the next message counts from one again.
  await page.reload();
  await expect.poll(() => shown(page)).toEqual([]);
});
