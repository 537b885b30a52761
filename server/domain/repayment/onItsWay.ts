import { type Cents, formatUsd, smaller, subtract } from '../basics/money.ts';
import type { ScheduleEntry } from './schedule.ts';

/** Returns what of each payment of a schedule is on its way from the bank: payments go to what is due first. */
export function onItsWay(schedule: readonly Pick<ScheduleEntry, 'total_owed_cents'>[], inFlight: Cents): readonly Cents[] {
  let left = inFlight;
  return schedule.map(({ total_owed_cents }) => {
    const part = smaller(left, total_owed_cents);
    left = subtract(left, part);
    return part;
  });
}

/** Says what of an amount that is due is on its way; null when nothing is. */
export function onItsWayWords(part: Cents, amount: Cents): string | null {
  if (part <= 0) return null;
  return part === amount ? 'It is on its way from your bank.' : `${formatUsd(part)} of it is on its way from your bank.`;
}
