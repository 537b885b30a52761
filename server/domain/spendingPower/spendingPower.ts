import { dayMs } from '../basics/dates.ts';
import { type Cents, cents, formatUsd, larger, noMoney, smaller, subtract, wholeDollars } from '../basics/money.ts';
import { percent } from '../basics/percent.ts';
import { averagedDays, monthDays, type SalesHistory, salesWindowDays } from '../store/sales.ts';
import { type Block, type BlockFacts, blockLabels, blocksOf } from './blocks.ts';
import { type LimitReader, limitWords } from './limitWords.ts';

/**
 * Spending power: the most that a merchant may owe. It is a month's sales times an advance rate, lowered by refunds, by
 * sales concentrated in one month and by stale data, between the merchant's starting limit and the program’s maximum,
 * unless staff override it. All factors are whole basis points, and nothing is rounded before the last step.
 */

/** The parts of a program's rates that this rule reads. */
export interface SpendingPowerRates {
  /** The advance rate of a merchant with hardly any refunds. */
  readonly advanceRateBasisPoints: number;
  readonly spendingPowerCapCents: Cents;
}

/** The parts of a receiver's record that this rule reads. */
export interface SpendingPowerReceiver extends BlockFacts {
  readonly initial_spend_limit: Cents | null;
  readonly override_spend_limit: Cents | null;
  readonly spending_power_override_min: Cents | null;
  readonly spending_power_override_max: Cents | null;
  /** When the minimum and the maximum end; null when they apply until they are cleared. */
  readonly spending_power_override_expiration_at: Date | null;
}

/** All inputs of the result, stored with it so that it can be explained later. Factors are in basis points. */
export interface SpendingPowerInputs {
  readonly gross_sales_cents: Cents;
  readonly returned_cents: Cents;
  readonly history_days: number;
  /** The days of orders that the store's platform shows us, where it hides those before; null where it shows all. */
  readonly shown_days: number | null;
  readonly full_advance_rate_basis_points: number;
  /** The advance rate after refunds and chargebacks lowered it. */
  readonly advance_rate_basis_points: number;
  readonly concentration_basis_points: number;
  readonly freshness_basis_points: number;
  readonly initial_spend_limit_cents: Cents;
  readonly cap_cents: Cents;
  readonly override_min_cents: Cents | null;
  readonly override_max_cents: Cents | null;
  readonly override_spend_limit_cents: Cents | null;
  readonly blocks: readonly Block[];
}

export type SpendingPowerTermKey =
  | 'sales'
  | 'returns'
  | 'month'
  | 'advance_rate'
  | 'concentration'
  | 'freshness'
  | 'whole_dollars'
  | 'initial_spend_limit'
  | 'cap'
  | 'override_min'
  | 'override_max'
  | 'override_spend_limit'
  | 'blocks';

/** One step from sales to the total, in order. Each subtotal is the one before it plus the change; the last is the total. */
export interface SpendingPowerTerm {
  readonly key: SpendingPowerTermKey;
  /** In words for its reader. */
  readonly label: string;
  readonly change_cents: Cents;
  readonly subtotal_cents: Cents;
}

export interface SpendingPower {
  readonly total_cents: Cents;
  readonly terms: readonly SpendingPowerTerm[];
  readonly inputs: SpendingPowerInputs;
}

/** The facts on which the rule is run. */
export interface SpendingPowerFacts {
  readonly sales: SalesHistory;
  readonly receiver: SpendingPowerReceiver;
  readonly program: SpendingPowerRates;
  /** The last time when the store's data was known to be complete; null when there is none. */
  readonly feedFreshAt: Date | null;
  readonly now: Date;
}

/** Returns a merchant's total spending power in cents, step by step. The outstanding amount is not subtracted yet. */
export function spendingPower(facts: SpendingPowerFacts): SpendingPower {
  const inputs = inputsOf(facts);
  const terms = spendingPowerTerms(inputs);
  return { total_cents: terms.at(-1)?.subtotal_cents ?? noMoney, terms, inputs };
}

const noSales: SalesHistory = { gross_sales_cents: noMoney, returned_cents: noMoney, largest_month_cents: noMoney, history_days: 0, shown_days: null };

/** Returns the total before anything is known of a store: the starting limit, within what staff have set. */
export function startingPower(facts: Pick<SpendingPowerFacts, 'receiver' | 'program' | 'now'>): Cents {
  return spendingPower({ ...facts, sales: noSales, feedFreshAt: null }).total_cents;
}

/** Returns the total for the inputs. */
export function spendingPowerTotal(inputs: SpendingPowerInputs): Cents {
  return subtotals(inputs).at(-1)?.subtotal ?? noMoney;
}

