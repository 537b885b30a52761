import { z } from 'zod';
import { defineRoute } from './define.ts';

const amount = z.number().int();

/** The data of the block that the store's admin shows beside one of its orders. */
export const getShopOrder = defineRoute({
  method: 'GET',
  path: '/shopify/ext/order',
  summary: 'The spending power that an order of the shop adds, for the shop’s own admin',
  who: 'shop',
  storeStaff: 'always',
  // The platform's own number of the order.
  query: z.object({ id: z.string().regex(/^\d{1,20}$/, 'must be the number of an order') }),
  out: z.discriminatedUnion('state', [
    /** There is no spending power until onboarding is finished. */
    z.object({ state: z.literal('not_onboarded') }),
    /** The owner of the store lets this member of its staff see nothing. */
    z.object({ state: z.literal('hidden'), text: z.string() }),
    z.object({
      state: z.literal('counts'),
      adds_cents: amount,
      available_cents: amount,
      /** The day the order's payout is expected in the bank; null when the platform itself does not pay it out. */
      payout_on: z.iso.date().nullable(),
      is_paid_out: z.boolean(),
    }),
    z.object({ state: z.literal('does_not_count'), reason: z.string(), text: z.string(), available_cents: amount }),
  ]),
  problems: ['unauthenticated', 'not_found', 'not_ready'],
});
export type ShopOrderAnswer = z.infer<(typeof getShopOrder)['out']>;
