import type { Cents } from '../../domain/basics/money.ts';
import { storedCents } from '../cents.ts';
import { prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { doneSales } from './statusLists.ts';

interface MonthRow {
  month: string;
  amount_cents: bigint;
}

const byMonth = (rows: readonly MonthRow[]): Map<string, Cents> => new Map(rows.map(({ month, amount_cents }) => [month, storedCents(amount_cents)]));

/** Returns captured sales in US dollars since the day of an instant, by UTC month (`2026-07`). */
export async function readSalesByMonth(transaction: Transaction, { receiverId }: ReceiverScope, since: Date): Promise<Map<string, Cents>> {
  const rows = await prismaOf(transaction).$queryRaw<MonthRow[]>`
    SELECT to_char(made_on, 'YYYY-MM') AS month, sum(amount_cents)::bigint AS amount_cents
    FROM sales_day
    WHERE receiver_id = ${receiverId}::uuid AND made_on >= ${since}::date AND counted > 0 AND type = 'sale' AND status IN ${doneSales}
    GROUP BY 1`;
  return byMonth(rows);
}

/** Returns card purchases less returns since the day of an instant, by UTC month. */
export async function readSpendingByMonth(transaction: Transaction, { receiverId }: ReceiverScope, since: Date): Promise<Map<string, Cents>> {
  const rows = await prismaOf(transaction).$queryRaw<MonthRow[]>`
    SELECT to_char(made_on, 'YYYY-MM') AS month, sum(bought_cents - returned_cents)::bigint AS amount_cents
    FROM card_day
    WHERE receiver_id = ${receiverId}::uuid AND made_on >= ${since}::date
    GROUP BY 1`;
  return byMonth(rows);
}
