import { z } from 'zod';
import { defineRoute } from './define.ts';
import { identifier, tokenParams, tokenSubject } from './identifiers.ts';

/** The payment chosen: everything that has settled, the next amount due, or the purchase that `transaction_token` names. */
const choice = { pay: z.enum(['all', 'next_due', 'purchase']), transaction_token: identifier.optional() };

const previewSchema = z.object({
  /** In cents; 0 when everything there is to pay is already on its way. */
  amount_cents: z.number().int(),
  /** The spending power that the payment frees once it has settled, and the amount available then. */
  frees_cents: z.number().int(),
  available_after_cents: z.number().int(),
  cashback_cents: z.number().int(),
  /** The banking day by which the payment is expected to have settled, YYYY-MM-DD. */
  settles_on: z.iso.date(),
});
export type PayNowAnswer = z.infer<typeof previewSchema>;

export const getPayNow = defineRoute({
  method: 'GET',
  path: '/api/users/:token/pay_now',
  summary: 'A preview of paying now: the amount, the spending power it frees and when, and the cashback it earns',
  who: 'receiver',
  subject: tokenSubject,
  action: 'view_account',
  params: tokenParams,
  query: z.strictObject(choice),
  out: previewSchema,
  problems: ['not_found'],
});

export const postPayNow = defineRoute({
  method: 'POST',
  path: '/api/users/:token/pay_now',
  summary: 'Pay now from the linked bank; the amount must be the one that the preview showed',
  who: 'receiver',
  subject: tokenSubject,
  action: 'pay_now',
  masquerade: 'refused',
  idempotent: true,
  params: tokenParams,
  body: z.strictObject({ ...choice, amount_cents: z.number().int().min(1) }),
  out: previewSchema.extend({ payment_id: z.string(), status: z.string() }),
  status: 202,
  problems: ['nothing_to_pay', 'amount_changed', 'step_out_of_order', 'debit_authorization_needed', 'not_found'],
});
