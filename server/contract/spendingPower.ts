import { z } from 'zod';
import { leverDoers, leverKeys, leverPlaces } from '../domain/spendingPower/levers.ts';
import { termOperations } from '../domain/spendingPower/termOperations.ts';
import { defineRoute } from './define.ts';
import { readsAccount } from './heads.ts';

const amount = z.number().int();

export const getSpendingPower = defineRoute({
  ...readsAccount({ team: 'readers', action: 'view_account' }),
  path: '/api/users/:token/spending_power',
  summary: 'Spending power explained: the steps from sales to the total, the latest changes, and a year of sales beside spending',
  out: z.object({
    /** When spending power was last computed; null before the first time, and then the lists derived from it are empty. */
    taken_at: z.iso.datetime().nullable(),
    total_cents: amount.nullable(),
    outstanding_cents: amount,
    /** Approved now and not reported by the card issuer yet. */
    approved_cents: amount,
    /** Freed by repayments that can still come back, and not to be spent yet. */
    held_back_cents: amount,
    /** The total less all three. */
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
        /** The factor of a division or a share, such as `÷ 3` or `× 80%`; null when it has none, or is no longer known. */
        factor: z.string().nullable(),
      }),
    ),
    /** The reasons that lower the total, the costliest first. */
    reasons: z.array(z.object({ cost_cents: amount, text: z.string() })),
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
  ...readsAccount({ team: 'readers', action: 'view_account' }),
  path: '/api/users/:token/limit_history',
  summary: 'How the total of spending power moved over the last twelve months, day by day',
  out: z.object({
    /** The total at the end of each day on which it was computed, oldest first; a day without an entry has that of the day before. */
    days: z.array(
      z.object({
        date: z.iso.date(),
        total_cents: amount,
        /** On days whose total differs from the day before: the reasons, in the order of the rule, whose changes sum to the whole change. */
        causes: z.array(z.object({ change_cents: amount, text: z.string() })),
      }),
    ),
  }),
});
export type LimitHistoryAnswer = z.infer<(typeof getLimitHistory)['out']>;

export const getLimitLevers = defineRoute({
  ...readsAccount({ team: 'readers', action: 'view_account' }),
  path: '/api/users/:token/limit_levers',
  summary:
    'The levers that raise the limit and by how much, and the causes that hold it down and until when, each found by running the rule again; nothing is stored',
  out: z.object({
    /** The rule run now: the effects below are measured against it. */
    total_cents: amount,
    outstanding_cents: amount,
    approved_cents: amount,
    available_cents: amount,
    /** Whether the store's sales are being read for the first time, so that they do not count yet. */
    is_being_read: z.boolean(),
    /** The largest effect first. */
    levers: z.array(
      z.object({
        key: z.enum(leverKeys),
        title: z.string(),
        text: z.string(),
        total_change_cents: amount,
        available_change_cents: amount,
        total_after_cents: amount,
        available_after_cents: amount,
        doer: z.enum(leverDoers),
        place: z.enum(leverPlaces).nullable(),
        by_itself_on: z.iso.date().nullable(),
      }),
    ),
    /** Why nothing else raises the limit at present; null where something does. */
    ceiling: z.string().nullable(),
    /** The causes that hold the limit down, the costliest first. */
    holds: z.array(
      z.object({
        key: z.string(),
        cost_cents: amount,
        text: z.string(),
        until: z.string(),
        until_on: z.iso.date().nullable(),
        /** The pages on which the merchant ends it, or writes to our team. */
        places: z.array(z.enum(leverPlaces)),
      }),
    ),
    /** The causes that keep the limit higher than sales make it. */
    keeps_up: z.array(z.object({ gain_cents: amount, text: z.string() })),
    /** The conditions that could lower the limit and do not. */
    in_order: z.array(z.string()),
    /** The averages of the present sales, to begin a what-if from. */
    monthly_sales_cents: amount,
    returned_basis_points: amount,
    second_store: z.enum(['window', 'app']).nullable(),
  }),
});
export type LimitLeversAnswer = z.infer<(typeof getLimitLevers)['out']>;

const wholeNumber = (most: number) => z.coerce.number<string>().int().min(0).max(most);

/** The most that a month's imagined sales may be: a billion dollars. */
const maximumImagined = 100_000_000_000;

export const getLimitWhatIf = defineRoute({
  ...readsAccount({ team: 'readers', action: 'view_account' }),
  path: '/api/users/:token/limit_what_if',
  summary: 'The limit that imagined sales would make, by the same rule and with all else as it is; nothing is stored',
  query: z.strictObject({
    /** The sales of each month; the store's own when left out. */
    monthly_sales_cents: wholeNumber(maximumImagined).optional(),
    /** The share of it that comes back; that of the store's own sales when left out. */
    returned_basis_points: wholeNumber(10_000).optional(),
    /** The sales of a second store in each month. */
    second_store_cents: wholeNumber(maximumImagined),
  }),
  out: z.object({
    total_cents: amount,
    available_cents: amount,
    /** Against the rule run on what is so now. */
    total_change_cents: amount,
    ceiling: z.string().nullable(),
  }),
});
export type LimitWhatIfAnswer = z.infer<(typeof getLimitWhatIf)['out']>;
