import { add, type Cents, compareAmounts, formatUsd, negate, noMoney, subtract } from '../basics/money.ts';
import { percent } from '../basics/percent.ts';
import { type FirstReading, readingWords } from '../store/firstReading.ts';
import { shownDaysText } from '../store/storeTexts.ts';
import { blockLabels } from './blocks.ts';
import { blocksEnded } from './blocksEnded.ts';
import { type LimitReader, type LimitWords, limitWords } from './limitWords.ts';
import { type SpendingPowerInputs, spendingPowerTotal } from './spendingPower.ts';

/**
 * Explanations of spending power and of its changes. Both are computed by running the rule itself with other inputs, so
 * that the amounts always add up and nothing is guessed.
 */

/** One run of the rule as it is stored. Everything in it survives being written as JSON. */
export interface SpendingPowerSnapshot {
  /** Null when the run was stored in a format that the present rule cannot read. */
  readonly inputs: SpendingPowerInputs | null;
  readonly total_cents: Cents;
  readonly outstanding_cents: Cents;
}

/** By how much the outstanding amount rose and fell on the way from one run to another. They differ by the change. */
export interface OutstandingMoves {
  readonly rose_cents: Cents;
  readonly fell_cents: Cents;
}

export interface SpendingPowerChange {
  /** The change of the amount available to spend. */
  readonly change_cents: Cents;
  /** The amount with its sign, and why: `−$1,200.00: Sales of the last 90 days fell from … to ….` */
  readonly text: string;
}

/**
 * Returns the changes of the available amount between two runs, in the order of the rule. They always sum to the whole
 * difference. Where the rule does not make a total of its inputs, the change of the total is one entry. Purchases and credits are two entries, so that a credit is seen on a day of purchases too.
 */
export function spendingPowerChanges(
  before: SpendingPowerSnapshot,
  after: SpendingPowerSnapshot,
  moves: OutstandingMoves,
  reader: LimitReader = 'customer',
): readonly SpendingPowerChange[] {
  return [...totalChanges(before, after, reader), ...outstandingChanges(moves, limitWords[reader])];
}

/** Returns the changes of the total between two runs, in the order of the rule. They always sum to the whole difference. */
export function totalChanges(before: RunTotal, after: RunTotal, reader: LimitReader = 'customer'): readonly SpendingPowerChange[] {
  const [inputsBefore, inputsAfter] = [explainingInputs(before), explainingInputs(after)];
  if (inputsBefore && inputsAfter) return inputChanges(inputsBefore, inputsAfter, reader);
  return totalChange(before.total_cents, after.total_cents, limitWords[reader]);
}

type RunTotal = Pick<SpendingPowerSnapshot, 'inputs' | 'total_cents'>;

/** Returns the entry of the first run of all; none when it found no limit. */
export function firstLimit({ total_cents }: Pick<SpendingPowerSnapshot, 'total_cents'>, reader: LimitReader = 'customer'): readonly SpendingPowerChange[] {
  return total_cents === 0 ? [] : [{ change_cents: total_cents, text: `${signed(total_cents)}: ${limitWords[reader].firstLimit}` }];
}

/** Returns the inputs of a run when the present rule reproduces its total from them; otherwise null. */
function explainingInputs({ inputs, total_cents }: RunTotal): SpendingPowerInputs | null {
  return inputs !== null && spendingPowerTotal(inputs) === total_cents ? inputs : null;
}

/** Replaces the inputs one after the other, and attributes to each the difference it makes. */
function inputChanges(before: SpendingPowerInputs, after: SpendingPowerInputs, reader: LimitReader): readonly SpendingPowerChange[] {
  const changes: SpendingPowerChange[] = [];
  let inputs = before;
  let total = spendingPowerTotal(before);
  for (const part of parts) {
    const replaced = { ...inputs, ...part.of(after) };
    if (isSame(inputs, replaced)) continue;
    const then = spendingPowerTotal(replaced);
    const change = subtract(then, total);
    if (change !== 0) changes.push({ change_cents: change, text: `${signed(change)}: ${part.text(before, after, reader)}` });
    [inputs, total] = [replaced, then];
  }
  return changes;
}

/** Tells whether no input was replaced by another. Most do not change from a day to the next. */
function isSame(one: SpendingPowerInputs, other: SpendingPowerInputs): boolean {
  return (Object.keys(one) as (keyof SpendingPowerInputs)[]).every((name) => one[name] === other[name]);
}

