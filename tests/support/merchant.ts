import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { KybForm } from '../../server/domain/kyb/kyb.ts';
import { agreementDocuments } from '../../server/domain/onboarding/agreements.ts';
import { debitAuthorizationVersion } from '../../server/programs/agreements/debitAuthorization.ts';
import type { Answer } from './ask.ts';
import { kybForm, newEin, shippingAddress, withEin } from './businessForms.ts';
import { eventually } from './eventually.ts';
import { fewOrders } from './fewOrders.ts';
import { type LinkedAccounts, pickAccount } from './linkWindow.ts';
import { type Person, signUp } from './people.ts';
import type { TestProduct } from './product.ts';

interface Sending {
  method?: string;
  body?: unknown;
  /** The idempotency key: the same key is the same intent. A new one each time by default. */
  key?: string;
}

/** Makes a merchant at the API, with the calls that the pages of onboarding make. */
export async function newMerchant(product: TestProduct, signUpAs: Parameters<typeof signUp>[1] = {}) {
  return merchantOf(product, await signUp(product, signUpAs));
}

/** Returns somebody who has come in, with the same calls. */
export function merchantOf<Someone extends Pick<Person, 'token' | 'host' | 'receiver'>>(product: TestProduct, person: Someone) {
  const { id } = person.receiver;
  const own = `/api/users/${person.receiver.token}`;

  const send = (path: string, { method = 'GET', body, key = randomUUID() }: Sending = {}): Promise<Answer> =>
    product.call(path.startsWith('/') ? path : `${own}/${path}`, {
      method,
      host: person.host,
      token: person.token,
      ...(body !== undefined && { body }),
      headers: method === 'POST' ? { 'idempotency-key': key } : {},
    });
  const post = (path: string, body: unknown, key?: string) => send(path, { method: 'POST', body, ...(key !== undefined && { key }) });

  /** Requires a step to succeed and returns its body. */
  async function done(answer: Promise<Answer>): Promise<Answer['body']> {
    const { status, text, body } = await answer;
    expect(text === '' ? '' : `${status} ${text}`).toMatch(/^$|^200 /);
    return body;
  }

  const ein = newEin();

  const merchant = {
    ...person,
    id,
    send,
    post,
    stored: () => product.deps.database.receiver.findUniqueOrThrow({ where: { id } }),
    shown: () => done(send('/api/receiver')),
    /** Returns the present screen of onboarding. */
    async step(): Promise<string> {
      const { completion } = await merchant.shown();
      return completion.find((entry: { isComplete: boolean }) => !entry.isComplete)?.step ?? 'FINISHED';
    },
    async acceptAgreements() {
      for (const document of agreementDocuments) {
        const { version } = await done(send(`/api/programs/current/agreements/${document}`));
        await done(post(`agreements/${document}`, { version }));
      }
    },
    ein,
    submitKyb: (form: KybForm = kybForm(), key?: string) => post('kyb', { form: withEin(form, ein) }, key),
    async linkToken(mode = 'link'): Promise<string> {
      return (await done(post('bank/link_token', { mode }))).link_token;
    },
    pickAccount: async (bankId?: string): Promise<LinkedAccounts> => pickAccount(product, await merchant.linkToken(), bankId),
    postBank: ({ public_token, metadata }: LinkedAccounts, key?: string) =>
      post('bank', { public_token, account_id: metadata.accounts[0]?.id ?? null, authorization_version: debitAuthorizationVersion }, key),
    async linkBank(bankId?: string) {
      await done(merchant.postBank(await merchant.pickAccount(bankId)));
    },
    pickStore: async (profile?: string, platform = 'SHOPIFY'): Promise<string> => {
      const business = profile === undefined ? fewOrders : { profile };
      return (await product.press<{ public_token: string }>('rutter', 'connect', { platform, ...business, seed: 'fixed', address: randomUUID() })).public_token;
    },
    postStore: (public_token: string, key?: string) => post('commerce', { public_token }, key),
    async connectStore(profile?: string) {
      await done(merchant.postStore(await merchant.pickStore(profile)));
    },
    postCard: (physical: boolean, key?: string) => post('card', { physical }, key),
    postPhysicalCard: (different: Partial<typeof shippingAddress> = {}, key?: string) =>
      post('card/physical', { shipping_address: { ...shippingAddress, ...different } }, key),
    /** Completes onboarding up to a screen, which is then the next to do. */
    async walkTo(screen: 'KYB' | 'BANK_LINK' | 'ACCOUNTING_CONNECTION' | 'CARD_ISSUE' | 'KYB_ACCEPT', form: KybForm = kybForm()) {
      await merchant.acceptAgreements();
      if (screen === 'KYB') return;
      await done(merchant.submitKyb(form));
      if (screen === 'BANK_LINK') return;
      await merchant.linkBank();
      if (screen === 'ACCOUNTING_CONNECTION') return;
      await merchant.connectStore();
      if (screen === 'CARD_ISSUE') return;
      await done(merchant.postCard(false));
    },
    /** Waits for a mail of this kind to be sent. */
    mail: (kind: string) =>
      eventually(`a mail: ${kind}`, () => product.deps.database.emailSent.findFirst({ where: { receiver_id: id, kind, sent_at: { not: null } } })),
    timeline: async () =>
      (await product.deps.database.timelineEvent.findMany({ where: { receiver_id: id }, orderBy: [{ at: 'asc' }, { id: 'asc' }] })).map(({ kind }) => kind),
    done,
  };
  return merchant;
}
export type Merchant = Awaited<ReturnType<typeof newMerchant>>;
