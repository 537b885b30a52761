import type Lithic from 'lithic';
import { emit } from './events.ts';
import type { ConditionalParameters } from './ruleBodies.ts';
import { appliesTo, conditionalDecline } from './ruleEvaluation.ts';
import { doSoon } from './soon.ts';
import type { LithicState, StoredBacktest, StoredRule } from './state.ts';

type Results = Lithic.AuthRules.V2.BacktestResults;
type Stats = Lithic.AuthRules.BacktestStats;

/** How many examples a report gives. */
const examplesShown = 10;

/** Returns what a version would have decided about the purchases of the period; null without that version. */
async function replay(
  state: LithicState,
  { rule }: StoredRule,
  version: { version: number; parameters: object } | null,
  test: StoredBacktest,
): Promise<Stats | null> {
  if (!version) return null;
  const { start, end } = test.simulation_parameters;
  const past = await state.transactions.find({}, { created: { from: start, until: end } });
  const examples = past
    .filter((transaction) => appliesTo(rule, { token: transaction.card_token, account_token: transaction.account_token }))
    .flatMap((transaction) => {
      const [asked] = transaction.events ?? [];
      if (asked?.type !== 'AUTHORIZATION') return [];
      const { acceptor_id: acceptorId, descriptor, mcc, city, state: place, country } = transaction.merchant;
      const detail = conditionalDecline(version.parameters as ConditionalParameters, {
        card: { token: transaction.card_token, account_token: transaction.account_token },
        cents: asked.amounts.cardholder.amount || asked.amounts.merchant.amount,
        currency: transaction.merchant_currency,
        merchant: { acceptorId, descriptor, mcc, city, state: place, country },
      });
      const decision = detail ? ('DECLINED' as const) : ('APPROVED' as const);
      return [{ event_token: asked.token, transaction_token: transaction.token, timestamp: asked.created, decision }];
    });
  const declined = examples.filter(({ decision }) => decision === 'DECLINED').length;
  return { version: version.version, approved: examples.length - declined, declined, challenged: 0, examples: examples.slice(0, examplesShown) };
}

/** Returns a backtest's results by the rule's versions of now; both null until it is done. */
export async function backtestResults(state: LithicState, stored: StoredRule, test: StoredBacktest): Promise<Results> {
  const { backtest_token, simulation_parameters, status } = test;
  const isDone = status === 'SUCCESS';
  return {
    backtest_token,
    simulation_parameters,
    results: {
      current_version: isDone ? await replay(state, stored, stored.rule.current_version, test) : null,
      draft_version: isDone ? await replay(state, stored, stored.rule.draft_version, test) : null,
    },
  };
}

async function finish(state: LithicState, token: string): Promise<void> {
  await state.core.store.transaction(async () => {
    const test = await state.backtests.lock(token);
    const stored = test && (await state.rules.get(test.rule_token));
    if (test?.status !== 'PENDING' || !stored) return;
    const done: StoredBacktest = { ...test, status: 'SUCCESS' };
    await state.backtests.put(token, done);
    await emit(state, { event_type: 'auth_rules.backtest_report.created', ...(await backtestResults(state, stored, done)) });
  });
}

/** Finishes the backtests that wait, after a second. Called when one is asked for, and after a restart. */
export function runBacktests(state: LithicState): void {
  const finishAll = async () => {
    for (const { backtest_token } of await state.backtests.find({ status: 'PENDING' })) await finish(state, backtest_token);
  };
  doSoon(state, finishAll, 'a backtest of the sandbox failed');
}
