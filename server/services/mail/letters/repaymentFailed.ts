import { storedCents } from '../../../db/cents.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import type { Draw, Receiver } from '../../../db/rows.ts';
import { isFrozen } from '../../../domain/access/access.ts';
import { formatDay, formatShortDate } from '../../../domain/basics/dateFormats.ts';
import type { IsoDate } from '../../../domain/basics/dates.ts';
import { formatUsd, larger, noMoney } from '../../../domain/basics/money.ts';
import { isFailedDraw, isScheduled } from '../../../domain/repayment/draw.ts';
import { afterFailure, drawWays } from '../../../domain/repayment/drawWords.ts';
import { retryDate } from '../../../domain/repayment/failedDebits.ts';
import { type FailureAction, meaningOfFailure } from '../../../domain/repayment/returnCodes.ts';
import type { Deps } from '../../deps.ts';
import { type Account, debtFacts } from '../../ledger/account.ts';
import { isStillOwed } from '../../repayment/listDraws.ts';
import { debitedBankName, readAccountFacts } from '../accountFacts.ts';
import { facts, figure, type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Tells that a repayment did not go through. `about` is the id of the draw. */
export async function repaymentFailedLetter(deps: Deps, context: LetterContext): Promise<Letter | null> {
  const { scope, receiver, about } = context;
  const draw = await databaseOf(deps.database, scope).draw.findUnique({ where: { receiver_id_id: { id: about } } });
  if (!draw?.finished_at || !isFailedDraw(draw)) return null;
  const { account, isDrawnFrom } = await readAccountFacts(deps, context);
  const amount = formatUsd(storedCents(draw.amount_cents));
  const meaning = meaningOfFailure(draw.failure_code);
  const { says, action } = meaning;
  // A payment ahead of its due dates that failed makes nothing overdue, and is owed all the same.
  const isOpen = isStillOwed(draw, account, deps.isBankHoliday);
  const ahead = afterFailure({ isOpen, meaning, retryOn: null, isWaiting: false, retriedOn: null, isDrawnWhenDue: true });
  const [follows, way] = [ahead.follows, account.hasUnpaidDraw ? meaning.remedy : ahead.remedy];
  return {
    subject: account.hasUnpaidDraw ? `Your repayment of ${amount} failed, so your card is paused` : `Your repayment of ${amount} failed`,
    passages: [
      figure('Repayment that did not go through', amount),
      facts(
        ['Tried on', formatShortDate(draw.debit_date, 'UTC')],
        ['From', await debitedBankName(deps, scope, draw)],
        ['What the bank said', says],
        ['Outstanding now', formatUsd(larger(noMoney, account.outstanding))],
      ),
      ...(account.hasUnpaidDraw
        ? [...cardOpens(receiver), paragraph(whatNext(action, isDrawnFrom ? plannedRetry(deps, draw, account) : null))]
        : [paragraph(follows)]),
    ],
    action: way === null ? { label: 'Open the dashboard', path: '/' } : drawWays[way],
  };
}

/** Says that the card reopens by itself, except for an account that staff have stopped or whose business the issuer refuses: something else has to end before. */
function cardOpens(receiver: Receiver) {
  return isFrozen(receiver) || receiver.business_refused_at !== null ? [] : [paragraph('Your card opens again by itself as soon as this is paid.')];
}

/** Returns the day on which the draw is retried automatically, by the rules that plan it; null when it is not. */
function plannedRetry({ isBankHoliday }: Deps, draw: Draw, account: Account): IsoDate | null {
  return isScheduled(draw) ? retryDate(draw, debtFacts(account, isBankHoliday).made, account.credits, isBankHoliday) : null;
}

function whatNext(action: FailureAction, retryOn: IsoDate | null): string {
  if (action === 'relink') return 'We no longer use this bank account. Link another one, then pay now on your dashboard. We do not try again by ourselves.';
  if (action === 'stop') return 'We debit nothing more until you authorize debits again under “Bank account” on your dashboard. Then pay now.';
  if (retryOn === null) return 'We do not try again by ourselves. Pay now on your dashboard, or link another bank account first.';
  const day = formatDay(retryOn);
  return `We try once more on ${day}. You need not wait: pay now on your dashboard, or link another bank account first.`;
}
