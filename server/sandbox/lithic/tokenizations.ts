import { randomBytes, randomUUID } from 'node:crypto';
import { Router } from 'express';
import type Lithic from 'lithic';
import { z } from 'zod';
import { handle } from '../core/handle.ts';
import { digits } from './digits.ts';
import { emit } from './events.ts';
import { listPage } from './lists.ts';
import { notFound, parse, refuse } from './refusal.ts';
import type { LithicState, StoredCard } from './state.ts';
import type { WalletType } from './transaction.ts';

type Tokenization = Lithic.Tokenization;
type TokenizationEvent = NonNullable<Tokenization['events']>[number];
type DeclineReason = NonNullable<TokenizationEvent['tokenization_decline_reasons']>[number];
type Outcome = NonNullable<TokenizationEvent['result']>;

const sources = ['APPLE_PAY', 'GOOGLE', 'SAMSUNG_PAY', 'MERCHANT'] as const;
export type TokenizationSource = (typeof sources)[number];

const requestors: Readonly<Record<Exclude<TokenizationSource, 'MERCHANT'>, string>> = {
  APPLE_PAY: 'APPLE_PAY',
  GOOGLE: 'GOOGLE_PAY',
  SAMSUNG_PAY: 'SAMSUNG_PAY',
};

const optional = z.exactOptional;
const score = z.int().min(1).max(5).default(5);
const simulateBody = z.strictObject({
  pan: z.string().regex(/^\d{16}$/),
  cvv: z.string().regex(/^\d{3,4}$/),
  expiration_date: z.string().regex(/^(0[1-9]|1[0-2])\/\d{2}$/, 'must be MM/YY'),
  tokenization_source: z.enum(sources),
  entity: optional(z.string()),
  account_score: score,
  device_score: score,
  wallet_recommended_decision: z.enum(['APPROVED', 'DECLINED', 'REQUIRE_ADDITIONAL_AUTHENTICATION']).default('APPROVED'),
});
type Asked = z.infer<typeof simulateBody>;

function declineReasons({ card }: StoredCard, asked: Asked): DeclineReason[] {
  const [month, year] = asked.expiration_date.split('/');
  const found: [boolean, DeclineReason][] = [
    [card.state === 'CLOSED' || card.state === 'PAUSED', 'CARD_INVALID_STATE'],
    [asked.cvv !== card.cvv, 'CVC_MISMATCH'],
    [month !== card.exp_month, 'CARD_EXPIRY_MONTH_MISMATCH'],
    [year !== card.exp_year.slice(-2), 'CARD_EXPIRY_YEAR_MISMATCH'],
    [asked.account_score === 1, 'ACCOUNT_SCORE_1'],
    [asked.device_score === 1, 'DEVICE_SCORE_1'],
    [asked.wallet_recommended_decision === 'DECLINED', 'WALLET_RECOMMENDED_DECISION_RED'],
  ];
  return found.filter(([holds]) => holds).map(([, reason]) => reason);
}

/** Appends an event, newest first, and sends the new state. */
async function announce(state: LithicState, tokenization: Tokenization): Promise<void> {
  const { account_token, card_token } = tokenization;
  await emit(state, { event_type: 'tokenization.updated', account_token, card_token, created: state.now(), tokenization });
}

const eventOf = (state: LithicState, type: NonNullable<TokenizationEvent['type']>, result: Outcome, reasons: DeclineReason[] = []): TokenizationEvent => ({
  token: randomUUID(),
  type,
  result,
  created_at: state.now(),
  tokenization_decline_reasons: reasons,
  tokenization_tfa_reasons: result === 'REQUIRE_ADDITIONAL_AUTHENTICATION' ? ['WALLET_RECOMMENDED_TFA'] : [],
  rule_results: [],
});

/** Stores a card's number with a wallet or a merchant, or declines to, and tells both the result and the new state. */
export function tokenize(state: LithicState, stored: StoredCard, asked: Asked): Promise<Tokenization> {
  const { card } = stored;
  const reasons = declineReasons(stored, asked);
  const decision: Outcome = reasons.length > 0 ? 'DECLINED' : asked.wallet_recommended_decision;
  const isActive = decision === 'APPROVED';
  const now = state.now();
  const isMerchant = asked.tokenization_source === 'MERCHANT';
  const tokenization: Tokenization = {
    token: randomUUID(),
    account_token: card.account_token,
    card_token: card.token,
    created_at: now,
    updated_at: now,
    device_id: isMerchant ? null : randomBytes(16).toString('hex'),
    digital_card_art_token: null,
    dpan: decision === 'DECLINED' ? null : `5489${digits(12)}`,
    events: [...(isActive ? [eventOf(state, 'TOKENIZATION_UPDATED', 'TOKEN_ACTIVATED')] : []), eventOf(state, 'TOKENIZATION_AUTHORIZATION', decision, reasons)],
    payment_account_reference_id: digits(29),
    status: isActive ? 'ACTIVE' : decision === 'DECLINED' ? 'INACTIVE' : 'PENDING_2FA',
    token_requestor_name: asked.tokenization_source === 'MERCHANT' ? (asked.entity ?? 'NETFLIX') : (requestors[asked.tokenization_source] as 'APPLE_PAY'),
    token_unique_reference: `DM4MMC0000${randomBytes(19).toString('hex')}`,
    tokenization_channel: isMerchant ? 'MERCHANT' : 'DIGITAL_WALLET',
  };
  return state.core.store.transaction(async () => {
    await state.tokenizations.insert(tokenization.token, tokenization);
    await emit(state, {
      event_type: 'tokenization.result',
      account_token: card.account_token,
      card_token: card.token,
      created: now,
      tokenization_token: tokenization.token,
      tokenization_result_details: {
        customer_decision: null,
        issuer_decision: decision,
        token_activated_date_time: isActive ? now : null,
        tokenization_decline_reasons: reasons as Lithic.TokenizationResultWebhookEvent['tokenization_result_details']['tokenization_decline_reasons'],
        wallet_decision: asked.wallet_recommended_decision,
      },
    });
    if (isActive) await announce(state, tokenization);
    return tokenization;
  });
}

