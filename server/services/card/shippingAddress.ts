import { shippingAddressSchema } from '../../contract/cardIssue.ts';
import { parseStored } from '../../db/storedJson.ts';
import type { ShippingAddress } from '../../domain/card/cardIssueForm.ts';

/** Returns the stored address to which a card goes. Throws UnreadableContent for a damaged one. */
export function readShippingAddress(stored: unknown): ShippingAddress {
  return parseStored('the address that a card goes to', shippingAddressSchema, stored);
}

/** Returns the stored address to which a card went; null for none, and for a damaged one. */
export function knownAddressOfCard(stored: unknown): ShippingAddress | null {
  return shippingAddressSchema.safeParse(stored).data ?? null;
}
