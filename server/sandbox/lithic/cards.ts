import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import type Lithic from 'lithic';
import { z } from 'zod';
import { handle } from '../core/handle.ts';
import { emit } from './events.ts';
import { pageOf } from './lists.ts';
import { newCvv, newPan } from './pan.ts';
import { notFound, parse, refuse } from './refusal.ts';
import { mailingOf, shippingMethods } from './shipping.ts';
import { spendLimits } from './spendLimit.ts';
import type { LithicState, StoredCard } from './state.ts';

const cardProgram = '5e9483eb-8103-4e16-9794-2106111b2eca';
const yearsValid = 4;

const durations = ['ANNUALLY', 'FOREVER', 'MONTHLY', 'TRANSACTION'] as const;
const substatuses = [
  'LOST',
  'COMPROMISED',
  'DAMAGED',
  'END_USER_REQUEST',
  'ISSUER_REQUEST',
  'NOT_ACTIVE',
  'SUSPICIOUS_ACTIVITY',
  'INTERNAL_REVIEW',
  'EXPIRED',
  'UNDELIVERABLE',
  'OTHER',
] as const;

const spendLimit = z.int().min(0, 'must be whole cents, 0 for no limit');
const optional = z.exactOptional;

const shippingAddress = z
  .strictObject({
    first_name: z.string().min(1),
    last_name: z.string().min(1),
    address1: z.string().min(1).max(40),
    address2: optional(z.string().max(40)),
    line2_text: optional(z.string().max(21)),
    city: z.string().min(1).max(30),
    state: z.string().min(2).max(3),
    postal_code: z.string().min(3),
    country: z.string().length(3),
    email: optional(z.email()),
    phone_number: optional(z.string()),
  })
  .refine(({ first_name, last_name }) => `${first_name} ${last_name}`.length <= 26, { path: ['last_name'], message: 'the name exceeds 25 characters' });

const delivery = {
  carrier: optional(z.strictObject({ qr_code_url: optional(z.string()) })),
  product_id: optional(z.string().min(1)),
  shipping_method: optional(z.enum(shippingMethods)),
};

const createBody = z.strictObject({
  type: z.enum(['VIRTUAL', 'PHYSICAL', 'SINGLE_USE', 'MERCHANT_LOCKED']),
  account_token: optional(z.uuid()),
  card_program_token: optional(z.string()),
  digital_card_art_token: optional(z.string()),
  exp_month: optional(z.string().regex(/^(0[1-9]|1[0-2])$/)),
  exp_year: optional(z.string().regex(/^20\d{2}$/)),
  memo: optional(z.string().max(50)),
  spend_limit: optional(spendLimit),
  spend_limit_duration: optional(z.enum(durations)),
  state: optional(z.enum(['OPEN', 'PAUSED'])),
  shipping_address: optional(shippingAddress),
  replacement_for: optional(z.uuid()),
  replacement_substatus: optional(z.enum(substatuses)),
  ...delivery,
});

const updateBody = z.strictObject({
  comment: optional(z.string()),
  digital_card_art_token: optional(z.string()),
  memo: optional(z.string().max(50)),
  pin_status: optional(z.literal('OK')),
  spend_limit: optional(spendLimit),
  spend_limit_duration: optional(z.enum(durations)),
  state: optional(z.enum(['OPEN', 'PAUSED', 'CLOSED'])),
  substatus: optional(z.enum(substatuses)),
});

const convertBody = z.strictObject({ shipping_address: shippingAddress, ...delivery });
const reissueBody = z.strictObject({ shipping_address: optional(shippingAddress), ...delivery });
const renewBody = z.strictObject({ shipping_address: shippingAddress, exp_month: optional(z.string()), exp_year: optional(z.string()), ...delivery });

const withoutSecrets = ({ card: { pan: _pan, cvv: _cvv, ...shown } }: StoredCard): Lithic.NonPCICard => shown;

/** Changes a card and, if its state changed, notifies the product, in one transaction. */
function changeCard(state: LithicState, token: string, change: (stored: StoredCard) => StoredCard | Promise<StoredCard>): Promise<StoredCard> {
  return state.core.store.transaction(async () => {
    let before: StoredCard | undefined;
    const after = await state.cards.update(token, (stored) => {
      before = stored;
      return change(stored);
    });
    if (!before || !after) throw notFound();
    if (before.card.state !== after.card.state) {
      await emit(state, { event_type: 'card.updated', card_token: token, state: after.card.state, previous_fields: { state: before.card.state } });
    }
    return after;
  });
}