/** All of an amount, in basis points. */
const one = 10_000;
/** The advance rate, in basis points, below which returns never lower it. */
const minimumAdvanceRate = 5_000;
/** The share of refunds and chargebacks in sales, in basis points, that is ordinary and lowers nothing. */
export const ordinaryDilution = 500;
/** The share of the strongest month in the sales of 90 days, in basis points, up to which it lowers nothing. */
export const concentratedAbove = 6_000;
/** The share that a limit from concentrated sales keeps, in basis points. */
const concentrationFactor = 7_500;

function inputsOf({ sales, receiver, program, feedFreshAt, now }: SpendingPowerFacts): SpendingPowerInputs {
  const endsAt = receiver.spending_power_override_expiration_at;
  const isOverridden = endsAt === null || now.getTime() < endsAt.getTime();
  return {
    gross_sales_cents: sales.gross_sales_cents,
    returned_cents: sales.returned_cents,
    history_days: sales.history_days,
    shown_days: sales.shown_days,
    full_advance_rate_basis_points: program.advanceRateBasisPoints,
    advance_rate_basis_points: advanceRate(sales, program.advanceRateBasisPoints),
    concentration_basis_points: isConcentrated(sales) ? concentrationFactor : one,
    freshness_basis_points: freshness(feedFreshAt, now),
    initial_spend_limit_cents: receiver.initial_spend_limit ?? noMoney,
    cap_cents: program.spendingPowerCapCents,
    override_min_cents: isOverridden ? receiver.spending_power_override_min : null,
    override_max_cents: isOverridden ? receiver.spending_power_override_max : null,
    override_spend_limit_cents: receiver.override_spend_limit,
    blocks: blocksOf(receiver),
  };
}

/** Lowers the rate by each point of refunds and chargebacks above the ordinary share, down to half of sales. */
function advanceRate(sales: SalesHistory, fullRate: number): number {
  const lowered = fullRate - Math.max(0, dilution(sales) - ordinaryDilution);
  return Math.min(fullRate, Math.max(minimumAdvanceRate, lowered));
}

/** Returns the share of gross sales returned to buyers, rounded up to a whole basis point. */
export function dilution({ gross_sales_cents: gross, returned_cents: returned }: Pick<SalesHistory, 'gross_sales_cents' | 'returned_cents'>): number {
  if (gross === 0) return 0;
  return Number((BigInt(returned) * BigInt(one) + BigInt(gross) - 1n) / BigInt(gross));
}

function isConcentrated({ gross_sales_cents: gross, largest_month_cents: largest }: SalesHistory): boolean {
  return BigInt(largest) * BigInt(one) > BigInt(gross) * BigInt(concentratedAbove);
}

/** The factors of a store's data, in basis points, each up to an age in days. */
export const freshnessSteps = [
  { days: 3, factor: one },
  { days: 7, factor: 7_500 },
  { days: 14, factor: 5_000 },
] as const;
/** The factor of older data, in basis points. */
const staleFactor = 2_500;

/** Returns the factor for the age of the data: it falls in steps and never to 0, so that a broken link cuts nobody off overnight. */
function freshness(feedFreshAt: Date | null, now: Date): number {
  const ageDays = feedFreshAt === null ? Number.POSITIVE_INFINITY : (now.getTime() - feedFreshAt.getTime()) / dayMs;
  return freshnessSteps.find(({ days }) => ageDays <= days)?.factor ?? staleFactor;
}

/** Returns the steps from sales to the total. A step that changes nothing is left out, except the first four. */
function spendingPowerTerms(inputs: SpendingPowerInputs, reader: LimitReader = 'customer'): readonly SpendingPowerTerm[] {
  let before = noMoney;
  const terms: SpendingPowerTerm[] = [];
  for (const { key, label, subtotal } of subtotals(inputs)) {
    const change = subtract(subtotal, before);
    if (change !== 0 || everybodysTerms.has(key)) terms.push({ key, label: label(reader), change_cents: change, subtotal_cents: subtotal });
    before = subtotal;
  }
  return terms;
}

const everybodysTerms: ReadonlySet<SpendingPowerTermKey> = new Set(['sales', 'returns', 'month', 'advance_rate']);

interface Subtotal {
  readonly key: SpendingPowerTermKey;
  /** Written only where it is shown: the rule is run thousands of times to explain a year. */
  readonly label: (reader: LimitReader) => string;
  readonly subtotal: Cents;
}

