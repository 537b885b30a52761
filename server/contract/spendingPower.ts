import { z } from 'zod';
import { defineRoute } from './define.ts';
import { tokenParams, tokenSubject } from './identifiers.ts';

const amount = z.number().int();

export const getSpendingPower = defineRoute({
  method: 'GET',
  path: '/api/users/:token/spending_power',
  summary: 'Spending power explained: the steps from sales to the total, the latest changes, and a year of sales beside spending',
  who: 'receiver',
  subject: tokenSubject,
  action: 'view_account',
  params: tokenParams,
  out: z.object({
    /** When spending power was last computed; null before the first time, and then the lists derived from it are empty. */
    taken_at: z.iso.datetime().nullable(),
    total_cents: amount.nullable(),
    outstanding_cents: amount,
    available_cents: amount,
    /** The steps: each subtotal is the previous one plus the change; the last subtotal is the total. */
    terms: z.array(z.object({ key: z.string(), label: z.string(), change_cents: amount, subtotal_cents: amount })),
    /** The reasons that lower the total, the costliest first. */
    reasons: z.array(z.object({ cost_cents: amount, text: z.string() })),
    /** The changes of the amount available, newest day first. A change is dated by the day at whose end it showed. */
    changes: z.array(z.object({ date: z.iso.date(), change_cents: amount, text: z.string() })),
    /** The last twelve months, the current one last. */
    months: z.array(z.object({ month: z.string(), sales_cents: amount, spent_cents: amount })),
    /** The current month's sales, projected at its pace so far; null when there are none. */
    expected_sales_cents: amount.nullable(),
  }),
});
export type SpendingPowerAnswer = z.infer<(typeof getSpendingPower)['out']>;
