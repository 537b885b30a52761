import { z } from 'zod';
import type { IsoDate } from '../domain/basics/dates.ts';
import type { Cents } from '../domain/basics/money.ts';
import { cardColorKeys, cardKinds, cardNameLength, cardPurposeLength } from '../domain/card/appearance.ts';
import { nameMissing, noteMissing } from '../domain/card/cardForms.ts';
import { categoryGroupKeys } from '../domain/card/controls/categories.ts';
import { controlKinds } from '../domain/card/controls/controls.ts';
import { walletKeys } from '../domain/card/walletWords.ts';
import { typedLengths } from '../domain/forms/typedLengths.ts';
import { shippingAddressSchema } from './cardIssue.ts';
import { defineRoute } from './define.ts';
import { changesAccount, readsAccount } from './heads.ts';
import { identifier, tokenParams } from './identifiers.ts';

const instant = z.iso.datetime();
const centsOf = z
  .number()
  .int('Whole cents.')
  .min(1, 'At least one cent; null for no limit.')
  .transform((amount) => amount as Cents);
const mode = z.enum(['allow', 'block']);

/** The controls of a card as they are sent and answered. Their limits by program are checked by the use case, field by field. */
export const cardControlsSchema = z.strictObject({
  per_purchase_cents: centsOf.nullable(),
  per_day_cents: centsOf.nullable(),
  per_week_cents: centsOf.nullable(),
  per_month_cents: centsOf.nullable(),
  per_year_cents: centsOf.nullable(),
  in_all_cents: centsOf.nullable(),
  categories: z.strictObject({ mode, groups: z.array(z.enum(categoryGroupKeys)).min(1).max(categoryGroupKeys.length) }).nullable(),
  merchants: z.strictObject({ mode, names: z.array(z.string().trim().min(2).max(typedLengths.merchantName)).min(1).max(50) }).nullable(),
  countries: z
    .strictObject({
      mode,
      codes: z
        .array(z.string().regex(/^[A-Z]{3}$/, 'Three capital letters, such as USA.'))
        .min(1)
        .max(250),
    })
    .nullable(),
  hours: z
    .strictObject({
      from: z.number().int().min(0).max(23),
      until: z.number().int().min(1).max(24),
      days: z.array(z.number().int().min(0).max(6)).min(1).max(7).nullable(),
    })
    .nullable(),
  ends_on: z.iso
    .date()
    .transform((day) => day as IsoDate)
    .nullable(),
});

const raiseSchema = z.object({
  id: z.string(),
  control: z.enum(controlKinds),
  amount_cents: z.number().int().nullable(),
  subject: z.string().nullable(),
  ends_at: instant,
  granted_at: instant,
  /** The name or address of the person who granted it. */
  granted_by: z.string(),
});
export type CardRaiseAnswer = z.infer<typeof raiseSchema>;

const holderSchema = z.object({
  /** Null for the owner. */
  id: z.string().nullable(),
  name: z.string(),
  email: z.string(),
});

/** A card in the list. Amounts are in cents. */
export const cardSummarySchema = z.object({
  token: z.string(),
  /** Its own name, or what stands for one: the name printed on it. */
  name: z.string(),
  color: z.enum(cardColorKeys),
  purpose: z.string().nullable(),
  kind: z.enum(cardKinds),
  is_physical: z.boolean(),
  state: z.string(),
  /** Whether the merchant holds it while its plastic is on its way. */
  is_on_hold: z.boolean(),
  /** The words for the state; lost cards read `Closed`. */
  label: z.string(),
  /** Why the card does not work; null when it does. */
  explanation: z.string().nullable(),
  last_four: z.string(),
  /** The last month of use, YYYY-MM; null until it is known. */
  expires: z.string().nullable(),
  holder: holderSchema,
  /** The one of onboarding and of home. */
  is_first: z.boolean(),
  /** The cents that can still be spent with it now: the least of its own limits and the account's spending power. Null for a card that cannot be used. */
  left_cents: z.number().int().nullable(),
  /** The tightest of its limits, for the list: what, how much of it is spent, and when it begins anew. Null without a limit. */
  limit: z.object({ control: z.enum(controlKinds), limit_cents: z.number().int(), spent_cents: z.number().int(), renews_at: instant.nullable() }).nullable(),
  spent_this_month_cents: z.number().int(),
  has_controls: z.boolean(),
  raises: z.array(raiseSchema),
  /** The card whose place it took, and the one that took its place. */
  successor_of: z.string().nullable(),
  successor: z.string().nullable(),
  loss: z.enum(['lost', 'stolen']).nullable(),
  created_at: instant,
});
export type CardSummary = z.infer<typeof cardSummarySchema>;

