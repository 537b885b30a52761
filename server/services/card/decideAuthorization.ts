import { z } from 'zod';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readAvailablePower } from '../../db/queries/availablePower.ts';
import { lockReceiver, waitOneSecondForLocks } from '../../db/queries/lockReceiver.ts';
import type { AuthorizationDecision } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { storedJson, UnreadableContent } from '../../db/storedJson.ts';
import { noMoney } from '../../domain/basics/money.ts';
import { type DeclineReason, decidePurchase, type PurchaseDecision } from '../../domain/card/authorization.ts';
import type { AuthorizationRequest, CardIssuer, Decision, DecisionAnswer } from '../../providers/ports/cardIssuer.ts';
import { scopeOfCard } from '../access/viewReceiver.ts';
import type { DecisionDeps } from '../deps.ts';

/** Returns the path that the issuer calls for each decision. */
export const decisionEndpoint = ({ name }: Pick<CardIssuer, 'name'>) => `/webhooks/${name}/authorization`;

const answerJson = storedJson<DecisionAnswer>('a stored decision', [z.object({ result: z.string(), token: z.string() })]);

/**
 * How long, in milliseconds, an approval reserves spending power while no transaction has arrived. By then the sweep
 * has fetched all transactions, so the purchase is either booked or never happened.
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
  account_held: 'card_paused',
  fraud: 'suspected_fraud',
};

/**
 * Decides whether a purchase may be made, and stores the decision with its reason. It holds the receiver's row, so that
 * of two purchases racing for the last dollar only one is approved; a repeated question gets the same answer as before.
 * Declines a card that belongs to nobody here. Throws when it cannot decide in time or cannot read its earlier
 * decision: nothing is approved then.
 */
export async function decideAuthorization(deps: DecisionDeps, request: AuthorizationRequest): Promise<DecisionAnswer> {
  const scope = await scopeOfCard(deps, request.cardToken);
  if (scope === null) return deps.providers.cardIssuer.decisionAnswer(request, { approved: false, reason: 'card_paused' });
  return inTransaction(
    deps.database,
    async (transaction) => {
      await waitOneSecondForLocks(transaction);
      return decideLocked(deps, transaction, scope, request);
    },
    limits,
  );
}

async function decideLocked(
  { clock, providers }: DecisionDeps,
  transaction: Transaction,
  scope: ReceiverScope,
  request: AuthorizationRequest,
): Promise<DecisionAnswer> {
  const receiver = await lockReceiver(transaction, scope);
  const own = databaseOf(transaction, scope);
  const before = await own.authorizationDecision.findUnique({
    where: { receiver_id_transaction_token: { transaction_token: request.token } },
  });
  if (before) return answerBefore(before);
  const card = await own.card.findUnique({ where: { receiver_id_token: { token: request.cardToken } }, select: { state: true } });
  if (!receiver || !card) return providers.cardIssuer.decisionAnswer(request, { approved: false, reason: 'card_paused' });

  const now = clock();
  // A credit or a balance inquiry takes no spending power.
  const amount_cents = request.kind === 'purchase' ? request.amountCents : noMoney;
  const power = await readAvailablePower(transaction, scope, new Date(now.getTime() - approvalCountsMs));
  const decision = decidePurchase({ ...power, amount_cents, cardState: card.state, receiver });
  const answer = providers.cardIssuer.decisionAnswer(request, decisionForIssuer(decision));
  await own.authorizationDecision.create({
    data: {
      transaction_token: request.token,
      card_token: request.cardToken,
      amount_cents: BigInt(amount_cents),
      merchant_descriptor: request.merchant.descriptor,
      result: answer.result,
      reason: decision.approved ? null : decision.reason,
      short_by_cents: decision.approved || decision.short_by_cents === null ? null : BigInt(decision.short_by_cents),
      answer: { ...answer, version: answerJson.version },
      decided_at: now,
    },
  });
  return answer;
}

/** Returns the answer that the issuer got before. Throws UnreadableContent when it contradicts the decision stored beside it. */
function answerBefore({ answer, result, transaction_token }: AuthorizationDecision): DecisionAnswer {
  const read = answerJson.read(answer);
  if (read.result !== result || read.token !== transaction_token) throw new UnreadableContent('a stored decision contradicts itself');
  return read;
}

const decisionForIssuer = (decision: PurchaseDecision): Decision =>
  decision.approved ? { approved: true } : { approved: false, reason: issuerReasons[decision.reason] };
