import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Prisma } from '../../server/db/client.ts';
import { inTransaction } from '../../server/db/database.ts';
import { findBrokenAuditRows } from '../../server/db/queries/auditChain.ts';
import { type NewCardTransaction, storeCardTransactionRow } from '../../server/db/queries/cardTransactions.ts';
import { addLedgerTransfers } from '../../server/db/queries/ledger.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { cents } from '../../server/domain/basics/money.ts';
import type { LedgerTransfer } from '../../server/domain/ledger/ledger.ts';
import type { Deps } from '../../server/services/deps.ts';
import { compareSums } from '../../server/services/reconciliation/compareSums.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { newRun } from '../support/jobRun.ts';
import { merchantId, sampleRows, staffId, staffRow } from '../support/sampleRows.ts';
import { sumAnew } from '../support/sums.ts';

let product: TestDatabase;
beforeEach(async () => {
  product = await testDatabase();
  await product.database.receiver.createMany({ data: [staffRow, sampleRows.Receiver] });
});
afterEach(() => product.stop());

const accounts = ['owed', 'pending', 'card_network', 'bank', 'cashback', 'adjustments', 'payouts'] as const;
const sample: LedgerTransfer = {
  debit_account: 'owed',
  credit_account: 'card_network',
  amount_cents: cents(7),
  kind: 'settlement',
  external_id: 'one#0',
  subject_id: 'one',
  at: new Date('2026-11-16T12:00:00Z'),
};

describe('the balances of the ledger', () => {
  const add = (receiverId: string, transfers: readonly LedgerTransfer[]) =>
    inTransaction(product.database, (transaction) => addLedgerTransfers(transaction, receiverScope(receiverId), transfers));

  test('are the sums of all transfers, and add up to zero, however the transfers come in', async () => {
    const booking = fc.record({
      receiver_id: fc.constantFrom(merchantId, staffId),
      transfers: fc.array(
        fc.record({ accounts: fc.shuffledSubarray([...accounts], { minLength: 2, maxLength: 2 }), amount: fc.integer({ min: 1, max: 1_000_000_000_000 }) }),
        { minLength: 1, maxLength: 4 },
      ),
    });
    let made = 0;
    const expected = new Map<string, bigint>();
    const book = (key: string, change: bigint) => expected.set(key, (expected.get(key) ?? 0n) + change);

    await fc.assert(
      fc.asyncProperty(fc.array(booking, { minLength: 1, maxLength: 10 }), async (bookings) => {
        for (const { receiver_id, transfers } of bookings) {
          const rows = transfers.map(({ accounts: [debit_account = 'owed', credit_account = 'owed'], amount }) => {
            made += 1;
            book(`${receiver_id} ${debit_account}`, BigInt(amount));
            book(`${receiver_id} ${credit_account}`, -BigInt(amount));
            return { ...sample, debit_account, credit_account, amount_cents: cents(amount), external_id: `${made}` };
          });
          await add(receiver_id, rows);
        }
        const balances = await product.database.ledgerBalance.findMany();
        expect(new Map(balances.map((row) => [`${row.receiver_id} ${row.account}`, row.balance_cents]))).toEqual(expected);
        expect(balances.reduce((sum, row) => sum + row.balance_cents, 0n)).toBe(0n);
      }),
      { numRuns: 30 },
    );
  });

  test('lose nothing to writers at the same time', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => add(merchantId, [{ ...sample, external_id: `${index}` }])));
    const balances = await product.database.ledgerBalance.findMany({ orderBy: { account: 'asc' } });
    expect(balances.map((row) => [row.account, row.balance_cents])).toEqual([
      ['card_network', -280n],
      ['owed', 280n],
    ]);
  });

  test('know nothing of a transfer that was refused, or whose transaction was rolled back', async () => {
    await add(merchantId, [sample]);
    await expect(add(merchantId, [{ ...sample, external_id: 'two#0' }, sample])).rejects.toThrow();
    const cutOff = inTransaction(product.database, async (transaction) => {
      await addLedgerTransfers(transaction, receiverScope(merchantId), [{ ...sample, external_id: 'two#0' }]);
      throw new Error('cut off');
    });
    await expect(cutOff).rejects.toThrow('cut off');
    expect((await product.database.ledgerBalance.findMany()).map(({ balance_cents }) => balance_cents).toSorted()).toEqual([-7n, 7n]);
  });
});

/** The sums of card transactions by their definition, written a second time: by receiver the number, by day and terms what was bought and returned. */
function naiveSums(rows: ReadonlyMap<string, { receiverId: string; row: NewCardTransaction }>) {
  const [counts, days] = [new Map<string, number>(), new Map<string, [bought: bigint, returned: bigint]>()];
  for (const { receiverId, row } of rows.values()) {
    if (['DECLINED', 'VOIDED', 'BOUNCED', 'EXPIRED'].includes(row.status)) continue;
    counts.set(receiverId, (counts.get(receiverId) ?? 0) + 1);
    const terms = [row.repayment_date, row.first_instalment_date ?? row.repayment_date, row.instalments, row.cashback_basis_points];
    const key = [receiverId, row.card_token, row.created_at.toISOString().slice(0, 10), ...terms].join(' ');
    const [bought, returned] = days.get(key) ?? [0n, 0n];
    const { amount_cents: amount } = row;
    days.set(key, amount > 0n ? [bought + amount, returned] : [bought, returned - amount]);
  }
  return { counts, days };
}

