import { formatDay } from '../../../domain/basics/dateFormats.ts';
import { formatUsd, larger, noMoney } from '../../../domain/basics/money.ts';
import { nextPayment } from '../../../domain/repayment/schedule.ts';
import { usedThreshold } from '../../../domain/spendingPower/spendingPowerFigures.ts';
import type { Deps } from '../../deps.ts';
import { readWarningName } from '../../spendingPower/warnOfSpending.ts';
import { readAccountFacts } from '../accountFacts.ts';
import { facts, figure, type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Warns that most of the spending power is used. `about` names the threshold; nothing is sent once less than that is used again. */
export async function spendingPowerWarningLetter(deps: Deps, context: LetterContext): Promise<Letter | null> {
  const threshold = readWarningName(context.about);
  const { account, power } = await readAccountFacts(deps, context);
  if (!power || threshold === null || (usedThreshold(power) ?? 0) < threshold) return null;
  const next = nextPayment(account.schedule);
  return {
    subject: threshold === 100 ? 'All of your spending power is used' : `${threshold}% of your spending power is used`,
    passages: [
      figure('Available to spend', formatUsd(larger(noMoney, power.availableSpendPowerCents))),
      facts(
        ['Total limit', formatUsd(power.totalSpendPowerCents)],
        ['Outstanding', formatUsd(power.totalOutstandingCents)],
        ['Next payment', next.date === null ? null : `${formatUsd(next.amount_cents)} on ${formatDay(next.date)}`],
      ),
      paragraph(
        threshold === 100
          ? 'Purchases are declined until something is paid back. Pay now to free spending power before the next payment.'
          : 'A purchase over what is available is declined. Pay now to free spending power before the next payment.',
      ),
    ],
    action: { label: 'Pay now', path: '/' },
  };
}
