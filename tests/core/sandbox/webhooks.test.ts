import Lithic from 'lithic';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pauseAfter } from '../../../server/sandbox/core/pauseAfter.ts';
import { type EventInbox, openEventInbox, type Received } from './eventInbox.ts';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

let sandbox: OpenSandbox;
let inbox: EventInbox;
let lithic: Lithic;
let account_token: string;

const address = { address1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97205', country: 'USA' };

beforeAll(async () => {
  inbox = await openEventInbox();
  sandbox = await openSandbox(inbox.url);
  lithic = new Lithic({
    apiKey: sandbox.config.lithic.apiKey,
    baseURL: `${sandbox.url}/lithic`,
    webhookSecret: sandbox.config.lithic.webhookSecret,
    maxRetries: 0,
  });
  const holder = await lithic.accountHolders.create({
    workflow: 'KYB_BASIC',
    tos_timestamp: '2026-11-21T10:00:00Z',
    nature_of_business: 'Sells goods',
    business_entity: { legal_business_name: 'Acme', government_id: '12-3456789', phone_numbers: ['+15035550123'], address },
    control_person: { first_name: 'Ada', last_name: 'A', dob: '1980-02-01T00:00:00Z', email: 'ada@acme.test', government_id: '123-45-6789', address },
    beneficial_owner_individuals: [],
  });
  account_token = holder.account_token;
});
afterAll(async () => {
  await sandbox.stop();
  await inbox.stop();
});

async function control(method: string, path: string, body: unknown = {}): Promise<Record<string, unknown>> {
  const answer = await fetch(`${sandbox.url}/control/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}
const manners = (change: Record<string, unknown>) => control('PATCH', 'webhooks/lithic', change);
const flush = () => control('POST', 'webhooks/flush/lithic');
const usual = { copies: 1, delay_ms: 0, reorder_window_ms: 0, drop_next: 0, held: false };

beforeEach(async () => {
  await flush();
  inbox.received.length = 0;
});
afterEach(async () => {
  inbox.answer = () => ({ status: 200 });
  await manners(usual);
  await flush();
});

const makeCard = async () => (await lithic.cards.create({ type: 'VIRTUAL', account_token })).token;
const created = (token: string) => (call: Received) => call.body.event_type === 'card.created' && call.body.card_token === token;
const tokensInOrder = () => inbox.received.filter(({ body }) => body.event_type === 'card.created').map(({ body }) => body.card_token);

describe('an event on its way to the product', () => {
  it('comes by itself, once', async () => {
    const token = await makeCard();
    await inbox.next(created(token));
    await flush();
    expect(inbox.received.filter(created(token))).toHaveLength(1);
  });

  it('is tried again until the answer is 2xx, with the same id and a fresh signature', async () => {
    await manners({ held: true });
    inbox.answer = () => ({ status: inbox.received.length < 3 ? 503 : 204 });
    const token = await makeCard();
    expect(await flush()).toMatchObject({ delivered: 0, waiting: 1 });
    expect(await flush()).toMatchObject({ delivered: 0, waiting: 1 });
    expect(await flush()).toMatchObject({ delivered: 1, waiting: 0 });
    const tries = inbox.received.filter(created(token));
    expect(tries).toHaveLength(3);
    expect(new Set(tries.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const call of tries) expect(lithic.webhooks.parse(call.raw, { headers: call.headers })).toMatchObject({ card_token: token });
  });

  it('is tried again by itself after a pause', async () => {
    let refusals = 0;
    inbox.answer = () => ({ status: refusals++ === 0 ? 500 : 200 });
    const token = await makeCard();
    await inbox.next(created(token));
    await new Promise<void>((resolve) => {
      inbox.answer = () => {
        resolve();
        return { status: 200 };
      };
    });
    expect(inbox.received.filter(created(token))).toHaveLength(2);
  });

  it('pauses longer after each try, up to a minute', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 50].map(pauseAfter);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses.at(-1)).toBe(60_000);
  });

  it('waits through a restart of the sandbox', async () => {
    await manners({ held: true });
    const token = await makeCard();
    expect(inbox.received).toHaveLength(0);
    await sandbox.restart();
    await inbox.next(created(token));
  });

  it('comes as often as told, with the same id', async () => {
    await manners({ copies: 3 });
    const token = await makeCard();
    await inbox.next(created(token));
    await flush();
    const copies = inbox.received.filter(created(token));
    expect(copies).toHaveLength(3);
    expect(new Set(copies.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('comes out of order: the newest of those that gathered first', async () => {
    await manners({ reorder_window_ms: 60_000 });
    const tokens = [await makeCard(), await makeCard(), await makeCard()];
    expect(tokensInOrder()).toEqual([]);
    await flush();
    expect(tokensInOrder()).toEqual([...tokens].reverse());
  });

  it('comes in order otherwise', async () => {
    await manners({ held: true });
    const tokens = [await makeCard(), await makeCard(), await makeCard()];
    await flush();
    expect(tokensInOrder()).toEqual(tokens);
  });

  it('comes late: not before its delay', async () => {
    await manners({ delay_ms: 60_000 });
    const token = await makeCard();
    await manners({ delay_ms: 0 });
    await inbox.next(created(await makeCard()));
    expect(inbox.received.filter(created(token))).toHaveLength(0);
    await flush();
    expect(inbox.received.filter(created(token))).toHaveLength(1);
  });

  it('never comes when it is to be dropped', async () => {
    await manners({ drop_next: 1 });
    const dropped = await makeCard();
    const next = await makeCard();
    await inbox.next(created(next));
    await flush();
    expect(tokensInOrder()).toEqual([next]);
    const { webhooks } = (await control('GET', 'webhooks?stand_in=lithic')) as { webhooks: { outcome: string; event: string }[] };
    expect(webhooks.filter(({ outcome }) => outcome === 'dropped')).toHaveLength(1);
    expect((await lithic.cards.retrieve(dropped)).state).toBe('OPEN');
  });

  it('goes to this machine or the product, and nowhere else', async () => {
    const subscription = await lithic.events.subscriptions.create({ url: 'http://169.254.169.254/latest' });
    await makeCard();
    await flush();
    const { webhooks } = (await control('GET', 'webhooks?stand_in=lithic')) as { webhooks: { url: string; last_status: string }[] };
    expect(webhooks.find(({ url }) => url.startsWith('http://169'))).toMatchObject({ last_status: 'not the product' });
    await lithic.events.subscriptions.delete(subscription.token);
  });

  it('is not sent when what caused it was taken back', async () => {
    await expect(lithic.cards.create({ type: 'VIRTUAL', account_token: '00000000-0000-4000-8000-000000000000' })).rejects.toMatchObject({ status: 400 });
    expect(await flush()).toMatchObject({ delivered: 0 });
  });
});
