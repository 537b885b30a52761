import { storedCents } from '../../../db/cents.ts';
import { formatDay } from '../../../domain/basics/dateFormats.ts';
import { dayIn, isoDate } from '../../../domain/basics/dates.ts';
import { formatUsd, subtract } from '../../../domain/basics/money.ts';
import { daysToMoveTo, sumOfDraws } from '../../../domain/repayment/drawChoices.ts';
import { fromUsualBank, waitOf } from '../../../domain/repayment/safeDraws.ts';
import { ifYouDoNothing } from '../../../domain/repayment/shortDrawRemedies.ts';
import { bankOf } from '../../bank/bankLink.ts';
import { debitableFallback } from '../../bank/fallbackBank.ts';
import type { Deps } from '../../deps.ts';
import { payableOf } from '../../ledger/account.ts';
import { outlookOf } from '../../repayment/drawOutlook.ts';
import { linkedBankName, readAccountFacts } from '../accountFacts.ts';
import { facts, figure, type Letter, list, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/**
 * Warns that the linked account may not bear what will be debited soon, by what the bank last told. `about` is the day of the debit.
 */
export async function balanceLooksShortLetter(deps: Deps, context: LetterContext): Promise<Letter | null> {
  const { program, scope, about } = context;
  const today = dayIn(program.timeZone, deps.clock());
  if (about <= today) return null;
  const debitDate = isoDate(about);
  const { account, draws: coming } = await readAccountFacts(deps, context);
  const draws = fromUsualBank(coming.find(({ debit_date }) => debit_date === debitDate)?.draws ?? []);
  const drawn = sumOfDraws(draws);
  const outlook = await outlookOf(deps.database, scope, debitDate);
  if (drawn === 0 || !outlook?.looks_short) return null;
  const safe = outlook.safe_cents === null ? null : storedCents(outlook.safe_cents);
  const isShort = safe !== null && safe < drawn;
  const isEnough = safe !== null && !isShort;
  const amount = formatUsd(drawn);
  const day = formatDay(debitDate);
  const other = await debitableFallback(deps.database, scope);
  const { moveDays } = program.draws;
  const { arrangements } = account;
  const isMovable = daysToMoveTo({ debit_date: debitDate, today, moveDays, draws, arrangements, isBankHoliday: deps.isBankHoliday }).length > 0;
  return {
    subject: isEnough ? `The draw of ${amount} on ${day} may come back` : `Your balance looks short for the draw of ${amount} on ${day}`,
    passages: [
      ...(isShort ? [figure('Missing', formatUsd(subtract(drawn, safe)))] : []),
      facts(['Draw', `${amount} on ${day}`], ['From', await linkedBankName(deps, scope)], ['We would draw safely', isShort ? formatUsd(safe) : null]),
      paragraph('A draw that fails costs you a fee at your bank and pauses your card. You can still avoid it:'),
      list([
        isEnough ? 'leave more in this account than the draw until it has gone through' : 'move money to this account before that day',
        ...(isMovable ? [`move the draw by up to ${moveDays} banking days`] : []),
        ...(isMovable && other ? ['draw it from your other bank'] : []),
        ...(payableOf(account).most_cents > 0 ? ['pay part of it now'] : []),
      ]),
      paragraph(ifYouDoNothing({ debit_date: debitDate, amount_cents: drawn, safe_cents: safe, other_bank: other && bankOf(other), waits: waitOf(draws) })),
    ],
    action: { label: 'Choose what to do', path: '/payments#short' },
  };
}
