import { add, type Cents, cents, larger, noMoney } from '../basics/money.ts';

/** The limit of a card without spending power; onboarding ends with the first one above it. */
const limitBeforePower = cents(1);
const limitWithoutPower = cents(2);

/** Tells whether a card has had spending power, by the limits that were set for it. */
export const hasHadPower = (...limits: readonly Cents[]): boolean => limits.some((limit) => limit > limitBeforePower);

/**
 * Tells whether a card cannot be used yet, because the issuer knows its first limit alone and the real one is on its way.
 * @param present the limit at the issuer, in cents.
 * @param wanted the limit that it is to have; null while that was not computed since the card was made.
 */
export const waitsForLimit = (present: Cents, wanted: Cents | null): boolean => present <= limitBeforePower && (wanted === null || wanted > limitBeforePower);

/** Says so, to its holder. */
export const limitOnItsWay = 'It can be used in a moment: the card issuer is being told its limit.';

/**
 * Returns the limit to set at the issuer, in cents over the card's whole life: the amount spent so far plus the available
 * amount. It is never 0, which the issuer reads as "no limit", nor 1 again once the card had power: the account would
 * count as not yet onboarded.
 */
export function cardSpendLimit(spentOnCard: Cents, available: Cents, { hadPower }: { hadPower: boolean }): Cents {
  return larger(hadPower ? limitWithoutPower : limitBeforePower, add(spentOnCard, larger(available, noMoney)));
}
