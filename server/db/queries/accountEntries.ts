import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type IsoDate, utcDate } from '../../domain/basics/dates.ts';
import type { Cents } from '../../domain/basics/money.ts';
import type { Period } from '../../domain/basics/periods.ts';
import type { AccountEntry } from '../../domain/reports/accountEntry.ts';
import { storedCents } from '../cents.ts';
import { Prisma, prismaOf, type Reading, readMany, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

/*
 * The rows of an account, from the ledger. A booking's change of the debt is one row, even where it took two
 * transfers: those of one subject and one instant belong together.
 */

const changesOwed = Prisma.sql`'owed' IN (debit_account, credit_account)`;
const change = Prisma.sql`CASE 'owed' WHEN debit_account THEN amount_cents ELSE -amount_cents END`;
const isOfCard = Prisma.sql`('card_network' IN (debit_account, credit_account) OR 'pending' IN (debit_account, credit_account))`;

/** The position of the last row read; the next batch begins after it. */
interface Place {
  recorded_at: Date;
  subject_id: string;
}

interface Part {
  /** Only the card's rows, or only the others; all when left out. */
  isCard?: boolean;
  /** Oldest first when left out. */
  newestFirst?: boolean;
  after?: Place | null;
  limit?: number;
}

/** Returns the order of rows. The collation of subjects is that of the index. */
function inOrder(table: Prisma.Sql, { newestFirst = false }: Part): Prisma.Sql {
  const direction = newestFirst ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  return Prisma.sql`ORDER BY ${table}.recorded_at ${direction}, ${table}.subject_id ${direction}`;
}

/** Returns the SQL of a period's bookings. */
function bookings({ receiverId }: ReceiverScope, { start, end }: Period, part: Part = {}): Prisma.Sql {
  const { isCard, newestFirst, after, limit } = part;
  const past = newestFirst ? Prisma.sql`<` : Prisma.sql`>`;
  const isAfter = after ? Prisma.sql`AND (recorded_at, subject_id) ${past} (${after.recorded_at}, ${after.subject_id})` : Prisma.empty;
  const isWanted = isCard === undefined ? Prisma.empty : Prisma.sql`AND bool_or(${isOfCard}) = ${isCard}`;
  const first = limit === undefined ? Prisma.empty : Prisma.sql`LIMIT ${limit}`;
  return Prisma.sql`
    SELECT receiver_id, recorded_at, subject_id, min(id::text) AS ledger_id, min(kind) AS kind, sum(${change})::bigint AS amount_cents,
      bool_or(${isOfCard}) AS is_card, min(substring(external_id from '#([0-9]+)$')::integer) AS place
    FROM ledger_transfer
    WHERE receiver_id = ${receiverId}::uuid AND recorded_at >= ${start} AND recorded_at < ${end} AND ${changesOwed} ${isAfter}
    GROUP BY receiver_id, recorded_at, subject_id
    HAVING sum(${change}) <> 0 ${isWanted}
    ${inOrder(Prisma.sql`ledger_transfer`, part)} ${first}`;
}

/** Returns the SQL of the purchase that a booking is about. Rows that are not of the card need not wait for its table. */
function purchaseOf({ isCard }: Part): Prisma.Sql {
  if (isCard === false) return Prisma.sql`SELECT NULL::text AS merchant_descriptor, NULL::date AS repayment_date`;
  return Prisma.sql`
    SELECT merchant_descriptor, repayment_date FROM card_transaction
    WHERE booking.is_card AND card_transaction.receiver_id = booking.receiver_id AND token = booking.subject_id LIMIT 1`;
}

/**
 * Returns the SQL of rows with what they are about, each looked up by itself: a batch is small, and the tables are long. An id is
 * the one that the transaction is known by elsewhere, with the booking's number behind it unless it is the subject's first.
 */
function described(booked: Prisma.Sql, part: Part = {}): Prisma.Sql {
  return Prisma.sql`
    SELECT booking.recorded_at, booking.subject_id, booking.kind, booking.is_card, booking.amount_cents,
      CASE WHEN booking.kind IN ('cashback', 'cashback_reversal') THEN booking.ledger_id
        ELSE coalesce(transfer.id::text, booking.subject_id) || CASE WHEN first.recorded_at = booking.recorded_at THEN '' ELSE '-' || booking.place END END AS entry_id,
      first.is_raise <> (booking.amount_cents > 0) AS is_reversal,
      CASE WHEN booking.is_card THEN coalesce(purchase.merchant_descriptor, '') ELSE '' END AS descriptor, purchase.repayment_date
    FROM (${booked}) booking
    CROSS JOIN LATERAL (
      SELECT recorded_at, debit_account = 'owed' AS is_raise FROM ledger_transfer
      WHERE receiver_id = booking.receiver_id AND subject_id = booking.subject_id AND ${changesOwed}
      ORDER BY ledger_transfer.recorded_at, id LIMIT 1
    ) first
    LEFT JOIN LATERAL (${purchaseOf(part)}) purchase ON true
    LEFT JOIN LATERAL (
      SELECT id FROM bank_transfer
      WHERE NOT booking.is_card AND bank_transfer.receiver_id = booking.receiver_id AND provider_transfer_id = booking.subject_id LIMIT 1
    ) transfer ON true
    ${inOrder(Prisma.sql`booking`, part)}`;
}

interface EntryRow extends Place {
  entry_id: string;
  kind: string;
  is_card: boolean;
  is_reversal: boolean;
  descriptor: string;
  amount_cents: bigint;
  repayment_date: Date | null;
}

/** Converts a row of an account, as it is read here or stored with a statement. */
export function accountEntryOf(row: Omit<EntryRow, 'recorded_at' | 'subject_id'> & { posted_at: Date }): AccountEntry {
  const repayment_date: IsoDate | null = row.repayment_date === null ? null : utcDate(row.repayment_date);
  return {
    id: row.entry_id,
    kind: row.kind,
    isCard: row.is_card,
    isReversal: row.is_reversal,
    descriptor: row.descriptor,
    amount_cents: storedCents(row.amount_cents),
    posted_at: row.posted_at,
    repayment_date,
  };
}

const batchSize = 1_000;

/** Yields the rows that `read` returns after one place and the next, at most `batchSize` at a time. Nothing stays open between two batches. */
async function* inBatches(read: (after: Place | null) => Promise<EntryRow[]>): AsyncGenerator<AccountEntry[]> {
  for (let after: Place | null = null, hasMore = true; hasMore; ) {
    const rows: EntryRow[] = await read(after);
    await yieldToEventLoop();
    if (rows.length > 0) yield rows.map((row) => accountEntryOf({ ...row, posted_at: row.recorded_at }));
    after = rows.at(-1) ?? null;
    hasMore = rows.length === batchSize;
  }
}

/** Yields a period's rows, a thousand at a time. */
export function readAccountEntries(
  reading: Reading,
  scope: ReceiverScope,
  period: Period,
  wanted: Pick<Part, 'isCard' | 'newestFirst'> = {},
): AsyncGenerator<AccountEntry[]> {
  return inBatches((after) => {
    const part: Part = { ...wanted, after, limit: batchSize };
    return readMany<EntryRow>(reading, described(bookings(scope, period, part), part));
  });
}

/**
 * The rows that took back what had settled: a card's, a repayment, or a payout that the bank had taken. Other credits have a
 * row of their own for it in the tables of transfers, and a payout that the bank refused has none at all.
 */
const cameBack = ({
  receiverId,
}: ReceiverScope) => Prisma.sql`is_reversal AND (is_card OR kind = 'repayment_return' OR kind = 'credit_payout_return' AND EXISTS (
  SELECT FROM bank_transfer WHERE receiver_id = ${receiverId}::uuid AND 'payout:' || payout_id = entry.subject_id))`;

/** Yields the rows of a period that took back what had settled, oldest first. */
export function readReversals(reading: Reading, scope: ReceiverScope, period: Period): AsyncGenerator<AccountEntry[]> {
  return inBatches((after) => {
    const part: Part = { after };
    return readMany<EntryRow>(
      reading,
      Prisma.sql`SELECT * FROM (${described(bookings(scope, period, part))}) entry WHERE ${cameBack(scope)} ${inOrder(Prisma.sql`entry`, part)} LIMIT ${batchSize}`,
    );
  });
}

/** Counts the rows of a period that took back what had settled. */
export async function countReversals(reading: Reading, scope: ReceiverScope, period: Period): Promise<number> {
  const [row] = await readMany<{ count: bigint }>(
    reading,
    Prisma.sql`SELECT count(*) AS count FROM (${described(bookings(scope, period))}) entry WHERE ${cameBack(scope)}`,
  );
  return Number(row?.count ?? 0);
}

/** The sums of a period's rows. */
export interface EntrySums {
  card_count: number;
  /** Purchases less refunds. */
  card_cents: Cents;
  credit_count: number;
  /** Repayments and credits less what was taken back of them. */
  credit_cents: Cents;
  /** The debits of the bank that settled. */
  debited_cents: Cents;
}

/** Sums a period's rows. */
export async function sumAccountEntries(reading: Reading, scope: ReceiverScope, period: Period): Promise<EntrySums> {
  const [sums] = await readMany<Record<keyof EntrySums, bigint>>(
    reading,
    Prisma.sql`
      SELECT count(*) FILTER (WHERE is_card) AS card_count, count(*) FILTER (WHERE NOT is_card) AS credit_count,
        coalesce(sum(amount_cents) FILTER (WHERE is_card), 0)::bigint AS card_cents,
        coalesce(-sum(amount_cents) FILTER (WHERE NOT is_card), 0)::bigint AS credit_cents,
        coalesce(-sum(amount_cents) FILTER (WHERE kind = 'repayment'), 0)::bigint AS debited_cents
      FROM (${bookings(scope, period)}) booking`,
  );
  if (!sums) throw new Error('a sum without groups returned no row');
  return {
    card_count: Number(sums.card_count),
    card_cents: storedCents(sums.card_cents),
    credit_count: Number(sums.credit_count),
    credit_cents: storedCents(sums.credit_cents),
    debited_cents: storedCents(sums.debited_cents),
  };
}

/** Returns what was owed at an instant, from all that was booked before it. */
export async function owedAt(reading: Reading, { receiverId }: ReceiverScope, instant: Date): Promise<Cents> {
  const [sum] = await readMany<{ owed: bigint }>(
    reading,
    Prisma.sql`SELECT coalesce(sum(${change}), 0)::bigint AS owed FROM ledger_transfer
      WHERE receiver_id = ${receiverId}::uuid AND recorded_at < ${instant} AND ${changesOwed}`,
  );
  return storedCents(sum?.owed ?? 0n);
}

/** Returns when the first row at or after an instant was booked; null when there is none. */
export async function firstBookedSince(transaction: Transaction, { receiverId }: ReceiverScope, instant: Date): Promise<Date | null> {
  const [first] = await readMany<{ recorded_at: Date }>(
    transaction,
    Prisma.sql`SELECT recorded_at FROM ledger_transfer WHERE receiver_id = ${receiverId}::uuid AND recorded_at >= ${instant} AND ${changesOwed}
      ORDER BY recorded_at LIMIT 1`,
  );
  return first?.recorded_at ?? null;
}

/** Copies a period's rows, as they read now, into a statement, numbered oldest first among the card's and among the others. */
export async function copyToStatement(transaction: Transaction, scope: ReceiverScope, number: number, period: Period): Promise<void> {
  await prismaOf(transaction).$executeRaw`
    INSERT INTO account_statement_row (receiver_id, number, place, entry_id, kind, is_card, is_reversal, descriptor, amount_cents, repayment_date, posted_at)
    SELECT ${scope.receiverId}::uuid, ${number}, row_number() OVER (PARTITION BY is_card ORDER BY recorded_at, subject_id),
      entry_id, kind, is_card, is_reversal, descriptor, amount_cents, repayment_date, recorded_at
    FROM (${described(bookings(scope, period))}) entry`;
}
