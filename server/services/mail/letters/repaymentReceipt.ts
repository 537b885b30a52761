import { storedCents } from '../../../db/cents.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import type { Draw } from '../../../db/rows.ts';
import { formatDay, formatShortDate } from '../../../domain/basics/dateFormats.ts';
import { utcDate } from '../../../domain/basics/dates.ts';
import { formatUsd, larger, noMoney } from '../../../domain/basics/money.ts';
import { listInWords } from '../../../domain/basics/words.ts';
import { isSettledTransfer } from '../../../domain/ledger/ledger.ts';
import { earnedCashback } from '../../../domain/repayment/cashback.ts';
import { isScheduled } from '../../../domain/repayment/draw.ts';
import { nextPayment } from '../../../domain/repayment/schedule.ts';
import { freedLater } from '../../../domain/spendingPower/heldBack.ts';
import type { Deps } from '../../deps.ts';
import type { Account } from '../../ledger/account.ts';
import { programDay, programOf } from '../../receiver/programOf.ts';
import { debitedBankName, readAccountFacts } from '../accountFacts.ts';
import { facts, figure, type Letter } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Tells that a repayment has arrived. `about` is the id of the draw. */
export async function repaymentReceiptLetter(deps: Deps, context: LetterContext): Promise<Letter | null> {
  const { scope, about } = context;
  const draw = await databaseOf(deps.database, scope).draw.findUnique({ where: { receiver_id_id: { id: about } } });
  if (!draw?.finished_at || !isSettledTransfer(draw.status)) return null;
  const { account, power } = await readAccountFacts(deps, context);
  const { receiver } = context;
  const amount = formatUsd(storedCents(draw.amount_cents));
  const day = formatShortDate(draw.finished_at, 'UTC');
  const later = freedLater(account.draws, programDay(receiver, deps.clock()), account.totalPower ?? noMoney, programOf(receiver).trust);
  const next = nextPayment(account.schedule);
  return {
    subject: `We received your repayment of ${amount}`,
    passages: [
      figure(`Received on ${day}`, amount),
      facts(
        ['From', await debitedBankName(deps, scope, draw)],
        ['Cashback earned', isScheduled(draw) ? cashbackWords(draw, account) : null],
        ['Still outstanding', formatUsd(larger(noMoney, account.outstanding))],
        ['Available to spend', power && formatUsd(larger(noMoney, power.availableSpendPowerCents))],
        ['Available later', listInWords(later.map(({ cents, on }) => `${formatUsd(cents)} more from ${formatDay(on)} on`)) || null],
        ['Next payment', next.date === null ? 'Nothing is due' : `${formatUsd(next.amount_cents)} on ${formatDay(next.date)}`],
      ),
    ],
    action: { label: 'Open the dashboard', path: '/' },
  };
}

/** Tells what the due date of a draw has earned, and when that is credited; null where it has earned nothing. */
function cashbackWords(draw: Draw, { cashback, draws }: Account): string | null {
  const due_date = utcDate(draw.due_date);
  const earned = earnedCashback(cashback).find((one) => one.due_date === due_date)?.cashback_cents ?? noMoney;
  if (earned === 0) return null;
  if ((cashback.booked.get(due_date) ?? noMoney) >= earned) return formatUsd(earned);
  const final_on = draws.find(({ id }) => id === draw.id)?.final_on ?? null;
  const when = final_on === null ? 'once' : `from ${formatDay(final_on)} on, when`;
  return `${formatUsd(earned)}, credited ${when} your bank can no longer take the payment back`;
}
