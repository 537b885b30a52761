import { cents, formatUsd } from '../basics/money.ts';

/** The words about a credit balance, for every frontend. */
export const creditTexts = {
  heading: 'Credit',
  have: (credit: string) => `You have a credit of ${credit}.`,
  lowers: 'It lowers what you owe next.',
  payTo: (account: string) => `You can have it paid to ${account}.`,
  small: (least: string) => `It can be paid to your bank account from ${least} on.`,
  noBank: 'Link a bank account to have it paid out.',
  payOut: (credit: string) => `Pay out ${credit}`,
  states: { underway: 'on its way to your bank', paid: 'paid to your bank', failed: 'came back: it is a credit again' },
} as const;

interface Credit {
  readonly credit_cents: number;
  /** The account that it can be paid to; null while none is linked. */
  readonly account: string | null;
  readonly can_be_paid_out: boolean;
  readonly least_cents: number;
}

/** Says what a credit is for and how it can be paid out, or what is missing for that. On an account that is closing nothing will be owed. */
export function creditWords({ credit_cents, account, can_be_paid_out, least_cents }: Credit, isClosing: boolean): string {
  const way = account !== null && can_be_paid_out ? creditTexts.payTo(account) : creditTexts.small(formatUsd(cents(least_cents)));
  return [creditTexts.have(formatUsd(cents(credit_cents))), ...(isClosing ? [] : [creditTexts.lowers]), account === null ? creditTexts.noBank : way].join(' ');
}
