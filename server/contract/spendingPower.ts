import { z } from 'zod';
import { termOperations } from '../domain/spendingPower/termOperations.ts';
import { defineRoute } from './define.ts';
import { tokenParams, tokenSubject } from './identifiers.ts';

const amount = z.number().int();

export const getSpendingPower = defineRoute({
  method: 'GET',
  path: '/api/users/:token/spending_power',
  summary: 'Spending power explained: the steps from sales to the total, the latest changes, and a year of sales beside spending',
  who: 'receiver',
  storeStaff: 'if_everything',
  team: 'readers',
  subject: tokenSubject,
  action: 'view_account',
  params: tokenParams,
  out: z.object({
    /** When spending power was last computed; null before the first time, and then the lists derived from it are empty. */
    taken_at: z.iso.datetime().nullable(),
    total_cents: amount.nullable(),
    outstanding_cents: amount,
    /** Approved now and not reported by the card issuer yet. */
    approved_cents: amount,
    /** The total less both. */
    available_cents: amount,
    /** Why the total is what it is, in one sentence; null when that is not known. */
    in_short: z.string().nullable(),
    /** The steps: each subtotal is the previous one plus the change; the last subtotal is the total. */
    terms: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        change_cents: amount,
        subtotal_cents: amount,
        /** How the step makes its subtotal of the one before it. */
        operation: z.enum(termOperations),
        /** The factor of a division or a share, such as `÷ 3` or `× 80%`; null when it has none, or is not known any more. */
        factor: z.string().nullable(),
      }),
    ),
    /** The reasons that lower the total, the costliest first. */
    reasons: z.array(z.object({ cost_cents: amount, text: z.string() })),
    /** What the merchant can do to raise the total, the largest gain first. */
    raises: z.array(z.object({ gain_cents: amount, text: z.string() })),
    /** What follows where selling more would not raise the total; null where it would. */
    sales_do_not_raise: z.string().nullable(),
    /** The changes of the amount available, newest day first. A change is dated by the day at whose end it showed. */
    changes: z.array(z.object({ date: z.iso.date(), change_cents: amount, text: z.string() })),
    /** The last twelve months, the current one last. */
    months: z.array(z.object({ month: z.string(), sales_cents: amount, spent_cents: amount })),
    /** The first day whose orders the store's platform shows; null when it shows all of the twelve months. */
    sales_shown_since: z.iso.date().nullable(),
    /** The current month's sales, projected at its pace so far; null when there are none. */
    expected_sales_cents: amount.nullable(),
  }),
});
export type SpendingPowerAnswer = z.infer<(typeof getSpendingPower)['out']>;

export const getLimitHistory = defineRoute({
  method: 'GET',
  path: '/api/users/:token/limit_history',
  summary: 'How the total of spending power moved over the last twelve months, day by day',
  who: 'receiver',
  storeStaff: 'if_everything',
  team: 'readers',
  subject: tokenSubject,
  action: 'view_account',
  params: tokenParams,
  out: z.object({
    /** The total at the end of each day on which it was computed, oldest first; a day without an entry has that of the day before. */
    days: z.array(z.object({ date: z.iso.date(), total_cents: amount })),
  }),
});
export type LimitHistoryAnswer = z.infer<(typeof getLimitHistory)['out']>;
