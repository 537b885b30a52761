import { formatMomentIn } from '../basics/dateFormats.ts';
import { cents, formatUsd } from '../basics/money.ts';
import type { Receiver } from '../receiver/receiver.ts';

type StoredOverride = Pick<
  Receiver,
  'override_spend_limit' | 'spending_power_override_min' | 'spending_power_override_max' | 'spending_power_override_expiration_at'
>;

/** The largest override that staff may set, in cents. */
export const maximumOverrideCents = 1_000_000_000;

/** The decision of staff about a customer's spending power, as far as it is in force. Amounts are in cents. */
export interface OverrideInForce {
  /** Replaces spending power; null when there is none, or its end has come. */
  readonly override_cents: number | null;
  /** Null when it does not end. */
  readonly expires_at: string | null;
  /** The bounds between which spending power follows sales; null where there is none. An override takes precedence over both. */
  readonly floor_cents: number | null;
  readonly ceiling_cents: number | null;
  /** When the bounds end; null when they do not. */
  readonly bounds_expire_at: string | null;
}

/** Returns staff's override of spending power and its bounds. A temporary override is stored as a floor and a ceiling of the same amount. */
export function overrideInForce(receiver: StoredOverride, now: Date): OverrideInForce {
  const { override_spend_limit, spending_power_override_min: floor, spending_power_override_max: ceiling } = receiver;
  const end = receiver.spending_power_override_expiration_at;
  const isOver = end !== null && Date.parse(end) <= now.getTime();
  const isTemporary = !isOver && isOneAmount(receiver);
  const hasBounds = !isOver && !isTemporary && (floor !== null || ceiling !== null);
  return {
    override_cents: override_spend_limit ?? (isTemporary ? floor : null),
    expires_at: override_spend_limit === null && isTemporary ? end : null,
    floor_cents: hasBounds ? floor : null,
    ceiling_cents: hasBounds ? ceiling : null,
    bounds_expire_at: hasBounds ? end : null,
  };
}

/** Returns the most that staff let a customer spend, in cents; null where they set no such limit. */
export function mostAllowed({ override_cents, ceiling_cents }: OverrideInForce): number | null {
  return override_cents ?? ceiling_cents;
}

/** Names the bounds in force, such as `a floor of $300.00 and a ceiling of $900.00`; null when there are none. */
export function boundsInWords({ floor_cents, ceiling_cents }: OverrideInForce): string | null {
  const bounds = [
    floor_cents !== null && `a floor of ${formatUsd(cents(floor_cents))}`,
    ceiling_cents !== null && `a ceiling of ${formatUsd(cents(ceiling_cents))}`,
  ].filter(Boolean);
  return bounds.length === 0 ? null : bounds.join(' and ');
}

/** Tells a customer what follows from the override and the bounds. `timeZone` is the program's (an IANA name), in which the end is written. */
export function overrideInWords(inForce: OverrideInForce, timeZone: string): string {
  const { override_cents, expires_at } = inForce;
  const bounds = boundsInWords(inForce);
  if (override_cents === null) return `It follows your sales again${bounds === null ? '' : `, with ${bounds}`}.`;
  const until = expires_at === null ? 'we change it' : formatMomentIn(timeZone, expires_at);
  return `It is ${formatUsd(cents(override_cents))} until ${until}, whatever you sell.`;
}

/** A change of the override. `override_cents` null clears it; `drops_bounds` also removes a floor and a ceiling. */
export interface OverrideChange {
  readonly override_cents: number | null;
  readonly expires_at: string | null;
  readonly drops_bounds: boolean;
}

/**
 * Returns the record's fields after a change of the override. Bounds stay unless they are dropped with it. A temporary
 * override is stored in their place, so it must drop them: null where it does not.
 */
export function fieldsOfOverride(receiver: StoredOverride, { override_cents, expires_at, drops_bounds }: OverrideChange, now: Date): StoredOverride | null {
  const keepsBounds = boundsInWords(overrideInForce(receiver, now)) !== null && !drops_bounds;
  const ends = override_cents !== null && expires_at !== null;
  if (ends) {
    if (keepsBounds) return null;
    return {
      override_spend_limit: null,
      spending_power_override_min: override_cents,
      spending_power_override_max: override_cents,
      spending_power_override_expiration_at: expires_at,
    };
  }
  return {
    override_spend_limit: override_cents,
    spending_power_override_min: keepsBounds ? receiver.spending_power_override_min : null,
    spending_power_override_max: keepsBounds ? receiver.spending_power_override_max : null,
    spending_power_override_expiration_at: keepsBounds ? receiver.spending_power_override_expiration_at : null,
  };
}

function isOneAmount({ spending_power_override_min: floor, spending_power_override_max: ceiling }: StoredOverride): boolean {
  return floor !== null && floor === ceiling;
}
