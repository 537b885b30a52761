import { randomUUID } from 'node:crypto';
import type Lithic from 'lithic';
import type { Condition, ConditionalParameters, VelocityParameters } from './ruleBodies.ts';
import { periodStart } from './ruleWindow.ts';
import type { LithicState, StoredRule } from './state.ts';
import type { DetailedResult, Merchant, Result } from './transaction.ts';

type AuthRule = Lithic.AuthRules.AuthRule;
type RuleResult = Lithic.Transaction.Event['rule_results'][number];
type Parameters = Lithic.AuthRules.AuthRuleVersion['parameters'];

/** The purchase that a rule is asked about. */
export interface AskedPurchase {
  card: { token: string; account_token: string };
  cents: number;
  currency: string;
  merchant: Merchant;
}

/** A decline by a rule. */
export interface RuleDecline {
  result: Result;
  detail: DetailedResult;
  ruleResult: RuleResult;
}

function matches({ attribute, operation, value }: Condition, { cents, currency, merchant }: AskedPurchase): boolean {
  const given = {
    MCC: merchant.mcc,
    COUNTRY: merchant.country,
    CURRENCY: currency,
    MERCHANT_ID: merchant.acceptorId,
    DESCRIPTOR: merchant.descriptor,
    TRANSACTION_AMOUNT: String(cents),
  }[attribute];
  switch (operation) {
    case 'IS_ONE_OF':
      return value.includes(given);
    case 'IS_NOT_ONE_OF':
      return !value.includes(given);
    case 'MATCHES':
      return new RegExp(value).test(given);
    case 'DOES_NOT_MATCH':
      return !new RegExp(value).test(given);
    case 'IS_GREATER_THAN':
      return cents > value;
    case 'IS_GREATER_THAN_OR_EQUAL_TO':
      return cents >= value;
    case 'IS_LESS_THAN':
      return cents < value;
    case 'IS_LESS_THAN_OR_EQUAL_TO':
      return cents <= value;
    case 'IS_EQUAL_TO':
      return cents === value;
    case 'IS_NOT_EQUAL_TO':
      return cents !== value;
  }
}

/** Returns the detail of a decline by conditions, all of which must be met; undefined when they let the purchase through. */
export function conditionalDecline({ conditions }: ConditionalParameters, asked: AskedPurchase): DetailedResult | undefined {
  if (!conditions.every((condition) => matches(condition, asked))) return undefined;
  const [first] = conditions;
  if (first?.attribute === 'MCC') return first.operation === 'IS_NOT_ONE_OF' ? 'AUTH_RULE_ALLOWED_MCC' : 'AUTH_RULE_BLOCKED_MCC';
  if (first?.attribute === 'COUNTRY') return first.operation === 'IS_NOT_ONE_OF' ? 'AUTH_RULE_ALLOWED_COUNTRY' : 'AUTH_RULE_BLOCKED_COUNTRY';
  return 'AUTH_RULE';
}

type Filters = NonNullable<VelocityParameters['filters']>;

function isCounted({ include_mccs, exclude_mccs, include_countries, exclude_countries }: Filters, { mcc, country }: { mcc: string; country: string }): boolean {
  if (include_mccs && !include_mccs.includes(mcc)) return false;
  if (exclude_mccs?.includes(mcc)) return false;
  if (include_countries && !include_countries.includes(country)) return false;
  return !exclude_countries?.includes(country);
}

/** Returns the cents and the number of purchases that a velocity counts: those authorized or settled, and charges that nobody authorized. */
export async function velocityOf(
  state: LithicState,
  { scope, period, filters = {} }: Pick<VelocityParameters, 'scope' | 'period' | 'filters'>,
  { token, account_token }: AskedPurchase['card'],
): Promise<{ amount: number; count: number }> {
  const since = periodStart(period, state.core.clock.now());
  const rows = await state.core.store.query(
    `select 0 - ((data #>> '{amounts,settlement,amount}')::bigint + (data #>> '{amounts,hold,amount}')::bigint) as spent,
       data #>> '{merchant,mcc}' as mcc, data #>> '{merchant,country}' as country
     from sandbox.object where stand_in = 'lithic' and kind = 'transaction' and data @> $1::jsonb and data ->> 'created' >= $2`,
    [JSON.stringify(scope === 'CARD' ? { card_token: token } : { account_token }), since.toISOString()],
  );
  const counted = rows
    .map(({ spent, mcc, country }) => ({ spent: Number(spent), mcc: String(mcc), country: String(country) }))
    .filter((row) => row.spent > 0 && isCounted(filters, row));
  return { amount: counted.reduce((sum, { spent }) => sum + spent, 0), count: counted.length };
}

