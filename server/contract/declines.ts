import { z } from 'zod';
import { defineRoute } from './define.ts';
import { tokenParams, tokenSubject } from './identifiers.ts';

export const getDeclines = defineRoute({
  method: 'GET',
  path: '/api/users/:token/declines',
  summary: 'Purchases that were declined in the last days, newest first: why, and what the merchant can do about it',
  who: 'receiver',
  subject: tokenSubject,
  action: 'view_account',
  params: tokenParams,
  out: z.object({
    declines: z.array(
      z.object({
        transaction_token: z.string(),
        merchant: z.string(),
        /** 0 when the issuer declined it by itself and did not tell. */
        amount_cents: z.number().int(),
        declined_at: z.iso.datetime(),
        reason: z.string(),
        remedy: z.enum(['pay_now', 'reopen', 'relink', 'none']),
        /** By how much it was over the spending power of that moment; null when that was not why. */
        short_by_cents: z.number().int().nullable(),
      }),
    ),
  }),
});
export type DeclinedPurchase = z.infer<(typeof getDeclines)['out']>['declines'][number];