function totalChange(before: Cents, after: Cents, words: LimitWords): readonly SpendingPowerChange[] {
  const change = subtract(after, before);
  return change === 0 ? [] : [{ change_cents: change, text: `${signed(change)}: ${moved(words.totalLimit, before, after)}` }];
}

function outstandingChanges({ rose_cents, fell_cents }: OutstandingMoves, words: LimitWords): readonly SpendingPowerChange[] {
  const entry = (change: Cents, text: string) => (change === 0 ? [] : [{ change_cents: change, text: `${signed(change)}: ${text}` }]);
  return [...entry(negate(rose_cents), words.owesMore), ...entry(fell_cents, words.owesLess)];
}

interface Part {
  readonly of: (inputs: SpendingPowerInputs) => Partial<SpendingPowerInputs>;
  readonly text: (before: SpendingPowerInputs, after: SpendingPowerInputs, reader: LimitReader) => string;
}

/** The groups of inputs that change for one reason, in the order of the rule. */
const parts: readonly Part[] = [
  {
    of: ({ gross_sales_cents }) => ({ gross_sales_cents }),
    text: (before, after) => moved('Sales of the last 90 days', before.gross_sales_cents, after.gross_sales_cents),
  },
  {
    of: ({ returned_cents }) => ({ returned_cents }),
    text: (before, after) => moved('Refunds and chargebacks of the last 90 days', before.returned_cents, after.returned_cents),
  },
  {
    of: ({ history_days, shown_days }) => ({ history_days, shown_days }),
    text: (before, after) => `The same sales are now averaged over ${after.history_days} days instead of ${before.history_days}.`,
  },
  {
    of: ({ full_advance_rate_basis_points, advance_rate_basis_points }) => ({ full_advance_rate_basis_points, advance_rate_basis_points }),
    text: (before, after) => {
      const why = before.full_advance_rate_basis_points === after.full_advance_rate_basis_points ? ', by the part of sales that went back to buyers' : '';
      return `The advance rate went from ${percent(before.advance_rate_basis_points)} to ${percent(after.advance_rate_basis_points)}${why}.`;
    },
  },
  {
    of: ({ concentration_basis_points }) => ({ concentration_basis_points }),
    text: (before, after, reader) => limitWords[reader][after.concentration_basis_points < before.concentration_basis_points ? 'concentrated' : 'spread'],
  },
  {
    of: ({ freshness_basis_points }) => ({ freshness_basis_points }),
    text: (before, after, reader) =>
      `${limitWords[reader].storeData} is ${after.freshness_basis_points < before.freshness_basis_points ? 'older' : 'fresher'} than it was: it counts ${percent(after.freshness_basis_points)} instead of ${percent(before.freshness_basis_points)}.`,
  },
  {
    of: ({ initial_spend_limit_cents }) => ({ initial_spend_limit_cents }),
    text: (before, after, reader) => moved(limitWords[reader].startingLimit, before.initial_spend_limit_cents, after.initial_spend_limit_cents),
  },
  { of: ({ cap_cents }) => ({ cap_cents }), text: (before, after) => moved('The program’s maximum', before.cap_cents, after.cap_cents) },
  {
    of: ({ override_min_cents }) => ({ override_min_cents }),
    text: (_, after, reader) => decided('minimum', after.override_min_cents, limitWords[reader]),
  },
  {
    of: ({ override_max_cents }) => ({ override_max_cents }),
    text: (_, after, reader) => decided('maximum', after.override_max_cents, limitWords[reader]),
  },
  {
    of: ({ override_spend_limit_cents }) => ({ override_spend_limit_cents }),
    text: (_, after, reader) => decided('limit', after.override_spend_limit_cents, limitWords[reader]),
  },
  {
    of: ({ blocks }) => ({ blocks }),
    text: (before, after, reader) => `${after.blocks.length > 0 ? blockLabels(after.blocks, reader) : blocksEnded(before.blocks, reader)}.`,
  },
];

function moved(what: string, before: Cents, after: Cents): string {
  return `${what} ${after < before ? 'fell' : 'rose'} from ${formatUsd(before)} to ${formatUsd(after)}.`;
}

function decided(what: string, amount: Cents | null, words: LimitWords): string {
  return amount === null ? words.teamEnded(what) : words.teamSet(what, formatUsd(amount));
}

