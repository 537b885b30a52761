import type { SubscriptionsAnswer } from '../../contract/insights.ts';
import { readCharges } from '../../db/queries/spending.ts';
import { addCalendarDays, startOfDay, utcDate } from '../../domain/basics/dates.ts';
import { add, compareAmounts, noMoney } from '../../domain/basics/money.ts';
import { maximumCharges, subscriptionDays, subscriptionsOf } from '../../domain/insights/subscriptions.ts';
import type { SeenCards } from '../card/namedCards.ts';
import type { Deps } from '../deps.ts';

/** Returns the subscriptions that have not ended, the next to be charged first. A cardholder gets those on their own cards. */
export async function readSubscriptions({ database, clock }: Pick<Deps, 'database' | 'clock'>, view: SeenCards): Promise<SubscriptionsAnswer> {
  const today = utcDate(clock());
  const since = startOfDay(addCalendarDays(today, -subscriptionDays));
  const merchants = await readCharges(database, view, { since, maximumCharges });
  const subscriptions = merchants
    .flatMap(({ merchant, charges }) => subscriptionsOf(charges, today).map((one) => ({ merchant, ...one })))
    .toSorted(
      (one, other) =>
        one.next_on.localeCompare(other.next_on) || one.merchant.localeCompare(other.merchant) || compareAmounts(one.amount_cents, other.amount_cents),
    );
  return { yearly_cents: add(noMoney, ...subscriptions.map(({ yearly_cents }) => yearly_cents)), subscriptions };
}
