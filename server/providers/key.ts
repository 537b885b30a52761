import { createHash } from 'node:crypto';

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

/** UUID version 5 (RFC 9562): a SHA-1 of a namespace and a name. */
export function nameBasedUuid(namespace: string, name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name, 'utf8')
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
