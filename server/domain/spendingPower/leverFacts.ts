import { type IsoDate, utcDate } from '../basics/dates.ts';
import { add, type Cents, larger, noMoney } from '../basics/money.ts';
import type { PayNowObstacle } from '../repayment/payNow.ts';
import type { StoreTransaction } from '../store/sales.ts';
import type { BlockFacts } from './blocks.ts';
import { heldBackCents, type RepaymentTrust, type TrustRule } from './heldBack.ts';
import { type SpendingPowerFacts, spendingPower } from './spendingPower.ts';
import { availableOf } from './spendingPowerFigures.ts';

/** The facts from which the effect of each lever is worked out: the facts of the rule as they are now, and those that would follow a payment. */
export interface LeverFacts extends SpendingPowerFacts {
  readonly outstanding: Cents;
  /** Approved and not reported by the issuer yet. */
  readonly approved: Cents;
  /** How far the repayments are final, and how far an account is trusted before. */
  readonly trust: RepaymentTrust;
  readonly trustRule: TrustRule;
  /** The obstacle that keeps the merchant from paying; null without one. */
  readonly obstacle: PayNowObstacle | null;
  /** All that could be repaid today; null when there is nothing to repay. */
  readonly repayment: SettledPayment | null;
  /** The smallest payment after which no repayment that failed is owed any more; null when none is. */
  readonly ofFailed: SettledPayment | null;
  /** The payment on its way from the bank; null when there is none. */
  readonly underway: SettledPayment | null;
  /** The store's movements of the last 90 days, each day's at its noon in UTC. */
  readonly movements: readonly StoreTransaction[];
  /** Since when the store's platform shows its orders; null when it shows all. */
  readonly shownSince: Date | null;
  /** Whether a store is connected. An account can do without: staff waive it, or the merchant has disconnected theirs. */
  readonly hasStore: boolean;
  /** How a store can be connected beside the present one: by the link window, or by our app in its admin; null where there is no store yet. */
  readonly secondStore: 'window' | 'app' | null;
}

/** A payment, and the account once it has arrived. */
export interface SettledPayment {
  readonly amount_cents: Cents;
  /** The banking day by which it is expected to have arrived. */
  readonly settles_on: IsoDate;
  /** The day from which it is expected not to come back: what it frees can be spent then. */
  readonly final_on: IsoDate;
  readonly outstanding: Cents;
  readonly blocks: BlockFacts;
}

export interface Spendable {
  readonly total_cents: Cents;
  /** The total less what is outstanding, what is approved and what is held back, at least 0. */
  readonly available_cents: Cents;
}

/** Returns the day on which the minimum and the maximum that staff set end; null when they are not in force or do not end. */
export function boundsEndOn({ receiver, now }: LeverFacts): IsoDate | null {
  const endsAt = receiver.spending_power_override_expiration_at;
  return endsAt !== null && endsAt.getTime() > now.getTime() ? utcDate(endsAt) : null;
}

/** Returns the total and what of it can be spent, by the rule itself. */
export function spendable(facts: SpendingPowerFacts & Pick<LeverFacts, 'outstanding' | 'approved' | 'trust' | 'trustRule'>): Spendable {
  const { total_cents } = spendingPower(facts);
  const heldBack = heldBackCents(facts.trust, total_cents, facts.trustRule);
  return { total_cents, available_cents: larger(noMoney, availableOf(total_cents, add(facts.outstanding, facts.approved, heldBack))) };
}
