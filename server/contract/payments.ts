import { z } from 'zod';
import { defineRoute } from './define.ts';
import { readsAccount } from './heads.ts';

export const bankSchema = z.object({ institution_name: z.string().nullable(), account_name: z.string().nullable(), mask: z.string().nullable() });

const drawSchema = z.object({
  id: z.string(),
  /** Drawn for a due date, or paid by the merchant ahead of it. */
  kind: z.enum(['scheduled', 'pay_now']),
  due_date: z.iso.date(),
  debit_date: z.iso.date(),
  amount_cents: z.number().int(),
  state: z.enum(['planned', 'under_way', 'paid', 'failed', 'canceled']),
  /** The day it settled, or is expected to; null where neither applies. */
  settles_on: z.iso.date().nullable(),
  /** The account that is debited; null until it is sent to the bank. */
  bank: bankSchema.nullable(),
  /** Why it failed, what follows, and what the merchant can do; null for one that has not failed. */
  failure: z
    .object({
      reason: z.string(),
      follows: z.string(),
      remedy: z.enum(['pay_now', 'sign_in', 'link_bank', 'authorize_debits']).nullable(),
    })
    .nullable(),
  /** The id of its row among the repayments of the table; null until the bank has it. */
  row_id: z.string().nullable(),
});
export type WireDraw = z.infer<typeof drawSchema>;

export const getPayments = defineRoute({
  ...readsAccount({ team: 'readers', action: 'view_account' }),
  path: '/api/users/:token/payments',
  summary: 'The debits of the bank so far, newest first, ten a page; the account that is debited; and the cashback earned to date',
  query: z.strictObject({ page: z.coerce.number<string>().int().min(1).max(1_000_000).default(1) }),
  out: z.object({
    /** The account that is debited now; null while none is linked. */
    bank: bankSchema.nullable(),
    /** Cashback credited to date, less what was taken back. */
    cashback_cents: z.number().int(),
    draws: z.array(drawSchema),
    /** The number of the page, from 1; a request past the last page returns the last. */
    page: z.number().int(),
    pages: z.number().int(),
    total: z.number().int(),
  }),
});
export type PaymentsAnswer = z.infer<(typeof getPayments)['out']>;
