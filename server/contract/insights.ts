import { z } from 'zod';
import { categoryGroupKeys } from '../domain/card/controls/categories.ts';
import { spendingGroupings } from '../domain/insights/spendingGroups.ts';
import { rhythms } from '../domain/insights/subscriptions.ts';
import { defineRoute } from './define.ts';
import { readsAccount } from './heads.ts';
import { monthName } from './period.ts';

const amount = z.number().int();
const day = z.iso.date();

const spending = {
  /** Purchases less refunds. */
  spent_cents: amount,
  /** The same of the month before. */
  before_cents: amount,
  change_cents: amount,
  /** The number of purchases and refunds in the month. */
  count: z.number().int(),
};

/** The filter of `/transactions` that finds the rows of a group; exactly one is set. */
const rowsFilter = z.union([
  z.object({ category: z.enum(categoryGroupKeys) }),
  z.object({ merchant: z.string() }),
  z.object({ card: z.string() }),
  z.object({ holder: z.string() }),
]);

export const getSpending = defineRoute({
  ...readsAccount({ team: 'everyone', action: 'view_cards' }),
  path: '/api/users/:token/insights/spending',
  summary: 'Spending of a month (UTC) by category, merchant, card or person, beside the month before; of a cardholder their own cards alone',
  query: z.strictObject({ by: z.enum(spendingGroupings).default('category'), month: monthName }),
  out: z.object({
    by: z.enum(spendingGroupings),
    month: z.string(),
    before: z.string(),
    total: z.object(spending),
    /** The largest first. A group that has nothing in the month but had in the one before is there too. */
    groups: z.array(z.object({ name: z.string(), filter: rowsFilter, ...spending })),
  }),
});
export type SpendingAnswer = z.infer<(typeof getSpending)['out']>;

export const getSubscriptions = defineRoute({
  ...readsAccount({ team: 'everyone', action: 'view_cards' }),
  path: '/api/users/:token/insights/subscriptions',
  summary: 'The subscriptions found among the purchases of the last 800 days, with their next day and price rises; of a cardholder with their own cards alone',
  out: z.object({
    /** The cost of all of them in a year, at their latest prices. */
    yearly_cents: amount,
    /** The next to be charged first. */
    subscriptions: z.array(
      z.object({
        merchant: z.string(),
        rhythm: z.enum(rhythms),
        /** The latest charge. */
        amount_cents: amount,
        yearly_cents: amount,
        first_on: day,
        last_on: day,
        next_on: day,
        /** The charges from the first to the last day, and what they come to. */
        count: z.number().int(),
        charged_cents: amount,
        /** The merchant charges other amounts beside it: its rows are those of this amount alone. */
        is_one_of_several: z.boolean(),
        /** Null where the price did not rise. */
        rise: z.object({ from_cents: amount, to_cents: amount, since: day, yearly_cents: amount }).nullable(),
      }),
    ),
  }),
});
export type SubscriptionsAnswer = z.infer<(typeof getSubscriptions)['out']>;

const rowsSum = z.object({ total_cents: amount, count: z.number().int() });

export const getMoneyBack = defineRoute({
  ...readsAccount({ team: 'readers', action: 'view_account' }),
  path: '/api/users/:token/insights/money_back',
  summary: 'Cashback earned to date, and refunds that merchants have made and the card network has not settled yet',
  out: z.object({
    /** The credits less those taken back, and the number of these rows. */
    cashback: rowsSum,
    /** The refunds to come, not negative. */
    open_refunds: rowsSum,
  }),
});
export type MoneyBackAnswer = z.infer<(typeof getMoneyBack)['out']>;
