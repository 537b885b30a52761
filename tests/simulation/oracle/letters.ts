import { countDays, type Day, isBankDay } from './calendar.ts';
import { debitsOf } from './debits.ts';
import type { Debit, Merchant } from './facts.ts';
import { bucketsOn, positionOf } from './position.ts';

/** Which letters a merchant must get about debits. */

/** How far ahead debits are looked for: past a weekend with a holiday beside it. */
const daysAhead = 10;

/** Returns the days whose debits the merchant must have been told of by today: two days of open banks before each. */
export function noticesOf(merchant: Merchant, today: Day): Day[] {
  // Purchases held now will have settled by then.
  const now = positionOf(merchant);
  const position = { ...now, owed: now.outstanding, buckets: bucketsOn(now, today), atOnce: 0 };
  const debits: Debit[] = [...merchant.debits];
  const days: Day[] = [];
  for (let day = today; day <= today + daysAhead; day += 1) {
    const orders = debitsOf({ ...merchant, debits }, day, position);
    for (const { due, amount, presentsAgain } of orders) {
      debits.push({
        id: -debits.length,
        kind: 'scheduled',
        due,
        plannedFor: day,
        at: 0,
        failedOn: null,
        failedAt: null,
        amount,
        state: 'underway',
        hadSettled: false,
        availableOn: null,
        wasReturned: false,
        code: null,
        failure: null,
        presentsAgain,
      });
    }
    if (day > today && orders.length > 0 && countDays(day, -2, isBankDay) <= today) days.push(day);
  }
  return days;
}
