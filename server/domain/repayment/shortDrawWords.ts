import type { NamedBank } from '../bank/bankName.ts';
import { formatDay } from '../basics/dateFormats.ts';
import { cents, formatUsd } from '../basics/money.ts';
import type { Wait } from './safeDraws.ts';

/** The first words about a draw for which the bank account looks short, for every frontend. `shortDrawRemedies` has the remedies. */
export const shortDrawTexts = {
  look: 'See what you can do',
  move: 'Move the draw',
  otherBank: 'Draw from the other bank',
  payPart: 'Pay part now',
  moveTo: 'Draw it on',
  confirm: 'Confirm',
  cancel: 'Cancel',
  arranged: 'It is arranged',
  stays: 'Your due date and your cashback stay as they are.',
} as const;

export interface ShortDraw {
  readonly debit_date: string;
  readonly amount_cents: number;
  readonly safe_cents: number | null;
  readonly missing_cents: number;
  readonly checked_at: string;
  readonly bank: NamedBank | null;
  readonly other_bank: NamedBank | null;
  readonly waits: Wait | null;
}

export const usd = (amount: number) => formatUsd(cents(amount));

/** Tells whether nothing seems to be missing: the debit looks likely to come back by the bank's score alone. */
export const isEnough = ({ amount_cents, safe_cents }: Pick<ShortDraw, 'amount_cents' | 'safe_cents'>) => safe_cents !== null && safe_cents >= amount_cents;

/** Says in a few words why a draw is shown before its day. */
export function shortDrawTitle(short: ShortDraw): string {
  return isEnough(short) ? `The draw on ${formatDay(short.debit_date)} may come back` : 'Your bank account looks short';
}

/** Says in one sentence what is drawn when, and what is missing. */
export function shortDrawLine(short: ShortDraw): string {
  const { debit_date, amount_cents, safe_cents, missing_cents } = short;
  const drawn = `${usd(amount_cents)} is drawn on ${formatDay(debit_date)}`;
  return safe_cents === null || isEnough(short) ? `${drawn}, and it may come back.` : `${drawn}, and ${usd(missing_cents)} seems to be missing.`;
}
