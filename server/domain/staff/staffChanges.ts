import type { AdminAction } from './adminActions.ts';

type StaffChange =
  | AdminAction
  | 'update_account'
  | 'set_spending_power_override'
  | 'clear_spending_power_override'
  | 'add_manual_row'
  | 'take_back_credit'
  | 'close_account'
  | 'set_account_terms'
  | 'black_list'
  | 'leave_black_list';

/** The changes by staff and what each means for the merchant; null for an action that changes nothing by itself. */
const staffChanges: Readonly<Record<StaffChange, string | null>> = {
  lock_account:
    'We locked your account. Until we unlock it nothing can be bought, and nothing is drawn from your bank. What you owe stays due on its dates, and you can pay it at any time.',
  unlock_account:
    'We unlocked your account. What fell due meanwhile is drawn from your bank one due date a banking day, the oldest first. We announce each debit before it.',
  mark_as_fraud: 'We put your account under review. Until that is over nothing can be bought.',
  reset_kyb: 'We reset the verification of your business. Please enter your business details again.',
  override_rutter: 'We set up your account to work without a connected store.',
  reset_ein: 'We removed your EIN. Once we need it again, we ask for it with your business details.',
  reset_onboarding: 'We reset your application. Please go through its steps again. What you owe stays due, and is drawn from the account that you link next.',
  reset_card: 'We closed your card. Please order a new one. What you owe stays due on its dates.',
  reset_bank: 'We unlinked your bank account. Please link it again. What you owe stays due, and is drawn from the account that you link next.',
  update_bank: null,
  download_repayment_csv: null,
  add_receivables: null,
  update_account: 'We changed details of your account.',
  set_spending_power_override: 'We set your spending power.',
  clear_spending_power_override: 'We ended the spending power that we had set.',
  close_account:
    'We are closing your account. Nothing can be bought any more. What you owe is drawn on its due dates, and a credit is paid to your bank. You can still sign in and read your statements.',
  set_account_terms: 'We changed the terms of your account. What you bought before keeps its dates.',
  black_list:
    'We put your account on hold. Until that is over nothing can be bought, and nothing is drawn from your bank. What you owe stays due on its dates.',
  leave_black_list:
    'The hold on your account is over. What fell due meanwhile is drawn from your bank one due date a banking day, the oldest first. We announce each debit before it.',
  add_manual_row: 'We entered an amount among your repayments. The table of repayments shows it, and why.',
  take_back_credit: 'We took back a credit, so you owe its amount again. Your payments show when it is due, and the table of repayments shows why.',
};

/** Decides whether the merchant is told of a change by staff. */
export function isToldToMerchant(name: string): boolean {
  return meaningOfStaffChange(name, false) !== null;
}

/** The changes that end a hold on the account. */
const releases: ReadonlySet<string> = new Set(['unlock_account', 'leave_black_list'] satisfies StaffChange[]);

const staysHeld =
  'We ended one hold on your account, and another one stands. Until that is over too nothing can be bought, and nothing is drawn from your bank. What you owe stays due on its dates.';

/** Returns what a change by staff means for the merchant, or null for one that they are not told of. `isFrozen`: staff have stopped the account, also after the change. */
export function meaningOfStaffChange(name: string, isFrozen: boolean): string | null {
  if (isFrozen && releases.has(name)) return staysHeld;
  return Object.hasOwn(staffChanges, name) ? staffChanges[name as StaffChange] : null;
}
