import { formatDay } from '../basics/dateFormats.ts';
import type { IsoDate } from '../basics/dates.ts';
import { type Cents, cents, compareAmounts, formatUsd, subtract } from '../basics/money.ts';
import { percent } from '../basics/percent.ts';
import type { PayNowObstacle } from '../repayment/payNow.ts';
import { returnsOrdinaryOn, salesEvenOn } from './comingDays.ts';
import {
  spendableAfter,
  withEvenSales,
  withFreshData,
  withFurtherStore,
  withMoreSales,
  withOrdinaryReturns,
  withoutBlock,
  withoutBounds,
  withoutOverride,
  withPayment,
} from './leverChanges.ts';
import { boundsEndOn, type LeverFacts, type SettledPayment, spendable } from './leverFacts.ts';
import { inSteps, spendableSteps } from './spendableWords.ts';
import { concentratedAbove, dilution, ordinaryDilution } from './spendingPower.ts';
import { signed } from './spendingPowerLog.ts';

/** The levers that raise a limit, or what can be spent of it. The effect of each is the rule run on what would follow, less the rule run on what is. */

export const leverKeys = [
  'returns',
  'concentration',
  'freshness',
  'first_store',
  'second_store',
  'more_sales',
  'unpaid_draw',
  'repayment',
  'underway',
  'debits_stopped',
  'override_max',
  'override_spend_limit',
  'locked',
  'shared_identity',
] as const;
export type LeverKey = (typeof leverKeys)[number];

/** The doer of a lever. */
export const leverDoers = ['merchant', 'team', 'time'] as const;
export type LeverDoer = (typeof leverDoers)[number];

/** Where it is done; null where there is no such page. */
export const leverPlaces = ['stores', 'bank', 'payments', 'transactions', 'contact'] as const;
export type LeverPlace = (typeof leverPlaces)[number];

export interface LimitLever {
  readonly key: LeverKey;
  /** Says what to do, as a sentence. */
  readonly title: string;
  /** Why, and what follows, in a sentence or two. */
  readonly text: string;
  /** How much higher the limit would be, and what can be spent of it. */
  readonly total_change_cents: Cents;
  readonly available_change_cents: Cents;
  readonly total_after_cents: Cents;
  readonly available_after_cents: Cents;
  readonly doer: LeverDoer;
  readonly place: LeverPlace | null;
  /** The day on which time alone does it, by what is known today; null when it does not. */
  readonly by_itself_on: IsoDate | null;
}

/** The monthly sales whose effect is told. */
const moreSales = cents(100_000);

/** The monthly sales of a first store, of which the smallest is told that raises the limit: up to some amount it stays the starting limit. */
const firstSales = [10_000, 25_000, 50_000, 100_000, 250_000].map((dollars) => cents(dollars * 100));

type Lever = Pick<LimitLever, 'key' | 'title' | 'text' | 'doer' | 'place' | 'by_itself_on'> & {
  /** The facts that would follow; the present ones where it is no lever now. */
  readonly after: LeverFacts;
};

/** Returns every lever that has an effect, the largest first. */
export function limitLevers(facts: LeverFacts): readonly LimitLever[] {
  const present = spendable(facts);
  return leversOf(facts)
    .map(({ after, ...lever }): LimitLever => {
      const { total_cents, available_cents } = spendable(after);
      return {
        ...lever,
        total_change_cents: subtract(total_cents, present.total_cents),
        available_change_cents: subtract(available_cents, present.available_cents),
        total_after_cents: total_cents,
        available_after_cents: available_cents,
      };
    })
    .filter((lever) => lever.total_change_cents > 0 || lever.available_change_cents > 0)
    .toSorted((one, other) => compareAmounts(effectOf(other), effectOf(one)));
}

/** Returns what a lever is sorted by: what it adds to the limit, or, where it adds nothing to it, to what can be spent. */
function effectOf({ total_change_cents, available_change_cents }: LimitLever): Cents {
  return total_change_cents > 0 ? total_change_cents : available_change_cents;
}