/** Sends a card to the factory: it is made, and waits for its holder to activate it. */
export function makeCard(state: LithicState, token: string): Promise<StoredCard> {
  return changeCard(state, token, (stored) => {
    if (stored.card.state !== 'PENDING_FULFILLMENT') throw refuse(400, `A card in state ${stored.card.state} is not waiting to be made`);
    return { ...stored, card: { ...stored.card, state: 'PENDING_ACTIVATION' } };
  });
}

/** Ships a card, made before or not: the manufacturer hands it to the post, and it waits for its holder to activate it. */
export function shipCard(state: LithicState, token: string): Promise<StoredCard> {
  return state.core.store.transaction(async () => {
    const shipped = await changeCard(state, token, ({ card, shipping }) => {
      const isMade = card.state === 'PENDING_ACTIVATION' && !shipping?.isMailed;
      if (card.state !== 'PENDING_FULFILLMENT' && !isMade) throw refuse(400, `A card in state ${card.state} is not waiting to be shipped`);
      return { shipping: shipping && { ...shipping, isMailed: true }, card: { ...card, state: 'PENDING_ACTIVATION' } };
    });
    await emit(state, {
      event_type: 'card.shipped',
      card_token: token,
      bulk_order_token: null,
      ...mailingOf(shipped.shipping?.method ?? 'STANDARD', shipped.card.last_four),
    });
    return shipped;
  });
}

