import type { IsoDate } from '../basics/dates.ts';
import { add, type Cents, larger, noMoney, share, subtract } from '../basics/money.ts';
import { isSettledTransfer } from '../ledger/ledger.ts';
import { isFailedDraw } from '../repayment/draw.ts';

/**
 * What a repayment frees is spendable again when the bank can no longer take it back. An account that is trusted, because its last
 * repayments all became final, may spend a share of its limit from the settlement on; one return ends that trust.
 */
export interface TrustRule {
  /** The final repayments in a row from which an account is trusted. */
  readonly afterFinalRepayments: number;
  /** The share of its limit that a trusted account may spend before repayments are final. */
  readonly basisPointsOfLimit: number;
}

/** The repayments that lower what is owed and can still come back, and how many became final since the last debit that failed. */
export interface RepaymentTrust {
  readonly notFinal: Cents;
  readonly finalInARow: number;
}

export interface RepaidDraw {
  readonly status: string;
  readonly amount_cents: Cents;
  /** When it settled or failed; null before. */
  readonly finished_at: Date | null;
  /** The program's day from which its money cannot come back; null while that is not known. */
  readonly final_on: IsoDate | null;
}

/** Tells whether a draw has settled and can no longer come back. */
export function isFinalDraw({ status, final_on }: Pick<RepaidDraw, 'status' | 'final_on'>, today: IsoDate): boolean {
  return isSettledTransfer(status) && final_on !== null && final_on <= today;
}

/** Returns how far the repayments of an account are final. @param today the program's day. */
export function repaymentTrust(draws: readonly RepaidDraw[], today: IsoDate): RepaymentTrust {
  const lastFailure = Math.max(0, ...draws.filter(isFailedDraw).map(({ finished_at }) => finished_at?.getTime() ?? 0));
  const settled = draws.filter(({ status }) => isSettledTransfer(status));
  return {
    notFinal: add(noMoney, ...settled.filter((draw) => !isFinalDraw(draw, today)).map(({ amount_cents }) => amount_cents)),
    finalInARow: settled.filter((draw) => isFinalDraw(draw, today) && (draw.finished_at?.getTime() ?? 0) > lastFailure).length,
  };
}

/** Returns the cents that repayments have freed and that cannot be spent yet. @param total the limit in cents. */
export function heldBackCents({ notFinal, finalInARow }: RepaymentTrust, total: Cents, rule: TrustRule): Cents {
  const trusted = finalInARow >= rule.afterFinalRepayments ? share(total, rule.basisPointsOfLimit) : noMoney;
  return larger(noMoney, subtract(notFinal, trusted));
}

/** What repayments free on a coming day. */
export interface FreedLater {
  readonly on: IsoDate;
  /** Above 0. */
  readonly cents: Cents;
}

/** Returns what can be spent again on the coming days on which settled repayments become final, the first one at the front. */
export function freedLater(draws: readonly RepaidDraw[], today: IsoDate, total: Cents, rule: TrustRule): readonly FreedLater[] {
  const days = new Set(draws.filter((draw) => isSettledTransfer(draw.status) && !isFinalDraw(draw, today)).flatMap(({ final_on }) => final_on ?? []));
  let left = heldBackCents(repaymentTrust(draws, today), total, rule);
  return [...days].toSorted().flatMap((on) => {
    const after = heldBackCents(repaymentTrust(draws, on), total, rule);
    const freed = { on, cents: subtract(left, after) };
    left = after;
    return freed.cents > 0 ? [freed] : [];
  });
}
