import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import type Lithic from 'lithic';
import { z } from 'zod';
import { handle } from '../core/handle.ts';
import { type CreateBody, convertBody, createBody, reissueBody, renewBody, updateBody } from './cardBodies.ts';
import { emit } from './events.ts';
import { expiryOf } from './expiry.ts';
import { listPage } from './lists.ts';
import { newCvv, newPan } from './pan.ts';
import { notFound, parse, refuse } from './refusal.ts';
import { mailingOf } from './shipping.ts';
import { spendLimits } from './spendLimit.ts';
import type { LithicState, StoredCard } from './state.ts';

const cardProgram = '5e9483eb-8103-4e16-9794-2106111b2eca';
/** Reissues and renewals of one physical card, together. */
const maximumReissues = 8;

const withoutSecrets = ({ card: { pan: _pan, cvv: _cvv, ...shown } }: StoredCard): Lithic.NonPCICard => shown;

/** The fields of a card whose change is announced. */
const announced = ['state', 'substatus', 'memo'] as const;

/** Changes a card and notifies the product of what it is told of, in one transaction. */
export function changeCard(state: LithicState, token: string, change: (stored: StoredCard) => StoredCard | Promise<StoredCard>): Promise<StoredCard> {
  return state.core.store.transaction(async () => {
    let before: StoredCard | undefined;
    const after = await state.cards.update(token, (stored) => {
      before = stored;
      return change(stored);
    });
    if (!before || !after) throw notFound();
    const { card: old } = before;
    const previous = Object.fromEntries(announced.filter((field) => old[field] !== after.card[field]).map((field) => [field, old[field] ?? null]));
    if (Object.keys(previous).length > 0) {
      await emit(state, { event_type: 'card.updated', card_token: token, state: after.card.state, previous_fields: previous });
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

/** Notes that one more card under a number is printed. Refuses a ninth. */
function withReissue(stored: StoredCard, shipping: StoredCard['shipping']): StoredCard {
  const { reissues = 0 } = stored;
  if (stored.card.type !== 'PHYSICAL') return stored;
  if (reissues >= maximumReissues) throw refuse(400, `A card can be reissued or renewed a total of ${maximumReissues} times`);
  return { ...stored, reissues: reissues + 1, shipping };
}

/**
 * Ships a card, made before or not: the manufacturer hands it to the post, and it waits for its holder to activate it. A second card
 * under the same number leaves the state as it is, because the first one goes on working.
 */
export function shipCard(state: LithicState, token: string): Promise<StoredCard> {
  return state.core.store.transaction(async () => {
    const shipped = await changeCard(state, token, (stored) => {
      const { card, shipping } = stored;
      if (shipping?.isDuplicate && !shipping.isMailed) return { ...stored, shipping: { ...shipping, isMailed: true } };
      const isMade = card.state === 'PENDING_ACTIVATION' && !shipping?.isMailed;
      if (card.state !== 'PENDING_FULFILLMENT' && !isMade) throw refuse(400, `A card in state ${card.state} is not waiting to be shipped`);
      return { ...stored, shipping: shipping && { ...shipping, isMailed: true }, card: { ...card, state: 'PENDING_ACTIVATION' } };
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

async function storedCard({ cards }: LithicState, token: string | undefined): Promise<StoredCard> {
  const stored = await cards.get(token ?? '');
  if (!stored) throw notFound();
  return stored;
}

/** Notes on the old card why it is replaced, and returns its account. Its state stays: closing it is another call. */
async function replace(state: LithicState, body: CreateBody): Promise<string | undefined> {
  const { replacement_for, replacement_substatus, replacement_comment, type, account_token } = body;
  if (replacement_for === undefined) {
    if (replacement_substatus !== undefined) throw refuse(400, 'replacement_substatus: needs replacement_for');
    return account_token;
  }
  const { card } = (await state.cards.get(replacement_for)) ?? {};
  if (!card) throw refuse(400, 'replacement_for: card does not exist');
  if (account_token !== undefined && account_token !== card.account_token) throw refuse(400, 'replacement_for: card belongs to another account');
  if (card.type !== type) throw refuse(400, `replacement_for: a ${card.type} card is replaced by a ${card.type} card`);
  await changeCard(state, replacement_for, (stored) => ({
    ...stored,
    card: {
      ...stored.card,
      ...(replacement_substatus && { substatus: replacement_substatus }),
      ...(replacement_comment !== undefined && { comment: replacement_comment }),
    },
  }));
  return card.account_token;
}

async function issue(state: LithicState, body: CreateBody): Promise<StoredCard> {
  const account_token = await replace(state, body);
  const owner = await state.holders.findOne({ holder: { account_token } });
  if (!account_token || !owner) throw refuse(400, 'account_token: account does not exist');
  if (owner.holder.status !== 'ACCEPTED') throw refuse(400, 'Account holder is not approved to create cards');
  const physical = body.type === 'PHYSICAL';
  if (physical && !body.shipping_address) throw refuse(400, 'shipping_address: is required for a physical card');
  if (!physical && (body.shipping_address || body.product_id)) throw refuse(400, 'shipping_address and product_id only apply to physical cards');
  const pan = newPan();
  const card: StoredCard['card'] = {
    token: randomUUID(),
    account_token,
    card_program_token: body.card_program_token ?? cardProgram,
    cardholder_currency: 'USD',
    created: state.now(),
    ...expiryOf(body, state.core.clock.now()),
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
  await state.cards.insert(card.token, stored);
  await emit(state, { event_type: 'card.created', card_token: card.token, replacement_for: card.replacement_for ?? null });
  return stored;
}

const createCard = (state: LithicState) =>
  handle(async (request): Promise<Lithic.Card> => {
    const body = parse(createBody, request.body);
    const key = request.get('Idempotency-Key');
    if (key !== undefined && !z.uuid().safeParse(key).success) throw refuse(400, 'Idempotency-Key: must be a UUID');
    return state.core.store.transaction(async () => {
      if (key === undefined) return (await issue(state, body)).card;
      const fingerprint = JSON.stringify(body);
      // The second of two concurrent calls with one key waits here for the first, then finds its card.
      await state.keys.insert(key, { body: fingerprint, card_token: '' });
      const kept = await state.keys.lock(key);
      if (kept && kept.body !== fingerprint) throw refuse(409, 'Idempotency-Key was used with another body');
      if (kept?.card_token) return (await storedCard(state, kept.card_token)).card;
      const { card } = await issue(state, body);
      await state.keys.put(key, { body: fingerprint, card_token: card.token });
      return card;
    });
  });

const listCards = ({ cards }: LithicState) =>
  handle((request) => {
    const { account_token, state: cardState, memo } = request.query;
    return listPage(request, { collection: cards, match: { card: { account_token, state: cardState, memo } }, shape: withoutSecrets });
  });

const readCard = (state: LithicState) => handle(async ({ params }): Promise<Lithic.Card> => (await storedCard(state, params.token)).card);

const updateCard = (state: LithicState) =>
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
  });

const convertToPhysical = (state: LithicState) =>
  handle(async ({ params, body }): Promise<Lithic.Card> => {
    const { shipping_method = 'STANDARD', product_id } = parse(convertBody, body);
    return state.core.store.transaction(async () => {
      const { card } = await changeCard(state, params.token ?? '', (stored) => {
        if (stored.card.type !== 'VIRTUAL') throw refuse(400, 'Only virtual cards can be converted');
        if (stored.card.state !== 'OPEN') throw refuse(400, 'Cards must be in an OPEN state to be converted');
        return {
          ...stored,
          shipping: { method: shipping_method, at: state.now() },
          card: { ...stored.card, type: 'PHYSICAL', state: 'PENDING_FULFILLMENT', ...(product_id !== undefined && { product_id }) },
        };
      });
      await emit(state, { event_type: 'card.converted', card_token: card.token });
      return card;
    });
  });

const reissueCard = (state: LithicState) =>
  handle(async ({ params, body }): Promise<Lithic.Card> => {
    const { shipping_method = 'STANDARD' } = parse(reissueBody, body);
    return state.core.store.transaction(async () => {
      const { card } = await changeCard(state, params.token ?? '', (stored) => {
        if (stored.card.type !== 'PHYSICAL') throw refuse(400, 'Only physical cards can be reissued');
        if (stored.card.state === 'CLOSED') throw refuse(400, 'A closed card cannot be reissued');
        return withReissue(stored, { method: shipping_method, at: state.now(), isDuplicate: true });
      });
      await emit(state, { event_type: 'card.reissued', card_token: card.token });
      return card;
    });
  });

const renewCard = (state: LithicState) =>
  handle(async ({ params, body }): Promise<Lithic.Card> => {
    const { shipping_method = 'STANDARD', exp_month, exp_year } = parse(renewBody, body);
    return state.core.store.transaction(async () => {
      let previous = { exp_month: '', exp_year: '' };
      const { card } = await changeCard(state, params.token ?? '', (stored) => {
        if (stored.card.type !== 'PHYSICAL' && stored.card.type !== 'VIRTUAL') throw refuse(400, 'Only physical and virtual cards can be renewed');
        if (stored.card.state === 'CLOSED') throw refuse(400, 'A closed card cannot be renewed');
        previous = stored.card;
        const expiry = expiryOf({ ...(exp_month && { exp_month }), ...(exp_year && { exp_year }) }, state.core.clock.now());
        const renewed = withReissue(stored, { method: shipping_method, at: state.now(), isDuplicate: true });
        return { ...renewed, card: { ...renewed.card, ...expiry, cvv: newCvv() } };
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
  });

const readSpendLimits = (state: LithicState) => handle(async ({ params }) => spendLimits(state, await storedCard(state, params.token)));

/** Serves /v1/cards and everything below it except the embed. */
export function cardRoutes(state: LithicState): Router {
  const router = Router();
  router.post('/cards', createCard(state));
  router.get('/cards', listCards(state));
  router.get('/cards/:token', readCard(state));
  router.patch('/cards/:token', updateCard(state));
  router.post('/cards/:token/convert_physical', convertToPhysical(state));
  router.post('/cards/:token/reissue', reissueCard(state));
  router.post('/cards/:token/renew', renewCard(state));
  router.get('/cards/:token/spend_limits', readSpendLimits(state));
  return router;
}
