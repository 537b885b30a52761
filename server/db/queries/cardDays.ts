import { type IsoDate, utcDate } from '../../domain/basics/dates.ts';
import type { PurchaseDay } from '../../domain/repayment/purchaseTerms.ts';
import { storedCents } from '../cents.ts';
import { prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

/** The purchases and returns of a card on one day with the same terms. */
export interface CardDay extends PurchaseDay {
  card_token: string;
  repayment_date: IsoDate;
}

/** Reads all of a receiver's purchases and returns, summed by day: some hundred rows a year, however many transactions there were. */
export async function readCardDays(transaction: Transaction, { receiverId }: ReceiverScope): Promise<CardDay[]> {
  const days = await prismaOf(transaction).cardDay.findMany({ where: { receiver_id: receiverId }, orderBy: [{ made_on: 'asc' }, { repayment_date: 'asc' }] });
  return days.map((day) => ({
    card_token: day.card_token,
    made_on: utcDate(day.made_on),
    repayment_date: utcDate(day.repayment_date),
    first_due_date: utcDate(day.first_due_date),
    instalments: day.instalments,
    cashback_basis_points: day.cashback_basis_points,
    bought_cents: storedCents(day.bought_cents),
    returned_cents: storedCents(day.returned_cents),
  }));
}