function subtotals(inputs: SpendingPowerInputs): readonly Subtotal[] {
  const net = subtract(inputs.gross_sales_cents, inputs.returned_cents);
  const earned = fromSales(net, inputs);
  const atLeast = larger(earned.wholeDollars, inputs.initial_spend_limit_cents);
  const atMost = smaller(atLeast, inputs.cap_cents);
  const raised = inputs.override_min_cents === null ? atMost : larger(atMost, inputs.override_min_cents);
  const lowered = inputs.override_max_cents === null ? raised : smaller(raised, inputs.override_max_cents);
  const decided = larger(noMoney, inputs.override_spend_limit_cents ?? lowered);
  return [
    { key: 'sales', label: () => `Sales of the last ${salesWindowDays} days`, subtotal: inputs.gross_sales_cents },
    { key: 'returns', label: () => 'Refunds and chargebacks', subtotal: net },
    { key: 'month', label: () => 'Average of one month', subtotal: earned.month },
    { key: 'advance_rate', label: () => `Advance rate of ${percent(inputs.advance_rate_basis_points)}`, subtotal: earned.advanced },
    { key: 'concentration', label: () => `One month made up more than ${percent(concentratedAbove)} of sales`, subtotal: earned.spread },
    { key: 'freshness', label: () => `Older store data counts ${percent(inputs.freshness_basis_points)}`, subtotal: earned.fresh },
    { key: 'whole_dollars', label: () => 'Rounded down to a whole dollar', subtotal: earned.wholeDollars },
    {
      key: 'initial_spend_limit',
      label: (reader) => `${limitWords[reader].startingLimit} of ${formatUsd(inputs.initial_spend_limit_cents)}`,
      subtotal: atLeast,
    },
    { key: 'cap', label: () => `The program’s maximum of ${formatUsd(inputs.cap_cents)}`, subtotal: atMost },
    { key: 'override_min', label: (reader) => limitWords[reader].terms.override_min, subtotal: raised },
    { key: 'override_max', label: (reader) => limitWords[reader].terms.override_max, subtotal: lowered },
    { key: 'override_spend_limit', label: (reader) => limitWords[reader].terms.override_spend_limit, subtotal: decided },
    { key: 'blocks', label: (reader) => blockLabels(inputs.blocks, reader), subtotal: inputs.blocks.length === 0 ? decided : noMoney },
  ];
}

interface Earned {
  readonly month: Cents;
  readonly advanced: Cents;
  readonly spread: Cents;
  readonly fresh: Cents;
  readonly wholeDollars: Cents;
}

/** Computes each amount from the exact fraction and rounds it once, never an already rounded one. */
function fromSales(net: Cents, inputs: SpendingPowerInputs): Earned {
  const days = averagedDays(inputs);
  const factors = [inputs.advance_rate_basis_points, inputs.concentration_basis_points, inputs.freshness_basis_points];
  const roundedDown = (count: number) => {
    const product = factors.slice(0, count).reduce((value, factor) => value * BigInt(factor), BigInt(larger(net, noMoney)) * BigInt(monthDays));
    return cents(Number(product / (BigInt(days) * BigInt(one) ** BigInt(count))));
  };
  const fresh = roundedDown(3);
  return { month: roundedDown(0), advanced: roundedDown(1), spread: roundedDown(2), fresh, wholeDollars: wholeDollars(fresh) };
}

/** Returns the spending power of net sales, a month's average at the inputs' rates, before whole dollars, limits and overrides. */
export function salesPower(net: Cents, inputs: SpendingPowerInputs): Cents {
  return fromSales(net, inputs).fresh;
}

/** Names the limit, override or block that decides the total instead of sales; null when there is none. */
export function limitApartFromSales(inputs: SpendingPowerInputs, reader: LimitReader = 'customer'): string | null {
  return decidingTerm(inputs, reader)?.label ?? null;
}

/** Names a step for staff; null for a step that the present rule does not have. */
export function termForStaff(key: string, inputs: SpendingPowerInputs): string | null {
  return (
    subtotals(inputs)
      .find((step) => step.key === key)
      ?.label('staff') ?? null
  );
}

/** Returns the key of that limit, override or block. */
export function decidesApartFromSales(inputs: SpendingPowerInputs): SpendingPowerTermKey | null {
  return decidingTerm(inputs)?.key ?? null;
}

function decidingTerm(inputs: SpendingPowerInputs, reader?: LimitReader): SpendingPowerTerm | undefined {
  return spendingPowerTerms(inputs, reader).findLast(({ key }) => apartFromSales.has(key));
}

const apartFromSales: ReadonlySet<SpendingPowerTermKey> = new Set([
  'initial_spend_limit',
  'cap',
  'override_min',
  'override_max',
  'override_spend_limit',
  'blocks',
]);
