import { createHash, createHmac, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { importJWK, SignJWT } from 'jose';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, CallOptions } from '../support/ask.ts';
import { kybForm } from '../support/businessForms.ts';
import { eventually } from '../support/eventually.ts';
import { type Merchant, merchantAt, newMerchant } from '../support/merchant.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('ACCOUNTING_CONNECTION');
});
afterAll(() => product.stop());

const control = (path: string, method: string, body: unknown) =>
  fetch(`${product.sandboxUrl}/control/${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

type Headers = Record<string, string>;
interface Signing {
  /** Seconds from now at which it is signed. */
  laterSeconds?: number;
  secret?: string;
}

interface Sender {
  /** A body that this provider could send, about something that nobody has; unlike any other. */
  makeEvent: () => object;
  sign: (body: string, how?: Signing) => Promise<Headers> | Headers;
  /** Returns the part of the event that is stored. */
  kept: (event: object) => object;
  /** Whether the time of signing is signed. */
  isTimed: boolean;
}

const nowSeconds = () => Math.floor(Date.now() / 1_000);
const otherSecret = `whsec_${Buffer.from('another secret of 32 bytes, truly').toString('base64')}`;

async function bankKey(): Promise<{ kid: string; privateJwk: JsonWebKey }> {
  const [row] = await product.deps.database.$queryRaw<{ data: { kid: string; privateJwk: JsonWebKey } }[]>`
    SELECT data FROM sandbox.object WHERE stand_in = 'plaid' AND kind = 'signing_key' AND data ->> 'expired_at' IS NULL`;
  if (!row) throw new Error('the sandbox has no signing key');
  return row.data;
}

const senders: Readonly<Record<'lithic' | 'plaid' | 'rutter', Sender>> = {
  lithic: {
    isTimed: true,
    makeEvent: () => ({
      event_type: 'card.updated',
      card_token: randomUUID(),
      state: 'PAUSED',
      previous_fields: {},
      cardholder: { first_name: 'Ana', ssn: '123-45-6789' },
    }),
    kept: (event) => ({ version: 1, about: 'card', token: Object(event).card_token }),
    sign: (body, { laterSeconds = 0, secret = product.config.lithic.webhookSecret } = {}) => {
      const at = new Date((nowSeconds() + laterSeconds) * 1_000);
      const id = `msg_${createHash('sha256').update(body).digest('hex').slice(0, 20)}`;
      return { 'webhook-id': id, 'webhook-timestamp': String(at.getTime() / 1_000), 'webhook-signature': new Webhook(secret).sign(id, at, body) };
    },
  },
  plaid: {
    isTimed: true,
    makeEvent: () => ({
      webhook_type: 'ITEM',
      webhook_code: 'ERROR',
      item_id: randomUUID(),
      error: { error_message: 'ana@example.com' },
      environment: 'sandbox',
    }),
    kept: (event) => ({ version: 1, about: 'bank_link', item_id: Object(event).item_id, code: 'ERROR' }),
    sign: async (body, { laterSeconds = 0, secret } = {}) => {
      const { kid, privateJwk } = await bankKey();
      const key =
        secret === undefined ? privateJwk : (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])).privateKey;
      const token = await new SignJWT({ request_body_sha256: createHash('sha256').update(body).digest('hex') })
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
        .setIssuedAt(nowSeconds() + laterSeconds)
        .sign(key instanceof CryptoKey ? key : await importJWK(key, 'ES256'));
      return { 'plaid-verification': token };
    },
  },
  rutter: {
    isTimed: false,
    makeEvent: () => ({ type: 'CONNECTION', code: 'CONNECTION_UPDATED', connection_id: randomUUID(), access_token: 'the-key-to-a-store' }),
    kept: (event) => ({ version: 1, about: 'store', connection_id: Object(event).connection_id, code: 'CONNECTION_UPDATED' }),
    sign: (body, { secret = product.config.rutter.secret } = {}) => ({
      'x-rutter-signature': `sha256=${createHmac('sha256', secret).update(body).digest('base64')}`,
    }),
  },
};
const names = Object.keys(senders) as (keyof typeof senders)[];

const send = (provider: string, body: string, headers: Headers, from: Pick<CallOptions, 'address'> = {}): Promise<Answer> =>
  product.call(`/webhooks/${provider}`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers }, ...from });
const inbox = (provider?: string) => product.deps.database.webhookInbox.findMany({ where: provider === undefined ? {} : { provider } });
const compact = (event: object) => JSON.stringify(event);

describe.each(names)('webhooks of %s', (provider) => {
  const { makeEvent, sign, kept, isTimed } = senders[provider];

  it('that are genuine are taken once, kept as what they are about and no more, and handled', async () => {
    const sent = makeEvent();
    const body = compact(sent);
    const headers = await sign(body);
    const answers = await Promise.all([1, 2, 3].map(() => send(provider, body, headers)));
    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(3).fill([200, '']));
    const rows = (await inbox(provider)).filter((row) => isDeepStrictEqual(row.body, kept(sent)));
    expect(rows).toHaveLength(1);
    for (const secret of ['Ana', '123-45-6789', 'ana@example.com', 'the-key-to-a-store']) expect(JSON.stringify(rows)).not.toContain(secret);
    await eventually('its handling', async () => (await inbox(provider)).every((row) => row.handled_at !== null));
  });

  it.each<[string, (body: string) => Promise<[string, Headers]>]>([
    ['tampered with', async (body) => [body.replace(/\w"\}$/, 'x"}').replace('{', '{"more":1,'), await sign(body)]],
    ['signed with another key', async (body) => [body, await sign(body, { secret: otherSecret })]],
    ['without any signature', async (body) => [body, {}]],
    ...(isTimed
      ? ([
          ['signed more than five minutes ago', async (body) => [body, await sign(body, { laterSeconds: -310 })]],
          ['signed in the future', async (body) => [body, await sign(body, { laterSeconds: 310 })]],
        ] as [string, (body: string) => Promise<[string, Headers]>][])
      : []),
  ])('that are %s are refused with 401, and nothing is stored', async (_, forge) => {
    const before = (await inbox()).length;
    const [body, headers] = await forge(compact(makeEvent()));
    const answer = await send(provider, body, headers);
    expect([answer.status, answer.text]).toEqual([401, '']);
    expect(await inbox()).toHaveLength(before);
  });

  it('that are genuine are taken from an address that has just sent seventy forged ones', async () => {
    const from = { address: `127.11.0.${names.indexOf(provider) + 1}` };
    const statuses: number[] = [];
    for (let sent = 0; sent < 70; sent += 1) {
      const forged = compact(makeEvent());
      statuses.push((await send(provider, forged, await sign(forged, { secret: otherSecret }), from)).status);
    }
    expect(statuses).toEqual([...Array(60).fill(401), ...Array(10).fill(429)]);
    const genuine = compact(makeEvent());
    expect((await send(provider, genuine, await sign(genuine), from)).status).toBe(200);
    expect((await send(provider, genuine, {}, from)).status).toBe(429);
  });

  it('may be 300 KB long, and no megabyte and a half', async () => {
    const padded = (length: number) => compact({ ...makeEvent(), note: 'é'.repeat(length / 2) });
    const long = padded(300_000);
    expect((await send(provider, long, await sign(long))).status).toBe(200);
    const tooLong = padded(1_500_000);
    expect((await send(provider, tooLong, await sign(tooLong))).status).toBe(413);
  });

  it('are taken whatever their type says', async () => {
    const body = compact(makeEvent());
    expect((await send(provider, body, { ...(await sign(body)), 'content-type': 'text/plain' })).status).toBe(200);
  });

  it('that we cannot keep are not acknowledged, so that they come again', async () => {
    const { database } = product.deps;
    const body = compact(makeEvent());
    const headers = await sign(body);
    await database.$executeRaw`ALTER TABLE webhook_inbox RENAME TO webhook_inbox_away`;
    const answer = await send(provider, body, headers).finally(() => database.$executeRaw`ALTER TABLE webhook_inbox_away RENAME TO webhook_inbox`);
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect((await send(provider, body, headers)).status).toBe(200);
  });

  it('that are genuine but make no sense are not acknowledged either', async () => {
    const body = '{"hello":"world"}';
    expect((await send(provider, body, await sign(body))).status).toBeGreaterThanOrEqual(500);
  });
});

describe('the address of webhooks', () => {
  it('is there for these providers alone, and for nothing but POST', async () => {
    const body = compact(senders.lithic.makeEvent());
    expect((await send('somebody', body, await senders.lithic.sign(body))).status).toBe(404);
    expect((await product.call('/webhooks/lithic')).status).toBe(404);
    expect((await send('plaid', body, await senders.lithic.sign(body))).status).toBe(401);
  });

  it('answers the bank with 5xx while its key cannot be had', async () => {
    await product.press('plaid', 'rotate_key');
    await control('faults', 'POST', { stand_in: 'plaid', kind: 'error_500', path: '/webhook_verification_key/get', remaining: 2 });
    const body = compact(senders.plaid.makeEvent());
    const headers = await senders.plaid.sign(body);
    expect((await send('plaid', body, headers)).status).toBe(503);
    expect((await send('plaid', body, headers)).status).toBe(200);
  });
});

describe('what webhooks lead to', () => {
  const decide = async (merchant: Merchant, status: string) =>
    product.press('lithic', 'decide_kyb', { account_holder_token: (await merchant.stored()).lithic_account_holder_token, status });
  const manners = (standIn: string, change: object) => control(`webhooks/${standIn}`, 'PATCH', change);
  const usual = { copies: 1, reorder_window_ms: 0, held: false };

  async function pending(): Promise<Merchant> {
    const merchant = await newMerchant(product);
    await merchant.walkTo('KYB');
    await merchant.done(merchant.submitKyb(kybForm('Pending Bakery')));
    return merchant;
  }

  it('is the present state, however often and in whatever order they come', async () => {
    const merchant = await pending();
    await manners('lithic', { copies: 3, reorder_window_ms: 300 });
    for (const status of ['PENDING_DOCUMENT', 'REJECTED', 'PENDING_RESUBMIT', 'ACCEPTED']) await decide(merchant, status);
    await eventually('the last decision', async () => (await merchant.stored()).kyb_status === 'ACCEPTED');
    await control('webhooks/flush/lithic', 'POST', {});
    await eventually('every copy', async () => (await inbox('lithic')).every((row) => row.handled_at !== null));
    expect((await merchant.stored()).kyb_status).toBe('ACCEPTED');
    await manners('lithic', usual);
    const mails = () =>
      product.deps.database.emailSent.findMany({ where: { receiver_id: merchant.id, kind: 'kyb_status', subject: { contains: 'verified' } } });
    await eventually('the mail', async () => (await mails()).length > 0);
    expect(await mails()).toHaveLength(1);
  });

  it('comes in the end when the provider cannot be asked at first', async () => {
    const merchant = await pending();
    await eventually('the webhooks so far', async () => (await inbox('lithic')).every((row) => row.handled_at !== null));
    await control('faults', 'POST', { stand_in: 'lithic', kind: 'cut', path: 'GET /lithic/v1/account_holders', remaining: 1_000 });
    await decide(merchant, 'ACCEPTED');
    const isDecision = ({ receiver_id, type, attempts }: { receiver_id: string | null; type: string; attempts: number }) =>
      receiver_id === merchant.id && type === 'account_holder.verification' && attempts > 0;
    await eventually('an attempt in vain', async () => (await inbox('lithic')).find((row) => isDecision(row) && row.handled_at === null));
    await control('faults/lithic', 'DELETE', {});
    await eventually('the decision', async () => (await merchant.stored()).kyb_status === 'ACCEPTED');
    const row = await eventually('a further attempt', async () =>
      (await inbox('lithic')).find((row) => isDecision(row) && row.attempts > 1 && row.handled_at !== null),
    );
    expect(row).toMatchObject({ error: null, type: 'account_holder.verification' });
  });

  it('is written to its own receiver, and to nobody when nobody is concerned', async () => {
    const [merchant, other] = [await pending(), await pending()];
    await decide(merchant, 'ACCEPTED');
    await eventually('the decision', async () => (await merchant.stored()).kyb_status === 'ACCEPTED');
    expect((await other.stored()).kyb_status).toBe('PENDING_REVIEW');

    const { makeEvent, sign, kept } = senders.lithic;
    const aboutUnknownCard = makeEvent();
    const body = compact(aboutUnknownCard);
    expect((await send('lithic', body, await sign(body))).status).toBe(200);
    const row = await eventually('its handling', async () =>
      (await inbox('lithic')).find((one) => isDeepStrictEqual(one.body, kept(aboutUnknownCard)) && one.handled_at !== null),
    );
    expect([row.receiver_id, row.error]).toEqual([null, null]);
  });

  it('is done once by however many workers take the same webhook', async () => {
    const merchant = await pending();
    await manners('lithic', { held: true });
    await decide(merchant, 'REJECTED');
    await Promise.all([1, 2, 3, 4].map(() => merchant.send(`/api/users/${merchant.id}/kyb_status`)));
    await manners('lithic', usual);
    await merchant.mail('kyb_status');
    await eventually('the webhook', async () => (await inbox('lithic')).every((row) => row.handled_at !== null));
    expect((await merchant.timeline()).filter((kind) => kind === 'kyb_status_changed')).toHaveLength(2);
    expect(await product.deps.database.emailSent.count({ where: { receiver_id: merchant.id, kind: 'kyb_status' } })).toBe(1);
  });

  it('of a store: it asks for a new sign-in, is repaired, and is switched off', async () => {
    const merchant = await merchantAt(product, 'ACCOUNTING_CONNECTION');
    await merchant.connectStore();
    const store = () => merchant.done(merchant.send('commerce'));
    await eventually('the first sync', async () => (await store()).sync_state === 'done');
    const link = await product.deps.database.commerceLink.findFirstOrThrow({ where: { receiver_id: merchant.id } });
    await product.press('rutter', 'break', { connection: link.connection_id });
    await eventually('the webhook', async () => (await store()).needs_update);
    expect((await merchant.mail('store_status')).subject).toContain('sign in to your store again');
    await product.press('rutter', 'repair', { connection: link.connection_id });
    await eventually('the repair', async () => (await store()).needs_update === false);
    await product.press('rutter', 'disable', { connection: link.connection_id });
    await eventually('the end', async () => (await product.deps.database.commerceLink.findFirstOrThrow({ where: { receiver_id: merchant.id } })).is_disabled);
  });

  it('of an order of a store: it waits for no call to the provider, which may be away', async () => {
    const merchant = await merchantAt(product, 'ACCOUNTING_CONNECTION');
    await merchant.connectStore();
    await eventually('the first sync', async () => (await merchant.done(merchant.send('commerce'))).sync_state === 'done');
    const { connection_id } = await product.deps.database.commerceLink.findFirstOrThrow({ where: { receiver_id: merchant.id } });
    await control('faults', 'POST', { stand_in: 'rutter', kind: 'error_500', remaining: 1_000 });
    try {
      const body = compact({ type: 'ORDER', code: 'ORDER_CREATED', connection_id, order_id: randomUUID() });
      expect((await send('rutter', body, await senders.rutter.sign(body))).status).toBe(200);
      const told = () => product.deps.database.webhookInbox.findMany({ where: { receiver_id: merchant.id, type: 'ORDER.ORDER_CREATED' } });
      await eventually('the webhook', async () => (await told()).length > 0);
      expect(await told()).toMatchObject([{ handled_at: expect.any(Date), error: null }]);
    } finally {
      await control('faults', 'DELETE', {});
    }
  });

  it('of transfers: purchases told after it do not wait while the bank is read, which may be away', async () => {
    await control('faults', 'POST', { stand_in: 'plaid', kind: 'error_500', path: '/transfer/event/sync', remaining: 1_000 });
    try {
      const body = compact({ webhook_type: 'TRANSFER', webhook_code: 'TRANSFER_EVENTS_UPDATE', environment: 'sandbox' });
      const before = await product.deps.database.webhookInbox.count({ where: { type: 'TRANSFER.TRANSFER_EVENTS_UPDATE' } });
      expect((await send('plaid', body, await senders.plaid.sign(body))).status).toBe(200);
      const told = () => product.deps.database.webhookInbox.findMany({ where: { type: 'TRANSFER.TRANSFER_EVENTS_UPDATE' } });
      await eventually('the webhook', async () => (await told()).length > before && (await told()).every(({ attempts }) => attempts > 0));
      expect(await told()).toEqual((await told()).map(() => expect.objectContaining({ handled_at: expect.any(Date), error: null })));
    } finally {
      await control('faults', 'DELETE', {});
    }
  });
});
