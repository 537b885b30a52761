import type Lithic from 'lithic';
import { z } from 'zod';
import { post } from '../core/post.ts';
import { standardHeaders } from './events.ts';
import type { LithicSettings, LithicState, StoredCard } from './state.ts';
import { type DetailedResult, type EventAmount, type Merchant, type Result, rateOf, type WalletType } from './transaction.ts';

/** The issuer declines when it has no answer after this time. */
const decisionTimeoutMs = 6_000;

export interface Verdict {
  result: Result;
  details: DetailedResult[];
  /** Cents; set when a smaller amount than requested was approved. */
  approvedCents?: number;
  /** The rules that declined. */
  ruleResults?: Lithic.Transaction.Event['rule_results'];
}

export const approved: Verdict = { result: 'APPROVED', details: ['APPROVED'] };

const answerSchema = z.looseObject({ result: z.string(), approved_amount: z.int().min(0).optional() });

const verdicts: Readonly<Record<string, Verdict>> = {
  APPROVED: approved,
  CARD_PAUSED: { result: 'CARD_PAUSED', details: ['CARD_PAUSED'] },
  INSUFFICIENT_FUNDS: { result: 'INSUFFICIENT_FUNDS', details: ['INSUFFICIENT_FUNDS'] },
  UNAUTHORIZED_MERCHANT: { result: 'UNAUTHORIZED_MERCHANT', details: ['UNAUTHORIZED_MERCHANT'] },
  VELOCITY_EXCEEDED: { result: 'USER_TRANSACTION_LIMIT', details: ['CARD_SPEND_LIMIT_EXCEEDED'] },
  SUSPECTED_FRAUD: { result: 'SUSPECTED_FRAUD', details: ['SUSPECTED_FRAUD'] },
  AVS_INVALID: { result: 'DECLINED', details: ['ADDRESS_INCORRECT'] },
};

const declined = (detail: DetailedResult): Verdict => ({ result: 'DECLINED', details: [detail] });

export interface DecisionRequest {
  /** The transaction's token. */
  token: string;
  /** The token of the event that the authorization becomes. */
  eventToken: string;
  stored: StoredCard;
  amount: EventAmount;
  cashCents: number;
  merchant: Merchant;
  wallet?: WalletType | undefined;
  status: Lithic.CardAuthorization['status'];
  at: string;
}

function requestBody(
  { token, eventToken, stored, amount, cashCents, merchant, wallet, status, at }: DecisionRequest,
  { event_tokens }: Pick<LithicSettings, 'event_tokens'>,
): Lithic.CardAuthorizationApprovalRequestWebhookEvent {
  const { card } = stored;
  const cents = amount.cents;
  const usd = { amount: cents, currency: 'USD' };
  const local = amount.merchant ?? usd;
  return {
    event_type: 'card_authorization.approval_request',
    token,
    ...(event_tokens && { event_token: eventToken }),
    status,
    created: at,
    acquirer_fee: 0,
    amount: cents,
    authorization_amount: cents,
    settled_amount: 0,
    cash_amount: cashCents,
    cashback: cashCents,
    cardholder_currency: 'USD',
    merchant_amount: local.amount,
    merchant_currency: local.currency,
    ...(amount.merchant && { conversion_rate: Number(rateOf(amount)) }),
    amounts: { cardholder: { ...usd, conversion_rate: rateOf(amount) }, hold: usd, merchant: local, settlement: null },
    avs: { address: '', zipcode: '', address_on_file_match: 'NOT_PRESENT' },
    card: {
      token: card.token,
      last_four: card.last_four,
      memo: card.memo ?? '',
      spend_limit: card.spend_limit,
      spend_limit_duration: card.spend_limit_duration === 'DAILY' ? 'TRANSACTION' : card.spend_limit_duration,
      state: card.state,
      type: card.type,
    },
    merchant: {
      descriptor: merchant.descriptor,
      mcc: merchant.mcc,
      city: merchant.city,
      state: merchant.state,
      country: merchant.country,
      acceptor_id: merchant.acceptorId,
      acquiring_institution_id: '333301802529120',
      phone_number: null,
      postal_code: null,
      street_address: null,
    },
    name_validation: null,
    network: 'VISA',
    network_risk_score: 0,
    service_location: null,
    token_info: wallet === undefined ? null : { wallet_type: wallet },
    transaction_initiator: 'CARDHOLDER',
  };
}

/**
 * Asks the enrolled decision endpoint whether to approve; approves when none is enrolled. Retries a 5xx answer once,
 * immediately. Declines on a malformed answer or any result but APPROVED, and on a timeout, unless the issuer's own
 * checks shall then decide.
 */
export async function decideAuthorization(state: LithicState, request: DecisionRequest): Promise<Verdict> {
  const responder = await state.responders.get('AUTH_STREAM_ACCESS');
  if (!responder) return approved;
  const { config, productUrl, clock } = state.core;
  const secret = (await state.secrets.get('AUTH_STREAM_ACCESS'))?.secret ?? config.lithic.decisionSecret;
  const settings = await state.settings();
  const body = JSON.stringify(requestBody(request, settings));
  const unanswered = settings.unanswered === 'own_rules' ? approved : declined('CUSTOMER_ASA_TIMEOUT');
  const giveUpAt = clock.machineNow().getTime() + decisionTimeoutMs;

  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const timeoutMs = giveUpAt - clock.machineNow().getTime();
    const headers = { 'Content-Type': 'application/json', ...standardHeaders(secret, { id: `asa_${request.eventToken}`, body }) };
    const outcome = await post(responder.url, body, headers, { productUrl, timeoutMs: Math.max(1, timeoutMs) });
    if ('error' in outcome) return unanswered;
    if (outcome.status >= 500) continue;
    return outcome.status === 200 ? verdictOf(outcome.body) : declined('MALFORMED_ASA_RESPONSE');
  }
  return unanswered;
}

function verdictOf(body: string): Verdict {
  const answer = answerSchema.safeParse(readJson(body));
  if (!answer.success) return declined('MALFORMED_ASA_RESPONSE');
  const verdict = verdicts[answer.data.result] ?? declined('CUSTOM_ASA_RESULT');
  const { approved_amount } = answer.data;
  return approved_amount === undefined || verdict.result !== 'APPROVED' ? verdict : { ...verdict, approvedCents: approved_amount };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
