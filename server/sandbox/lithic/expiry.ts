import { refuse } from './refusal.ts';

/** The most years that a card may be valid, and the years that it is valid when nobody says otherwise. */
const yearsValid = 5;

interface Expiry {
  exp_month: string;
  exp_year: string;
}

const monthsSinceZero = (year: number, month: number) => year * 12 + month - 1;

/** Returns the expiry asked for, or the latest one. Refuses a half of one, one in the past, and one more than five years ahead. */
export function expiryOf({ exp_month, exp_year }: Partial<Expiry>, now: Date): Expiry {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  if (exp_month === undefined && exp_year === undefined) return { exp_month: String(month).padStart(2, '0'), exp_year: String(year + yearsValid) };
  if (exp_month === undefined || exp_year === undefined) throw refuse(400, 'exp_month and exp_year: give both or neither');
  const monthsAhead = monthsSinceZero(Number(exp_year), Number(exp_month)) - monthsSinceZero(year, month);
  if (monthsAhead < 0) throw refuse(400, 'exp_year: the expiration date is in the past');
  if (monthsAhead > yearsValid * 12) throw refuse(400, 'exp_year: five years is the maximum expiration date');
  return { exp_month, exp_year };
}

/** Reports whether the last month in which a card works is over, in UTC. */
export const hasExpired = ({ exp_month, exp_year }: Expiry, now: Date): boolean => now.getTime() >= Date.UTC(Number(exp_year), Number(exp_month));