/** Returns what a wallet's own request for this card says. */
export const walletRequest = ({ card }: StoredCard, tokenization_source: TokenizationSource): Asked => ({
  pan: card.pan,
  cvv: card.cvv,
  expiration_date: `${card.exp_month}/${card.exp_year.slice(-2)}`,
  tokenization_source,
  account_score: 5,
  device_score: 5,
  wallet_recommended_decision: 'APPROVED',
});

/** Returns the wallet of an entry that pays. The network blocks a purchase by one that is not active, of which the issuer then hears nothing. */
export async function payingWallet({ tokenizations }: LithicState, token: string): Promise<WalletType> {
  const entry = await tokenizations.get(token);
  if (entry?.status !== 'ACTIVE') throw refuse(409, `The network blocks a purchase by a tokenization in status ${entry?.status ?? 'none'}`);
  const requestor = Object.values(requestors).find((name) => name === entry.token_requestor_name);
  return (requestor ?? 'MERCHANT') as WalletType;
}

interface Change {
  from: readonly Tokenization['status'][];
  to: Tokenization['status'];
  result: Outcome;
}
const waiting = ['INACTIVE', 'PENDING_ACTIVATION', 'PENDING_2FA'] as const;
const changes: Readonly<Record<string, Change>> = {
  pause: { from: ['ACTIVE'], to: 'PAUSED', result: 'TOKEN_SUSPENDED' },
  unpause: { from: ['PAUSED'], to: 'ACTIVE', result: 'TOKEN_ACTIVATED' },
  activate: { from: waiting, to: 'ACTIVE', result: 'TOKEN_ACTIVATED' },
  deactivate: { from: ['ACTIVE', 'PAUSED', ...waiting], to: 'DEACTIVATED', result: 'TOKEN_DEACTIVATED' },
};

/** Changes a tokenization as the network does at the issuer's wish. Refuses what its status does not allow. */
async function change(state: LithicState, token: string, name: string, { from, to, result }: Change): Promise<void> {
  await state.core.store.transaction(async () => {
    const after = await state.tokenizations.update(token, (current) => {
      if (!from.includes(current.status)) throw refuse(409, `A tokenization in status ${current.status} cannot be changed by ${name}`);
      const event = eventOf(state, 'TOKENIZATION_UPDATED', result);
      return { ...current, status: to, updated_at: state.now(), events: [event, ...(current.events ?? [])] };
    });
    if (!after) throw notFound();
    await announce(state, after);
  });
}

/** Serves /v1/tokenizations, and the simulate call that plays a wallet. */
export function tokenizationRoutes(state: LithicState): Router {
  const router = Router();
  const { tokenizations, cards } = state;

  router.post(
    '/simulate/tokenizations',
    handle(async ({ body }, response) => {
      const asked = parse(simulateBody, body);
      const stored = await cards.findOne({ card: { pan: asked.pan } });
      if (!stored) throw refuse(422, 'No card has this pan');
      response.status(201);
      return tokenize(state, stored, asked);
    }),
  );
  router.get(
    '/tokenizations',
    handle((request) => {
      const { account_token, card_token, tokenization_channel = 'DIGITAL_WALLET' } = request.query;
      const match = { account_token, card_token, ...(tokenization_channel !== 'ALL' && { tokenization_channel }) };
      return listPage(request, { collection: tokenizations, match, shape: (tokenization) => tokenization });
    }),
  );
  router.get(
    '/tokenizations/:token',
    handle(async ({ params }) => {
      const tokenization = await tokenizations.get(params.token ?? '');
      if (!tokenization) throw notFound();
      return tokenization;
    }),
  );
  for (const [name, wanted] of Object.entries(changes)) {
    router.post(
      `/tokenizations/:token/${name}`,
      handle(async ({ params }, response) => {
        await change(state, params.token ?? '', name, wanted);
        response.status(200).end();
      }),
    );
  }
  return router;
}
