import { expect } from 'vitest';
import type { PrismaDatabase } from '../../server/db/client.ts';
import type { ReceiverScope } from '../../server/db/scope.ts';

type Part = [source: string, entry: string, dueDate: string | null, rate: number, failedDraw: string | null, cents: number];

interface Allocated {
  outstanding: number;
  /** Everything that was ever due, by due date and rate. */
  dues: [dueDate: string, rate: number, cents: number][];
  /** What is allocated. */
  parts: Part[];
  /** What the ledger says of everything that pays dues, by the names that its parts have. */
  booked: [source: string, entry: string, cents: number][];
  /** What is unpaid of the amount of each draw that failed. */
  open: [draw: string, cents: number][];
}

/** Reads dues, entries and what is allocated, each from the rows that it began with. */
async function readAllocated(database: PrismaDatabase, { receiverId }: ReceiverScope): Promise<Allocated> {
  const [row] = await database.$queryRaw<[{ allocated: Allocated }]>`
    WITH day AS (SELECT * FROM card_day WHERE receiver_id = ${receiverId}::uuid AND bought_cents > 0),
      row_of_staff AS (SELECT * FROM bank_transfer WHERE receiver_id = ${receiverId}::uuid AND is_manual AND cashback_due_date IS NULL),
      due AS (
        SELECT first_due_date + 7 * week AS due_date, cashback_basis_points AS rate,
          bought_cents / instalments + CASE WHEN week < bought_cents % instalments THEN 1 ELSE 0 END AS cents
        FROM day, generate_series(0, instalments - 1) week
        UNION ALL SELECT (created_at AT TIME ZONE 'America/New_York')::date, 0, -amount_cents FROM row_of_staff WHERE amount_cents < 0
        UNION ALL SELECT (created_at AT TIME ZONE 'America/New_York')::date, 0, amount_cents FROM credit_payout
        WHERE receiver_id = ${receiverId}::uuid AND status NOT IN ('declined', 'failed', 'returned', 'cancelled')),
      owed AS (
        SELECT subject_id, sum(CASE 'owed' WHEN debit_account THEN amount_cents WHEN credit_account THEN -amount_cents ELSE 0 END) AS cents
        FROM ledger_transfer WHERE receiver_id = ${receiverId}::uuid GROUP BY subject_id),
      booked AS (
        SELECT 'repayment' AS source, draw.id::text AS entry, -cents AS cents FROM draw JOIN owed ON subject_id = transfer_id WHERE receiver_id = ${receiverId}::uuid
        UNION ALL SELECT 'refund', token, -cents FROM card_transaction JOIN owed ON subject_id = token WHERE receiver_id = ${receiverId}::uuid AND cents < 0
        UNION ALL SELECT 'credit', id::text, -cents FROM row_of_staff JOIN owed ON subject_id = id::text WHERE cents < 0
        UNION ALL SELECT 'cashback', split_part(subject_id, ':', 2), -cents FROM owed WHERE subject_id LIKE 'cashback:%'),
      part AS (
        SELECT source, entry_id, due_date, cashback_basis_points AS rate, failed_draw_id, sum(amount_cents) AS cents
        FROM allocation WHERE receiver_id = ${receiverId}::uuid GROUP BY 1, 2, 3, 4, 5)
    SELECT json_build_object(
      'outstanding', (SELECT coalesce(sum(balance_cents), 0) FROM ledger_balance WHERE receiver_id = ${receiverId}::uuid AND account IN ('owed', 'pending')),
      'dues', (SELECT coalesce(json_agg(json_build_array(due_date, rate, cents)), '[]') FROM due),
      'parts', (SELECT coalesce(json_agg(json_build_array(source, entry_id, due_date, rate, failed_draw_id, cents)), '[]') FROM part),
      'booked', (SELECT coalesce(json_agg(json_build_array(source, entry, cents)), '[]') FROM booked WHERE cents <> 0),
      'open', (SELECT coalesce(json_agg(json_build_array(id, open_cents)), '[]') FROM draw WHERE receiver_id = ${receiverId}::uuid AND open_cents <> 0)
    ) AS allocated`;
  return row.allocated;
}

/**
 * Tells whether it does not matter in which order changes of purchases are booked: there is no credit, which the first due that grows takes,
 * and nothing is paid of what may still shrink, which would pay the oldest due that is open then.
 */
export async function isOrderFree(database: PrismaDatabase, { receiverId }: ReceiverScope): Promise<boolean> {
  const [row] = await database.$queryRaw<[{ is_free: boolean }]>`
    WITH paid AS (
        SELECT due_date FROM allocation WHERE receiver_id = ${receiverId}::uuid AND source <> 'failed' GROUP BY due_date HAVING sum(amount_cents) > 0),
      held AS (
        SELECT coalesce(first_instalment_date, repayment_date) AS first_date, instalments FROM card_transaction
        WHERE receiver_id = ${receiverId}::uuid AND pending_cents > 0)
    SELECT NOT EXISTS (
      SELECT FROM paid WHERE due_date IS NULL OR EXISTS (SELECT FROM held WHERE due_date BETWEEN first_date AND first_date + 7 * (instalments - 1))) AS is_free`;
  return row.is_free;
}

/** Sums amounts by their names; those of 0 are left out. */
function sumBy(named: readonly (readonly [name: string, cents: number])[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [name, cents] of named) sums.set(name, (sums.get(name) ?? 0) + cents);
  return new Map([...sums].filter(([, cents]) => cents !== 0).sort());
}

const sum = (amounts: Iterable<number>): number => [...amounts].reduce((total, amount) => total + amount, 0);

/**
 * Checks what must hold of the dues and of what was allocated to them at any time: every payment is divided whole, nothing is paid twice or
 * of nothing, no credit lies beside something that is unpaid, and what is unpaid less the credit is what is outstanding.
 */
export async function expectAllocatedBooks(database: PrismaDatabase, scope: ReceiverScope): Promise<void> {
  const { outstanding, dues, parts, booked, open } = await readAllocated(database, scope);
  const unpaid = sumBy([
    ...dues.map(([date, rate, cents]) => [`${date} ${rate} null`, cents] as const),
    ...parts.flatMap(([, , date, rate, failed, cents]) => (date === null ? [] : [[`${date} ${rate} ${failed}`, -cents] as const])),
  ]);
  const credits = sumBy(parts.flatMap(([source, entry, date, , , cents]) => (date === null ? [[`${source} ${entry}`, cents] as const] : [])));
  expect(
    [...unpaid].filter(([, cents]) => cents < 0),
    'dues of which more was paid than there is',
  ).toEqual([]);
  expect(
    [...credits].filter(([, cents]) => cents < 0),
    'credits below zero',
  ).toEqual([]);
  expect(Math.min(sum(unpaid.values()), sum(credits.values())), 'credit beside something unpaid').toBe(0);
  expect(sum(unpaid.values()) - sum(credits.values()), 'what is unpaid less the credit, which is what is outstanding').toBe(outstanding);
  expect(sumBy(parts.map(([source, entry, , , , cents]) => [`${source} ${entry}`, cents])), 'what is allocated of each entry').toEqual(
    sumBy(booked.map(([source, entry, cents]) => [`${source} ${entry}`, cents])),
  );
  expect(sumBy(open), 'what is unpaid of the debits that failed').toEqual(
    sumBy(parts.flatMap(([, , , , failed, cents]) => (failed === null ? [] : [[failed, -cents] as const]))),
  );
}
