import { cents, formatUsd } from '../basics/money.ts';
import type { Receiver } from '../receiver/receiver.ts';
import { overrideInForce } from '../spendingPower/spendingPowerOverride.ts';
import { storeTexts } from './storeTexts.ts';

type Limits = Parameters<typeof overrideInForce>[0] & Pick<Receiver, 'initial_spend_limit'>;

/** Returns what follows when a merchant disconnects a store, with the limit to which theirs would fall. */
export function disconnectConsequences(receiver: Limits, now: Date): readonly string[] {
  const { initial_spend_limit: limit } = receiver;
  const { floor_cents } = overrideInForce(receiver, now);
  const minimum = floor_cents !== null && floor_cents > (limit ?? 0) ? formatUsd(cents(floor_cents)) : null;
  return storeTexts.consequences(limit === null ? null : formatUsd(cents(limit)), minimum);
}
