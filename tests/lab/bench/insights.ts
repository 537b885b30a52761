import type { MoneyBackAnswer, SpendingAnswer, SubscriptionsAnswer } from '../../../server/contract/insights.ts';
import type { LimitLeversAnswer } from '../../../server/contract/spendingPower.ts';
import { addMonths, monthOf } from '../../../server/domain/basics/periods.ts';
import { spendingGroupings } from '../../../server/domain/insights/spendingGroups.ts';
import type { Figure } from './figures.ts';
import { type LargeMerchant, startLargeMerchant, timeCall } from './largeMerchant.ts';

async function timeSpending(merchant: LargeMerchant): Promise<Figure[]> {
  const figures: Figure[] = [];
  const month = addMonths(monthOf(new Date()), -1);
  for (const by of spendingGroupings) {
    const problem = ({ total, groups }: SpendingAnswer) =>
      total.count > 5_000 && total.before_cents > 0 && groups.length > 0 ? null : `${total.count} purchases`;
    figures.push(await timeCall(merchant, { name: `spending by ${by}`, path: `/insights/spending?by=${by}&month=${month}`, problem }));
  }
  return figures;
}

const timeSubscriptions = (merchant: LargeMerchant) =>
  timeCall(merchant, {
    name: 'subscriptions',
    path: '/insights/subscriptions',
    problem: ({ subscriptions }: SubscriptionsAnswer) => (subscriptions.length === 40 ? null : `${subscriptions.length} subscriptions`),
  });

const timeMoneyBack = (merchant: LargeMerchant) =>
  timeCall(merchant, {
    name: 'money back',
    path: '/insights/money_back',
    problem: ({ cashback, open_refunds }: MoneyBackAnswer) =>
      cashback.count === 260 && open_refunds.count === 200 ? null : `${cashback.count} of cashback, ${open_refunds.count} refunds`,
  });

const timeLevers = (merchant: LargeMerchant) =>
  timeCall(merchant, {
    name: 'what raises the limit',
    path: '/limit_levers',
    // The lever that looks ahead takes the longest.
    problem: ({ levers }: LimitLeversAnswer) => (levers.some(({ key }) => key === 'returns') ? null : levers.map(({ key }) => key).join(', ')),
  });

/** Measures the calls of the page of insights, for a merchant with a hundred thousand rows. */
export async function benchInsights(): Promise<Figure[]> {
  const merchant = await startLargeMerchant();
  try {
    return [...(await timeSpending(merchant)), await timeSubscriptions(merchant), await timeMoneyBack(merchant), await timeLevers(merchant)];
  } finally {
    await merchant.stop();
  }
}
