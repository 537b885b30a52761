import type { z } from 'zod';
import { shippingAddressSchema } from '../../../contract/cardIssue.ts';
import { parseStored } from '../../../db/storedJson.ts';

type StoredAddress = z.output<typeof shippingAddressSchema>;

/** Returns the stored address to which a card goes. Throws UnreadableContent for a damaged one. */
export function readShippingAddress(stored: unknown): StoredAddress {
  return parseStored('the address that a card goes to', shippingAddressSchema, stored);
}

/** Returns the stored address to which a card went; null for none, and for a damaged one. */
export function knownAddressOfCard(stored: unknown): StoredAddress | null {
  return shippingAddressSchema.safeParse(stored).data ?? null;
}