export const getCards = defineRoute({
  ...readsAccount({ team: 'everyone', action: 'view_cards' }),
  path: '/api/users/:token/cards',
  summary: 'All cards of the account, the newest first, with what is left of each; a cardholder’s own only',
  out: z.object({
    cards: z.array(cardSummarySchema),
    /** Cards that were ordered and that the issuer has not made yet. */
    waiting: z.array(z.object({ id: z.string(), name: z.string(), ordered_at: instant })),
    /** How many cards that are not closed the program allows. */
    cards_most: z.number().int(),
    /** Why no card can be added now; null when one can, by a person who may. */
    obstacle: z.string().nullable(),
  }),
});
export type CardsAnswer = z.infer<(typeof getCards)['out']>;

const cardParams = tokenParams.extend({ card: identifier });

export const cardDetailSchema = cardSummarySchema.extend({
  controls: cardControlsSchema,
  /** The spending of the present periods, in cents. */
  spent: z.object({
    day_cents: z.number().int(),
    week_cents: z.number().int(),
    month_cents: z.number().int(),
    year_cents: z.number().int(),
    in_all_cents: z.number().int(),
  }),
  /** The program's own limits: the categories that no card may use, and the largest limit. */
  program: z.object({ blocked_categories: z.array(z.enum(categoryGroupKeys)), largest_limit_cents: z.number().int(), time_zone: z.string() }),
  /** How many reissues and renewals the issuer still allows for it. */
  reissues_left: z.number().int(),
  /** For a successor: the merchants that charged the old card more than twice, to whom the new number has to be given. */
  merchants_to_update: z.array(z.object({ merchant: z.string(), times: z.number().int(), last_at: instant })),
  /** The wallets and merchants that store the card. */
  wallets: z.array(z.object({ token: z.string(), wallet: z.string(), state: z.string(), since: instant })),
  /** The wallets to which the caller can add this card. */
  addable_wallets: z.array(z.enum(walletKeys)),
  /** Why there are none, and what helps; null where there are, and where the program is set up for no wallet. */
  wallet_obstacle: z.string().nullable(),
  can: z.object({
    change: z.boolean(),
    /** Whether the caller may also give it to another holder: the owner and the present holder may. */
    change_holder: z.boolean(),
    show_number: z.boolean(),
    report_loss: z.boolean(),
    reissue: z.boolean(),
    close: z.boolean(),
    request_raise: z.boolean(),
  }),
});
export type CardDetail = z.infer<typeof cardDetailSchema>;

export const getOneCard = defineRoute({
  ...readsAccount({ team: 'everyone', action: 'view_cards' }),
  path: '/api/users/:token/cards/:card',
  summary: 'A card with its controls, what was spent by period, its raises, and where it is stored',
  params: cardParams,
  out: cardDetailSchema,
});

const named = {
  name: z.string().trim().min(1, nameMissing).max(cardNameLength),
  color: z.enum(cardColorKeys),
  purpose: z.string().trim().min(1).max(cardPurposeLength).nullable(),
  /** A member of the team; null for the owner. */
  holder_id: z.uuid().nullable(),
};

