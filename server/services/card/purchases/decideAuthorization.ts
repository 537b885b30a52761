import { z } from 'zod';
import { storedCents } from '../../../db/cents.ts';
import { type DecisionFacts, type EarlierDecision, holdDecision, type NewDecision } from '../../../db/queries/purchaseDecision.ts';
import { storedJson, UnreadableContent } from '../../../db/storedJson.ts';
import { areDebitsStopped } from '../../../domain/bank/debitAuthorization.ts';
import { dayIn } from '../../../domain/basics/dates.ts';
import { type Cents, cents, noMoney, smaller } from '../../../domain/basics/money.ts';
import {
  type ControlReason,
  type DeclineReason,
  decidePurchase,
  type IdentifiedQuestion,
  isControlReason,
  isSameQuestion,
  type PurchaseDecision,
} from '../../../domain/card/authorization.ts';
import { limitKinds } from '../../../domain/card/controls/controls.ts';
import { controlsInForce } from '../../../domain/card/controls/limitRaises.ts';
import { heldBackCents, repaymentTrust } from '../../../domain/spendingPower/heldBack.ts';
import { mostAllowed, overrideInForce } from '../../../domain/spendingPower/spendingPowerOverride.ts';
import type { AuthorizationRequest, CardIssuer, Decision, DecisionAnswer } from '../../../providers/ports/cardIssuer.ts';
import type { DecisionDeps } from '../../deps.ts';
import { programOf } from '../../receiver/programOf.ts';
import { controlDetailJson, controlsJson } from '../controls/storedControls.ts';
import { startsByProgram } from './cardPeriods.ts';

/** Returns the path that the issuer calls for each decision. */
export const decisionEndpoint = ({ name }: Pick<CardIssuer, 'name'>) => `/webhooks/${name}/authorization`;

const answerJson = storedJson<DecisionAnswer>('a stored decision', [z.object({ result: z.string(), token: z.string() })]);

type IssuerReason = (Decision & { approved: false })['reason'];

const issuerReasons: Readonly<Record<Exclude<DeclineReason, ControlReason>, IssuerReason>> = {
  over_spending_power: 'insufficient_funds',
  card_not_open: 'card_paused',
  own_hold: 'card_paused',
  account_held: 'card_paused',
  business_refused: 'card_paused',
  unpaid_draw: 'card_paused',
  debits_stopped: 'card_paused',
  shared_identity: 'card_paused',
  closing: 'card_paused',
  card_lost: 'card_paused',
  wallet_ended: 'card_paused',
  cash: 'unauthorized_merchant',
  program_category: 'unauthorized_merchant',
  fraud: 'suspected_fraud',
};

/**
 * Decides whether a purchase may be made, and stores the decision with its reason. Purchases of one receiver are decided one
 * after the other, so that of two racing for the last dollar only one is approved. A repeated question gets the same answer as
 * before; an increment of the same transaction is a question of its own. A card that belongs to nobody here may only take
 * refunds. Throws when it cannot decide in time or cannot read its earlier decision: nothing is approved then.
 */
export async function decideAuthorization(deps: DecisionDeps, request: AuthorizationRequest): Promise<DecisionAnswer> {
  const now = deps.clock();
  const held = await holdDecision(deps.decisions, { cardToken: request.cardToken, transactionToken: request.token, now, ...startsByProgram(now) });
  if (held === null) {
    const isRefund = request.kind === 'credit';
    return deps.providers.cardIssuer.decisionAnswer(request, isRefund ? { approved: true } : { approved: false, reason: 'card_paused' });
  }
  try {
    const { answer, decision } = decideHeld(deps, held.facts, { request, now });
    await (decision ? held.store(decision) : held.release());
    return answer;
  } catch (failure) {
    await held.release();
    throw failure;
  }
}

interface Decided {
  answer: DecisionAnswer;
  /** The decision to store; null for a question that was answered before. */
  decision: NewDecision | null;
}

function decideHeld(deps: DecisionDeps, facts: DecisionFacts, { request, now }: { request: AuthorizationRequest; now: Date }): Decided {
  const asked = questionOf(request);
  const program = programOf(facts);
  const same = facts.earlier.find((decision) => isSameQuestion(asked, answeredQuestion(decision), now.getTime() - decision.decided_at.getTime()));
  if (same) return { answer: answerBefore(same), decision: null };

  const total = presentTotal(facts, now);
  const decision = decidePurchase({
    question: asked,
    merchant: request.merchant,
    now,
    timeZone: program.timeZone,
    blockedCategories: program.controls.blockedCategories,
    controls: facts.controls && {
      inForce: controlsInForce(controlsJson.read(facts.controls.stored), facts.controls.limitRaises, now),
      spent: facts.controls.spent,
    },
    isLost: facts.lost_at !== null,
    isByEndedWallet: request.wallet !== null && facts.ending_wallets.includes(request.wallet),
    cardState: facts.card_state,
    isOnOwnHold: facts.is_on_own_hold,
    receiver: { ...facts, are_debits_stopped: areStopped(facts) },
    total_cents: total,
    outstanding_cents: facts.outstanding_cents,
    approved_cents: facts.approved_cents,
    held_back_cents: heldBack(facts, total, now),
  });
  const answer = deps.providers.cardIssuer.decisionAnswer(request, decisionForIssuer(decision));
  return { answer, decision: newDecision(facts, request, { asked, decision, answer, now }) };
}

