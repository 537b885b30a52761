import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Prisma } from '../../server/db/client.ts';
import { eventually } from '../support/eventually.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { sumAnew } from '../support/sums.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

/** Makes a receiver whose account began in August. */
async function newReceiver(): Promise<string> {
  const id = randomUUID();
  const created_at = new Date('2026-08-10T00:00:00Z');
  await product.deps.database.receiver.create({ data: { id, token: id, email: `${id}@example.com`, whitelabel: 'headway', created_at } });
  return id;
}

async function bookPurchase(receiver_id: string, day: string, amount_cents: bigint): Promise<void> {
  const at = new Date(`${day}T12:00:00Z`);
  const subject_id = `purchase-${day}`;
  const accounts = { debit_account: 'owed', credit_account: 'card_network' };
  await product.deps.database.ledgerTransfer.create({
    data: { receiver_id, ...accounts, amount_cents, kind: 'settlement', external_id: `${subject_id}#0`, subject_id, at, recorded_at: at },
  });
  await sumAnew(product.deps.database);
}

// The tests live in November 2026.
it('the statements of months that are over are made by a job, once, for who had anything booked', async () => {
  const { database, queue } = product.deps;
  const [active, idle, fresh] = [await newReceiver(), await newReceiver(), await newReceiver()];
  await bookPurchase(active, '2026-08-20', 1_000n);
  await bookPurchase(active, '2026-10-31', 500n);
  await bookPurchase(fresh, '2026-11-02', 700n);
  const statements = () => database.accountStatement.findMany({ where: { receiver_id: { in: [active, idle, fresh] } }, orderBy: { number: 'asc' } });
  await queue.send('plan-month-closings', {});
  await eventually('three statements', async () => (await statements()).length === 3);
  await queue.send('close-months', { receiver_id: active }, { singletonKey: active });
  await queue.send('close-months', { receiver_id: fresh }, { singletonKey: fresh });
  await bookPurchase(active, '2026-11-03', 1n);
  expect(
    (await statements()).map(({ receiver_id, number, month, closing_cents }) => [receiver_id, number, month.toISOString().slice(0, 7), closing_cents]),
  ).toEqual([
    [active, 1, '2026-08', 1_000n],
    [active, 2, '2026-09', 1_000n],
    [active, 3, '2026-10', 1_500n],
  ]);
});

it('a stored statement is never changed', async () => {
  const { database } = product.deps;
  const id = await newReceiver();
  await bookPurchase(id, '2026-10-20', 1_000n);
  await product.deps.queue.send('close-months', { receiver_id: id }, { singletonKey: id });
  await eventually('a statement', () => database.accountStatementRow.findFirst({ where: { receiver_id: id } }));
  for (const table of ['account_statement', 'account_statement_row']) {
    for (const change of [`UPDATE ${table} SET number = 7`, `DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`]) {
      await expect(database.$executeRaw(Prisma.raw(change))).rejects.toThrow('append-only');
    }
  }
});
