import type { Period } from '../../domain/basics/periods.ts';
import { stoppedTransferStatuses } from '../../domain/repayment/draw.ts';
import { Prisma } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import type { Selection } from './activityRows.ts';
import { cardTable, isCardCheck, transferTable } from './activityTables.ts';

/*
 * Card transactions and transfers as the classic accounting file lists them: as they were before anything of them came
 * back, because what came back is a row of its own, and a row of an earlier file does not vanish from a later one.
 */

/** Sums the ledger's entries of a subject: the owed amounts booked in its own direction, and those booked against it. */
function booked(subject: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT coalesce(sum(change) FILTER (WHERE sign(change) = first_sign), 0)::bigint AS settled_once_cents,
      coalesce(sum(change) FILTER (WHERE sign(change) <> first_sign), 0)::bigint AS back_cents
    FROM (
      SELECT change, first_value(sign(change)) OVER (ORDER BY recorded_at, id) AS first_sign
      FROM (
        SELECT recorded_at, id, CASE 'owed' WHEN debit_account THEN amount_cents ELSE -amount_cents END AS change
        FROM ledger_transfer
        WHERE ledger_transfer.receiver_id = mirror.receiver_id AND subject_id = ${subject} AND 'owed' IN (debit_account, credit_account)
      ) owed
    ) signed`;
}

export const classicCardTable: typeof cardTable = {
  ...cardTable,
  table: Prisma.sql`(
    SELECT receiver_id, token, card_token, result, merchant_descriptor, created_at, repayment_date,
      is_counted AND NOT (${isCardCheck}) OR settled_once_cents <> 0 AS is_counted,
      CASE WHEN is_counted THEN status ELSE 'SETTLED' END AS status,
      CASE WHEN is_counted THEN amount_cents - back_cents ELSE settled_once_cents END AS amount_cents
    FROM card_transaction mirror CROSS JOIN LATERAL (${booked(Prisma.sql`mirror.token`)}) booked
  ) classic`,
  // The classic file has no place for the price in foreign money.
  cells: Prisma.sql`token, status, result, merchant_descriptor, amount_cents, created_at, repayment_date, NULL, card_token`,
};

const failed = Prisma.sql`status = ANY(${stoppedTransferStatuses})`;

export const classicTransferTable: typeof transferTable = {
  ...transferTable,
  table: Prisma.sql`(
    SELECT receiver_id, id, name, amount_cents, created_at, is_manual, transaction_type, provider_transfer_id, cashback_due_date,
      CASE WHEN ${failed} AND settled_once_cents <> 0 THEN 'settled' ELSE status END AS status
    FROM bank_transfer mirror CROSS JOIN LATERAL (${booked(Prisma.sql`coalesce('payout:' || payout_id, provider_transfer_id)`)}) booked
  ) classic`,
};

/** Returns the SQL of a column of the bookings that were recorded in a period. */
function bookedIn({ receiverId }: ReceiverScope, { start, end }: Period, column: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT ${column} FROM ledger_transfer WHERE receiver_id = ${receiverId}::uuid AND recorded_at >= ${start} AND recorded_at < ${end}`;
}

/** Selects the card transactions made in a range; `isLateToo` adds those made before and first booked in it. */
export function classicCards(scope: ReceiverScope, period: Period, isLateToo: boolean): Selection {
  const isLate = Prisma.sql`token IN (${bookedIn(scope, period, Prisma.sql`subject_id`)} AND external_id = subject_id || '#0')`;
  return { scope, where: Prisma.sql`is_counted AND ${madeIn(period, isLateToo && isLate)}` };
}

/** Returns the least id of a row that is stored at an instant: ids begin with the milliseconds of that time. */
function leastIdOf(instant: Date): string {
  const milliseconds = Math.max(0, instant.getTime()).toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-0000-0000-000000000000`;
}

/**
 * Selects the transfers made in a range that have not failed; `isLateToo` adds those made before and stored in it:
 * credits by the time of their booking, transfers of the bank by the time in their ids.
 */
export function classicTransfers(scope: ReceiverScope, period: Period, isLateToo: boolean): Selection {
  const isLate = Prisma.sql`CASE
    WHEN provider_transfer_id IS NOT NULL THEN id >= ${leastIdOf(period.start)}::uuid AND id < ${leastIdOf(period.end)}::uuid
    WHEN cashback_due_date IS NOT NULL THEN id IN (${bookedIn(scope, period, Prisma.sql`id`)})
    ELSE id::text IN (${bookedIn(scope, period, Prisma.sql`subject_id`)}) END`;
  return { scope, where: Prisma.sql`name <> 'Error' AND NOT ${failed} AND ${madeIn(period, isLateToo && isLate)}` };
}

function madeIn({ start, end }: Period, isLate: Prisma.Sql | false): Prisma.Sql {
  return isLate === false
    ? Prisma.sql`created_at >= ${start} AND created_at < ${end}`
    : Prisma.sql`created_at < ${end} AND (created_at >= ${start} OR ${isLate})`;
}
