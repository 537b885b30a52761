import { z } from 'zod';
import { controlKinds } from '../domain/card/controls/controls.ts';
import { remedies } from '../domain/card/declineWays.ts';
import { defineRoute } from './define.ts';
import { readsAccount } from './heads.ts';
import { identifier } from './identifiers.ts';

const declinedPurchaseSchema = z.object({
  /** Its own: several declines can belong to one transaction. */
  id: z.string(),
  transaction_token: z.string(),
  merchant: z.string(),
  /** 0 when the issuer declined the purchase itself and did not report the amount. */
  amount_cents: z.number().int(),
  declined_at: z.iso.datetime(),
  reason: z.string(),
  /** The remedy; with `none` and `support` the reason says who mends it and by when. */
  remedy: z.enum(remedies),
  /** The amount by which the purchase exceeded the spending power at that moment; null when that was not the reason. */
  short_by_cents: z.number().int().nullable(),
  /** The card that was declined, and what tells it from others. */
  card_token: z.string(),
  card_name: z.string().nullable(),
  card_last_four: z.string().nullable(),
  /** The card's own control that declined it; null when none did. */
  control: z.enum(controlKinds).nullable(),
  /** Whether that control would let the same purchase through now, since it was raised or changed. */
  is_raised: z.boolean(),
  /** The raise that lets the purchase through, with the words of its button; null where none does, and for a reader who may not raise. */
  suggested_raise: z
    .object({
      control: z.enum(controlKinds),
      amount_cents: z.number().int().nullable(),
      subject: z.string().nullable(),
      ends_at: z.iso.datetime(),
      label: z.string(),
    })
    .nullable(),
});
export type DeclinedPurchase = z.infer<typeof declinedPurchaseSchema>;

export const getDeclines = defineRoute({
  ...readsAccount({ team: 'everyone', action: 'view_cards' }),
  path: '/api/users/:token/declines',
  summary: 'Recently declined purchases, newest first, with the reason and the remedy',
  out: z.object({ declines: z.array(declinedPurchaseSchema) }),
});

export const getDeclineHistory = defineRoute({
  ...readsAccount({ team: 'everyone', action: 'view_cards' }),
  path: '/api/users/:token/decline_history',
  summary: 'The purchases declined in the last 90 days, of all cards or of one, ten a page, newest first, with the reason and the remedy',
  query: z.strictObject({
    /** From 1; a page after the last is empty. */
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    /** The token of the one card that is asked about; all that the caller sees without it. */
    card: identifier.optional(),
  }),
  out: z.object({
    declines: z.array(declinedPurchaseSchema),
    /** All of the 90 days, on every page. */
    total: z.number().int(),
  }),
  problems: ['not_found'],
});
export type DeclineHistory = z.infer<(typeof getDeclineHistory)['out']>;
