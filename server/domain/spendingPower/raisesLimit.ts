import { add, type Cents, cents, compareAmounts, formatUsd, fraction, noMoney, subtract } from '../basics/money.ts';
import { monthDays } from '../store/sales.ts';
import { decidesApartFromSales, type SpendingPowerInputs, type SpendingPowerTermKey, spendingPowerTotal } from './spendingPower.ts';
import { averagedDays } from './termOperations.ts';

/** What a merchant can do to raise the limit, each with its effect: the rule is run again with the inputs that would follow. */

export interface LimitRaise {
  /** How much higher the limit would be. */
  readonly gain_cents: Cents;
  /** In words for the merchant. */
  readonly text: string;
}

/** The monthly sales whose effect is told. */
const moreSales = cents(100_000);
const whole = 10_000;

/** Returns what would raise the limit, the largest gain first. Limits that only our team can change are not among them. */
export function raisesLimit(inputs: SpendingPowerInputs): readonly LimitRaise[] {
  const total = spendingPowerTotal(inputs);
  return ways(inputs)
    .map(({ after, text }) => ({ gain_cents: subtract(spendingPowerTotal({ ...inputs, ...after }), total), text }))
    .filter((raise) => raise.gain_cents > 0)
    .toSorted((one, other) => compareAmounts(other.gain_cents, one.gain_cents));
}

interface Way {
  /** The inputs that it would change. */
  readonly after: Partial<SpendingPowerInputs>;
  readonly text: string;
}

function ways(inputs: SpendingPowerInputs): readonly Way[] {
  const { gross_sales_cents, blocks, full_advance_rate_basis_points } = inputs;
  const of = (block: SpendingPowerInputs['blocks'][number]) => ({ blocks: blocks.filter((one) => one !== block) });
  return [
    {
      after: { gross_sales_cents: add(gross_sales_cents, fraction(moreSales, averagedDays(inputs), monthDays)) },
      text: `Sell ${formatUsd(moreSales)} more in each month.`,
    },
    { after: { freshness_basis_points: whole }, text: 'Connect your store again, so that its data is up to date.' },
    {
      after: { returned_cents: noMoney, advance_rate_basis_points: full_advance_rate_basis_points },
      text: 'Have fewer refunds and chargebacks: this is what those of the last 90 days cost.',
    },
    { after: { concentration_basis_points: whole }, text: 'Sell more evenly: no month with more than 60% of the sales of 90 days.' },
    { after: of('unpaid_draw'), text: 'Pay the repayment that did not go through.' },
    { after: of('debits_stopped'), text: 'Authorize debits of your bank account again.' },
  ];
}

/** Says what follows where selling more would not raise the limit, because something else decides it; null where it would. */
export function salesDoNotRaise(inputs: SpendingPowerInputs): string | null {
  const [sold] = ways(inputs);
  const isRaised = sold !== undefined && spendingPowerTotal({ ...inputs, ...sold.after }) > spendingPowerTotal(inputs);
  const decides = isRaised ? null : decidesApartFromSales(inputs);
  return decides === null ? null : (afterward.get(decides) ?? 'More sales do not raise it for now. Ask our team about it.');
}

const afterward: ReadonlyMap<SpendingPowerTermKey, string> = new Map([
  ['initial_spend_limit', 'More sales raise it once they are worth more than your starting limit.'],
  ['cap', 'More sales do not raise it: it is the most that the program offers.'],
]);
