import { type IsoDate, utcDate } from '../../domain/basics/dates.ts';
import type { Cents } from '../../domain/basics/money.ts';
import { storedCents } from '../cents.ts';
import { prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

/** The purchases and returns of a card on one day with one due date; neither amount is below 0. */
export interface CardDay {
  card_token: string;
  made_on: IsoDate;
  repayment_date: IsoDate;
  bought_cents: Cents;
  returned_cents: Cents;
}

/** Reads all of a receiver's purchases and returns, summed by day: some hundred rows a year, however many transactions there were. */
export async function readCardDays(transaction: Transaction, { receiverId }: ReceiverScope): Promise<CardDay[]> {
  const days = await prismaOf(transaction).cardDay.findMany({ where: { receiver_id: receiverId }, orderBy: [{ made_on: 'asc' }, { repayment_date: 'asc' }] });
  return days.map((day) => ({
    card_token: day.card_token,
    made_on: utcDate(day.made_on),
    repayment_date: utcDate(day.repayment_date),
    bought_cents: storedCents(day.bought_cents),
    returned_cents: storedCents(day.returned_cents),
  }));
}
