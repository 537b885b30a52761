import { bankName, type NamedBank } from '../bank/bankName.ts';
import { formatDay } from '../basics/dateFormats.ts';
import { type Cents, cents, formatUsd } from '../basics/money.ts';
import { describePaidDues, explainUnpayable } from './payNow.ts';

/** The choices of what to pay, with their names. */
export const payNowChoices = [
  { pay: 'next_due', label: 'What is due next' },
  { pay: 'all', label: 'All of it' },
  { pay: 'amount', label: 'Another amount' },
] as const;

/** Says which amounts can be typed, and what they pay. `endsHold` is the least that ends a hold for a failed repayment; null without one. */
export function amountHint(most: Cents, endsHold: number | null): string {
  const hold = endsHold === null ? '' : ` ${formatUsd(cents(endsHold))} or more ends the hold once it has arrived.`;
  return `Up to ${formatUsd(most)}. It pays what is due first.${hold}`;
}

/** Says that a payment was ordered. The bank may not have answered yet, so that it is not said to be on its way. */
export const paymentStarted = (amount_cents: number): string => `Your payment of ${formatUsd(cents(amount_cents))} has started`;

interface Preview {
  readonly frees_cents: number;
  readonly frees_later_cents: number;
  readonly final_on: string;
  readonly available_after_cents: number;
  readonly cashback_cents: number;
  readonly settles_on: string;
  readonly pays: Parameters<typeof describePaidDues>[0];
  readonly bank: NamedBank | null;
  readonly pending_cents: number;
  readonly in_flight_cents: number;
  readonly asked_cents?: number;
}

/** Says what a payment does before it is confirmed, a sentence each. */
export function payNowEffects(preview: Preview): readonly string[] {
  const { frees_cents, available_after_cents, frees_later_cents, final_on, cashback_cents, settles_on, pays, bank } = preview;
  return [
    `Drawn from ${bankName(bank)}, settled by ${formatDay(settles_on)}.`,
    describePaidDues(pays),
    ...(frees_cents > 0 ? [`Frees ${formatUsd(cents(frees_cents))} then: you can spend ${formatUsd(cents(available_after_cents))}.`] : []),
    ...(frees_later_cents > 0
      ? [`Frees ${formatUsd(cents(frees_later_cents))}${frees_cents > 0 ? ' more' : ''} on ${formatDay(final_on)}, when the bank can no longer take it back.`]
      : []),
    ...(cashback_cents > 0 ? [`Earns you ${formatUsd(cents(cashback_cents))} of cashback.`] : []),
    ...explainUnpayable(preview),
  ];
}
