import { hourMs } from '../basics/dates.ts';

/** The activation of a physical card by the last four digits that are printed on it. */

/** Wrong digits that may be entered in a row before the card has to wait. */
const triesInARow = 5;
/** How long, in milliseconds, no digits are taken after that, counted from the last wrong ones. */
const waitMs = hourMs;

/** The wrong digits entered so far. */
export interface WrongActivations {
  /** How many in a row. */
  readonly count: number;
  /** When the latest were entered; null when none were. */
  readonly latestAt: Date | null;
}

/** Returns the instant from which digits are taken again; null when they are taken now. */
export function nextActivation({ count, latestAt }: WrongActivations, now: Date): Date | null {
  if (latestAt === null || count < triesInARow) return null;
  const from = new Date(latestAt.getTime() + waitMs);
  return from > now ? from : null;
}

/** Returns the number of wrong entries after one more: those before a wait that is over no longer count. */
export function withOneMore({ count }: WrongActivations): number {
  return count >= triesInARow ? 1 : count + 1;
}

/** Returns the number of wrong entries that are still allowed. */
export const triesLeft = (count: number): number => Math.max(0, triesInARow - count);

/** Explains to the holder why a card in this state cannot be activated; null when it can, or is open already. */
export function activationRefusal(state: string): string | null {
  return state === 'PENDING_ACTIVATION' || state === 'OPEN'
    ? null
    : (refusals.get(state) ?? 'This card cannot be activated at the moment. Ask support about it.');
}

const refusals: ReadonlyMap<string, string> = new Map([
  ['PENDING_FULFILLMENT', 'Your card is still being made. Activate it when it has arrived.'],
  ['PAUSED', 'Your card is active already, and paused. Reopen it instead.'],
  ['CLOSED', 'This card is closed for good and cannot be activated. Get a new one under Cards.'],
]);
