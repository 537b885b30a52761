import { utcDate } from '../../domain/basics/dates.ts';
import { cents } from '../../domain/basics/money.ts';
import { addMonths, type Month, periodOfMonth } from '../../domain/basics/periods.ts';
import type { SpendingGrouping, SpendingSum } from '../../domain/insights/spendingGroups.ts';
import type { Charge } from '../../domain/insights/subscriptions.ts';
import { storedCents } from '../cents.ts';
import { Prisma, prismaOf, type Reading } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { cardTable } from './activityTables.ts';
import { ofHolder } from './shownRows.ts';

/** An account, and the member of its team whose cards alone are read; absent for all cards. */
interface Spender {
  scope: ReceiverScope;
  holderId?: string;
}

/** Selects, of a receiver's transactions, those that count. Transactions of $0, such as card checks, add nothing. */
function counted({ scope, holderId }: Spender): Prisma.Sql {
  const spent = Prisma.sql`${cardTable.shown} AND amount_cents <> 0`;
  return holderId === undefined ? spent : Prisma.sql`${spent} AND ${ofHolder(scope, holderId)}`;
}

const columns: Readonly<Record<SpendingGrouping, Prisma.Sql>> = {
  category: Prisma.sql`merchant_category_code`,
  merchant: Prisma.sql`merchant`,
  card: Prisma.sql`card_token`,
  person: Prisma.sql`card_token`,
};

/**
 * Sums purchases less refunds of a month and of the month before, both half-open in UTC, by category code, merchant or card: of a
 * person by their cards. `card_transaction_by_month` holds all that is read.
 */
export async function readSpendingSums(reading: Reading, spender: Spender, { by, month }: { by: SpendingGrouping; month: Month }): Promise<SpendingSum[]> {
  const [{ start, end }, before] = [periodOfMonth(month), periodOfMonth(addMonths(month, -1))];
  const inMonth = Prisma.sql`created_at >= ${start}`;
  const sums = await prismaOf(reading).$queryRaw<{ value: string | null; spent_cents: bigint; before_cents: bigint; count: bigint }[]>`
    SELECT ${columns[by]} AS value, coalesce(sum(amount_cents) FILTER (WHERE ${inMonth}), 0)::bigint AS spent_cents,
      coalesce(sum(amount_cents) FILTER (WHERE NOT ${inMonth}), 0)::bigint AS before_cents, count(*) FILTER (WHERE ${inMonth}) AS count
    FROM card_transaction
    WHERE receiver_id = ${spender.scope.receiverId}::uuid AND ${counted(spender)} AND created_at >= ${before.start} AND created_at < ${end}
    GROUP BY ${columns[by]}`;
  return sums.map((sum) => ({
    value: sum.value,
    spent_cents: storedCents(sum.spent_cents),
    before_cents: storedCents(sum.before_cents),
    count: Number(sum.count),
  }));
}

/** Reads the purchases since an instant by merchant, the oldest first, of merchants that have three or more and not too many. */
export async function readCharges(
  reading: Reading,
  spender: Spender,
  { since, maximumCharges }: { since: Date; maximumCharges: number },
): Promise<{ merchant: string; charges: Charge[] }[]> {
  const merchants = await prismaOf(reading).$queryRaw<{ merchant: string; instants: Date[]; amounts: bigint[] }[]>`
    SELECT merchant, array_agg(created_at ORDER BY created_at) AS instants, array_agg(amount_cents ORDER BY created_at) AS amounts
    FROM card_transaction
    WHERE receiver_id = ${spender.scope.receiverId}::uuid AND ${counted(spender)} AND amount_cents > 0 AND created_at >= ${since}
    GROUP BY merchant HAVING count(*) BETWEEN 3 AND ${maximumCharges}`;
  return merchants.map(({ merchant, instants, amounts }) => ({
    merchant,
    charges: instants.map((instant, place) => ({ day: utcDate(new Date(instant)), amount_cents: cents(Number(amounts[place])) })),
  }));
}
