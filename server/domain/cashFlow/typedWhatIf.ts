import { formatDay } from '../basics/dateFormats.ts';
import { addCalendarDays, type IsoDate, isCalendarDay } from '../basics/dates.ts';
import { type Cents, cents, formatUsd } from '../basics/money.ts';
import { readPaidAmount } from '../repayment/payNow.ts';
import { cashDays, isOnLine } from './cashLine.ts';

/** The form in which a merchant asks what a purchase or a payment would do. */
export interface TypedWhatIf {
  readonly spend: string;
  readonly on: string;
  readonly pay: string;
}

/** The question as the call has it. */
export interface WhatIfQuery {
  readonly spend_cents?: number;
  readonly spend_on?: string;
  readonly pay_cents?: number;
}

/** The most that can be asked about. */
export const maximumAskedCents: Cents = cents(100_000_000);

interface Known {
  readonly today: IsoDate;
  /** The most that can be paid now. */
  readonly most: Cents;
}

type Problems = Partial<Record<keyof TypedWhatIf, string>>;

/** Reads what was typed: the question, or what is wrong with each field. With nothing typed it asks for an amount. */
export function readWhatIf({ spend, on, pay }: TypedWhatIf, { today, most }: Known): { query: WhatIfQuery | null; problems: Problems } {
  const spent = readPaidAmount(spend, maximumAskedCents);
  const paid = readPaidAmount(pay, most);
  const isTooLarge = spent.problem !== null && readPaidAmount(spend, cents(Number.MAX_SAFE_INTEGER)).amount_cents !== null;
  const problems: Problems = {
    ...(spent.problem !== null && { spend: isTooLarge ? `Enter at most ${formatUsd(maximumAskedCents)}.` : spent.problem }),
    ...(spent.amount_cents === null &&
      paid.amount_cents === null &&
      spent.problem === null &&
      paid.problem === null && { spend: 'Enter an amount to spend or to pay.' }),
    ...(spent.amount_cents !== null &&
      !(isCalendarDay(on) && isOnLine(on, today)) && { on: `Choose a day until ${formatDay(addCalendarDays(today, cashDays - 1))}.` }),
    ...(paid.problem !== null && { pay: paid.problem }),
  };
  if (Object.keys(problems).length > 0) return { query: null, problems };
  return {
    query: {
      ...(spent.amount_cents !== null && { spend_cents: spent.amount_cents, spend_on: on }),
      ...(paid.amount_cents !== null && { pay_cents: paid.amount_cents }),
    },
    problems,
  };
}
