import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { agreementDocuments } from '../../server/domain/onboarding/agreements.ts';
import type { ProgramKey } from '../../server/domain/program/programKeys.ts';
import { debitAuthorizationVersion } from '../../server/programs/agreements/debitAuthorization.ts';
import { ask, control } from '../support/ask.ts';
import { kybForm, shippingAddress } from '../support/businessForms.ts';
import { eventually } from '../support/eventually.ts';
import { pickAccount } from '../support/linkWindow.ts';
import { sandboxUrl, siteUrl } from './addresses.ts';
import { askAuthProvider, waitForLogin } from './people.ts';

const password = 'correct horse battery';

export interface OnboardedMerchant {
  email: string;
  program: ProgramKey;
  receiver: ReceiverAnswer;
  cardToken: string;
  /** Calls the API as this merchant's page would, and returns the body. Throws for a status of 300 or above. */
  call: <Body = unknown>(path: string, options?: { method?: string; body?: unknown }) => Promise<Body>;
}

interface Onboard {
  program?: ProgramKey;
  name?: string;
  /** Whether to ask for a physical card as well. */
  physical?: boolean;
  /** The sales history of the store, by the sandbox's name for it. */
  profile?: string;
}

/** Presses a button of the sandbox's control page, and returns its result. */
export async function press<Result = unknown>(standIn: string, button: string, fields: Record<string, unknown> = {}): Promise<Result> {
  return (await control<{ result: Result }>(sandboxUrl(), `${standIn}/${button}`, fields)).result;
}

/** Makes a purchase with a merchant's card at the issuer. */
export function spend({ cardToken }: OnboardedMerchant, amount: number, { settle = false, at = 'FJORD TEXTILES IMPORT' } = {}) {
  return press<{ token: string; result: string }>('lithic', 'spend', { card_token: cardToken, amount, descriptor: at, settle: settle ? 'yes' : 'no' });
}

/** Creates a merchant who has finished onboarding, by the calls that its pages make: with an open card, a linked bank and a connected store. */
export async function onboardedMerchant({
  program = 'headway',
  name = 'Corner Bakery LLC',
  physical = false,
  profile = 'steady',
}: Onboard = {}): Promise<OnboardedMerchant> {
  const email = `${randomUUID()}@example.com`;
  const user = { email, password, email_confirmed: true, first_name: 'Ana', last_name: 'Lopez' };
  const { user_id } = await askAuthProvider<{ user_id: string }>('/user/', user, program);
  const { access_token: token } = await askAuthProvider<{ access_token: string }>('/access_token', { user_id, duration_in_minutes: 60 }, program);

  const call: OnboardedMerchant['call'] = async (path, { method = 'GET', body } = {}) => {
    const headers = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    const { hostname, port } = new URL(siteUrl(program));
    const answer = await ask(`http://127.0.0.1:${port}${path}`, { method, host: hostname, token, headers, ...(body !== undefined && { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  const own = `/api/users/${user_id}`;
  const post = <Body = unknown>(path: string, body: unknown) => call<Body>(`${own}/${path}`, { method: 'POST', body });

  await call('/api/receiver');
  for (const document of agreementDocuments) {
    const { version } = await call<{ version: string }>(`/api/programs/current/agreements/${document}`);
    await post(`agreements/${document}`, { version });
  }
  await post('kyb', { form: kybForm(name) });
  const { link_token } = await post<{ link_token: string }>('bank/link_token', { mode: 'link' });
  const { public_token, metadata } = await pickAccount({ sandboxUrl: sandboxUrl() }, link_token);
  await post('bank', { public_token, account_id: metadata.accounts[0]?.id ?? null, authorization_version: debitAuthorizationVersion });
  const store = await press<{ public_token: string }>('rutter', 'connect', { platform: 'SHOPIFY', profile, seed: 'fixed' });
  await post('commerce', { public_token: store.public_token });
  await post('card', { physical });
  if (physical) await post('card/physical', { shipping_address: shippingAddress });

  const receiver = await eventually('an open card with a limit', async () => {
    const seen = await call<ReceiverAnswer>('/api/receiver');
    return seen.completion.every(({ isComplete }) => isComplete) && (seen.totalSpendPowerCents ?? 0) > 0 && seen;
  });
  return { email, program, receiver, cardToken: receiver.lithic_card_token ?? '', call };
}

/** Opens a page of the program's site as this merchant. */
export async function signInAsMerchant(page: Page, { email, program }: OnboardedMerchant, path = '/'): Promise<void> {
  await page.goto(siteUrl(program) + path);
  await waitForLogin(page, program);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((url) => url.origin === siteUrl(program));
}
