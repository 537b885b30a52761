import { z } from 'zod';
import { defineRoute } from './define.ts';
import { identifier, tokenParams, tokenSubject } from './identifiers.ts';

/** Everything that has settled, what is due next, or one purchase, which `transaction_token` names. */
const choice = { pay: z.enum(['all', 'next_due', 'purchase']), transaction_token: identifier.optional() };

const previewSchema = z.object({
  /** Cents; 0 when there is nothing to pay that is not on its way already. */
  amount_cents: z.number().int(),
  /** How much more can be spent once it has settled, and how much that is in all. */
  frees_cents: z.number().int(),
  available_after_cents: z.number().int(),
  cashback_cents: z.number().int(),
  /** The banking day, YYYY-MM-DD, on which it is expected to have settled. */
  settles_on: z.iso.date(),
});
export type PayNowAnswer = z.infer<typeof previewSchema>;

export const getPayNow = defineRoute({
  method: 'GET',
  path: '/api/users/:token/pay_now',
  summary: 'What paying now would take, how much spending power it frees, when, and what it earns',
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
  summary: 'Pay now from the linked bank: the amount is the one that the preview showed',
  who: 'receiver',
  subject: tokenSubject,
  action: 'pay_now',
  masquerade: 'refused',
  idempotent: true,
  params: tokenParams,
  body: z.strictObject({ ...choice, amount_cents: z.number().int().min(1) }),
  out: previewSchema.extend({ payment_id: z.string(), status: z.string() }),
  status: 202,
  problems: ['nothing_to_pay', 'amount_changed', 'step_out_of_order', 'not_found'],
});