export const postCards = defineRoute({
  ...changesAccount({ team: 'managers', action: 'manage_cards', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/cards',
  summary: 'Add a card: for a person and a purpose, for one purchase, or for one merchant; virtual or printed',
  idempotent: true,
  limit: 'order',
  body: z.strictObject({
    ...named,
    kind: z.enum(cardKinds),
    is_physical: z.boolean(),
    shipping_address: shippingAddressSchema.nullable(),
    controls: cardControlsSchema.nullable(),
  }),
  out: z.object({
    /** Null while the issuer has not answered: the card follows by itself. */
    card: cardDetailSchema.nullable(),
  }),
  status: 201,
  problems: ['step_out_of_order', 'provider_refused', 'not_found'],
});

export const patchOneCard = defineRoute({
  ...changesAccount({ team: 'managers', action: 'manage_cards', masquerade: 'refused' }),
  method: 'PATCH',
  path: '/api/users/:token/cards/:card',
  summary: 'Rename a card, give it another color, purpose or holder; the owner alone gives away what another person holds',
  idempotent: false,
  params: cardParams,
  body: z.strictObject(named).partial(),
  out: cardDetailSchema,
  problems: ['step_out_of_order', 'not_found'],
});

export const putCardControls = defineRoute({
  ...changesAccount({ team: 'managers', action: 'manage_cards', masquerade: 'refused' }),
  method: 'PUT',
  path: '/api/users/:token/cards/:card/controls',
  summary: 'Set the controls of a card; they hold from the next purchase on',
  idempotent: false,
  params: cardParams,
  body: z.strictObject({ controls: cardControlsSchema }),
  out: cardDetailSchema,
  problems: ['step_out_of_order', 'not_found'],
});

export const postCardRaise = defineRoute({
  ...changesAccount({ team: 'managers', action: 'manage_cards', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/cards/:card/raises',
  summary: 'Raise one control of a card until an instant; it goes back by itself',
  idempotent: true,
  params: cardParams,
  body: z.strictObject({
    control: z.enum(controlKinds),
    /** The raised limit; null for a list. */
    amount_cents: centsOf.nullable(),
    /** The category, merchant or country that the list is to allow; null for a limit. */
    subject: z.string().trim().min(1).max(typedLengths.merchantName).nullable(),
    ends_at: z.iso.datetime({ offset: true }),
  }),
  out: cardDetailSchema,
  status: 201,
  problems: ['step_out_of_order', 'not_found'],
});

export const deleteCardRaise = defineRoute({
  ...changesAccount({ team: 'managers', action: 'manage_cards', masquerade: 'refused' }),
  method: 'DELETE',
  path: '/api/users/:token/cards/:card/raises/:raise',
  summary: 'Take a raise back before it ends by itself',
  idempotent: false,
  params: cardParams.extend({ raise: z.uuid() }),
  out: cardDetailSchema,
  problems: ['not_found'],
});

export const postCardLoss = defineRoute({
  ...changesAccount({ team: 'everyone', action: 'report_card_loss', masquerade: 'audited' }),
  method: 'POST',
  path: '/api/users/:token/cards/:card/loss',
  summary: 'Report a card lost or stolen: it declines at once, is closed, and another of the same kind takes its place',
  idempotent: true,
  limit: 'order',
  params: cardParams,
  body: z.strictObject({
    loss: z.enum(['lost', 'stolen']),
    /** The address to which the new plastic is sent; null for the address of the old one, and for a virtual card. */
    shipping_address: shippingAddressSchema.nullable(),
  }),
  out: z.object({
    card: cardDetailSchema,
    /** Null while the issuer has not answered: it follows by itself. */
    successor: cardDetailSchema.nullable(),
  }),
  problems: ['step_out_of_order', 'not_found'],
});

export const postCardReissue = defineRoute({
  ...changesAccount({ team: 'managers', action: 'manage_cards', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/cards/:card/reissue',
  summary: 'Order a damaged card’s plastic again, with the same number',
  idempotent: true,
  limit: 'order',
  params: cardParams,
  body: z.strictObject({ shipping_address: shippingAddressSchema }),
  out: cardDetailSchema,
  problems: ['step_out_of_order', 'provider_refused', 'provider_unavailable', 'not_found'],
});

export const postCardClosing = defineRoute({
  ...changesAccount({ team: 'managers', action: 'manage_cards', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/cards/:card/closing',
  summary: 'Close a card for good, without another in its place; the card of home stays',
  idempotent: true,
  limit: 'order',
  params: cardParams,
  body: z.strictObject({}),
  out: cardDetailSchema,
  problems: ['step_out_of_order', 'not_found'],
});

const googleId = z.string().min(1).max(512);

export const postCardWallet = defineRoute({
  ...changesAccount({ team: 'everyone', action: 'show_pan', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/cards/:card/wallet',
  summary: 'The data that the holder’s browser hands to Apple Pay or Google Pay to add the card there',
  idempotent: false,
  limit: 'order',
  params: cardParams,
  body: z.discriminatedUnion('wallet', [
    z.strictObject({ wallet: z.literal('apple_pay') }),
    // Google's own script gives the three ids.
    z.strictObject({ wallet: z.literal('google_pay'), server_session_id: googleId, client_device_id: googleId, client_wallet_account_id: googleId }),
  ]),
  out: z.discriminatedUnion('wallet', [
    z.object({
      wallet: z.literal('apple_pay'),
      jws: z.object({ header: z.object({ kid: z.string() }), protected: z.string(), payload: z.string(), signature: z.string() }),
      state: z.string(),
    }),
    z.object({ wallet: z.literal('google_pay'), google_opc: z.string(), tsp_opc: z.string() }),
  ]),
  problems: ['step_out_of_order', 'provider_refused', 'provider_unavailable', 'not_found'],
});

export const getCardsCsv = defineRoute({
  ...readsAccount({ team: 'readers', action: 'download_reports' }),
  path: '/api/users/:token/cards_csv',
  summary: 'All cards: with `Accept: text/csv` a file of names, people, states, limits, what is left and spent this month, else the number of rows',
  out: z.object({ file_name: z.string(), row_count: z.number().int() }),
  files: ['text/csv'],
});

const requestSchema = z.object({
  id: z.string(),
  kind: z.enum(['card', 'raise']),
  member: holderSchema,
  card: z.object({ token: z.string(), name: z.string(), last_four: z.string() }).nullable(),
  control: z.enum(controlKinds).nullable(),
  subject: z.string().nullable(),
  amount_cents: z.number().int().nullable(),
  note: z.string().nullable(),
  asked_at: instant,
  state: z.enum(['open', 'granted', 'refused']),
  answered_at: instant.nullable(),
});
export type CardRequestAnswer = z.infer<typeof requestSchema>;

export const getCardRequests = defineRoute({
  ...readsAccount({ team: 'everyone', action: 'view_cards' }),
  path: '/api/users/:token/card_requests',
  summary: 'Requests of cardholders: open ones and those answered in the last 30 days; a cardholder’s own only',
  out: z.object({ requests: z.array(requestSchema) }),
});

export const postCardRequest = defineRoute({
  ...changesAccount({ team: 'everyone', action: 'request_card', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/card_requests',
  summary: 'Ask owner and admins for a card, or for a raise of one’s own card',
  idempotent: true,
  body: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('card'), amount_cents: centsOf.nullable(), note: z.string().trim().min(1, noteMissing).max(typedLengths.note) }),
    z.strictObject({
      kind: z.literal('raise'),
      card_token: identifier,
      control: z.enum(controlKinds),
      amount_cents: centsOf.nullable(),
      subject: z.string().trim().min(1).max(typedLengths.merchantName).nullable(),
      note: z.string().trim().min(1).max(typedLengths.note).nullable(),
    }),
  ]),
  out: requestSchema,
  status: 201,
  problems: ['step_out_of_order', 'not_found'],
});

export const postCardRequestAnswer = defineRoute({
  ...changesAccount({ team: 'managers', action: 'manage_cards', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/card_requests/:request/answer',
  summary: 'Say yes or no to a request: a yes adds the card, or raises the control until the end of the day',
  idempotent: true,
  params: tokenParams.extend({ request: z.uuid() }),
  body: z.strictObject({ is_granted: z.boolean() }),
  out: requestSchema,
  problems: ['step_out_of_order', 'not_found'],
});
