import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Prisma } from '../../server/db/client.ts';
import { findBrokenAuditRows } from '../../server/db/queries/auditChain.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { merchantId, sampleRows, staffId, staffRow } from '../support/sampleRows.ts';

let product: TestDatabase;
beforeEach(async () => {
  product = await testDatabase();
  await product.database.receiver.createMany({ data: [staffRow, sampleRows.Receiver] });
});
afterEach(() => product.stop());

const accounts = ['owed', 'pending', 'card_network', 'bank', 'cashback', 'adjustments'];
const { id: _id, ...sampleTransfer } = sampleRows.LedgerTransfer;

describe('the balances that the database keeps', () => {
  test('are the sums of all transfers, and add up to zero, however the transfers come in', async () => {
    const transfer = fc.record({
      receiver_id: fc.constantFrom(merchantId, staffId),
      accounts: fc.shuffledSubarray(accounts, { minLength: 2, maxLength: 2 }),
      amount_cents: fc.bigInt(1n, 10n ** 12n),
    });
    let made = 0;
    const expected = new Map<string, bigint>();
    const book = (key: string, change: bigint) => expected.set(key, (expected.get(key) ?? 0n) + change);

    await fc.assert(
      fc.asyncProperty(fc.array(transfer, { minLength: 1, maxLength: 30 }), async (transfers) => {
        const rows = transfers.map(({ receiver_id, accounts: [debit_account = '', credit_account = ''], amount_cents }) => {
          made += 1;
          book(`${receiver_id} ${debit_account}`, amount_cents);
          book(`${receiver_id} ${credit_account}`, -amount_cents);
          return { ...sampleTransfer, receiver_id, debit_account, credit_account, amount_cents, external_id: `${made}` };
        });
        await product.database.ledgerTransfer.createMany({ data: rows });
        const balances = await product.database.ledgerBalance.findMany();
        expect(new Map(balances.map((row) => [`${row.receiver_id} ${row.account}`, row.balance_cents]))).toEqual(expected);
        expect(balances.reduce((sum, row) => sum + row.balance_cents, 0n)).toBe(0n);
      }),
      { numRuns: 30 },
    );
  });

  test('lose nothing to writers at the same time', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        product.database.ledgerTransfer.create({ data: { ...sampleTransfer, amount_cents: 7n, external_id: `${index}` } }),
      ),
    );
    const balances = await product.database.ledgerBalance.findMany({ orderBy: { account: 'asc' } });
    expect(balances.map((row) => [row.account, row.balance_cents])).toEqual([
      ['card_network', -280n],
      ['owed', 280n],
    ]);
  });

  test('know nothing of a transfer whose transaction was rolled back', async () => {
    const cutOff = product.database.$transaction(async (transaction) => {
      await transaction.ledgerTransfer.create({ data: sampleTransfer });
      throw new Error('cut off');
    });
    await expect(cutOff).rejects.toThrow('cut off');
    expect(await product.database.ledgerBalance.count()).toBe(0);
  });
});

test('the number of counted card transactions follows every addition, change of status and removal', async () => {
  const add = (token: string, status: string) => product.database.cardTransaction.create({ data: { ...sampleRows.CardTransaction, token, status } });
  const counted = async () => Number((await product.database.cardTransactionCount.findUnique({ where: { receiver_id: merchantId } }))?.counted);
  for (const [index, status] of ['PENDING', 'SETTLED', 'DECLINED', 'VOIDED', 'BOUNCED', 'EXPIRED'].entries()) await add(`${index}`, status);
  expect(await counted()).toBe(2);
  await product.database.cardTransaction.updateMany({ data: { status: 'SETTLED' } });
  expect(await counted()).toBe(6);
  await product.database.cardTransaction.updateMany({ where: { token: { in: ['0', '1'] } }, data: { status: 'VOIDED' } });
  expect(await counted()).toBe(4);
  await product.database.cardTransaction.upsert({
    where: { receiver_id_token: { receiver_id: merchantId, token: '0' } },
    create: sampleRows.CardTransaction,
    update: { status: 'SETTLED' },
  });
  expect(await counted()).toBe(5);
  await product.database.cardTransaction.deleteMany({ where: { token: { in: ['0', '1', '2'] } } });
  expect(await counted()).toBe(3);
});

describe('the audit log', () => {
  const { masquerade_id: _masquerade, ...entry } = sampleRows.AuditLog;
  const add = (receiverId: string, action: string) => product.database.auditLog.create({ data: { ...entry, receiver_id: receiverId, action } });
  /** As an operator of the database could, with the triggers out of the way. */
  const tamper = (sql: string) =>
    product.database.$transaction([product.database.$executeRaw`SET LOCAL session_replication_role = replica`, product.database.$executeRaw(Prisma.raw(sql))]);

  test('is numbered and chained for each receiver by itself, however many write at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => add(index % 2 === 0 ? merchantId : staffId, `action ${index}`)));
    for (const receiverId of [merchantId, staffId]) {
      const rows = await product.database.auditLog.findMany({ where: { receiver_id: receiverId }, orderBy: { sequence: 'asc' } });
      expect(rows.map((row) => Number(row.sequence))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(rows.map((row) => row.previous_hash)).toEqual(['0'.repeat(64), ...rows.slice(0, -1).map((row) => row.hash)]);
    }
    expect(await findBrokenAuditRows(product.database)).toEqual([]);
  });

  test('takes neither a number nor a hash from whoever writes', async () => {
    await product.database.auditLog.create({ data: { ...entry, sequence: 99n, previous_hash: 'x', hash: 'y' } });
    expect(await findBrokenAuditRows(product.database)).toEqual([]);
    expect((await product.database.auditLog.findFirst())?.sequence).toBe(1n);
  });

  test.each([
    ['a changed byte', `UPDATE audit_log SET reason = 'asked by mail' WHERE sequence = 2`, [[2n, 'changed']]],
    ['a changed time', `UPDATE audit_log SET at = at + interval '1 millisecond' WHERE sequence = 2`, [[2n, 'changed']]],
    ['changed details', `UPDATE audit_log SET details = '{}' WHERE sequence = 3`, [[3n, 'changed']]],
    ['a removed row', `DELETE FROM audit_log WHERE sequence = 2`, [[3n, 'unchained']]],
    ['a removed first row', `DELETE FROM audit_log WHERE sequence = 1`, [[2n, 'unchained']]],
    ['a row changed together with its hash', `UPDATE audit_log SET action = 'x', hash = audit_log_hash(audit_log) WHERE sequence = 2`, [[2n, 'changed']]],
  ])('names the row after %s by hand', async (_what, sql, broken) => {
    for (const action of ['first', 'second', 'third', 'fourth']) await add(merchantId, action);
    await tamper(sql);
    const found = await findBrokenAuditRows(product.database);
    expect(found.map((row) => [row.sequence, row.fault])).toEqual(broken);
  });
});
