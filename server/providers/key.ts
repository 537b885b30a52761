import { nameBasedUuid } from './nameBasedUuid.ts';

/** Ours alone, so that no key of another product can be one of ours. */
const NAMESPACE = '6f1d2a54-0f9b-4c5e-9a3c-8be0d2f47a11';

/**
 * The key under which a provider is asked to do something once: a UUID (version 5) made from our own readable key,
 * which one provider demands and which is short enough for the other. The same readable key always makes the same
 * UUID. Plaid forgets a key after 48 hours, so after that look before repeating; our own row never forgets.
 */
export function providerKey(businessKey: string): string {
  return nameBasedUuid(NAMESPACE, businessKey);
}
