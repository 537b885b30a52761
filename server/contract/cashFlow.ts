import { z } from 'zod';
import { maximumAskedCents } from '../domain/cashFlow/typedWhatIf.ts';
import { defineRoute } from './define.ts';
import { readsAccount } from './heads.ts';
import { payNowPreviewSchema } from './payNow.ts';

const amount = z.number().int();
/** An amount that is asked about: from a cent to a million dollars. */
const askedAmount = z.coerce.number<string>().int().min(1).max(maximumAskedCents);

/** Requires the amount of a purchase together with its day. */
function checkSpend({ value, issues }: z.core.ParsePayload<{ spend_cents?: number | undefined; spend_on?: string | undefined }>): void {
  const hasAmount = value.spend_cents !== undefined;
  if (hasAmount === (value.spend_on !== undefined)) return;
  issues.push({
    code: 'custom',
    path: [hasAmount ? 'spend_on' : 'spend_cents'],
    input: undefined,
    message: hasAmount ? 'The day of the purchase is missing.' : 'The amount of the purchase is missing.',
    params: { fix: 'Send spend_cents and spend_on together.' },
  });
}

const lowestSchema = z.object({ date: z.iso.date(), cents: amount, words: z.string() });

export const getCashFlow = defineRoute({
  ...readsAccount({ team: 'readers', action: 'view_account' }),
  path: '/api/users/:token/cash_flow',
  summary: 'Ninety days of cash at the linked bank: what is known and what is expected, the lowest point, and what a purchase or a payment would change',
  query: z.strictObject({ spend_cents: askedAmount.optional(), spend_on: z.iso.date().optional(), pay_cents: askedAmount.optional() }).check(checkSpend),
  out: z.object({
    /** The program's day, the first of the line. */
    today: z.iso.date(),
    /** Days of sales that are known; 0 without a store. */
    history_days: z.number().int(),
    /** Whether sales to come are in the line; otherwise only what is known is. */
    is_expected: z.boolean(),
    /** The balance that the bank reported, and when; null while it has reported none. */
    balance: z.object({ cents: amount, at: z.iso.datetime() }).nullable(),
    has_store: z.boolean(),
    /** The balance at the end of each of 90 days; none without a balance. From the first day that is not known on, expected amounts are in it. */
    days: z.array(z.object({ date: z.iso.date(), low_cents: amount, expected_cents: amount, high_cents: amount, is_known: z.boolean() })),
    /** The amounts that reach the bank, or with a negative amount leave it, the soonest first. */
    flows: z.array(
      z.object({
        date: z.iso.date(),
        kind: z.enum(['payout', 'draw', 'recurring', 'what_if']),
        label: z.string(),
        amount_cents: amount,
        is_known: z.boolean(),
      }),
    ),
    lowest: lowestSchema.nullable(),
    /** Says what the line is made of, and what is not in it. */
    sentences: z.array(z.string()),
    /** The consequences of the purchase and the payment asked about, which are in days, flows and lowest; null when nothing was asked. */
    what_if: z
      .object({
        spend: z
          .object({
            amount_cents: amount,
            on: z.iso.date(),
            due_date: z.iso.date(),
            debit_date: z.iso.date(),
            power_before_cents: amount,
            power_after_cents: amount,
          })
          .nullable(),
        pay: payNowPreviewSchema
          .pick({ amount_cents: true, frees_cents: true, available_after_cents: true, frees_later_cents: true, settles_on: true, final_on: true })
          .nullable(),
        /** The lowest point without them. */
        lowest_before: lowestSchema.nullable(),
        sentences: z.array(z.string()),
      })
      .nullable(),
  }),
  problems: ['more_than_payable'],
});
export type CashFlowAnswer = z.infer<(typeof getCashFlow)['out']>;
