import { storedCents } from '../../../db/cents.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import { transfersOfSubject } from '../../../db/queries/ledger.ts';
import { formatDay, formatShortDate } from '../../../domain/basics/dateFormats.ts';
import { utcDate } from '../../../domain/basics/dates.ts';
import { formatUsd, larger, noMoney } from '../../../domain/basics/money.ts';
import { isSettledTransfer, ledgerBalances } from '../../../domain/ledger/ledger.ts';
import { cashbackSubjectId } from '../../../domain/repayment/cashback.ts';
import { isScheduled } from '../../../domain/repayment/draw.ts';
import { nextPayment } from '../../../domain/repayment/schedule.ts';
import type { Deps } from '../../deps.ts';
import { debitedBankName, readAccountFacts } from '../accountFacts.ts';
import { facts, figure, type Letter } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Tells that a repayment has arrived. `about` is the id of the draw. */
export async function repaymentReceiptLetter(deps: Deps, context: LetterContext): Promise<Letter | null> {
  const { scope, about } = context;
  const draw = await databaseOf(deps.database, scope).draw.findUnique({ where: { receiver_id_id: { id: about } } });
  if (!draw?.finished_at || !isSettledTransfer(draw.status)) return null;
  const { account, power } = await readAccountFacts(deps, context);
  const amount = formatUsd(storedCents(draw.amount_cents));
  const day = formatShortDate(draw.finished_at, 'UTC');
  const cashback = ledgerBalances(await transfersOfSubject(deps.database, scope, cashbackSubjectId(utcDate(draw.due_date)))).cashback;
  const next = nextPayment(account.schedule);
  return {
    subject: `We received your repayment of ${amount}`,
    passages: [
      figure(`Received on ${day}`, amount),
      facts(
        ['From', await debitedBankName(deps, scope, draw)],
        ['Cashback earned', isScheduled(draw) && cashback > 0 ? formatUsd(cashback) : null],
        ['Still outstanding', formatUsd(larger(noMoney, account.outstanding))],
        ['Available to spend', power && formatUsd(larger(noMoney, power.availableSpendPowerCents))],
        ['Next payment', next.date === null ? 'Nothing is due' : `${formatUsd(next.amount_cents)} on ${formatDay(next.date)}`],
      ),
    ],
    action: { label: 'Open the dashboard', path: '/' },
  };
}
