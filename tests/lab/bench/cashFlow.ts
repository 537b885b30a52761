import type { CashFlowAnswer } from '../../../server/contract/cashFlow.ts';
import { backTest, type KindFigures } from './cashFlowBackTest.ts';
import type { Figure } from './figures.ts';
import { startLargeMerchant, timeCall } from './largeMerchant.ts';
import type { StoreKind } from './sampleStores.ts';

/** The seed of the stores of the figures. The rule was made with stores of other seeds. */
const seed = 'unseen harvest';
const storesOfKind = 250;
/** The kinds whose sales go on much as they did: the range has to hold what it says of them. Of the others it is told alone. */
const lasting: ReadonlySet<StoreKind> = new Set(['steady', 'seasonal']);
/** The season earns its place by stores that have one, and may cost others a little. */
const mostOfTrailing = (kind: StoreKind) => (kind === 'seasonal' ? 0.6 : 1.25);

function figuresOf({ kind, held, rule, trailing }: KindFigures): Figure[] {
  const beside = (error: number) => ({ name: 'mean of the last four same weekdays', value: error * 100 });
  return [
    {
      name: `${kind} stores: days of sales inside the range of their day`,
      value: held * 100,
      unit: '%',
      beside: { name: 'all days', value: 100 },
      ...(lasting.has(kind) && { ratioLeast: 0.55, ratioMost: 0.65 }),
    },
    {
      name: `${kind} stores: median error of a day of sales`,
      value: rule.day * 100,
      unit: '% of a mean day',
      beside: beside(trailing.day),
      ratioMost: mostOfTrailing(kind),
    },
    {
      name: `${kind} stores: median error of the sales of 30 days`,
      value: rule.month * 100,
      unit: '% of them',
      beside: beside(trailing.month),
      ratioMost: mostOfTrailing(kind),
    },
  ];
}

/** The page's own rule decides what it shows: without each of these the call does less than a merchant's. */
function problemOf({ days, flows, is_expected }: CashFlowAnswer): string | null {
  const kinds = new Set(flows.map(({ kind }) => kind));
  const isWhole = days.length === 90 && is_expected && kinds.has('payout') && kinds.has('draw');
  return isWhole ? null : `${days.length} days with ${[...kinds].join(', ')}`;
}

/** Tries the rule of the cash to come on a thousand stores, and measures its page. */
export async function benchCashFlow(): Promise<Figure[]> {
  const foreseen = backTest(seed, storesOfKind).flatMap(figuresOf);
  const merchant = await startLargeMerchant();
  try {
    return [...foreseen, await timeCall(merchant, { name: 'the cash to come', path: '/cash_flow', problem: problemOf })];
  } finally {
    await merchant.stop();
  }
}
