import { formatDay } from '../basics/dateFormats.ts';
import type { IsoDate } from '../basics/dates.ts';
import { isFixedPay } from './paymentPlan.ts';

/** Debits of the bank account in words, in the tense that their day asks for. */

/** Returns the verb of a debit: `Will be drawn`, `Is drawn` on the day itself, `Was drawn`. Both days are the program's. */
export function debitVerb(debitDate: IsoDate, today: IsoDate): string {
  if (debitDate > today) return 'Will be drawn';
  return debitDate === today ? 'Is drawn' : 'Was drawn';
}

/** Returns the name of a due date by its tense: `Due`, or `Was due` of a day that is over. */
export function dueVerb(dueDate: IsoDate, today: IsoDate): string {
  return dueDate < today ? 'Was due' : 'Due';
}

export interface BankAccount {
  readonly institution_name: string | null;
  readonly mask: string | null;
}

/** Names a bank account: `Chase •••• 1234`; `your bank` where nothing is known of it. */
function accountWords(account: BankAccount | null): string {
  const parts = [account?.institution_name, account?.mask && `•••• ${account.mask}`].filter((part) => part);
  return parts.length > 0 ? parts.join(' ') : 'your bank';
}

interface PurchaseDebit {
  readonly plan: string | null;
  readonly debitDate: IsoDate;
  /** The program's day. */
  readonly today: IsoDate;
  readonly account: BankAccount | null;
}

/** Says when and from where a purchase is drawn. On the fixed plan it is drawn in weekly parts, and its day is that of the last one. */
export function describePurchaseDebit({ plan, debitDate, today, account }: PurchaseDebit): string {
  if (isFixedPay(plan)) return `It is drawn in weekly parts from ${accountWords(account)}, the last one on ${formatDay(debitDate)}.`;
  return describeDebit(debitDate, today, account);
}

/** Says when and from where a purchase that is not paid yet is drawn: `It will be drawn on Dec 21, 2026 from Chase •••• 1234.` */
function describeDebit(debitDate: IsoDate, today: IsoDate, account: BankAccount | null): string {
  if (debitDate < today) return `It was to be drawn on ${formatDay(debitDate)} from ${accountWords(account)}, and is still owed.`;
  const verb = debitVerb(debitDate, today).toLowerCase();
  return `It ${verb} ${debitDate === today ? 'today' : `on ${formatDay(debitDate)}`} from ${accountWords(account)}.`;
}
