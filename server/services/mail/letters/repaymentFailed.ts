import { storedCents } from '../../../db/cents.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import type { Receiver } from '../../../db/rows.ts';
import { isFrozen } from '../../../domain/access/access.ts';
import { formatDay, formatShortDate } from '../../../domain/basics/dateFormats.ts';
import type { IsoDate } from '../../../domain/basics/dates.ts';
import { formatUsd, larger, noMoney } from '../../../domain/basics/money.ts';
import { isFailedDraw } from '../../../domain/repayment/draw.ts';
import { drawWays, paidSince, stillComesWords } from '../../../domain/repayment/drawWords.ts';
import { type FailureAction, meaningOfFailure } from '../../../domain/repayment/returnCodes.ts';
import type { Deps } from '../../deps.ts';
import { collectionDay, openAmount, underwayFrom } from '../../repayment/listDraws.ts';
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
  const { says, action, remedy } = meaningOfFailure(draw.failure_code);
  const isOpen = openAmount(draw, account) > 0;
  const collectOn = isDrawnFrom ? collectionDay(draw, account, deps.isBankHoliday) : null;
  const comes = action === 'relink' ? stillComesWords(underwayFrom(draw, account)) : null;
  return {
    subject: isOpen ? `Your repayment of ${amount} failed, so your card is paused` : `Your repayment of ${amount} failed`,
    passages: [
      figure('Repayment that did not go through', amount),
      facts(
        ['Tried on', formatShortDate(draw.debit_date, 'UTC')],
        ['From', await debitedBankName(deps, scope, draw)],
        ['What the bank said', says],
        ['Outstanding now', formatUsd(larger(noMoney, account.outstanding))],
      ),
      ...(isOpen ? [...cardOpens(receiver), paragraph(whatNext(action, collectOn))] : [paragraph(paidSince)]),
      ...(comes === null ? [] : [paragraph(comes)]),
    ],
    action: isOpen ? drawWays[remedy] : { label: 'Open the dashboard', path: '/' },
  };
}

/** Says that the card reopens by itself, except for an account that staff have stopped or whose business the issuer refuses: something else has to end before. */
function cardOpens(receiver: Receiver) {
  return isFrozen(receiver) || receiver.business_refused_at !== null ? [] : [paragraph('Your card opens again by itself as soon as this is paid.')];
}

function whatNext(action: FailureAction, retryOn: IsoDate | null): string {
  if (action === 'relink') return 'We no longer use this bank account. Link another one, then pay now on your dashboard. We do not try again by ourselves.';
  if (action === 'stop') return 'We debit nothing more until you authorize debits again under “Bank account” on your dashboard. Then pay now.';
  if (retryOn === null) return 'We do not try again by ourselves. Pay now on your dashboard, or link another bank account first.';
  const day = formatDay(retryOn);
  return `We try once more on ${day}. You need not wait: pay now on your dashboard, or link another bank account first.`;
}
