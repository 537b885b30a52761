import { z } from 'zod';
import { defineRoute } from './define.ts';
import { changesAccount, readsAccount } from './heads.ts';
import { identifier } from './identifiers.ts';
import { bankSchema } from './payments.ts';

/** The payment chosen: everything that has settled, the next amount due, the purchase that `transaction_token` names, or the amount given. */
const choice = { pay: z.enum(['all', 'next_due', 'purchase', 'amount']), transaction_token: identifier.optional() };

/** Requires the amount of a payment whose amount is chosen. */
function checkAmount({ value, issues }: z.core.ParsePayload<{ pay: string; amount_cents?: number | undefined }>): void {
  if (value.pay !== 'amount' || value.amount_cents !== undefined) return;
  issues.push({
    code: 'custom',
    path: ['amount_cents'],
    input: value.amount_cents,
    message: 'The amount is missing.',
    params: { fix: 'Send the amount in cents.' },
  });
}

export const payNowPreviewSchema = z.object({
  /** In cents; 0 when everything there is to pay is already on its way. */
  amount_cents: z.number().int(),
  /** How much more can be spent once the payment has settled, and what can be spent then. */
  frees_cents: z.number().int(),
  available_after_cents: z.number().int(),
  /** How much more than that can be spent once the bank can no longer take it back, and the day from which that is expected, YYYY-MM-DD. */
  frees_later_cents: z.number().int(),
  final_on: z.iso.date(),
  cashback_cents: z.number().int(),
  /** The banking day by which the payment is expected to have settled, YYYY-MM-DD. */
  settles_on: z.iso.date(),
  /** The most that can be paid now, in cents. */
  most_cents: z.number().int(),
  /** The debt that cannot be paid yet: purchases that have not settled, and debits under way. */
  pending_cents: z.number().int(),
  in_flight_cents: z.number().int(),
  /** The part of these without a known transfer: the bank has not been asked, or has not answered. */
  asked_cents: z.number().int(),
  /** The part of the payment that goes to each due date, the oldest first. */
  pays: z.array(z.object({ due_date: z.iso.date(), amount_cents: z.number().int() })),
  /** The account that is debited; null while none is linked. */
  bank: bankSchema.nullable(),
});
export type PayNowAnswer = z.infer<typeof payNowPreviewSchema>;

export const getPayNow = defineRoute({
  ...readsAccount({ team: 'readers', action: 'view_account' }),
  path: '/api/users/:token/pay_now',
  summary: 'A preview of paying now: the amount, the spending power it frees and when, and the cashback it earns',
  query: z.strictObject({ ...choice, amount_cents: z.coerce.number<string>().int().min(1).optional() }).check(checkAmount),
  out: payNowPreviewSchema,
  problems: ['not_found', 'more_than_payable'],
});

export const postPayNow = defineRoute({
  ...changesAccount({ team: 'owner', action: 'pay_now', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/pay_now',
  summary: 'Pay now from the linked bank; the amount must be the one that the preview showed, unless it is chosen freely',
  idempotent: true,
  limit: 'order',
  body: z.strictObject({ ...choice, amount_cents: z.number().int().min(1) }),
  out: payNowPreviewSchema.extend({ payment_id: z.string(), status: z.string() }),
  status: 202,
  problems: ['nothing_to_pay', 'more_than_payable', 'amount_changed', 'step_out_of_order', 'debit_authorization_needed', 'not_found'],
});