/** Serves /v1/cards and everything below it except the embed. */
export function cardRoutes(state: LithicState): Router {
  const router = Router();
  const { cards, keys, holders, core } = state;

  const read = async (token: string | undefined): Promise<StoredCard> => {
    const stored = await cards.get(token ?? '');
    if (!stored) throw notFound();
    return stored;
  };

  async function create(body: z.infer<typeof createBody>): Promise<StoredCard> {
    const owner = await holders.findOne({ holder: { account_token: body.account_token } });
    if (!body.account_token || !owner) throw refuse(400, 'account_token: account does not exist');
    if (owner.holder.status !== 'ACCEPTED') throw refuse(400, 'Account holder is not approved to create cards');
    const physical = body.type === 'PHYSICAL';
    if (physical && !body.shipping_address) throw refuse(400, 'shipping_address: is required for a physical card');
    const pan = newPan();
    const expiry = core.clock.now();
    const card: StoredCard['card'] = {
      token: randomUUID(),
      account_token: body.account_token,
      card_program_token: body.card_program_token ?? cardProgram,
      cardholder_currency: 'USD',
      created: state.now(),
      exp_month: body.exp_month ?? String(expiry.getUTCMonth() + 1).padStart(2, '0'),
      exp_year: body.exp_year ?? String(expiry.getUTCFullYear() + yearsValid),
      funding: null,
      hostname: '',
      last_four: pan.slice(-4),
      memo: body.memo ?? '',
      pan,
      cvv: newCvv(),
      pin_status: 'NOT_SET',
      replacement_for: body.replacement_for ?? null,
      spend_limit: body.spend_limit ?? 0,
      spend_limit_duration: body.spend_limit_duration ?? 'TRANSACTION',
      state: physical ? 'PENDING_FULFILLMENT' : (body.state ?? 'OPEN'),
      type: body.type,
      ...(body.product_id !== undefined && { product_id: body.product_id }),
    };
    const stored = { card, shipping: physical ? { method: body.shipping_method ?? 'STANDARD', at: state.now() } : null };
    await cards.insert(card.token, stored);
    await emit(state, { event_type: 'card.created', card_token: card.token, replacement_for: card.replacement_for ?? null });
    return stored;
  }

  router.post(
    '/cards',
    handle(async (request): Promise<Lithic.Card> => {
      const body = parse(createBody, request.body);
      const key = request.get('Idempotency-Key');
      if (key !== undefined && !z.uuid().safeParse(key).success) throw refuse(400, 'Idempotency-Key: must be a UUID');
      return core.store.transaction(async () => {
        if (key === undefined) return (await create(body)).card;
        const fingerprint = JSON.stringify(body);
        // The second of two concurrent calls with one key waits here for the first, then finds its card.
        await keys.insert(key, { body: fingerprint, card_token: '' });
        const kept = await keys.lock(key);
        if (kept && kept.body !== fingerprint) throw refuse(409, 'Idempotency-Key was used with another body');
        if (kept?.card_token) return (await read(kept.card_token)).card;
        const { card } = await create(body);
        await keys.put(key, { body: fingerprint, card_token: card.token });
        return card;
      });
    }),
  );

  router.get(
    '/cards',
    handle((request) => {
      const { account_token, state: cardState, memo } = request.query;
      return pageOf(request, { collection: cards, match: { card: { account_token, state: cardState, memo } }, shape: withoutSecrets });
    }),
  );

  router.get(
    '/cards/:token',
    handle(async ({ params }): Promise<Lithic.Card> => (await read(params.token)).card),
  );

  router.patch(
    '/cards/:token',
    handle(async ({ params, body }): Promise<Lithic.Card> => {
      const change = parse(updateBody, body);
      const { card } = await changeCard(state, params.token ?? '', (stored) => {
        if (stored.card.state === 'CLOSED') throw refuse(400, 'A closed card cannot be changed');
        if (stored.card.state === 'PENDING_FULFILLMENT' && change.state !== undefined && change.state !== 'CLOSED') {
          throw refuse(400, 'A card that is being made cannot change its state');
        }
        return { ...stored, card: { ...stored.card, ...change } };
      });
      return card;
    }),
  );

  router.post(
    '/cards/:token/convert_physical',
    handle(async ({ params, body }): Promise<Lithic.Card> => {
      const { shipping_method = 'STANDARD', product_id } = parse(convertBody, body);
      return core.store.transaction(async () => {
        const { card } = await changeCard(state, params.token ?? '', (stored) => {
          if (stored.card.type !== 'VIRTUAL') throw refuse(400, 'Only virtual cards can be converted');
          if (stored.card.state !== 'OPEN') throw refuse(400, 'Cards must be in an OPEN state to be converted');
          return {
            shipping: { method: shipping_method, at: state.now() },
            card: { ...stored.card, type: 'PHYSICAL', state: 'PENDING_FULFILLMENT', ...(product_id !== undefined && { product_id }) },
          };
        });
        await emit(state, { event_type: 'card.converted', card_token: card.token });
        return card;
      });
    }),
  );

  router.post(
    '/cards/:token/reissue',
    handle(async ({ params, body }): Promise<Lithic.Card> => {
      const { shipping_method = 'STANDARD' } = parse(reissueBody, body);
      return core.store.transaction(async () => {
        const { card } = await changeCard(state, params.token ?? '', (stored) => {
          if (stored.card.type !== 'PHYSICAL') throw refuse(400, 'Only physical cards can be reissued');
          return { ...stored, shipping: { method: shipping_method, at: state.now() } };
        });
        await emit(state, { event_type: 'card.reissued', card_token: card.token });
        return card;
      });
    }),
  );

  router.post(
    '/cards/:token/renew',
    handle(async ({ params, body }): Promise<Lithic.Card> => {
      const { exp_month, exp_year } = parse(renewBody, body);
      return core.store.transaction(async () => {
        let previous = { exp_month: '', exp_year: '' };
        const { card } = await changeCard(state, params.token ?? '', (stored) => {
          previous = stored.card;
          const later = String(Number(stored.card.exp_year) + yearsValid);
          return { ...stored, card: { ...stored.card, exp_month: exp_month ?? stored.card.exp_month, exp_year: exp_year ?? later, cvv: newCvv() } };
        });
        await emit(state, {
          event_type: 'card.renewed',
          card_token: card.token,
          exp_month: card.exp_month,
          exp_year: card.exp_year,
          previous_exp_month: previous.exp_month,
          previous_exp_year: previous.exp_year,
        });
        return card;
      });
    }),
  );

  router.get(
    '/cards/:token/spend_limits',
    handle(async ({ params }) => spendLimits(state, await read(params.token))),
  );
  return router;
}