async function velocityDecline(state: LithicState, parameters: VelocityParameters, asked: AskedPurchase): Promise<DetailedResult | undefined> {
  if (!isCounted(parameters.filters ?? {}, asked.merchant)) return undefined;
  const { amount, count } = await velocityOf(state, parameters, asked.card);
  const isBeyond =
    amount + asked.cents > (parameters.limit_amount ?? Number.POSITIVE_INFINITY) || count + 1 > (parameters.limit_count ?? Number.POSITIVE_INFINITY);
  return isBeyond ? 'CARD_SPEND_LIMIT_EXCEEDED' : undefined;
}

const declineBy = (state: LithicState, parameters: Parameters, asked: AskedPurchase) =>
  'period' in parameters
    ? velocityDecline(state, parameters as VelocityParameters, asked)
    : Promise.resolve(conditionalDecline(parameters as ConditionalParameters, asked));

/** Reports whether a rule is about a card. */
export function appliesTo(rule: AuthRule, { token, account_token }: AskedPurchase['card']): boolean {
  if (rule.program_level) return !rule.excluded_card_tokens?.includes(token) && !rule.excluded_account_tokens?.includes(account_token);
  return rule.card_tokens.includes(token) || rule.account_tokens.includes(account_token);
}

const explanations: Readonly<Record<string, string>> = { VELOCITY_LIMIT: 'Transaction declined due to velocity limit' };

function declineOf({ token, name, type }: AuthRule, detail: DetailedResult): RuleDecline {
  return {
    result: type === 'VELOCITY_LIMIT' ? 'USER_TRANSACTION_LIMIT' : detail === 'AUTH_RULE' ? 'DECLINED' : 'UNAUTHORIZED_MERCHANT',
    detail,
    ruleResult: { auth_rule_token: token, result: detail, name, explanation: explanations[type] ?? 'Transaction declined due to its conditions' },
  };
}

interface Evaluation {
  /**
   * The event and the transaction under which each evaluation is kept. Without them it is the last look, in the transaction that
   * stores the purchase: nothing is kept, drafts are left out, and what several cards share is counted by one purchase at a time.
   */
  event?: { eventToken: string; token: string };
}

async function keep(
  state: LithicState,
  { rule }: StoredRule,
  version: number,
  { event, mode, decline }: Evaluation & { mode: 'ACTIVE' | 'INACTIVE'; decline: RuleDecline | undefined },
) {
  if (!event) return;
  const token = randomUUID();
  await state.ruleResults.insert(token, {
    token,
    auth_rule_token: rule.token,
    event_token: event.eventToken,
    transaction_token: event.token,
    evaluation_time: state.now(),
    event_stream: 'AUTHORIZATION',
    mode,
    rule_version: version,
    actions: decline ? [{ type: 'DECLINE', code: decline.detail as 'AUTH_RULE', explanation: decline.ruleResult.explanation ?? '' }] : [],
  });
}

/** Returns the first decline by a rule in force, oldest rule first; undefined when all let the purchase through. Drafts run beside them, in shadow. */
export async function declineByRules(state: LithicState, asked: AskedPurchase, { event }: Evaluation = {}): Promise<RuleDecline | undefined> {
  let first: RuleDecline | undefined;
  for (const stored of await state.rules.find()) {
    const { rule } = stored;
    if (!appliesTo(rule, asked.card)) continue;
    const evaluate = async (parameters: Parameters) => {
      const detail = await declineBy(state, parameters, asked);
      return detail && declineOf(rule, detail);
    };
    if (rule.state === 'ACTIVE' && rule.current_version) {
      if (!event && rule.type === 'VELOCITY_LIMIT') await state.rules.lock(rule.token);
      const decline = await evaluate(rule.current_version.parameters);
      first ??= decline;
      await keep(state, stored, rule.current_version.version, { ...(event && { event }), mode: 'ACTIVE', decline });
    }
    if (event && rule.draft_version) {
      const decline = await evaluate(rule.draft_version.parameters);
      await keep(state, stored, rule.draft_version.version, { event, mode: 'INACTIVE', decline });
    }
  }
  return first;
}
