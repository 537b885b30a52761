import { z } from 'zod';
import { defineRoute } from './define.ts';
import { identifier } from './identifiers.ts';

/** How many transactions are listed with a card, the newest first; the table and the files have all of them. */
export const listedTransactionLimit = 500;

const cardTransactionSchema = z.object({
  token: z.string(),
  /** PENDING, SETTLED, DECLINED, VOIDED, BOUNCED or EXPIRED. */
  status: z.string(),
  /** APPROVED, or the reason for the decline. */
  result: z.string(),
  /** Purchases are positive, refunds negative. */
  amount_cents: z.number().int(),
  created_at: z.iso.datetime(),
  raw_data: z.object({ merchant: z.object({ descriptor: z.string() }) }),
});

export const cardSchema = z.object({
  token: z.string(),
  /** OPEN, PAUSED, PENDING_ACTIVATION or another state of the issuer. */
  state: z.string(),
  type: z.string(),
  last_four: z.string(),
  name_on_card: z.string(),
  /** The limit on the card's lifetime spending, in cents. To a cardholder: what they spent with it and what is left of it, not what the account could spend. */
  spend_limit: z.number().int(),
  /** The amounts spent and left, in cents, over all transactions that count, listed or not. */
  total_spent: z.number().int(),
  available_credit: z.number().int(),
  /** Whether the merchant holds the card: our decision then declines every purchase, whatever the state. */
  is_on_hold: z.boolean(),
  /** Whether we hold the card with its account: every purchase is declined. While the plastic is on its way the issuer cannot pause it. */
  is_account_held: z.boolean(),
  /** The physical card; null for a virtual one. */
  plastic: z
    .object({
      ordered_at: z.iso.datetime().nullable(),
      mailed_at: z.iso.datetime().nullable(),
      /** The issuer's name for the way in which it is mailed, such as `USPS with tracking`. */
      shipping_method: z.string().nullable(),
      tracking_number: z.string().nullable(),
      activated_at: z.iso.datetime().nullable(),
      /** Whether it was ordered again with the same number. */
      is_again: z.boolean(),
    })
    .nullable(),
  /** The newest transactions but card checks, by which nothing is bought, at most 500. */
  transactions: z.array(cardTransactionSchema),
  /** Whether there are older transactions, not listed here. */
  has_more_transactions: z.boolean(),
});
export type CardAnswer = z.infer<typeof cardSchema>;

export const getCard = defineRoute({
  method: 'GET',
  path: '/api/lithic_card',
  summary: 'A card: its state, its limit, and its newest 500 transactions',
  who: 'receiver',
  storeStaff: 'if_everything',
  team: 'everyone',
  subject: { in: 'query', name: 'token', by: 'card' },
  action: 'view_cards',
  query: z.strictObject({ token: identifier }),
  out: cardSchema,
});

const ofCardInBody = { who: 'receiver', storeStaff: 'never', team: 'everyone', subject: { in: 'body', name: 'token', by: 'card' } } as const;

export const patchCard = defineRoute({
  ...ofCardInBody,
  method: 'PATCH',
  path: '/api/lithic_card',
  summary: 'Pause or reopen a card; reopening activates a physical card that has arrived',
  action: 'pause_card',
  masquerade: 'audited',
  idempotent: false,
  limit: 'order',
  body: z.strictObject({ token: identifier, state: z.enum(['OPEN', 'PAUSED']) }),
  out: cardSchema,
  problems: ['card_not_toggleable', 'forbidden', 'provider_refused', 'provider_unavailable'],
});

export const putCardHold = defineRoute({
  ...ofCardInBody,
  method: 'PUT',
  path: '/api/lithic_card/hold',
  summary: 'Pause a card whose plastic is on its way, so that we decline every purchase, or reopen it',
  action: 'pause_card',
  masquerade: 'audited',
  idempotent: false,
  limit: 'order',
  body: z.strictObject({ token: identifier, is_on_hold: z.boolean() }),
  out: cardSchema,
  problems: ['step_out_of_order', 'forbidden'],
});

export const postCardActivation = defineRoute({
  ...ofCardInBody,
  method: 'POST',
  path: '/api/lithic_card/activation',
  summary: 'Activate a physical card that has arrived, by the last four digits printed on it; five wrong entries in a row close this for an hour',
  action: 'activate_card',
  masquerade: 'refused',
  idempotent: false,
  body: z.strictObject({ token: identifier, last_four: z.string().max(16) }),
  out: cardSchema,
  problems: ['step_out_of_order', 'card_not_toggleable', 'forbidden', 'provider_refused', 'provider_unavailable'],
});

export const getCardEmbedded = defineRoute({
  method: 'GET',
  path: '/api/lithic_card_embedded',
  summary: 'The signed query of the frame in which the issuer shows the card to its holder; valid for a minute',
  who: 'receiver',
  storeStaff: 'never',
  team: 'everyone',
  subject: { in: 'query', name: 'token', by: 'card' },
  action: 'show_pan',
  query: z.strictObject({
    token: identifier,
    /** The key of the program whose design the card has; the host's own when left out. */
    whitelabel: identifier.optional(),
    /** `true` shows the number, expiry and security code. */
    showPan: z.string().max(16).optional(),
  }),
  out: z.object({ embed_request: z.string(), hmac: z.string() }),
});
