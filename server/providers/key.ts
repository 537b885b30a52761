import { nameBasedUuid } from './nameBasedUuid.ts';

/** The namespace of our keys. Another product uses another namespace, so its keys never equal ours. */
const NAMESPACE = '6f1d2a54-0f9b-4c5e-9a3c-8be0d2f47a11';

/**
 * Returns the idempotency key for a provider: a UUID (version 5) made from our own readable key. One provider requires a
 * UUID, and it is short enough for the other. The same readable key always makes the same UUID. Plaid forgets a key
 * after 48 hours, so check before repeating later; our own row keeps it.
 */
export function providerKey(businessKey: string): string {
  return nameBasedUuid(NAMESPACE, businessKey);
}

/** Returns the key by which a draw or payout is ordered anew: the provider repeats its answer to the key before. */
export function keyAfter({ business_key, provider_key }: { business_key: string; provider_key: string }): string {
  return providerKey(`${business_key} after ${provider_key}`);
}
