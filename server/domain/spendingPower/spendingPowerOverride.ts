import type { Receiver } from '../receiver/receiver.ts';

interface OverrideInForce {
  /** Cents; null when there is none, or its end has come. */
  override_cents: number | null;
  /** Null when it does not end. */
  expires_at: string | null;
}

const none: OverrideInForce = { override_cents: null, expires_at: null };

/** Returns staff's override of spending power. A permanent one takes precedence over a temporary one, stored as the maximum. */
export function overrideInForce(
  receiver: Pick<Receiver, 'override_spend_limit' | 'spending_power_override_max' | 'spending_power_override_expiration_at'>,
  now: Date,
): OverrideInForce {
  const { override_spend_limit, spending_power_override_max: amount, spending_power_override_expiration_at: end } = receiver;
  if (override_spend_limit !== null) return { override_cents: override_spend_limit, expires_at: null };
  if (amount === null || (end !== null && Date.parse(end) <= now.getTime())) return none;
  return { override_cents: amount, expires_at: end };
}
