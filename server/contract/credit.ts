import { z } from 'zod';
import { defineRoute } from './define.ts';
import { changesAccount, readsAccount } from './heads.ts';

const creditSchema = z.object({
  /** The credit that can be paid out, in cents; 0 when there is none. */
  credit_cents: z.number().int(),
  /** The credit beside it that cannot be paid out yet, because repayments that brought it may still come back. */
  not_final_cents: z.number().int(),
  /** The day from which it can; null when there is none, or while it cannot be named. */
  final_on: z.iso.date().nullable(),
  /** The credit beside both that is cashback: it lowers what is owed next, and is paid out only when the account closes. */
  cashback_cents: z.number().int(),
  /** The least that is paid out on request. */
  least_cents: z.number().int(),
  can_be_paid_out: z.boolean(),
  /** The account that it is paid to; null while none is linked. */
  account: z.string().nullable(),
  /** The payouts so far, newest first. */
  payouts: z.array(
    z.object({
      id: z.string(),
      amount_cents: z.number().int(),
      state: z.enum(['underway', 'paid', 'failed']),
      failure_reason: z.string().nullable(),
      requested_at: z.iso.datetime(),
    }),
  ),
});
export type CreditAnswer = z.infer<typeof creditSchema>;

export const getCredit = defineRoute({
  ...readsAccount({ team: 'readers', action: 'view_account' }),
  path: '/api/users/:token/credit',
  summary: 'The credit balance: how much can be paid out, to which account, and the payouts so far',
  out: creditSchema,
});

export const postPayout = defineRoute({
  ...changesAccount({ team: 'owner', action: 'request_payout', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/credit/payout',
  summary: 'Pay the credit balance out to the linked bank account; the amount must be the one that was shown',
  idempotent: true,
  limit: 'order',
  body: z.strictObject({ amount_cents: z.number().int().min(1) }),
  out: creditSchema,
  status: 202,
  problems: ['nothing_to_pay_out', 'amount_changed', 'step_out_of_order'],
});
