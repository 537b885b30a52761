import { randomUUID } from 'node:crypto';
import type { FrameLocator, Page } from '@playwright/test';
import { ask } from '../support/ask.ts';
import { eventually } from '../support/eventually.ts';
import { sandboxUrl, siteUrl } from './addresses.ts';
import { press } from './merchants.ts';
import { merchantOf, type NewMerchant, prepare } from './onboardingMerchant.ts';

/** A BigCommerce store, and its control panel. */
export interface PanelStore {
  hash: string;
  panelUrl: string;
  ownerEmail: string;
}

export function newPanelStore(): PanelStore {
  const hash = randomUUID().replaceAll('-', '').slice(0, 10);
  return { hash, panelUrl: `${sandboxUrl()}/bigcommerce/store-${hash}`, ownerEmail: `owner@${hash}.example` };
}

/** Returns our app in the frame of the control panel. */
export const panelFrame = (page: Page): FrameLocator => page.frameLocator('iframe[title="App"]');

/** The selectors by which axe finds the app's own page. */
export const inPanel = ['iframe[title="App"]', 'html'];

/** Clicks the panel's own button that installs the app. */
export async function installInPanel(page: Page, { panelUrl }: PanelStore): Promise<void> {
  await page.goto(panelUrl);
  await page.getByRole('button', { name: 'Install' }).click();
}

/** Returns the merchant of a store that has the app, as its owner's frame calls the API. */
export async function merchantOfPanel({ hash, ownerEmail }: PanelStore): Promise<NewMerchant> {
  const { signed_payload_jwt: session } = await press<{ signed_payload_jwt: string }>('bigcommerce', 'sign_payload', { store: hash });
  const { hostname, port } = new URL(siteUrl());
  const { body } = await ask(`http://127.0.0.1:${port}/api/receivers/propel_auth_access_token`, {
    method: 'POST',
    host: hostname,
    body: { auth_type: 'bigcommerce', session },
  });
  return merchantOf('headway', ownerEmail, body.access_token);
}

/** Finishes the onboarding by the API, but for the store's step, which the installation completes. */
export async function finishOnboarding(merchant: NewMerchant): Promise<void> {
  await prepare(merchant, 'store');
  const { token } = await merchant.receiver();
  const isDone = async (key: string) => (await merchant.receiver()).completion.find((step) => step.key === key)?.isComplete === true;
  await eventually('the store’s step is done', () => isDone('accounting_connected'));
  await merchant.call(`/api/users/${token}/card`, { method: 'POST', body: { physical: false } });
  await eventually('an open card with a limit', async () => {
    const { completion, totalSpendPowerCents } = await merchant.receiver();
    return completion.every(({ isComplete }) => isComplete) && (totalSpendPowerCents ?? 0) > 0;
  });
}