/** `+$516.00`, and `+$620.00 to spend` where the limit itself stays. */
export function effectWords(lever: { readonly total_change_cents: number; readonly available_change_cents: number }): string {
  if (lever.total_change_cents > 0) return signed(cents(lever.total_change_cents));
  return `${signed(cents(lever.available_change_cents))} to spend`;
}

function leversOf(facts: LeverFacts): readonly Lever[] {
  return [...ofSales(facts), ...ofPayments(facts), ...ofAccount(facts)];
}

const byMerchant = { doer: 'merchant', by_itself_on: null } as const;
const byTeam = { doer: 'team', place: 'contact', by_itself_on: null } as const;

function ofSales(facts: LeverFacts): readonly Lever[] {
  const { sales, secondStore } = facts;
  const returned = dilution(sales);
  const lowersRate = returned > ordinaryDilution;
  const evens = withEvenSales(facts);
  const isUneven = evens.sales.largest_month_cents < sales.largest_month_cents;
  const returnsOn = lowersRate ? returnsOrdinaryOn(facts) : null;
  const evenOn = isUneven ? salesEvenOn(facts) : null;
  return [
    {
      key: 'returns',
      title: `Bring refunds and chargebacks back to ${percent(ordinaryDilution)} of your sales.`,
      text: `They are ${percent(returned)} of the last 90 days. ${byItself('By the sales and refunds known today, they are back to that', returnsOn)}`.trim(),
      after: withOrdinaryReturns(facts),
      doer: 'merchant',
      place: 'transactions',
      by_itself_on: returnsOn,
    },
    {
      key: 'concentration',
      title: `Sell more evenly: no month with more than ${percent(concentratedAbove)} of the sales of 90 days.`,
      text: byItself('By the sales known today, this ends by itself', evenOn) || 'It ends once the other months have caught up.',
      after: evens,
      doer: 'merchant',
      place: null,
      by_itself_on: evenOn,
    },
    {
      key: 'freshness',
      title: 'Have your store read again, so that its data is up to date.',
      text: 'Your limit follows at once. Where reading it fails, connect your store again.',
      after: withFreshData(facts),
      place: 'stores',
      ...byMerchant,
    },
    firstStore(facts),
    {
      key: 'second_store',
      title: `Connect a second store: this is for each ${formatUsd(moreSales)} that it sells in a month.`,
      text:
        secondStore === 'app'
          ? 'Install our app in its admin: connecting it in your settings would replace your present store. What it sold in the last 90 days counts at once.'
          : 'What it sold in the last 90 days counts at once.',
      after: secondStore === null ? facts : withFurtherStore(facts, moreSales),
      place: secondStore === 'app' ? null : 'stores',
      ...byMerchant,
    },
    {
      key: 'more_sales',
      title: `Sell ${formatUsd(moreSales)} more in each month.`,
      text: 'It counts in full once each of the averaged months has it.',
      after: withMoreSales(facts, moreSales),
      place: null,
      ...byMerchant,
    },
  ];
}

/** Returns the lever of an account without a store: nothing else on its pages would say that one raises the limit. */
function firstStore(facts: LeverFacts): Lever {
  const present = spendable(facts).total_cents;
  const monthly = firstSales.find((sales) => spendable(withFurtherStore(facts, sales)).total_cents > present);
  return {
    key: 'first_store',
    title: `Connect your store: this is for ${formatUsd(monthly ?? moreSales)} that it sells in a month.`,
    text: 'No store is connected. What yours sold in the last 90 days counts at once.',
    after: facts.hasStore || monthly === undefined ? facts : withFurtherStore(facts, monthly),
    place: 'stores',
    ...byMerchant,
  };
}

