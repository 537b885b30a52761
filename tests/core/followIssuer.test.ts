import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compareTransactions } from '../../server/services/reconciliation/compareTransactions.ts';
import { followIssuer } from '../../server/services/reconciliation/followIssuer.ts';
import { ask } from '../support/ask.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let merchant: Cardholder;
beforeAll(async () => {
  product = await testProduct();
  merchant = await newCardholder(product);
  await eventually('spending power at the issuer', async () => (await card()).spend_limit === 100_000n);
});
afterAll(() => product.stop());

const webhooks = (manners: object) => ask(`${product.sandboxUrl}/control/webhooks/lithic`, { method: 'PATCH', body: manners });
beforeEach(() => webhooks({ drop_next: 0 }));

const card = () => product.deps.database.card.findFirstOrThrow({ where: { receiver_id: merchant.receiver.id } });
const stored = (token: string) =>
  eventually('the purchase', () => product.deps.database.cardTransaction.findFirst({ where: { receiver_id: merchant.receiver.id, token } }));

/** Returns the calls that the issuer has got so far: its journal tells of one of our own after all that came before. */
async function callsSoFar(): Promise<{ method: string; path: string }[]> {
  const mark = randomUUID();
  await ask(`${product.sandboxUrl}/lithic/v1/cards/${mark}`, {});
  return eventually('the mark in the journal', async () => {
    const { body } = await ask(`${product.sandboxUrl}/control/journal?stand_in=lithic&limit=500`, {});
    const entries: { method: string; path: string }[] = body.entries;
    return entries.some(({ path }) => path.includes(mark)) && entries;
  });
}

/** Returns how many readings of transactions and of events the issuer has got so far. */
async function readings(): Promise<{ transactions: number; events: number }> {
  const paths = (await callsSoFar()).filter(({ method }) => method === 'GET').map(({ path }) => path);
  const of = (resource: string) => paths.filter((path) => path.includes(`/v1/${resource}`)).length;
  return { transactions: of('transactions'), events: of('events') };
}

describe('a purchase', () => {
  it('is taken from the signed body of its webhook, and not read again', async () => {
    const before = await readings();
    const { token } = await spend(product, merchant, 1_000);
    expect(await stored(token)).toMatchObject({ status: 'PENDING', pending_cents: 1_000n });
    // This one is read.
    await product.deps.providers.cardIssuer.getTransaction(token);
    expect(await readings()).toEqual({ ...before, transactions: before.transactions + 1 });
  });

  it('whose webhook never came is found in the list of events, once', async () => {
    await webhooks({ drop_next: 1_000 });
    const { token } = await spend(product, merchant, 2_000);
    // The first run looks back for days.
    await followIssuer(product.deps);
    const before = await readings();
    await followIssuer(product.deps);
    expect(await stored(token)).toMatchObject({ pending_cents: 2_000n });
    const events = await product.deps.database.webhookInbox.count();
    await followIssuer(product.deps);
    expect(await product.deps.database.webhookInbox.count()).toBe(events);
    expect(await readings()).toEqual({ ...before, events: before.events + 2 });
  });

  it('that no event told of is found by comparing the newest transactions of all cards', async () => {
    await webhooks({ drop_next: 1_000 });
    const { token } = await spend(product, merchant, 3_000);
    const clock = () => new Date(product.deps.clock().getTime() + 2 * 3_600_000);
    await compareTransactions({ ...product.deps, clock });
    expect(await stored(token)).toMatchObject({ pending_cents: 3_000n });
  });
});

describe.each([
  // The list of events is read from ten minutes before the end of the last run, that of transactions to an hour before now.
  { stream: 'events', path: '/v1/events', follow: followIssuer, firstBefore: 600_000 },
  { stream: 'transactions', path: '/v1/transactions', follow: compareTransactions, firstBefore: 0 },
])('after a day without a worker, the list of $stream', ({ stream, path, follow, firstBefore }) => {
  it('is read from where the last run ended, again when the issuer failed, and at once when the day was quiet', async () => {
    const { database } = product.deps;
    const at = { provider_stream: { provider: 'lithic', stream } };
    const dayAgo = String(product.deps.clock().getTime() - 86_400_000);
    const position = async () => (await database.providerCursor.findUniqueOrThrow({ where: at })).position;
    await database.providerCursor.upsert({ where: at, create: { ...at.provider_stream, position: dayAgo }, update: { position: dayAgo } });
    const begin = `begin=${new Date(Number(dayAgo) - firstBefore).toISOString()}`;
    await ask(`${product.sandboxUrl}/control/faults`, {
      method: 'POST',
      body: { stand_in: 'lithic', kind: 'error_500', remaining: 100, path: begin.replaceAll(':', '%3A') },
    });
    await expect(follow(product.deps)).rejects.toThrow();
    await ask(`${product.sandboxUrl}/control/faults`, { method: 'DELETE' });
    expect(await position()).toBe(dayAgo);

    const readSoFar = async () => (await callsSoFar()).filter((entry) => entry.path.includes(path)).map((entry) => entry.path.includes(begin));
    const before = await readSoFar();
    await follow(product.deps);
    expect(Number(await position())).toBeGreaterThan(Number(dayAgo) + 22 * 3_600_000);
    const read = await readSoFar();
    expect(read.filter((isFromThere) => isFromThere)).toHaveLength(before.filter((isFromThere) => isFromThere).length + 1);
    expect(read).toHaveLength(before.length + 1);
  });
});
