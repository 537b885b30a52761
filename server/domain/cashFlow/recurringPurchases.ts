import type { IsoDate } from '../basics/dates.ts';
import type { Cents } from '../basics/money.ts';
import { chargesAhead } from '../insights/subscriptions.ts';

/** A purchase at a merchant. */
export interface DatedPurchase {
  readonly merchant: string;
  readonly made_on: IsoDate;
  readonly amount_cents: Cents;
}

/** A purchase that is expected because others like it came before. */
export interface ExpectedPurchase {
  readonly merchant: string;
  readonly date: IsoDate;
  readonly amount_cents: Cents;
}

/**
 * Returns the purchases from today on, until before a day, by the subscriptions among those so far.
 * @param purchases by merchant in any order, the newest of each.
 */
export function expectedPurchases(purchases: readonly DatedPurchase[], span: { today: IsoDate; until: IsoDate }): readonly ExpectedPurchase[] {
  return [...Map.groupBy(purchases, ({ merchant }) => merchant)].flatMap(([merchant, ofMerchant]) => {
    const charges = ofMerchant.map(({ made_on, amount_cents }) => ({ day: made_on, amount_cents })).toSorted((one, other) => (one.day < other.day ? -1 : 1));
    return chargesAhead(charges, span).map(({ day, amount_cents }) => ({ merchant, date: day, amount_cents }));
  });
}
