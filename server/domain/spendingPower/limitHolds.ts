import { formatDay } from '../basics/dateFormats.ts';
import { addCalendarDays, type IsoDate, utcDate } from '../basics/dates.ts';
import { type Cents, formatUsd, noMoney, subtract } from '../basics/money.ts';
import { percent } from '../basics/percent.ts';
import { capitalized } from '../basics/words.ts';
import { weAnswer } from '../help/supportAnswer.ts';
import { blockEnds } from './blockEnds.ts';
import type { Block } from './blocks.ts';
import { returnsOrdinaryOn, salesEvenOn } from './comingDays.ts';
import { withoutBounds } from './leverChanges.ts';
import { boundsEndOn, type LeverFacts, spendable } from './leverFacts.ts';
import type { LeverPlace } from './levers.ts';
import { decidesApartFromSales, freshnessSteps, ordinaryDilution, type SpendingPowerInputs, spendingPower } from './spendingPower.ts';
import { costlyLimits, type LimitKey } from './spendingPowerLog.ts';

/** The reasons that hold a limit down, and until when; those that keep it up; and what is in order. */

export interface LimitHold {
  readonly key: LimitKey;
  /** How much higher the limit would be without it. */
  readonly cost_cents: Cents;
  readonly text: string;
  /** How long it lasts, as a sentence. */
  readonly until: string;
  /** The day on which it ends by itself, by what is known today; null when it does not. */
  readonly until_on: IsoDate | null;
  /** Where the merchant ends it, or writes to our team; empty where only time or the program does. */
  readonly places: readonly LeverPlace[];
}

/** Returns what holds the limit down, the costliest first. */
export function limitHolds(facts: LeverFacts): readonly LimitHold[] {
  const { inputs } = spendingPower(facts);
  return costlyLimits(inputs).map((limit) => ({ ...limit, ...endOf(limit.key, facts, inputs) }));
}

type End = Pick<LimitHold, 'until' | 'until_on' | 'places'>;

const never = (until: string, ...places: LeverPlace[]): End => ({ until, until_on: null, places });
const byItself = (until: string, until_on: IsoDate, ...places: LeverPlace[]): End => ({ until, until_on, places });

const untilTeamChangesIt = never(`Until our team changes it. That does not happen by itself: write to us and ask. ${weAnswer}`, 'contact');

function endOf(key: LimitKey, facts: LeverFacts, inputs: SpendingPowerInputs): End {
  switch (key) {
    case 'returns':
      return endOfReturns(facts, inputs);
    case 'concentration': {
      const day = salesEvenOn(facts);
      return day === null
        ? never('Until your sales of the other months have caught up. We look again every night.')
        : byItself(`Until ${formatDay(day)}, by the sales known today.`, day);
    }
    case 'freshness':
      return never(`Until your store is read again.${nextStep(facts)}`, 'stores');
    case 'cap':
      return never('As long as the program has this maximum. It does not end by itself.');
    case 'override_max': {
      const day = boundsEndOn(facts);
      return day === null ? untilTeamChangesIt : byItself(`Until ${formatDay(day)}, when our team’s maximum ends by itself.`, day);
    }
    case 'override_spend_limit':
      return untilTeamChangesIt;
    case 'blocks':
      return endOfBlocks(inputs.blocks);
  }
}

function endOfBlocks(blocks: readonly Block[]): End {
  // One that is closing does not open again once something else has ended.
  const lasting: readonly Block[] = blocks.includes('closing') ? ['closing'] : blocks;
  const ends = lasting.map((block) => blockEnds[block]);
  return never(ends.map(({ until }) => capitalized(until)).join(' '), ...new Set(ends.map(({ place }) => place)));
}

function endOfReturns(facts: LeverFacts, { advance_rate_basis_points, full_advance_rate_basis_points }: SpendingPowerInputs): End {
  if (advance_rate_basis_points === full_advance_rate_basis_points) return never('Each one until it is 90 days old.', 'transactions');
  const day = returnsOrdinaryOn(facts);
  const share = percent(ordinaryDilution);
  if (day === null) return never(`Until they are back to ${share} of your sales.`, 'transactions');
  return byItself(`Until ${formatDay(day)}, when they are back to ${share} by the sales and refunds known today.`, day, 'transactions');
}

/** Says when the store's data counts less than now if it is not read; empty when it does not. */
function nextStep(facts: LeverFacts): string {
  const { feedFreshAt, now } = facts;
  if (feedFreshAt === null) return '';
  const present = spendingPower(facts).inputs.freshness_basis_points;
  for (const { days } of freshnessSteps) {
    const day = addCalendarDays(utcDate(feedFreshAt), days + 1);
    const then = spendingPower({ ...facts, now: new Date(`${day}T00:00:00Z`) }).inputs.freshness_basis_points;
    if (day > utcDate(now) && then < present) return ` If it is not, it counts ${percent(then)} from ${formatDay(day)}.`;
  }
  return '';
}

/** Says what keeps the limit higher than sales make it, by how much and until when. */
export function keepsUp(facts: LeverFacts): readonly { readonly gain_cents: Cents; readonly text: string }[] {
  const { inputs, total_cents } = spendingPower(facts);
  if (inputs.override_min_cents === null) return [];
  const gain_cents = subtract(total_cents, spendable(withoutBounds(facts)).total_cents);
  if (gain_cents <= 0) return [];
  const day = boundsEndOn(facts);
  const until = day === null ? 'It lasts until our team changes it.' : `It ends on ${formatDay(day)}.`;
  return [{ gain_cents, text: `Our team set a minimum of ${formatUsd(inputs.override_min_cents)} for you. ${until}` }];
}

/** Says why nothing else raises the limit at present; null where something does. */
export function ceilingWords(facts: LeverFacts): string | null {
  const { inputs } = spendingPower(facts);
  switch (decidesApartFromSales(inputs)) {
    case 'cap':
      return `You have reached the program’s maximum of ${formatUsd(inputs.cap_cents)}. Nothing raises your limit above it.`;
    case 'override_max':
      return `Our team set a maximum of ${formatUsd(inputs.override_max_cents ?? noMoney)} for you. Nothing raises your limit above it while it lasts.`;
    case 'override_spend_limit':
      return 'Our team set your limit. Sales and refunds do not change it while that lasts.';
    case 'initial_spend_limit':
      return `Your limit is your starting limit. Sales raise it once they are worth more than ${formatUsd(inputs.initial_spend_limit_cents)}.`;
    case 'override_min':
      return `Our team set a minimum of ${formatUsd(inputs.override_min_cents ?? noMoney)} for you. Sales raise your limit once they are worth more than that.`;
    case 'blocks':
      return inputs.blocks.includes('closing')
        ? 'Your account takes no more purchases, so nothing raises its limit.'
        : 'While your account is held, nothing else raises your limit.';
    default:
      return null;
  }
}

/** Names what could lower the limit and does not. */
export function inOrder(facts: LeverFacts): readonly string[] {
  const { inputs } = spendingPower(facts);
  const whole = 10_000;
  const hasSales = inputs.gross_sales_cents > 0;
  return [
    hasSales &&
      inputs.advance_rate_basis_points === inputs.full_advance_rate_basis_points &&
      `Refunds and chargebacks are at most ${percent(ordinaryDilution)} of your sales.`,
    hasSales && inputs.concentration_basis_points === whole && 'No month makes up too much of your sales.',
    hasSales && inputs.freshness_basis_points === whole && 'Your store’s data is up to date.',
    inputs.blocks.length === 0 && 'Your account is not on hold.',
  ].filter((words) => words !== false);
}
