import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import type { ProgramKey } from '../../server/domain/basics/programKeys.ts';
import type { KybForm } from '../../server/domain/kyb/kyb.ts';
import { type AgreementDocument, agreementDocuments } from '../../server/domain/onboarding/agreements.ts';
import { debitAuthorizationVersion } from '../../server/programs/agreements/debitAuthorization.ts';
import { programByKey } from '../../server/programs/index.ts';
import { type Answer, ask } from '../support/ask.ts';
import { anyEin, kybForm, withEin } from '../support/businessForms.ts';
import { pickAccount } from '../support/linkWindow.ts';
import { authUrl, sandboxUrl, siteUrl } from './addresses.ts';
import { press } from './merchants.ts';
import { askAuthProvider, signInWithoutPage, signUpAt } from './people.ts';

const password = 'correct horse battery';

/** A merchant in onboarding, signed in in the browser of the test. */
export interface NewMerchant {
  email: string;
  program: ProgramKey;
  /** Calls the API as this merchant's page would. */
  call: (path: string, options?: { method?: string; body?: unknown; key?: string }) => Promise<Answer>;
  receiver: () => Promise<ReceiverAnswer>;
}

/** The next stage of an onboarding; everything before it is done. */
export type Stage = AgreementDocument | 'kyb' | 'bank' | 'store' | 'card' | 'approval';

/** Makes a new merchant, signed in in the browser of the test: the next page that it opens is theirs. The door itself is a subject of tests about sessions. */
export async function newMerchant(page: Page, program: ProgramKey = 'headway'): Promise<NewMerchant> {
  const email = `${randomUUID()}@example.com`;
  await askAuthProvider('/user/', { email, password, email_confirmed: true, first_name: 'Ana', last_name: 'Lopez' }, program);
  await signIn(page, { email, program });
  const { access_token } = await press<{ access_token: string }>('propelauth', 'sign_in', { program: programByKey(program)?.settingName, email, minutes: 60 });
  return merchantOf(program, email, access_token);
}

/** Comes to the door of a site as a visitor, is led to the hosted page, signs up there, and returns. */
export async function signUpAtTheDoor(page: Page, program: ProgramKey): Promise<NewMerchant> {
  const email = await signUpAt(page, '/', program);
  return merchantOf(program, email, await accessToken(page, program));
}

/** Signs an existing merchant in, in another browser: the next page that it opens is theirs. */
export const signIn = (page: Page, { email, program }: Pick<NewMerchant, 'email' | 'program'>): Promise<void> =>
  signInWithoutPage(page, { email, password, program });

function accessToken(page: Page, program: ProgramKey): Promise<string> {
  return page.evaluate(async (url) => {
    const answer = await fetch(`${url}/api/v1/refresh_token`, { credentials: 'include' });
    return ((await answer.json()) as { access_token: string }).access_token;
  }, authUrl(program));
}

/** Returns the merchant with the given access token. */
export function merchantOf(program: ProgramKey, email: string, token: string): NewMerchant {
  const { hostname, port } = new URL(siteUrl(program));
  const call: NewMerchant['call'] = async (path, { method = 'GET', body, key = randomUUID() } = {}) => {
    const headers = method === 'POST' ? { 'idempotency-key': key } : {};
    return ask(`http://127.0.0.1:${port}${path}`, { method, host: hostname, token, headers, ...(body !== undefined && { body }) });
  };
  return { email, program, call, receiver: async () => (await call('/api/receiver')).body };
}

interface Prepared {
  /** The name of the business, by which the sandbox chooses the issuer's decision. */
  name?: string;
  form?: KybForm;
  /** The stage that comes next now, where some were completed before. */
  from?: Stage;
}

/** Returns the function that posts as a merchant below their own address, and throws unless that succeeds. */
async function poster(merchant: NewMerchant) {
  const { token } = await merchant.receiver();
  return async (path: string, body: unknown) => {
    const answer = await merchant.call(`/api/users/${token}/${path}`, { method: 'POST', body });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
}

/** Links an account of the sandbox's first bank by the API. */
export async function linkAccount(merchant: NewMerchant): Promise<void> {
  const post = await poster(merchant);
  const { link_token } = await post('bank/link_token', { mode: 'link' });
  const { public_token, metadata } = await pickAccount({ sandboxUrl: sandboxUrl() }, link_token);
  await post('bank', { public_token, account_id: metadata.accounts[0]?.id ?? null, authorization_version: debitAuthorizationVersion });
}

/** Completes every stage before `upTo` by the API, or those from another on. */
export async function prepare(
  merchant: NewMerchant,
  upTo: Stage,
  { name = 'Corner Bakery LLC', form = withEin(kybForm(name), anyEin()), from }: Prepared = {},
): Promise<void> {
  const post = await poster(merchant);
  const acceptAgreement = async (document: AgreementDocument) => {
    const { version } = (await merchant.call(`/api/programs/current/agreements/${document}`)).body;
    await post(`agreements/${document}`, { version });
  };
  const stages: readonly (readonly [Stage, () => Promise<void>])[] = [
    ...agreementDocuments.map((document) => [document, () => acceptAgreement(document)] as const),
    ['kyb', () => post('kyb', { form })],
    ['bank', () => linkAccount(merchant)],
    [
      'store',
      async () => {
        const { public_token } = await press<{ public_token: string }>('rutter', 'connect', {
          platform: 'SHOPIFY',
          profile: 'new',
          seed: 'fixed',
          address: randomUUID(),
        });
        await post('commerce', { public_token });
      },
    ],
    ['card', () => post('card', { physical: false })],
  ];
  const first = from === undefined ? 0 : stages.findIndex(([stage]) => stage === from);
  for (const [stage, work] of stages.slice(first)) {
    if (stage === upTo) return;
    await work();
  }
}
