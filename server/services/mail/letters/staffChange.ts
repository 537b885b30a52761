import { databaseOf } from '../../../db/databaseOf.ts';
import type { Deps } from '../../deps.ts';
import { type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letters.ts';

/** What staff can change, and what it means for the merchant. */
const changes = {
  lock_account: 'We locked your account. Until we unlock it nothing can be bought.',
  unlock_account: 'We unlocked your account.',
  mark_as_fraud: 'We put your account under review. Until that is over nothing can be bought.',
  reset_kyb: 'We reset the verification of your business. Please enter your business details again.',
  override_rutter: 'We set up your account to work without a connected store.',
  reset_ein: 'We removed your EIN. Please enter it again.',
  reset_onboarding: 'We reset your application. Please go through its steps again.',
  reset_card: 'We closed your card. Please order a new one.',
  reset_bank: 'We unlinked your bank account. Please link it again.',
  update_account: 'We changed details of your account.',
  set_spending_power_override: 'We set a limit for your spending power.',
  clear_spending_power_override: 'We removed the limit that we had set: your spending power follows your sales again.',
  add_manual_row: 'We entered an amount among your repayments. The table of repayments shows it, and why.',
} as const;
export type StaffChange = keyof typeof changes;

/** Whether a change is one that customers are told of. */
export function isStaffChange(name: string): name is StaffChange {
  return Object.hasOwn(changes, name);
}

/** These pause the card, which is a letter of its own. */
const pausing: ReadonlySet<StaffChange> = new Set(['lock_account', 'mark_as_fraud']);

/** Support has changed something, in programs that tell. `about` is what, and when. */
export async function staffChange({ database }: Deps, { program, scope, about }: LetterContext): Promise<Letter | null> {
  const [change = ''] = about.split(' ');
  if (!program.mailOnStaffChange || !isStaffChange(change)) return null;
  const isToldOtherwise = pausing.has(change) && (await databaseOf(database, scope).card.count({ where: { state: { not: 'CLOSED' } } })) > 0;
  if (isToldOtherwise) return null;
  return {
    subject: 'Support changed something on your account',
    passages: [
      paragraph(changes[change]),
      paragraph(`Your dashboard shows when our team looked at your account. If you did not expect this, write to ${program.supportEmail}.`),
    ],
    action: { label: 'Open the dashboard', path: '/' },
  };
}