async function keptSums() {
  const [counts, days] = await Promise.all([product.database.cardTransactionCount.findMany(), product.database.cardDay.findMany()]);
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const rows = days.map((row): [string, [bigint, bigint]] => [
    [row.receiver_id, row.card_token, day(row.made_on), day(row.repayment_date), day(row.first_due_date), row.instalments, row.cashback_basis_points].join(' '),
    [row.bought_cents, row.returned_cents],
  ]);
  return { counts: new Map(counts.map(({ receiver_id, counted }) => [receiver_id, Number(counted)])), days: new Map(rows) };
}

/** Leaves out sums of nothing: rows that were there may have gone. */
const somethingOf = ({ counts, days }: ReturnType<typeof naiveSums>) => ({
  counts: new Map([...counts].filter(([, count]) => count > 0)),
  days: new Map([...days].filter(([, [bought, returned]]) => bought !== 0n || returned !== 0n)),
});

const { receiver_id: _receiver, raw_data: _raw, ...sampleRow } = sampleRows.CardTransaction;

test('the sums of card transactions follow each report of each transaction, in any order, with the terms that it was first stored with', async () => {
  const stored = new Map<string, { receiverId: string; row: NewCardTransaction }>();
  const report = fc.record({
    receiverId: fc.constantFrom(merchantId, staffId),
    token: fc.constantFrom('one', 'two', 'three'),
    card_token: fc.constantFrom('card-1', 'card-2'),
    status: fc.constantFrom('PENDING', 'PENDING', 'SETTLED', 'SETTLED', 'DECLINED', 'VOIDED', 'BOUNCED', 'EXPIRED'),
    amount_cents: fc.oneof(fc.constant(0n), fc.bigInt(-1_000_000_000_000n, 1_000_000_000_000n)),
    created_at: fc.constantFrom('2026-06-30T23:59:59.999Z', '2026-07-01T00:00:00Z').map((instant) => new Date(instant)),
    terms: fc.constantFrom(
      { repayment_date: '2026-07-30', first_instalment_date: null, instalments: 1, cashback_basis_points: 100 },
      { repayment_date: '2026-07-30', first_instalment_date: '2026-07-08', instalments: 4, cashback_basis_points: 0 },
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(report, { minLength: 1, maxLength: 12 }), async (reports) => {
      for (const { receiverId, terms, ...said } of reports) {
        const key = `${receiverId} ${said.token}`;
        const row = { ...sampleRow, raw_data: {}, ...said, ...terms } as NewCardTransaction;
        await inTransaction(product.database, (transaction) => storeCardTransactionRow(transaction, receiverScope(receiverId), row));
        const { repayment_date, first_instalment_date, instalments, cashback_basis_points } = stored.get(key)?.row ?? row;
        stored.set(key, { receiverId, row: { ...row, repayment_date, first_instalment_date, instalments, cashback_basis_points } });
      }
      expect(somethingOf(await keptSums())).toEqual(somethingOf(naiveSums(stored)));
    }),
    { numRuns: 60 },
  );
});

describe('the nightly comparison of sums with their rows', () => {
  const { id: _id, ...sampleTransfer } = sampleRows.LedgerTransfer;
  const deps = () => ({ database: product.database, clock: () => new Date('2026-11-17T08:25:00Z'), log: pino({ level: 'silent' }) }) as unknown as Deps;
  const compare = () => compareSums(deps(), newRun());
  const open = () => product.database.reconciliationDifference.findMany({ where: { resolved_at: null }, orderBy: { external_id: 'asc' } });

  test('finds nothing where the statements have kept them', async () => {
    await inTransaction(product.database, async (transaction) => {
      await addLedgerTransfers(transaction, receiverScope(merchantId), [sample]);
      await storeCardTransactionRow(transaction, receiverScope(staffId), {
        ...sampleRow,
        raw_data: {},
        repayment_date: '2026-07-30',
        first_instalment_date: null,
        instalments: 1,
      } as NewCardTransaction);
    });
    expect(await compare()).toBe(0);
    expect(await open()).toEqual([]);
  });

  test('stores each that differs for staff, until it is settled, and counts it every night', async () => {
    // Rows that nobody summed, of two receivers, and a sum without rows.
    await product.database.ledgerTransfer.create({ data: { ...sampleTransfer, receiver_id: merchantId, amount_cents: 700n } });
    await product.database.cardTransaction.create({ data: { ...sampleRows.CardTransaction, receiver_id: staffId, status: 'SETTLED', amount_cents: 4_200n } });
    await product.database.ledgerBalance.create({ data: { receiver_id: staffId, account: 'pending', balance_cents: 5n } });
    for (const night of [1, 2]) {
      expect(await compare(), `night ${night}`).toBe(5);
      expect(
        (await open()).map(({ receiver_id, provider, subject, external_id, ours, theirs }) => [receiver_id, provider, subject, external_id, ours, theirs]),
      ).toEqual([
        [staffId, 'books', 'card_day', expect.stringMatching(/^\d{4}-\d\d-\d\d \S+ bought$/), { cents: 0 }, { cents: 4_200 }],
        [staffId, 'books', 'card_transaction_count', 'all', { cents: 0 }, { cents: 1 }],
        [merchantId, 'books', 'balance', sampleTransfer.credit_account, { cents: 0 }, { cents: -700 }],
        [merchantId, 'books', 'balance', sampleTransfer.debit_account, { cents: 0 }, { cents: 700 }],
        [staffId, 'books', 'balance', 'pending', { cents: 5 }, { cents: 0 }],
      ]);
    }
    await sumAnew(product.database);
    expect(await compare()).toBe(0);
  });
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
