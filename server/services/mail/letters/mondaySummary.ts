import { storedCents } from '../../../db/cents.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import { formatDay } from '../../../domain/basics/dateFormats.ts';
import { addCalendarDays, type IsoDate, isCalendarDay, startOfDay } from '../../../domain/basics/dates.ts';
import { add, type Cents, formatUsd, larger, noMoney } from '../../../domain/basics/money.ts';
import { isSettledTransfer } from '../../../domain/ledger/ledger.ts';
import type { UpcomingDebit } from '../../../domain/repayment/upcomingDebits.ts';
import type { Deps } from '../../deps.ts';
import { type AccountFacts, readAccountFacts } from '../accountFacts.ts';
import { facts, type Letter, type Passage, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

const heading = (text: string): Passage => ({ kind: 'heading', level: 1, words: [{ text, isBold: false }] });
/** The number of a week's largest purchases that the letter names. */
const namedPurchases = 3;

/** Sums up the week before a Monday and the one after it. `about` is that Monday. Nothing is sent when there is nothing to report. */
export async function mondaySummaryLetter(deps: Deps, context: LetterContext): Promise<Letter | null> {
  const { about: monday } = context;
  if (!isCalendarDay(monday)) return null;
  const accountFacts = await readAccountFacts(deps, context);
  const week = await readWeek(deps, context, monday, accountFacts);
  const debits = accountFacts.debits.filter(({ debit_date }) => debit_date < addCalendarDays(monday, 7));
  if (week.spent === 0 && week.repaid === 0 && debits.length === 0 && accountFacts.account.outstanding <= 0) return null;
  const toRepay = add(noMoney, ...debits.map(({ amount_cents }) => amount_cents));
  return {
    subject: `Last week: ${formatUsd(week.spent)} spent. This week: ${toRepay > 0 ? `${formatUsd(toRepay)} to repay` : 'nothing to repay'}`,
    passages: [...lastWeek(monday, week), ...thisWeek(debits), ...atPresent(accountFacts)],
    action: { label: 'Open the dashboard', path: '/' },
  };
}

interface Week {
  spent: Cents;
  returned: Cents;
  repaid: Cents;
  /** Credited less taken back. */
  cashback: Cents;
  largest: readonly { merchant: string; amount_cents: Cents }[];
}

/** Reads the seven days before a Monday; days are UTC, as in the tables. */
async function readWeek({ database }: Deps, { scope }: LetterContext, monday: IsoDate, { account }: AccountFacts): Promise<Week> {
  const first = addCalendarDays(monday, -7);
  const within = { gte: startOfDay(first), lt: startOfDay(monday) };
  const days = account.cardDays.filter(({ made_on }) => first <= made_on && made_on < monday);
  const purchases = await databaseOf(database, scope).cardTransaction.findMany({
    where: { is_counted: true, amount_cents: { gt: 0 }, created_at: within },
    orderBy: [{ amount_cents: 'desc' }, { created_at: 'asc' }, { token: 'asc' }],
    take: namedPurchases,
    select: { merchant_descriptor: true, amount_cents: true },
  });
  const repayments = await databaseOf(database, scope).bankTransfer.findMany({ where: { is_manual: false, settled_at: within } });
  const cashback = await databaseOf(database, scope).bankTransfer.findMany({ where: { cashback_due_date: { not: null }, created_at: within } });
  return {
    spent: add(noMoney, ...days.map(({ bought_cents }) => bought_cents)),
    returned: add(noMoney, ...days.map(({ returned_cents }) => returned_cents)),
    repaid: add(noMoney, ...repayments.filter(({ status }) => isSettledTransfer(status)).map(({ amount_cents }) => storedCents(amount_cents))),
    cashback: add(noMoney, ...cashback.map(({ amount_cents }) => storedCents(amount_cents))),
    largest: purchases.map(({ merchant_descriptor, amount_cents }) => ({ merchant: merchant_descriptor, amount_cents: storedCents(amount_cents) })),
  };
}

const orNull = (amount: Cents) => (amount > 0 ? formatUsd(amount) : null);

function lastWeek(monday: IsoDate, { spent, returned, repaid, cashback, largest }: Week): readonly Passage[] {
  const until = addCalendarDays(monday, -1);
  return [
    heading(`Last week, ${formatDay(addCalendarDays(monday, -7))} to ${formatDay(until)}`),
    facts(
      ['Spent', formatUsd(spent)],
      ['Refunded to you', orNull(returned)],
      ['Repaid', orNull(repaid)],
      ['Cashback', cashback === 0 ? null : formatUsd(cashback)],
    ),
    ...(largest.length === 0
      ? []
      : [paragraph('Your largest purchases:'), facts(...largest.map((one) => [one.merchant, formatUsd(one.amount_cents)] as const))]),
  ];
}

function thisWeek(debits: readonly UpcomingDebit[]): readonly Passage[] {
  const rows = debits.map(({ debit_date, amount_cents }) => [`Withdrawal on ${formatDay(debit_date)}`, formatUsd(amount_cents)] as const);
  return [heading('This week'), rows.length === 0 ? paragraph('Nothing will be withdrawn.') : facts(...rows)];
}

function atPresent({ account, power }: AccountFacts): readonly Passage[] {
  const available = power && formatUsd(larger(noMoney, power.availableSpendPowerCents));
  return [
    heading('Now'),
    facts(
      ['Available to spend', available],
      ['Total limit', power && formatUsd(power.totalSpendPowerCents)],
      ['Outstanding', formatUsd(larger(noMoney, account.outstanding))],
    ),
  ];
}