/** `+$12.00` or `−$12.00`, with a real minus sign. */
export function signed(amount: Cents): string {
  return amount < 0 ? `−${formatUsd(negate(amount))}` : `+${formatUsd(amount)}`;
}

export interface SpendingPowerReason {
  /** How much higher the total would be without it. */
  readonly cost_cents: Cents;
  /** In words for its reader. */
  readonly text: string;
}

/**
 * Returns what lowers the total, the costliest first: the specific reasons that a refused merchant has a right to. While the
 * store is first read, that its sales do not count yet is the reason for there being none.
 */
export function spendingPowerReasons(
  inputs: SpendingPowerInputs,
  reading: FirstReading | null,
  reader: LimitReader = 'customer',
): readonly SpendingPowerReason[] {
  const words = limitWords[reader];
  const reasons: SpendingPowerReason[] = costlyLimits(inputs, reader).map(({ cost_cents, text }) => ({ cost_cents, text }));
  const shown = shownText(inputs, words);
  if (shown !== null) reasons.push({ cost_cents: noMoney, text: shown });
  const hasNoSales = inputs.gross_sales_cents === 0 && inputs.override_spend_limit_cents === null;
  return hasNoSales
    ? [
        ...reasons,
        {
          cost_cents: noMoney,
          text: reading === null ? words.noSales : `${readingWords(reading, words.store)}. ${words.followsFrom('its sales')}`,
        },
      ]
    : reasons;
}

/** Something that lowers the total. */
export interface CostlyLimit extends SpendingPowerReason {
  readonly key: LimitKey;
}

/** Returns what lowers the total, each found by running the rule without it, the costliest first. */
export function costlyLimits(inputs: SpendingPowerInputs, reader: LimitReader = 'customer'): readonly CostlyLimit[] {
  const total = spendingPowerTotal(inputs);
  return limits(inputs, reader)
    .map(({ key, without, text }) => ({ key, cost_cents: subtract(spendingPowerTotal({ ...inputs, ...without }), total), text }))
    .filter((limit) => limit.cost_cents > 0)
    .toSorted((one, other) => compareAmounts(other.cost_cents, one.cost_cents));
}

/** Says that the store's platform hides older orders; null where it shows all that count. */
function shownText({ shown_days }: SpendingPowerInputs, words: LimitWords): string | null {
  return shown_days === null ? null : `${shownDaysText(shown_days)} ${words.followsFrom('those')}`;
}

export type LimitKey = 'returns' | 'concentration' | 'freshness' | 'cap' | 'override_max' | 'override_spend_limit' | 'blocks';

interface Limit {
  readonly key: LimitKey;
  /** The inputs without this limit. */
  readonly without: Partial<SpendingPowerInputs>;
  readonly text: string;
}

function effectOfReturns({ advance_rate_basis_points, full_advance_rate_basis_points }: SpendingPowerInputs): string {
  if (advance_rate_basis_points === full_advance_rate_basis_points) return 'which do not count as sales';
  return `so the advance rate is ${percent(advance_rate_basis_points)}`;
}

function limits(inputs: SpendingPowerInputs, reader: LimitReader): readonly Limit[] {
  const words = limitWords[reader];
  const whole = 10_000;
  return [
    {
      key: 'returns',
      without: { returned_cents: noMoney, advance_rate_basis_points: inputs.full_advance_rate_basis_points },
      text: `Refunds and chargebacks of the last 90 days came to ${formatUsd(inputs.returned_cents)}, ${effectOfReturns(inputs)}.`,
    },
    { key: 'concentration', without: { concentration_basis_points: whole }, text: words.inOneMonth },
    {
      key: 'freshness',
      without: { freshness_basis_points: whole },
      text: words.staleData(percent(inputs.freshness_basis_points)),
    },
    {
      key: 'cap',
      without: { cap_cents: add(inputs.cap_cents, inputs.gross_sales_cents, inputs.initial_spend_limit_cents) },
      text: `The program’s maximum is ${formatUsd(inputs.cap_cents)}.`,
    },
    {
      key: 'override_max',
      without: { override_max_cents: null },
      text: words.teamSet('maximum', formatUsd(inputs.override_max_cents ?? noMoney)),
    },
    {
      key: 'override_spend_limit',
      without: { override_spend_limit_cents: null },
      text: words.teamLimit(formatUsd(inputs.override_spend_limit_cents ?? noMoney)),
    },
    { key: 'blocks', without: { blocks: [] }, text: `${blockLabels(inputs.blocks, reader)}.` },
  ];
}
