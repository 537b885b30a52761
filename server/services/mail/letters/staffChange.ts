import type { AdminAction } from '../../../domain/receiver/adminActions.ts';
import type { Deps } from '../../deps.ts';
import { type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letters.ts';

type StaffChange = AdminAction | 'update_account' | 'set_spending_power_override' | 'clear_spending_power_override' | 'add_manual_row';

/** What staff can change, and what it means for the merchant; null for an action that changes nothing by itself. */
const changes: Readonly<Record<StaffChange, string | null>> = {
  lock_account: 'We locked your account. Until we unlock it nothing can be bought.',
  unlock_account: 'We unlocked your account.',
  mark_as_fraud: 'We put your account under review. Until that is over nothing can be bought.',
  reset_kyb: 'We reset the verification of your business. Please enter your business details again.',
  override_rutter: 'We set up your account to work without a connected store.',
  reset_ein: 'We removed your EIN. Please enter it again.',
  reset_onboarding: 'We reset your application. Please go through its steps again.',
  reset_card: 'We closed your card. Please order a new one.',
  reset_bank: 'We unlinked your bank account. Please link it again.',
  update_bank: null,
  download_repayment_csv: null,
  add_receivables: null,
  update_account: 'We changed details of your account.',
  set_spending_power_override: 'We set a limit for your spending power.',
  clear_spending_power_override: 'We removed the limit that we had set: your spending power follows your sales again.',
  add_manual_row: 'We entered an amount among your repayments. The table of repayments shows it, and why.',
};

/** Returns what a change means for the merchant, or null for one that they are not told of. */
function meaningOf(name: string): string | null {
  return Object.hasOwn(changes, name) ? changes[name as StaffChange] : null;
}

/** Tells whether a change is one that customers are told of. */
export function isStaffChange(name: string): boolean {
  return meaningOf(name) !== null;
}

/** These pause the card, which is a letter of its own. */
const pausing: ReadonlySet<string> = new Set(['lock_account', 'mark_as_fraud']);

/** Support has changed something, in programs that tell. `about` is what, and when. */
export async function staffChange({ database }: Deps, { program, scope, about }: LetterContext): Promise<Letter | null> {
  const [change = ''] = about.split(' ');
  const meaning = meaningOf(change);
  if (!program.mailOnStaffChange || meaning === null) return null;
  const isToldOtherwise = pausing.has(change) && (await database.card.count({ where: { receiver_id: scope.receiverId, state: { not: 'CLOSED' } } })) > 0;
  if (isToldOtherwise) return null;
  return {
    subject: 'Support changed something on your account',
    passages: [
      paragraph(meaning),
      paragraph(`Your dashboard shows when our team looked at your account. If you did not expect this, write to ${program.supportEmail}.`),
    ],
    action: { label: 'Open the dashboard', path: '/' },
  };
}
