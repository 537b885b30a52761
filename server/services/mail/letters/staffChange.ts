import { databaseOf } from '../../../db/databaseOf.ts';
import { isFrozen } from '../../../domain/access/access.ts';
import { overrideInForce, overrideInWords } from '../../../domain/spendingPower/spendingPowerOverride.ts';
import { meaningOfStaffChange } from '../../../domain/staff/staffChanges.ts';
import type { Deps } from '../../deps.ts';
import { wireReceiver } from '../../receiver/presentReceiver.ts';
import { type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Changes that pause the card, which has a letter of its own. */
const pausing: ReadonlySet<string> = new Set(['lock_account', 'mark_as_fraud', 'black_list']);

/** Changes of which the letter says what they led to. */
const ofSpendingPower: ReadonlySet<string> = new Set(['set_spending_power_override', 'clear_spending_power_override']);

/** Tells what support has changed, in programs that mail such changes. `about` is the change and the time. */
export async function staffChangeLetter({ database, clock }: Deps, { program, receiver, scope, about }: LetterContext): Promise<Letter | null> {
  const [change = ''] = about.split(' ');
  const meaning = meaningOfStaffChange(change, isFrozen(receiver));
  if (!program.mailOnStaffChange || meaning === null) return null;
  const isToldOtherwise = pausing.has(change) && (await databaseOf(database, scope).card.count({ where: { state: { not: 'CLOSED' } } })) > 0;
  if (isToldOtherwise) return null;
  return {
    subject: 'Support changed something on your account',
    passages: [
      paragraph(meaning),
      ...(ofSpendingPower.has(change) ? [paragraph(overrideInWords(overrideInForce(wireReceiver(receiver), clock()), program.timeZone))] : []),
      paragraph(`Your dashboard shows when our team looked at your account. If you did not expect this, write to ${program.supportEmail}.`),
    ],
    action: { label: 'Open the dashboard', path: '/' },
  };
}
