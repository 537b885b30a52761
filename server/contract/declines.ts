import { z } from 'zod';
import { defineRoute } from './define.ts';
import { tokenParams, tokenSubject } from './identifiers.ts';

export const getDeclines = defineRoute({
  method: 'GET',
  path: '/api/users/:token/declines',
  summary: 'Recently declined purchases, newest first, with the reason and the remedy',
  who: 'receiver',
  subject: tokenSubject,
  action: 'view_account',
  params: tokenParams,
  out: z.object({
    declines: z.array(
      z.object({
        transaction_token: z.string(),
        merchant: z.string(),
        /** 0 when the issuer declined the purchase itself and did not report the amount. */
        amount_cents: z.number().int(),
        declined_at: z.iso.datetime(),
        reason: z.string(),
        remedy: z.enum(['pay_now', 'reopen', 'relink', 'none']),
        /** The amount by which the purchase exceeded the spending power at that moment; null when that was not the reason. */
        short_by_cents: z.number().int().nullable(),
      }),
    ),
  }),
});
export type DeclinedPurchase = z.infer<(typeof getDeclines)['out']>['declines'][number];
