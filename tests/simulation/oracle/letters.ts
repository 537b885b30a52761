import { countDays, type Day, isBankDay } from './calendar.ts';
import { debitsOf, orderedDebit } from './debits.ts';
import type { Merchant } from './facts.ts';

/** Which letters a merchant must get about debits. */

/** How far ahead debits are looked for: past a weekend with a holiday beside it. */
const daysAhead = 10;

/** Returns the days whose debits the merchant must have been told of by today: two days of open banks before each. */
export function noticesOf(merchant: Merchant, today: Day): Day[] {
  const coming = { ...merchant, debits: [...merchant.debits] };
  const days: Day[] = [];
  for (let day = today; day <= today + daysAhead; day += 1) {
    // Purchases held now will have settled by then.
    const orders = debitsOf(coming, day, true);
    for (const order of orders) coming.debits.push(orderedDebit(coming, order, day));
    if (day > today && orders.length > 0 && countDays(day, -2, isBankDay) <= today) days.push(day);
  }
  return days;
}
