import { z } from 'zod';
import { storedCents } from '../../db/cents.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readAvailablePower } from '../../db/queries/availablePower.ts';
import { type DecisionFlags, lockForDecision } from '../../db/queries/lockReceiver.ts';
import type { AuthorizationDecision } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { storedJson, UnreadableContent } from '../../db/storedJson.ts';
import { type Cents, cents, noMoney, smaller } from '../../domain/basics/money.ts';
import { type DeclineReason, decidePurchase, type IdentifiedQuestion, isSameQuestion, type PurchaseDecision } from '../../domain/card/authorization.ts';
import { isFailedDraw } from '../../domain/repayment/draw.ts';
import { mostAllowed, overrideInForce } from '../../domain/spendingPower/spendingPowerOverride.ts';
import type { AuthorizationRequest, CardIssuer, Decision, DecisionAnswer } from '../../providers/ports/cardIssuer.ts';
import { scopeOfCard } from '../access/viewReceiver.ts';
import type { DecisionDeps } from '../deps.ts';
import { readAccount } from '../ledger/account.ts';

/** Returns the path that the issuer calls for each decision. */
export const decisionEndpoint = ({ name }: Pick<CardIssuer, 'name'>) => `/webhooks/${name}/authorization`;

const answerJson = storedJson<DecisionAnswer>('a stored decision', [z.object({ result: z.string(), token: z.string() })]);

/**
 * How long, in milliseconds, an approval reserves spending power while its authorization has not been reported. By then
 * the sweep has fetched all transactions, so the purchase is either booked or never happened.
 */
const approvalCountsMs = 3_600_000;

/**
 * Time limits in milliseconds, since a customer waits at the checkout. A decision that takes longer fails, and the
 * issuer asks once more before it declines.
 */
const limits = { maxWait: 500, timeout: 1_200 };

const issuerReasons: Readonly<Record<DeclineReason, (Decision & { approved: false })['reason']>> = {
  over_spending_power: 'insufficient_funds',
  card_not_open: 'card_paused',
  own_hold: 'card_paused',
  account_held: 'card_paused',
  unpaid_draw: 'card_paused',
  cash: 'unauthorized_merchant',
  fraud: 'suspected_fraud',
};

/**
 * Decides whether a purchase may be made, and stores the decision with its reason. It holds the receiver's row, so that
 * of two purchases racing for the last dollar only one is approved. A repeated question gets the same answer as before;
 * an increment of the same transaction is a question of its own. Declines a card that belongs to nobody here. Throws
 * when it cannot decide in time or cannot read its earlier decision: nothing is approved then.
 */
export async function decideAuthorization(deps: DecisionDeps, request: AuthorizationRequest): Promise<DecisionAnswer> {
  const scope = await scopeOfCard(deps, request.cardToken);
  if (scope === null) return deps.providers.cardIssuer.decisionAnswer(request, { approved: false, reason: 'card_paused' });
  return inTransaction(deps.database, (transaction) => decideLocked(deps, transaction, scope, request), limits);
}

async function decideLocked(deps: DecisionDeps, transaction: Transaction, scope: ReceiverScope, request: AuthorizationRequest): Promise<DecisionAnswer> {
  const { cardIssuer } = deps.providers;
  const { token, cardToken } = request;
  const flags = await lockForDecision(transaction, scope);
  const own = databaseOf(transaction, scope);
  const asked = questionOf(request);
  const now = deps.clock();
  const since = new Date(now.getTime() - approvalCountsMs);
  const power = await readAvailablePower(transaction, scope, { token, cardToken, since });
  const earlier = power.was_asked ? await own.authorizationDecision.findMany({ where: { transaction_token: token }, orderBy: { number: 'desc' } }) : [];
  const same = earlier.find((decision) => isSameQuestion(asked, answeredQuestion(decision), now.getTime() - decision.decided_at.getTime()));
  if (same) return answerBefore(same);
  if (flags === null || power.card_state === null) return cardIssuer.decisionAnswer(request, { approved: false, reason: 'card_paused' });

  const decision = decidePurchase({
    question: asked,
    cardState: power.card_state,
    isOnOwnHold: power.is_on_own_hold,
    receiver: flags,
    hasUnpaidDraw: await hasUnpaidDraw(deps, transaction, scope, power.draw_statuses),
    total_cents: presentTotal(flags, power.total_cents, now),
    outstanding_cents: power.outstanding_cents,
    approved_cents: power.approved_cents,
  });
  const answer = cardIssuer.decisionAnswer(request, decisionForIssuer(decision));
  await own.authorizationDecision.create({
    data: {
      transaction_token: token,
      number: Math.max(power.reported, (earlier[0]?.number ?? -1) + 1),
      event_token: request.eventToken,
      card_token: cardToken,
      kind: request.kind,
      amount_cents: BigInt(asked.amount_cents),
      cash_cents: BigInt(asked.cash_cents),
      merchant_descriptor: request.merchant.descriptor,
      merchant_category_code: request.merchant.mcc,
      result: answer.result,
      reason: decision.approved ? null : decision.reason,
      short_by_cents: decision.approved || decision.short_by_cents === null ? null : BigInt(decision.short_by_cents),
      answer: { ...answer, version: answerJson.version },
      decided_at: now,
    },
  });
  return answer;
}

/** Without a failed draw nothing is unpaid, and the whole account need not be read. */
async function hasUnpaidDraw(deps: DecisionDeps, transaction: Transaction, scope: ReceiverScope, drawStatuses: readonly string[]): Promise<boolean> {
  if (!drawStatuses.some((status) => isFailedDraw({ status }))) return false;
  const receiver = await databaseOf(transaction, scope).receiver.findUniqueOrThrow();
  return (await readAccount(deps, transaction, scope, receiver)).hasUnpaidDraw;
}

function questionOf({ kind, amountCents, cashCents, cardToken, eventToken, merchant }: AuthorizationRequest): IdentifiedQuestion {
  const takes = kind === 'purchase';
  return { kind, amount_cents: takes ? amountCents : noMoney, cash_cents: takes ? cashCents : noMoney, categoryCode: merchant.mcc, cardToken, eventToken };
}

function answeredQuestion(decision: AuthorizationDecision) {
  return {
    // The column takes these words only.
    kind: decision.kind as IdentifiedQuestion['kind'] | null,
    amount_cents: storedCents(decision.amount_cents),
    cash_cents: decision.cash_cents === null ? null : storedCents(decision.cash_cents),
    categoryCode: decision.merchant_category_code,
    cardToken: decision.card_token,
    eventToken: decision.event_token,
  };
}

/** Returns the total of the newest run; less where staff have set a lower one since. */
function presentTotal(flags: DecisionFlags, total: Cents | null, now: Date): Cents | null {
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
function answerBefore({ answer, result, transaction_token }: AuthorizationDecision): DecisionAnswer {
  const read = answerJson.read(answer);
  if (read.result !== result || read.token !== transaction_token) throw new UnreadableContent('a stored decision contradicts itself');
  return read;
}

const decisionForIssuer = (decision: PurchaseDecision): Decision =>
  decision.approved ? { approved: true } : { approved: false, reason: issuerReasons[decision.reason] };
