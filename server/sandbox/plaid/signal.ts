import { Router } from 'express';
import { AccountSubtype, type RuleResult, type SignalDecisionReportResponse, type SignalEvaluateResponse, type SignalReturnReportResponse } from 'plaid';
import { z } from 'zod';
import { handle } from '../core/handle.ts';
import { adviceOf, debitScores } from './household/score.ts';
import { accountOf, itemByToken, loginRequired } from './items.ts';
import { projectedCents, withLiveBalance } from './liveBalance.ts';
import { invalidField, invalidInput, itemError, LOGIN_REQUIRED, loginRequiredError, newRequestId, parse, signalError } from './refusal.ts';
import type { PlaidState, StoredAccount, StoredEvaluation, StoredItem } from './state.ts';
import { returnReasons, settlementDay } from './transferStates.ts';

const transactionId = z.string().min(1).max(36, 'must be at most 36 characters');
const text = z.string().nullish();
const hasWholeCents = (amount: number) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;
const dollars = z.number().positive('must be above 0').refine(hasWholeCents, 'must have at most two decimals');
const methods = ['SAME_DAY_ACH', 'NEXT_DAY_ACH', 'STANDARD_ACH', 'MULTIPLE_PAYMENT_METHODS'] as const;
const outcomes = ['APPROVE', 'REVIEW', 'REJECT', 'TAKE_OTHER_RISK_MEASURES', 'NOT_EVALUATED'] as const;
const ruleset = 'default';

const evaluateBody = z.strictObject({
  access_token: z.string(),
  account_id: z.string(),
  client_transaction_id: transactionId,
  amount: dollars,
  user_present: z.boolean().nullish(),
  client_user_id: z.string().optional(),
  is_recurring: z.boolean().nullish(),
  default_payment_method: z.enum(methods).nullish(),
  user: z
    .strictObject({
      name: z.strictObject({ prefix: text, given_name: text, middle_name: text, family_name: text, suffix: text }).nullish(),
      phone_number: text,
      email_address: text,
      address: z.looseObject({ city: z.string().optional(), region: text, street: z.string().optional(), postal_code: text, country: text }).nullish(),
    })
    .optional(),
  device: z.strictObject({ ip_address: text, user_agent: text }).optional(),
  risk_profile_key: text,
  ruleset_key: z.literal(ruleset).nullish(),
});
const returnBody = z.strictObject({
  client_transaction_id: transactionId,
  return_code: z.string().refine((code) => returnReasons[code] !== undefined, 'must be a valid ACH return code'),
  returned_at: z.iso.datetime({ offset: true }).nullish(),
});
const decisionBody = z.strictObject({
  client_transaction_id: transactionId,
  initiated: z.boolean(),
  days_funds_on_hold: z.int().min(0).nullish(),
  decision_outcome: z.enum(outcomes).nullish(),
  payment_method: z.enum(methods).nullish(),
  amount_instantly_available: z.number().nullish(),
  submitted_at: z.iso.datetime({ offset: true }).optional(),
});

/** How unsure a balance to come is, in days of usual takings; that of an account without a household, as a share of the debit. */
const uncertainDays = 1.5;
const uncertainShare = 0.1;
/** The score of a bank that cannot be read: as likely as not. */
const unknownScore = 50;

/** The least chances, in percent, of the published tiers above the first. */
const bankTiers = [0.5, 1.5, 3, 5, 10, 15, 50];
const customerTiers = [0.02, 0.05, 0.1, 0.5];
const tierOf = (score: number, tiers: readonly number[]): number => 1 + tiers.filter((least) => score >= least).length;

/** Refuses an item whose bank does not support evaluations, or whose link token named no such product. */
async function requireProduct(state: PlaidState, item: StoredItem): Promise<void> {
  if (!state.core.config.plaid.evaluatesDebits) throw invalidInput('INVALID_PRODUCT', 'client is not authorized to access the following products: ["signal"]');
  const { signal_support } = await state.settings();
  if (signal_support === 'unsupported') throw itemError('PRODUCTS_NOT_SUPPORTED', 'the following products are not supported by this institution: ["signal"]');
  if (item.products && !item.products.includes('signal'))
    throw invalidInput('ADDITIONAL_CONSENT_REQUIRED', 'client does not have user consent to access the signal product');
}

const readError = {
  warning_type: 'ITEM_ERROR',
  warning_code: LOGIN_REQUIRED,
  warning_message: loginRequiredError().error_message,
};

