import { type IsoDate, utcDate } from '../../domain/basics/dates.ts';
import type { Cents } from '../../domain/basics/money.ts';
import { storedCents } from '../cents.ts';
import { prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

/** The settled purchases less refunds with one due date. */
export interface SettledDay {
  dueDate: IsoDate;
  settled_cents: Cents;
}

/**
 * Returns the settled amounts by due date, oldest first, for all due dates before the latest one. Only the demo history
 * reads them, to make the repayments of its past.
 */
export async function settledByDueDate(transaction: Transaction, { receiverId }: ReceiverScope): Promise<SettledDay[]> {
  const { cardTransaction } = prismaOf(transaction);
  const { _max } = await cardTransaction.aggregate({ where: { receiver_id: receiverId }, _max: { repayment_date: true } });
  if (_max.repayment_date === null) return [];
  const days = await cardTransaction.groupBy({
    by: ['repayment_date'],
    where: { receiver_id: receiverId, is_counted: true, repayment_date: { lt: _max.repayment_date } },
    _sum: { settled_cents: true },
    orderBy: { repayment_date: 'asc' },
  });
  return days.map(({ repayment_date, _sum }) => ({ dueDate: utcDate(repayment_date), settled_cents: storedCents(_sum.settled_cents ?? 0n) }));
}
