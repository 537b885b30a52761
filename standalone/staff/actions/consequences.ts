import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { isSet, type Receiver } from '../../../server/domain/receiver/receiver.ts';
import type { AdminAction } from '../../../server/domain/staff/adminActions.ts';
import { holdsThatStay, type StaffHolds } from '../../../server/domain/staff/staffHolds.ts';

/** The effects of each action beyond the record's fields. */
const consequences: Readonly<Record<AdminAction, string>> = {
  mark_as_fraud: 'Spending power becomes $0.00, every card is paused and no repayment is drawn. No action takes the mark off again.',
  lock_account:
    'Spending power becomes $0.00, every card is paused and no repayment is drawn, until the account is unlocked. What falls due meanwhile stays due, and the customer can still pay.',
  unlock_account:
    'Spending power follows from the customer’s sales again, and the cards that the lock has paused open. What fell due meanwhile is announced, and drawn one due date per banking day, the oldest first, beginning in two business days.',
  reset_kyb:
    'The verification is abandoned. The customer goes through the form again and gives the number anew. Their cards work meanwhile: lock the account to stop them.',
  override_rutter: 'The step is skipped in the customer’s onboarding. A store that is connected is disconnected.',
  reset_ein: 'Only the number is forgotten.',
  reset_onboarding: 'Every card is closed at the issuer for good, banks and stores are disconnected, and the customer begins with the first agreement.',
  update_bank: 'Opens the bank’s window, where another account can be chosen for the customer. The customer authorizes its debits themselves.',
  reset_card: 'The card of home is closed at the issuer for good, and the customer asks for a new one. Their other cards stay as they are.',
  reset_bank: 'The bank is disconnected, a second one too, and the customer links one anew. Their cards work meanwhile: lock the account to stop them.',
  download_repayment_csv: 'Saves a file with every repayment since Jan 1, 2023.',
  add_receivables:
    'Opens the store’s window, where another store or accounting system can be connected for the customer. It takes the place of one that was connected in this way before.',
};

/** Says what an action on this customer does beyond the record's fields, as staff read it before they confirm. */
export function consequenceInWords(action: AdminAction, holds: StaffHolds): string {
  return (action === 'unlock_account' && holdsThatStay(holds, 'is_locked')) || consequences[action];
}

/** The effect on a debt of each action that touches it. */
const ofTheDebt: Partial<Record<AdminAction, string>> = {
  mark_as_fraud: 'stays owed and is not drawn.',
  lock_account: 'stays owed and is not drawn while the account is locked.',
  reset_kyb: 'stays owed and is drawn on its due dates.',
  reset_onboarding: 'stays owed, with its whole history. It waits until the customer links a bank again and authorizes its debits.',
  reset_card: 'stays owed and is drawn on its due dates. Purchases that the old card made are still booked when they arrive.',
  reset_bank: 'stays owed. It waits until the customer links a bank again and authorizes its debits.',
};

/** Names what a customer owes, in cents, and what becomes of it; empty when nothing is owed or the action leaves it alone. */
export function debtInWords(action: AdminAction, owedCents: number): string {
  const sequel = ofTheDebt[action];
  return owedCents <= 0 || sequel === undefined ? '' : `${formatUsd(cents(owedCents))} is owed now: it ${sequel}`;
}

/** Says what an action on this customer needs next, for staff to read before and after it; empty when nothing. */
export function nextInWords(action: AdminAction, { lithic_account_holder_token }: Pick<Receiver, 'lithic_account_holder_token'>): string {
  if (action !== 'reset_ein') return '';
  return isSet(lithic_account_holder_token)
    ? 'The verification stays as it is, and while it stands the customer cannot enter another number. Reset KYB next: the form then asks for it anew.'
    : 'The verification was not sent yet: its form asks the customer for the number.';
}