function ofPayments(facts: LeverFacts): readonly Lever[] {
  const { repayment, ofFailed, underway, obstacle } = facts;
  const first = obstacle === null ? '' : obstacles[obstacle];
  const place = obstacle === null ? 'payments' : 'bank';
  const levers: Lever[] = [];
  if (ofFailed)
    levers.push({
      key: 'unpaid_draw',
      title: `Pay ${formatUsd(ofFailed.amount_cents)} so that no repayment that failed is still owed.`,
      text: `${first}Your limit comes back once the payment has arrived, by ${formatDay(ofFailed.settles_on)}. What the payment frees can be spent from ${formatDay(ofFailed.final_on)} on.`,
      after: withPayment(facts, ofFailed),
      place,
      ...byMerchant,
    });
  if (repayment)
    levers.push({
      key: 'repayment',
      title: `Repay ${formatUsd(repayment.amount_cents)} today.`,
      text: first + canSpend(facts, repayment),
      after: withPayment(facts, repayment),
      place,
      ...byMerchant,
    });
  if (underway)
    levers.push({
      key: 'underway',
      title: `Wait for ${formatUsd(underway.amount_cents)} that is on its way from your bank.`,
      text: `You can spend ${inSteps(spendableSteps(spendableAfter(facts, underway)))}. There is nothing for you to do.`,
      after: withPayment(facts, underway),
      doer: 'time',
      place: null,
      by_itself_on: null,
    });
  return levers;
}

const obstacles: Readonly<Record<PayNowObstacle, string>> = {
  no_bank: 'Link your bank account first. ',
  debits_stopped: 'Authorize debits of your bank account first. ',
};

function canSpend(facts: LeverFacts, payment: SettledPayment): string {
  return `You can spend ${inSteps([`${formatUsd(spendable(facts).available_cents)} now`, ...spendableSteps(spendableAfter(facts, payment))])}.`;
}

function ofAccount(facts: LeverFacts): readonly Lever[] {
  const endsOn = boundsEndOn(facts);
  return [
    {
      key: 'debits_stopped',
      title: 'Authorize debits of your bank account again.',
      text: 'Your limit comes back at once.',
      after: withoutBlock(facts, 'are_debits_stopped'),
      place: 'bank',
      ...byMerchant,
    },
    {
      key: 'override_max',
      title:
        endsOn === null
          ? 'Ask our team to end the maximum that it set for you.'
          : `Wait until ${formatDay(endsOn)}: the maximum that our team set for you ends then.`,
      text: endsOn === null ? 'It does not end by itself.' : 'This is by the sales of today. There is nothing for you to do.',
      after: withoutBounds(facts),
      doer: endsOn === null ? 'team' : 'time',
      place: endsOn === null ? 'contact' : null,
      by_itself_on: endsOn,
    },
    {
      key: 'override_spend_limit',
      title: 'Ask our team to let your limit follow your sales.',
      text: 'It set the limit you have now, and that does not end by itself.',
      after: withoutOverride(facts),
      ...byTeam,
    },
    {
      key: 'locked',
      title: 'Ask our team to unlock your account.',
      text: 'It is our team that decides this.',
      after: withoutBlock(facts, 'is_locked'),
      ...byTeam,
    },
    {
      key: 'shared_identity',
      title: 'Ask our team to check your account.',
      text: 'Another account uses your EIN or store. It is our team that decides this.',
      after: withoutBlock(facts, 'has_flagged_identity'),
      ...byTeam,
    },
  ];
}

/** Ends a sentence with a day; empty without one. */
const byItself = (words: string, day: IsoDate | null): string => (day === null ? '' : `${words} on ${formatDay(day)}.`);

/** The words of the link to where a lever is done. */
export const placeWords: Readonly<Record<LeverPlace, string>> = {
  stores: 'Your stores',
  bank: 'Bank settings',
  payments: 'Payments',
  transactions: 'Your refunds',
  contact: 'Write to us',
};

/** The pages on which levers are pulled: those of the branded site, and of the app below `/shopify`. */
export const placePaths: Readonly<Record<Exclude<LeverPlace, 'contact'>, string>> = {
  stores: '/settings#stores',
  bank: '/settings#bank',
  payments: '/payments',
  transactions: '/transactions',
};
