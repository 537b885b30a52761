import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ProgramKey } from '../../server/domain/basics/programKeys.ts';
import type { KybForm } from '../../server/domain/kyb/kyb.ts';
import { agreementDocuments } from '../../server/domain/onboarding/agreements.ts';
import { debitAuthorizationVersion } from '../../server/programs/agreements/debitAuthorization.ts';
import type { Answer } from './ask.ts';
import { kybForm, newEin, shippingAddress, withEin } from './businessForms.ts';
import { eventually } from './eventually.ts';
import { fewOrders } from './fewOrders.ts';
import { type LinkedAccounts, pickAccount } from './linkWindow.ts';
import { type Screen, screens } from './madeBefore.ts';
import { type Person, signInAgain, signUp } from './people.ts';
import type { TestProduct } from './productOn.ts';

interface Sending {
  method?: string;
  body?: unknown;
  /** The idempotency key: the same key is the same intent. A new one each time by default. */
  key?: string;
}

/** Makes a merchant at the API, with the calls that the pages of onboarding make. */
export async function newMerchant(product: TestProduct, signUpAs: Parameters<typeof signUp>[1] = {}, ein = newEin()) {
  return merchantOf(product, await signUp(product, signUpAs), { ein, next: 'AGREEMENTS' });
}

/** Takes a merchant whom the database held from its beginning and who has come no further than a screen. */
function takeWalked({ madeBefore: { walked } }: TestProduct, screen: Screen) {
  const [first] = walked;
  return first && screens.indexOf(first.next) <= screens.indexOf(screen) ? walked.shift() : undefined;
}

/**
 * Returns a merchant whose next screen is this one: of those whom the database held from its beginning, while there are any, else a new one.
 * Those are of the first program, and their business was verified with the usual form.
 */
export async function merchantAt(product: TestProduct, screen: Screen, { program = 'headway', form }: Walking = {}): Promise<Merchant> {
  const before = program === 'headway' ? takeWalked(product, form ? 'KYB' : screen) : undefined;
  const merchant = before ? merchantOf(product, await signInAgain(product, before.email), before) : await newMerchant(product, { program });
  await merchant.walkTo(screen, form);
  return merchant;
}

interface Walking {
  program?: ProgramKey;
  form?: KybForm | undefined;
}

/** Returns somebody who has come in, with the same calls. `next` is the screen at which they stand. */
export function merchantOf<Someone extends Pick<Person, 'token' | 'host' | 'receiver'>>(
  product: TestProduct,
  person: Someone,
  { ein, next }: { ein: string; next: Screen } = { ein: newEin(), next: 'AGREEMENTS' },
) {
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
    /** Completes onboarding from where the merchant stood at first up to a screen, which is then the next to do. */
    async walkTo(screen: Screen, form: KybForm = kybForm()) {
      // In the order of the screens.
      const completions = [
        () => merchant.acceptAgreements(),
        () => done(merchant.submitKyb(form)),
        () => merchant.linkBank(),
        () => merchant.connectStore(),
        () => done(merchant.postCard(false)),
      ];
      for (const complete of completions.slice(screens.indexOf(next), screens.indexOf(screen))) await complete();
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
