import type { AdminAction } from '../../../server/domain/staff/adminActions.ts';

/** The effects of each action beyond the record's fields, as staff read them before they confirm. */
export const consequences: Readonly<Record<AdminAction, string>> = {
  mark_as_fraud: 'Spending power becomes $0.00, the card is paused and no repayment is drawn. No action takes the mark off again.',
  lock_account: 'Spending power becomes $0.00, the card is paused and no repayment is drawn, until the account is unlocked.',
  unlock_account: 'Spending power follows from the customer’s sales again, a card that the lock has paused opens, and what is due is drawn.',
  reset_kyb: 'The verification is abandoned. The customer goes through the form again and gives the number anew.',
  override_rutter: 'The step is skipped in the customer’s onboarding. A store that is connected is disconnected.',
  reset_ein: 'Only the number is forgotten. The verification stays as it is.',
  reset_onboarding: 'The card is closed at the issuer for good, bank and store are disconnected, and the customer begins with the first agreement.',
  update_bank: 'Opens the bank’s window, where another account can be chosen for the customer.',
  reset_card: 'The card is closed at the issuer for good, and the customer asks for a new one.',
  reset_bank: 'The bank is disconnected, and the customer links one anew.',
  download_repayment_csv: 'Saves a file with every repayment since Jan 1, 2023.',
  add_receivables: 'Opens the store’s window, where another store or accounting system can be connected for the customer.',
};