interface Answered {
  asked: IdentifiedQuestion;
  decision: PurchaseDecision;
  answer: DecisionAnswer;
  now: Date;
}

function newDecision(
  { reported, earlier }: DecisionFacts,
  { token, eventToken, cardToken, kind, merchant }: AuthorizationRequest,
  answered: Answered,
): NewDecision {
  const { asked, decision, answer, now } = answered;
  return {
    transaction_token: token,
    number: Math.max(reported, (earlier[0]?.number ?? -1) + 1),
    event_token: eventToken,
    card_token: cardToken,
    kind,
    amount_cents: BigInt(asked.amount_cents),
    cash_cents: BigInt(asked.cash_cents),
    merchant_descriptor: merchant.descriptor,
    merchant_category_code: merchant.mcc,
    merchant_country: merchant.country,
    merchant_id: merchant.acceptorId,
    control_detail: decision.approved || decision.control === null ? null : JSON.stringify({ ...decision.control, version: controlDetailJson.version }),
    result: answer.result,
    reason: decision.approved ? null : decision.reason,
    short_by_cents: decision.approved || decision.short_by_cents === null ? null : BigInt(decision.short_by_cents),
    answer: JSON.stringify({ ...answer, version: answerJson.version }),
    decided_at: now,
    is_open: decision.approved && asked.amount_cents > 0,
  };
}

/** Returns what repayments have freed and the bank may still take back, so that it cannot be spent. */
function heldBack({ repaid, ...facts }: DecisionFacts, total: Cents | null, now: Date): Cents {
  const { timeZone, trust: rule } = programOf(facts);
  const { notFinal, finalInARow } = repaymentTrust(repaid.recent, dayIn(timeZone, now));
  return heldBackCents({ notFinal, finalInARow: finalInARow + repaid.finalBefore }, total ?? noMoney, rule);
}

/** Decides whether debits are stopped, by the latest authorization and the debits that came back since. */
function areStopped({ authorization }: DecisionFacts): boolean {
  return authorization !== null && areDebitsStopped(authorization, authorization.failures);
}

function questionOf({ kind, amountCents, cashCents, cardToken, eventToken, merchant }: AuthorizationRequest): IdentifiedQuestion {
  const takes = kind === 'purchase';
  return { kind, amount_cents: takes ? amountCents : noMoney, cash_cents: takes ? cashCents : noMoney, categoryCode: merchant.mcc, cardToken, eventToken };
}

function answeredQuestion(decision: EarlierDecision): IdentifiedQuestion {
  return {
    // The column takes these words only.
    kind: decision.kind as IdentifiedQuestion['kind'],
    amount_cents: storedCents(decision.amount_cents),
    cash_cents: storedCents(decision.cash_cents),
    categoryCode: decision.merchant_category_code,
    cardToken: decision.card_token,
    eventToken: decision.event_token,
  };
}

/** Returns the total of the newest run; less where staff have set a lower one since. */
function presentTotal({ total_cents: total, ...flags }: DecisionFacts, now: Date): Cents | null {
  const inCents = (amount: bigint | null) => (amount === null ? null : storedCents(amount));
  const most = mostAllowed(
    overrideInForce(
      {
        override_spend_limit: inCents(flags.override_spend_limit),
        spending_power_override_min: inCents(flags.spending_power_override_min),
        spending_power_override_max: inCents(flags.spending_power_override_max),
        spending_power_override_expiration_at: flags.spending_power_override_expiration_at?.toISOString() ?? null,
      },
      now,
    ),
  );
  return total === null || most === null ? total : smaller(total, cents(most));
}

/** Returns the answer that the issuer got before. Throws UnreadableContent when it contradicts the decision stored beside it. */
function answerBefore({ answer, result, transaction_token }: EarlierDecision): DecisionAnswer {
  const read = answerJson.read(answer);
  if (read.result !== result || read.token !== transaction_token) throw new UnreadableContent('a stored decision contradicts itself');
  return read;
}

const decisionForIssuer = (decision: PurchaseDecision): Decision =>
  decision.approved ? { approved: true } : { approved: false, reason: issuerReasonOf(decision.reason) };

function issuerReasonOf(reason: DeclineReason): IssuerReason {
  if (!isControlReason(reason)) return issuerReasons[reason];
  return limitKinds.some((kind) => reason === `control_${kind}`) ? 'limit_exceeded' : 'unauthorized_merchant';
}
