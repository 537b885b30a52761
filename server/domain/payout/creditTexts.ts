import { formatDay } from '../basics/dateFormats.ts';
import { add, type Cents, cents, formatUsd } from '../basics/money.ts';
import type { CreditParts } from './creditPayout.ts';

/** The words about a credit balance, for every frontend. */
export const creditTexts = {
  heading: 'Credit',
  have: (credit: string) => `You have a credit of ${credit}.`,
  lowers: 'It lowers what you owe next.',
  notFinal: (part: string, from: string | null) =>
    `${part} can be paid out ${from === null ? 'in a few days' : `from ${from}`}: a repayment may still come back from your bank until then.`,
  cashback: (part: string) => `${part} is cashback, which is not paid out.`,
  payTo: (part: string, account: string) => `You can have ${part} paid to ${account}.`,
  small: (least: string) => `It can be paid to your bank account from ${least} on.`,
  noBank: 'Link a bank account to have it paid out.',
  payOut: (credit: string) => `Pay out ${credit}`,
  states: { underway: 'on its way to your bank', paid: 'paid to your bank', failed: 'came back: it is a credit again' },
} as const;

interface Credit {
  /** The credit that can be paid out. */
  readonly credit_cents: number;
  readonly not_final_cents: number;
  readonly final_on: string | null;
  readonly cashback_cents: number;
  /** The account that it can be paid to; null while none is linked. */
  readonly account: string | null;
  readonly can_be_paid_out: boolean;
  readonly least_cents: number;
}

/** Returns all of a credit, whether it can be paid out or not. */
export function wholeCredit({ credit_cents, not_final_cents, cashback_cents }: Pick<Credit, 'credit_cents' | 'not_final_cents' | 'cashback_cents'>): Cents {
  return add(cents(credit_cents), cents(not_final_cents), cents(cashback_cents));
}

/** Says what a credit is for and how it can be paid out, or what is missing for that. On an account that is closing nothing will be owed. */
export function creditWords(credit: Credit, isClosing: boolean): string {
  const { credit_cents, not_final_cents, final_on, cashback_cents } = credit;
  const [whole, payable] = [wholeCredit(credit), cents(credit_cents)];
  return [
    creditTexts.have(formatUsd(whole)),
    ...(isClosing ? [] : [creditTexts.lowers]),
    ...(payable > 0 ? [wayOut(credit, payable === whole ? null : formatUsd(payable))] : []),
    ...(not_final_cents > 0 ? [creditTexts.notFinal(formatUsd(cents(not_final_cents)), final_on && formatDay(final_on))] : []),
    ...(cashback_cents > 0 ? [creditTexts.cashback(formatUsd(cents(cashback_cents)))] : []),
  ].join(' ');
}

/** @param part what of the credit can be paid out; null for all of it. */
function wayOut({ account, can_be_paid_out, least_cents }: Credit, part: string | null): string {
  if (account === null) return creditTexts.noBank;
  return can_be_paid_out ? creditTexts.payTo(part ?? 'it', account) : creditTexts.small(formatUsd(cents(least_cents)));
}

/** Explains why nothing of a credit is paid out to a merchant who asks for it. */
export function whyNoPayout({ notFinal, cashback }: Pick<CreditParts, 'notFinal' | 'cashback'>, least: Cents): string {
  if (notFinal > 0) return `A credit is paid out once your repayments can no longer come back from your bank. ${creditTexts.lowers}`;
  if (cashback > 0) return `Cashback is not paid out. ${creditTexts.lowers}`;
  return `A credit is paid out from ${formatUsd(least)} on. It lowers what you owe next until then.`;
}
