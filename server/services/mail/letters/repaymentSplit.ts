import { storedCents } from '../../../db/cents.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import { formatShortDate } from '../../../domain/basics/dateFormats.ts';
import { isoDate, startOfDay, utcDate } from '../../../domain/basics/dates.ts';
import { add, formatUsd, noMoney } from '../../../domain/basics/money.ts';
import { sumOfDraws } from '../../../domain/repayment/drawChoices.ts';
import { currentBankLink } from '../../bank/bankLink.ts';
import type { Deps } from '../../deps.ts';
import { linkedBankName, readAccountFacts } from '../accountFacts.ts';
import { facts, figure, type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Tells that only a part was drawn on a day, `about`, because the bank account looked short, and when the rest is drawn. */
export async function repaymentSplitLetter(deps: Deps, context: LetterContext): Promise<Letter | null> {
  const { scope, about } = context;
  const own = databaseOf(deps.database, scope);
  const putOff = await own.drawArrangement.findMany({ where: { first_on: startOfDay(isoDate(about)), made_by: 'us' } });
  const restOn = putOff[0]?.rest_on;
  if (!restOn) return null;
  const { draws } = await readAccountFacts(deps, context);
  const dueDates = new Set(putOff.map(({ due_date }) => utcDate(due_date)));
  const later = draws.find(({ debit_date }) => debit_date === utcDate(restOn))?.draws ?? [];
  const rest = sumOfDraws(later.filter(({ due_date }) => dueDates.has(due_date)));
  if (rest === 0) return null;
  const day = formatShortDate(restOn, 'UTC');
  const drawn = await own.draw.findMany({ where: { debit_date: startOfDay(isoDate(about)), kind: 'scheduled', status: { not: 'cancelled' } } });
  const second = await currentBankLink(deps.database, scope, 'fallback');
  const now = add(
    noMoney,
    ...drawn.filter(({ bank_link_id }) => bank_link_id === null || bank_link_id !== second?.id).map(({ amount_cents }) => storedCents(amount_cents)),
  );
  return {
    subject: `We draw ${formatUsd(rest)} of your repayment on ${day} instead of today`,
    passages: [
      figure(`Drawn on ${day}`, formatUsd(rest)),
      facts(['Drawn today', now === 0 ? 'Nothing' : formatUsd(now)], ['From', await linkedBankName(deps, scope)]),
      paragraph('Your bank account looked short today, and a draw that fails would cost you a fee. Your due date and your cashback stay as they are.'),
      paragraph(
        `Please have the rest in your account by ${day}; until it is there, we look again on the next banking days. You can also pay any part of it now.`,
      ),
    ],
    action: { label: 'See your payments', path: '/payments' },
  };
}
