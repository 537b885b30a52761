import { storedCents } from '../../../db/cents.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import { formatDay } from '../../../domain/basics/dateFormats.ts';
import { cents, formatUsd } from '../../../domain/basics/money.ts';
import { wasToBeCollected } from '../../../domain/repayment/failedAmounts.ts';
import type { Deps } from '../../deps.ts';
import { collectionDay } from '../../repayment/listDraws.ts';
import { debitedBankName, readAccountFacts } from '../accountFacts.ts';
import { facts, figure, type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/**
 * Tells what becomes of a second debit that was promised, once something of the failed amount is paid. `about` is the id of the draw and the
 * cents that are left. Nothing is sent where no second debit was promised, or more was paid since.
 */
export async function failedAmountPaidLetter(deps: Deps, context: LetterContext): Promise<Letter | null> {
  const { scope, about } = context;
  const [id = '', left = ''] = about.split(' ');
  const draw = await databaseOf(deps.database, scope).draw.findUnique({ where: { receiver_id_id: { id } } });
  const { account, isDrawnFrom } = await readAccountFacts(deps, context);
  if (!draw || Number(draw.open_cents) !== Number(left) || !wasToBeCollected(id, account.draws)) return null;
  const amount = formatUsd(storedCents(draw.amount_cents));
  if (Number(left) === 0) {
    return {
      subject: `Your failed repayment of ${amount} is paid: we do not debit it again`,
      passages: [figure('Paid', amount), paragraph('We had told you that we would debit it once more. There is nothing left to debit, and nothing to do.')],
      action: { label: 'See your payments', path: '/payments' },
    };
  }
  const rest = formatUsd(cents(Number(left)));
  const day = isDrawnFrom ? collectionDay(draw, account, deps.isBankHoliday) : null;
  return {
    subject: day === null ? `${rest} of your failed repayment is still owed` : `We debit ${rest} of your failed repayment on ${formatDay(day)}`,
    passages: [
      figure('Still owed', rest),
      facts(['Of a repayment of', amount], ['From', day === null ? null : await debitedBankName(deps, scope, { bank_link_id: null })]),
      paragraph(
        day === null
          ? 'A part of it was paid. We do not debit the rest by ourselves: pay it now on your dashboard.'
          : `A part of it was paid, so we debit the rest on ${formatDay(day)} and not the whole again. You can also pay it now.`,
      ),
    ],
    action: { label: 'Pay now', path: '/payments' },
  };
}