async function evaluate(
  state: PlaidState,
  item: StoredItem,
  account: StoredAccount,
  request: z.infer<typeof evaluateBody>,
): Promise<StoredEvaluation['answer']> {
  const { household } = account;
  const amountCents = Math.round(request.amount * 100);
  const isUnread = loginRequired(item);
  const settlesOn = settlementDay(state.core.clock.now());
  const availableCents = isUnread ? null : await projectedCents(state, account, settlesOn);
  const scores = debitScores({
    // Of the same account, day and amount by whatever id, so that asking once more tells nothing more.
    seed: `${household?.seed ?? 'still'}:${settlesOn}:${amountCents}`,
    amountCents,
    availableCents: availableCents ?? 0,
    uncertainCents: household ? uncertainDays * household.usualDayCents : 0,
    profile: household?.profile,
  });
  const bank = availableCents === null ? unknownScore : household ? scores.bank : stillScore(availableCents, amountCents);
  const { balances, subtype } = (await withLiveBalance(state, account)).base;
  return {
    scores: {
      bank_initiated_return_risk: { score: bank, risk_tier: tierOf(bank, bankTiers) },
      customer_initiated_return_risk: { score: scores.customer, risk_tier: tierOf(scores.customer, customerTiers) },
    },
    core_attributes: {
      available_balance: isUnread ? null : balances.available,
      current_balance: isUnread ? null : balances.current,
      balance_last_updated: isUnread ? null : state.now().replace(/\.\d{3}Z$/, 'Z'),
      is_savings_or_money_market_account: subtype === AccountSubtype.Savings,
    },
    ruleset: { ruleset_key: ruleset, result: adviceOf({ bank, customer: scores.customer }) as RuleResult },
    warnings: isUnread ? [readError] : [],
  };
}

/** Returns the score of a balance that stays as it is: without an error, so that a test may count on it. */
function stillScore(availableCents: number, amountCents: number): number {
  const spare = (availableCents - amountCents) / (uncertainShare * amountCents);
  return Math.min(99, Math.max(1, Math.round(100 / (1 + Math.exp(1.702 * spare)))));
}

/** Serves /signal: what the risk of a planned debit is, and how it ended. See `household/score.ts` for what a score means. */
export function signalRoutes(state: PlaidState): Router {
  const router = Router();
  const { evaluations, core } = state;

  router.post(
    '/signal/evaluate',
    handle(async ({ body }): Promise<SignalEvaluateResponse> => {
      const request = parse(evaluateBody, body);
      const { client_transaction_id: id, account_id, amount } = request;
      const item = await itemByToken(state, request.access_token);
      const account = accountOf(item, account_id);
      await requireProduct(state, item);
      const answer = (await evaluations.get(id))?.answer ?? (await evaluate(state, item, account, request));
      await evaluations.insert(id, { account_id, amount, answer, returned: null, decided: null });
      const kept = await evaluations.get(id);
      if (!kept || kept.account_id !== account_id || kept.amount !== amount)
        throw signalError('CLIENT_TRANSACTION_ID_ALREADY_IN_USE', 'Client transaction id has already been used in a different transaction');
      return { ...kept.answer, request_id: newRequestId() };
    }),
  );

  /** Adds to what is known of an evaluated transaction. */
  async function report(id: string, told: Pick<StoredEvaluation, 'returned'> | Pick<StoredEvaluation, 'decided'>): Promise<{ request_id: string }> {
    const changed = await core.store.transaction(() => evaluations.update(id, (evaluation) => ({ ...evaluation, ...told })));
    if (!changed) throw invalidField('client_transaction_id: no transaction was evaluated by this id');
    return { request_id: newRequestId() };
  }

  router.post(
    '/signal/return/report',
    handle(({ body }): Promise<SignalReturnReportResponse> => {
      const { client_transaction_id, return_code, returned_at = null } = parse(returnBody, body);
      return report(client_transaction_id, { returned: { code: return_code, at: returned_at } });
    }),
  );

  router.post(
    '/signal/decision/report',
    handle(({ body }): Promise<SignalDecisionReportResponse> => {
      const { client_transaction_id, initiated, decision_outcome = null } = parse(decisionBody, body);
      return report(client_transaction_id, { decided: { initiated, outcome: decision_outcome } });
    }),
  );
  return router;
}
