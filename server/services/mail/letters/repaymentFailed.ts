import { storedCents } from '../../../db/cents.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import type { Draw } from '../../../db/rows.ts';
import { formatShortDate } from '../../../domain/basics/dateFormats.ts';
import { type IsoDate, startOfDay, utcDate } from '../../../domain/basics/dates.ts';
import { formatUsd, larger, noMoney } from '../../../domain/basics/money.ts';
import { drawRetryDate, isFailedDraw } from '../../../domain/repayment/draw.ts';
import type { Deps } from '../../deps.ts';
import type { Account } from '../../ledger/account.ts';
import { linkedBankName, readAccountFacts } from '../accountFacts.ts';
import { facts, figure, type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** A repayment did not go through. `about` is the id of the draw. */
export async function repaymentFailed(deps: Deps, context: LetterContext): Promise<Letter | null> {
  const { scope, about } = context;
  const draw = await databaseOf(deps.database, scope).draw.findUnique({ where: { receiver_id_id: { id: about } } });
  if (!draw?.finished_at || !isFailedDraw(draw)) return null;
  const { account } = await readAccountFacts(deps, context);
  const amount = formatUsd(storedCents(draw.amount_cents));
  return {
    subject: account.hasUnpaidDraw ? `Your repayment of ${amount} failed, so your card is paused` : `Your repayment of ${amount} failed`,
    passages: [
      figure('Repayment that did not go through', amount),
      facts(
        ['Tried on', formatShortDate(draw.debit_date, 'UTC')],
        ['From', await linkedBankName(deps, scope)],
        ['What the bank said', draw.failure_reason],
        ['Outstanding now', formatUsd(larger(noMoney, account.outstanding))],
      ),
      ...(account.hasUnpaidDraw
        ? [paragraph('Your card opens again by itself as soon as this is paid.'), paragraph(whatNext(retryDate(deps, draw, account)))]
        : [paragraph('It has been paid since. There is nothing to do.')]),
    ],
    action: account.hasUnpaidDraw ? { label: 'Pay now', path: '/' } : { label: 'Open the dashboard', path: '/' },
  };
}

/** The day it is tried again by itself; null when it is not. */
function retryDate({ isBankHoliday }: Deps, draw: Draw, { draws }: Account): IsoDate | null {
  if (draw.kind !== 'scheduled' || !draw.finished_at) return null;
  const sameDue = draws.filter((other) => other.kind === 'scheduled' && other.due_date === utcDate(draw.due_date));
  const isLatest = sameDue.every((other) => other.attempt <= draw.attempt);
  return isLatest ? drawRetryDate(utcDate(draw.finished_at), sameDue.filter(isFailedDraw).length, isBankHoliday) : null;
}

function whatNext(retryOn: IsoDate | null): string {
  if (retryOn === null) return 'We do not try again by ourselves. Pay now on your dashboard, or link another bank account first.';
  const day = formatShortDate(startOfDay(retryOn), 'UTC');
  return `We try once more on ${day}. You need not wait: pay now on your dashboard, or link another bank account first.`;
}
