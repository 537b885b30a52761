import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweepTransfers } from '../../server/services/transfers/sweepTransfers.ts';
import { createHistory } from '../../server/start/demo/history.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import { type Cardholder, newCardholder } from '../support/cardholder.ts';
import { openKeptLog } from '../support/keptLog.ts';
import { signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let merchant: Cardholder;
const { log, lines } = openKeptLog('warn');
let listening: OpenDeps;

beforeAll(async () => {
  product = await testProduct();
  merchant = await newCardholder(product, { net_terms: 30 });
  listening = { ...product.deps, log };
});
afterAll(() => product.stop());

const own = () => ({ receiver_id: merchant.receiver.id });
/** The differences to the bank. A deep sweep may find others: a limit that is on its way to the card issuer. */
const ofBank = () => ({ ...own(), provider: 'plaid' });

/** Sweeps three times, each time everything: the sandbox makes transfers of days that were swept. Returns what was logged. */
async function sweep(): Promise<string[]> {
  lines.length = 0;
  for (let run = 0; run < 3; run += 1) {
    await product.deps.database.providerCursor.deleteMany({ where: { stream: 'transfers' } });
    await sweepTransfers(listening);
  }
  return lines.map(({ msg }) => msg);
}

const daysAgo = (days: number) => new Date(product.deps.clock().getTime() - days * 86_400_000).toISOString().slice(0, 10);

it('the repayments of a demo merchant’s year belong to their draws: nothing is logged about them', async () => {
  const receiver = await product.deps.database.receiver.findUniqueOrThrow({ where: { id: merchant.receiver.id } });
  await createHistory(product.deps, { scope: merchant.scope, receiver, purchases: 40, stopping: new AbortController().signal });
  expect(await product.deps.database.draw.count({ where: own() })).toBeGreaterThan(10);
  expect(await sweep()).toEqual([]);
  expect(await product.deps.database.reconciliationDifference.count({ where: ofBank() })).toBe(0);
});

it('a debit of no draw is a difference for staff, stored and logged once, also after it was settled', async () => {
  const { database } = product.deps;
  await product.press('plaid', 'past_transfers', { item_id: merchant.bank.itemId, days: `${daysAgo(2)}=4200,${daysAgo(1)}=777=not-a-key-of-ours` });
  expect(await sweep()).toEqual(Array.from({ length: 2 }, () => 'the bank reports a transfer without a draw'));
  const found = await database.reconciliationDifference.findMany({ where: ofBank() });
  expect(found.map(({ provider, subject, theirs, resolved_at }) => ({ provider, subject, theirs, resolved_at }))).toEqual(
    expect.arrayContaining(
      [
        { amount_cents: 4_200, key: null },
        { amount_cents: 777, key: 'not-a-key-of-ours' },
      ].map((transfer) => ({
        provider: 'plaid',
        subject: 'stray_transfer',
        theirs: { status: 'funds_available', direction: 'debit', ...transfer },
        resolved_at: null,
      })),
    ),
  );
  expect(found).toHaveLength(2);
  await database.reconciliationDifference.updateMany({ where: ofBank(), data: { resolved_at: product.deps.clock() } });
  expect(await sweep()).toEqual([]);
  expect(await database.reconciliationDifference.count({ where: ofBank() })).toBe(2);
});

it('a debit of an account that nobody here has linked is stored and logged once too', async () => {
  const { item_id } = await product.press<{ item_id: string }>('plaid', 'link_bank', { bank_id: 'ins_902' });
  await product.press('plaid', 'past_transfers', { item_id, days: `${daysAgo(2)}=5500` });
  expect(await sweep()).toEqual(['the bank reports a transfer without a draw']);
  const strays = await product.deps.database.strayTransfer.findMany();
  expect(strays).toMatchObject([{ provider: 'plaid', direction: 'debit', status: 'funds_available', amount_cents: 5_500n }]);
});

it('a debit of an account that nobody has linked leaves the list when staff have settled it, and does not come back', async () => {
  const staff = await signUp(product, { staff: { support: true } });
  const [stray] = await product.deps.database.strayTransfer.findMany();
  const listed = async () => {
    const { body } = await product.call('/api/staff/differences', { token: staff.token });
    return body.differences.filter(({ customer }: { customer: unknown }) => customer === null);
  };
  expect(await listed()).toMatchObject([{ id: stray?.transfer_id, amount_cents: 5_500, is_settled_by_hand: true }]);
  const settle = (token: string) =>
    product.call(`/api/staff/stray_transfers/${stray?.transfer_id}/settled`, {
      method: 'POST',
      token,
      headers: { 'idempotency-key': randomUUID() },
      body: {},
    });
  const stranger = await signUp(product);
  expect((await settle(stranger.token)).status).toBe(403);
  expect((await settle(staff.token)).body).toEqual({ settled: true });
  expect(await listed()).toEqual([]);
  expect(await sweep()).toEqual([]);
  expect(await listed()).toEqual([]);
  expect((await settle(staff.token)).status).toBe(404);
  const entries = await product.deps.database.auditLog.findMany({ where: { action: 'settle stray transfer' } });
  expect(entries).toMatchObject([{ actor_email: staff.email, outcome: 'done', details: { transfer: stray?.transfer_id } }]);
});
