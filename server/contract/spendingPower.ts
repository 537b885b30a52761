import { z } from 'zod';
import { defineRoute } from './define.ts';
import { tokenParams, tokenSubject } from './identifiers.ts';

const amount = z.number().int();

export const getSpendingPower = defineRoute({
  method: 'GET',
  path: '/api/users/:token/spending_power',
  summary: 'Why spending power is what it is: the steps from sales to the total, what changed it lately, and a year of sales beside spending',
  who: 'receiver',
  subject: tokenSubject,
  action: 'view_account',
  params: tokenParams,
  out: z.object({
    /** When it was last found out; null before the first time, when the lists that follow from it are empty. */
    taken_at: z.iso.datetime().nullable(),
    total_cents: amount.nullable(),
    outstanding_cents: amount,
    available_cents: amount,
    /** Each subtotal is the one before it plus the change; the last is the total. */
    terms: z.array(z.object({ key: z.string(), label: z.string(), change_cents: amount, subtotal_cents: amount })),
    /** What keeps the total down, the costliest first. */
    reasons: z.array(z.object({ cost_cents: amount, text: z.string() })),
    /** What changed the amount available, newest day first; the day is the one by whose end it had changed. */
    changes: z.array(z.object({ date: z.iso.date(), change_cents: amount, text: z.string() })),
    /** The running month last. */
    months: z.array(z.object({ month: z.string(), sales_cents: amount, spent_cents: amount })),
    /** What the running month's sales come to at the present pace; null when there is none. */
    expected_sales_cents: amount.nullable(),
  }),
});
export type SpendingPowerAnswer = z.infer<(typeof getSpendingPower)['out']>;
