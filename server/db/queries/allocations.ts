import { type IsoDate, startOfDay } from '../../domain/basics/dates.ts';
import { type Cents, cents } from '../../domain/basics/money.ts';
import type { AllocationPart } from '../../domain/repayment/allocation.ts';
import type { RefundablePurchase, RefundedPart } from '../../domain/repayment/refundedPurchases.ts';
import { noteChanges } from '../changes.ts';
import { changesOfModels } from '../changesOfModels.ts';
import { Prisma, prismaOf, type Reading, readMany, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { perReceiver, receiversAtOnce } from './plannerRuns.ts';

/**
 * Returns what is allocated of a receiver's money, parts that were taken back whole left out, what was paid last at the end; and the entries in
 * the order in which they were booked.
 */
export async function readAllocation(reading: Reading, { receiverId }: ReceiverScope): Promise<{ parts: AllocationPart[]; entryIds: string[] }> {
  type Row = Omit<AllocationPart, 'amount_cents'> & { amount_cents: bigint; booked: bigint };
  const rows = await readMany<Row>(
    reading,
    Prisma.sql`
      SELECT * FROM (
        SELECT entry_id, source, to_char(counts_on, 'YYYY-MM-DD') AS counts_on, to_char(part.due_date, 'YYYY-MM-DD') AS due_date, cashback_basis_points,
          failed_draw_id::text, sum(amount_cents)::bigint AS amount_cents, max(number) FILTER (WHERE amount_cents > 0) AS last,
          min(min(number)) OVER (PARTITION BY source, entry_id) AS booked
        FROM allocation part WHERE receiver_id = ${receiverId}::uuid
        GROUP BY entry_id, source, counts_on, part.due_date, cashback_basis_points, failed_draw_id) net
      WHERE amount_cents <> 0 ORDER BY last`,
  );
  const inOrder = rows.toSorted((one, other) => Number(one.booked - other.booked));
  return {
    entryIds: [...new Set(inOrder.map(({ entry_id }) => entry_id))],
    parts: rows.map(({ booked: _, last: __, ...row }: Row & { last?: bigint }) => ({ ...row, amount_cents: cents(Number(row.amount_cents)) })),
  };
}

/** Returns the ids of some receivers with a repayment, a credit or a refund of whose money nothing is allocated. */
export async function receiversWithoutAllocation(database: Reading): Promise<string[]> {
  const rows = await readMany<{ id: string }>(
    database,
    Prisma.sql`
      SELECT receiver.id::text FROM receiver
      WHERE NOT EXISTS (SELECT FROM allocation WHERE allocation.receiver_id = receiver.id ${perReceiver}) AND (
        EXISTS (SELECT FROM draw WHERE draw.receiver_id = receiver.id AND status IN ('settled', 'funds_available') ${perReceiver})
        OR EXISTS (SELECT FROM bank_transfer credit WHERE credit.receiver_id = receiver.id AND is_manual AND amount_cents > 0 ${perReceiver})
        OR EXISTS (
          SELECT FROM card_transaction refund
          WHERE refund.receiver_id = receiver.id AND is_counted AND is_refund AND settled_cents < 0 ${perReceiver}))
      ORDER BY receiver.id LIMIT ${receiversAtOnce}`,
  );
  return rows.map(({ id }) => id);
}

/** Tells whether a receiver has a credit that no due has taken. */
export async function hasUnallocatedCredit(reading: Reading, { receiverId }: ReceiverScope): Promise<boolean> {
  const [row] = await readMany<{ credit: bigint }>(
    reading,
    Prisma.sql`SELECT coalesce(sum(amount_cents), 0)::bigint AS credit FROM allocation WHERE receiver_id = ${receiverId}::uuid AND due_date IS NULL`,
  );
  return (row?.credit ?? 0n) > 0n;
}

/** Adds parts, numbered on. The receiver's row must be held. */
export async function addAllocation(transaction: Transaction, scope: ReceiverScope, parts: readonly AllocationPart[], at: Date): Promise<void> {
  if (parts.length === 0) return;
  const own = prismaOf(transaction).allocation;
  const { _max: last } = await own.aggregate({ where: { receiver_id: scope.receiverId }, _max: { number: true } });
  await own.createMany({
    data: parts.map(({ counts_on, due_date, amount_cents, ...part }, place) => ({
      ...part,
      receiver_id: scope.receiverId,
      number: (last.number ?? 0n) + BigInt(place + 1),
      counts_on: counts_on && startOfDay(counts_on),
      due_date: due_date && startOfDay(due_date),
      amount_cents: BigInt(amount_cents),
      at,
    })),
  });
  noteChanges(transaction, scope, changesOfModels.allocation);
}

/** How many purchases before a refund are looked at: it is nearly always about the newest. */
const purchasesBefore = 20;

/**
 * Returns the purchases before a refund that it may be of: the newest at the same merchant with the same card, then the newest of all, since
 * a merchant may name itself otherwise in a refund.
 */
export async function refundablePurchases(reading: Reading, { receiverId }: ReceiverScope, refundToken: string): Promise<RefundablePurchase[]> {
  const newest = (rank: number, where: Prisma.Sql) => Prisma.sql`(
    SELECT ${rank} AS rank, bought.token, bought.amount_cents, bought.created_at,
      to_char(coalesce(bought.first_instalment_date, bought.repayment_date), 'YYYY-MM-DD') AS first_due_date, bought.instalments, bought.cashback_basis_points
    FROM card_transaction bought, refund
    WHERE bought.receiver_id = ${receiverId}::uuid AND bought.is_counted AND NOT bought.is_refund AND bought.amount_cents > 0
      AND bought.created_at <= refund.created_at AND ${where}
    ORDER BY bought.created_at DESC, bought.token DESC LIMIT ${purchasesBefore})`;
  type Row = { token: string; amount_cents: bigint; refunded_cents: bigint; first_due_date: IsoDate; instalments: number; cashback_basis_points: number };
  const rows = await readMany<Row>(
    reading,
    Prisma.sql`
      WITH refund AS (SELECT * FROM card_transaction WHERE receiver_id = ${receiverId}::uuid AND token = ${refundToken}),
      near AS (
        ${newest(1, Prisma.sql`bought.merchant = refund.merchant AND bought.card_token = refund.card_token`)}
        UNION ALL ${newest(2, Prisma.sql`NOT (bought.merchant = refund.merchant AND bought.card_token = refund.card_token)`)})
      SELECT token, amount_cents, first_due_date, instalments, cashback_basis_points, coalesce((
          SELECT sum(amount_cents) FROM refunded_purchase given
          WHERE given.receiver_id = ${receiverId}::uuid AND given.purchase_token = near.token AND given.refund_token <> ${refundToken}), 0)::bigint AS refunded_cents
      FROM near ORDER BY rank, created_at DESC, token DESC`,
  );
  return rows.map((row) => ({ ...row, amount_cents: cents(Number(row.amount_cents)), refunded_cents: cents(Number(row.refunded_cents)) }));
}

/** Stores what a refund gives back, in place of what it gave back before. */
export async function storeRefundedPurchases(
  transaction: Transaction,
  { receiverId: receiver_id }: ReceiverScope,
  refund_token: string,
  parts: readonly RefundedPart[],
) {
  const own = prismaOf(transaction).refundedPurchase;
  await own.deleteMany({ where: { receiver_id, refund_token } });
  const rows = parts.map((part) => ({ ...part, receiver_id, refund_token, due_date: startOfDay(part.due_date), amount_cents: BigInt(part.amount_cents) }));
  if (rows.length > 0) await own.createMany({ data: rows });
}

/**
 * Returns the cents of what else was bought with the same terms after a purchase and not given back, and those of the purchase itself: of
 * purchases with one due, what was bought first is paid first.
 */
export async function readKeptPurchases(reading: Reading, { receiverId }: ReceiverScope, token: string): Promise<{ own: Cents; later: Cents }> {
  const [row] = await readMany<{ own: bigint; later: bigint }>(
    reading,
    Prisma.sql`
      WITH this AS (SELECT * FROM card_transaction WHERE receiver_id = ${receiverId}::uuid AND token = ${token}),
      kept AS (
        SELECT bought.token, bought.created_at, bought.amount_cents - coalesce((
          SELECT sum(amount_cents) FROM refunded_purchase given WHERE given.receiver_id = ${receiverId}::uuid AND given.purchase_token = bought.token), 0) AS amount
        FROM card_transaction bought, this
        WHERE bought.receiver_id = ${receiverId}::uuid AND bought.is_counted AND bought.amount_cents > 0
          AND bought.repayment_date = this.repayment_date AND bought.instalments = this.instalments
          AND bought.cashback_basis_points = this.cashback_basis_points)
      SELECT coalesce(sum(kept.amount) FILTER (WHERE kept.token = this.token), 0)::bigint AS own,
        coalesce(sum(kept.amount) FILTER (WHERE (kept.created_at, kept.token) > (this.created_at, this.token)), 0)::bigint AS later
      FROM kept, this`,
  );
  return { own: cents(Number(row?.own ?? 0n)), later: cents(Number(row?.later ?? 0n)) };
}
