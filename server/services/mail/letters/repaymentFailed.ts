import { storedCents } from '../../../db/cents.ts';
import type { Draw } from '../../../db/generated/client.ts';
import { formatShortDate } from '../../../domain/dateFormats.ts';
import { type IsoDate, startOfDay, utcDate } from '../../../domain/dates.ts';
import { drawRetryDate, isFailedDraw } from '../../../domain/draw.ts';
import { formatUsd, larger, noMoney } from '../../../domain/money.ts';
import type { Deps } from '../../deps.ts';
import type { Account } from '../../money/account.ts';
import { linkedBankName, readAccountFacts } from '../accountFacts.ts';
import { facts, figure, type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letters.ts';

/** A repayment did not go through. `about` is the id of the draw. */
export async function repaymentFailed(deps: Deps, context: LetterContext): Promise<Letter | null> {
  const { scope, about } = context;
  const draw = await deps.database.draw.findUnique({ where: { receiver_id_id: { receiver_id: scope.receiverId, id: about } } });
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
  if (draw.kind !== 'scheduled') return null;
  const sameDue = draws.filter((other) => other.kind === 'scheduled' && other.due_date === utcDate(draw.due_date));
  const latest = sameDue.toSorted((one, other) => other.attempt - one.attempt)[0];
  if (latest?.id !== draw.id || latest.failedOn === null) return null;
  return drawRetryDate(latest.failedOn, sameDue.filter(isFailedDraw).length, isBankHoliday);
}

function whatNext(retryOn: IsoDate | null): string {
  if (retryOn === null) return 'We do not try again by ourselves. Pay now on your dashboard, or link another bank account first.';
  const day = formatShortDate(startOfDay(retryOn), 'UTC');
  return `We try once more on ${day}. You need not wait: pay now on your dashboard, or link another bank account first.`;
}
