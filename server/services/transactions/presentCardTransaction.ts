import type { TransactionDetails } from '../../contract/transactions.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { CardTransaction } from '../../db/rows.ts';
import { bankDebitDate, type IsoDate, utcDate } from '../../domain/basics/dates.ts';
import type { ForeignPrice } from '../../domain/basics/foreignMoney.ts';
import { isCardCheck } from '../../domain/card/card.ts';
import { comingDebit } from '../../domain/repayment/repaymentCalendar.ts';
import { repaymentReason } from '../../domain/repayment/repaymentReason.ts';
import { dueDateOf } from '../../domain/repayment/schedule.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { readNamedCards } from '../card/namedCards.ts';
import type { Deps } from '../deps.ts';
import { readAccount } from '../ledger/account.ts';
import { programDay } from '../receiver/programOf.ts';
import { wireNamedCard } from './wireRows.ts';

type CardDetails = Extract<TransactionDetails, { tab: 'card' }>;

/** Returns a card transaction: the issuer's report about it, and when it is to be repaid and why, where it is; null for another's, and for a cardholder one of another's card. */
export async function presentCardTransaction(deps: Deps, view: ReceiverView, token: string): Promise<CardDetails | null> {
  const { database } = deps;
  const { scope, holderId } = view;
  const own = databaseOf(database, scope);
  const stored = await own.cardTransaction.findUnique({ where: { receiver_id_token: { token } } });
  if (!stored) return null;
  const [cards, events] = await Promise.all([
    readNamedCards(database, view),
    own.cardTransactionEvent.findMany({ where: { transaction_token: token }, orderBy: [{ at: 'asc' }, { event_token: 'asc' }] }),
  ]);
  const card = cards.find((one) => one.token === stored.card_token);
  if (holderId !== undefined && !card) return null;
  const repayment_date = isCardCheck(stored) ? null : utcDate(stored.repayment_date);
  return {
    tab: 'card',
    row: {
      id: stored.token,
      status: stored.status,
      result: stored.result,
      descriptor: stored.merchant_descriptor,
      amount_cents: Number(stored.amount_cents),
      created_at: stored.created_at.toISOString(),
      repayment_date,
      foreign: foreignPrice(stored),
      card: card ? wireNamedCard(card) : null,
    },
    merchant: {
      descriptor: stored.merchant_descriptor,
      city: stored.merchant_city,
      state: stored.merchant_state,
      country: stored.merchant_country,
      category_code: stored.merchant_category_code,
    },
    pending_cents: Number(stored.pending_cents),
    settled_cents: Number(stored.settled_cents),
    settled_at: stored.settled_at?.toISOString() ?? null,
    repayment: repayment_date && (await repaymentOf(deps, view, { created_at: stored.created_at, repayment_date })),
    history: events.map(({ at, type, result, amount_cents }) => ({ at: at.toISOString(), type, result, amount_cents: Number(amount_cents) })),
  };
}

/** Returns when a purchase is to be repaid and why, and when the bank is debited for it. */
async function repaymentOf(deps: Deps, view: ReceiverView, bought: { created_at: Date; repayment_date: IsoDate }): Promise<CardDetails['repayment']> {
  const debit = await debitOf(deps, view, bought.repayment_date);
  const reason = repaymentReason(bought, view.receiver, deps.isHoliday);
  return { date: bought.repayment_date, reason, debit_date: debit.date, debit_reason: debit.reason };
}

/**
 * Returns on which day the bank is debited for what is due on a day, and why not on that day, by the merchant's choices as long as
 * any of it is owed. A cardholder reads nothing of these.
 */
async function debitOf(deps: Deps, { scope, receiver, holderId }: ReceiverView, due: IsoDate): Promise<ReturnType<typeof comingDebit>> {
  const { database, isBankHoliday, clock } = deps;
  if (holderId !== undefined) return bankDebitDate(due, isBankHoliday);
  const { schedule, preference, arrangements } = await readAccount(deps, database, scope, receiver);
  if (!schedule.some((entry) => dueDateOf(entry) === due)) return bankDebitDate(due, isBankHoliday);
  return comingDebit(due, { preference, arrangements, today: programDay(receiver, clock()), isBankHoliday });
}

function foreignPrice({ foreign_amount, foreign_currency, conversion_rate }: CardTransaction): ForeignPrice | null {
  if (foreign_amount === null || foreign_currency === null || conversion_rate === null) return null;
  return { amount: Number(foreign_amount), currency: foreign_currency, conversion_rate };
}
