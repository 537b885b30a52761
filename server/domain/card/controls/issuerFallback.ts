import { add, type Cents, cents, larger, smaller } from '../../basics/money.ts';
import type { CardControls } from './controls.ts';
import type { PeriodKind } from './periods.ts';

/** The limits that the issuer keeps for a card by itself, for the hour in which we cannot answer. */

/** The issuer's days, Mondays, firsts and years begin at midnight there, whatever the zone of a card's program. */
export const issuerTimeZone = 'America/New_York';

/** A card's purchases and refunds since each of the issuer's present windows began. */
export type MovedInWindows = Readonly<Record<PeriodKind, { readonly bought_cents: Cents; readonly returned_cents: Cents }>>;

/** A limit of the issuer on a single card. */
export interface FallbackLimit {
  readonly window: PeriodKind;
  readonly limit_cents: Cents;
}

/** The only limits there are at the issuer, so that cards with similar limits share a rule. A card that may spend more than the last has none. */
const steps: readonly Cents[] = [50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000].map((dollars) =>
  cents(dollars * 100),
);

const windows = ['day', 'week', 'month', 'year'] as const satisfies readonly PeriodKind[];

/**
 * Returns the limits that the issuer keeps for a card, one for each of its windows at most; none for a card without limits of a period or in
 * all. Each is looser than the card's own, so that the issuer declines no purchase that our own decision approves.
 * @param controls the controls in force, raises included.
 */
export function issuerFallbackLimits(controls: CardControls, moved: MovedInWindows): readonly FallbackLimit[] {
  return windows.flatMap((window) => {
    const limit = limitIn(controls, window);
    if (limit === null) return [];
    const most = mostInWindow(limit, moved[window]);
    const limit_cents = steps.find((step) => step >= most);
    return limit_cents === undefined ? [] : [{ window, limit_cents }];
  });
}

/** A card never spends more in a year than in all. */
function limitIn(controls: CardControls, window: PeriodKind): Cents | null {
  const limit = controls[`per_${window}_cents`];
  if (window !== 'year' || controls.in_all_cents === null) return limit;
  return limit === null ? controls.in_all_cents : smaller(limit, controls.in_all_cents);
}

/**
 * Returns the most that a card may spend by its own limit in one of the issuer's windows, in cents as the issuer counts them. Where time zones
 * differ, two periods of the program meet in a window. The issuer does not give back refunds. A limit that was lowered, or whose raise has
 * ended, may leave more spent than that, and all of it may be spent anew in the next period.
 */
function mostInWindow(limit: Cents, { bought_cents, returned_cents }: MovedInWindows[PeriodKind]): Cents {
  return larger(add(limit, limit, returned_cents), add(limit, bought_cents));
}
