import { formatDay } from '../../../domain/basics/dateFormats.ts';
import { bankDebitDate, dayIn } from '../../../domain/basics/dates.ts';
import { add, formatUsd, noMoney } from '../../../domain/basics/money.ts';
import { dueDateOf } from '../../../domain/repayment/schedule.ts';
import type { Deps } from '../../deps.ts';
import { bankNamesOf, readAccountFacts } from '../accountFacts.ts';
import { facts, figure, type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/**
 * Announces a repayment that will be drawn soon. `about` is the day of the debit; nothing is sent when there is nothing
 * to draw, or the day has come.
 */
export async function withdrawalNoticeLetter(deps: Deps, context: LetterContext): Promise<Letter | null> {
  const { program, scope, about } = context;
  if (about <= dayIn(program.timeZone, deps.clock())) return null;
  const { account, debits } = await readAccountFacts(deps, context);
  const debit = debits.find(({ debit_date }) => debit_date === about);
  if (!debit) return null;
  const amount = formatUsd(debit.amount_cents);
  const day = formatDay(debit.debit_date);
  // A draw that the merchant has come before or after its own day is not put off by the banks.
  const ownDays = debit.due_dates.map((dueDate) => bankDebitDate(dueDate, deps.isBankHoliday)).filter(({ date }) => date === debit.debit_date);
  const shifted = ownDays.find(({ reason }) => reason !== null)?.reason ?? null;
  const entries = account.schedule.filter((entry) => debit.due_dates.includes(dueDateOf(entry)));
  const cashback = add(noMoney, ...entries.map((entry) => entry.potential_cashback));
  return {
    subject: `${amount} will be withdrawn on ${day}`,
    passages: [
      figure(`Withdrawal on ${day}`, amount),
      facts(
        ['From', await bankNamesOf(deps, scope, debit)],
        ['Due', debit.due_dates.map((dueDate) => formatDay(dueDate)).join(', ')],
        ['Cashback for paying in time', cashback > 0 ? formatUsd(cashback) : null],
      ),
      ...(shifted === null ? [] : [paragraph(shifted)]),
      paragraph('Please have this amount in your account by then. What you pay or return before lowers it.'),
    ],
    action: { label: 'See what is due', path: '/' },
  };
}
