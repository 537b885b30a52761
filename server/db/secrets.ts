import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

declare const encryptedBrand: unique symbol;

/** The content of an encrypted column: the key's id, a colon, and base64 of nonce, tag and ciphertext. */
export type Encrypted = string & { readonly [encryptedBrand]: true };

/**
 * Every encrypted column, with the column that names the row's owner: the receiver, or the row's own key where no
 * receiver owns it. A column outside this list cannot be encrypted, so that a key rotation reaches every secret.
 */
export const encryptedColumns = [
  { table: 'receiver', column: 'ein_encrypted', owner: 'id', key: 'id' },
  { table: 'kyb_application', column: 'identifiers_encrypted', owner: 'receiver_id', key: 'id' },
  { table: 'bank_link', column: 'access_token', owner: 'receiver_id', key: 'id' },
  { table: 'commerce_link', column: 'access_token', owner: 'receiver_id', key: 'id' },
  { table: 'identity_claim', column: 'identity_encrypted', owner: 'receiver_id', key: 'id' },
  { table: 'push_subscription', column: 'endpoint_encrypted', owner: 'receiver_id', key: 'id' },
  { table: 'slack_webhook', column: 'url_encrypted', owner: 'receiver_id', key: 'receiver_id' },
  { table: 'bigcommerce_store', column: 'access_token', owner: 'store_hash', key: 'store_hash' },
  { table: 'shopify_session', column: 'access_token', owner: 'id', key: 'id' },
  { table: 'shopify_session', column: 'refresh_token', owner: 'id', key: 'id' },
] as const;
export type EncryptedColumn = (typeof encryptedColumns)[number];

type PlaceIn<Column> = Column extends EncryptedColumn ? { table: Column['table']; column: Column['column']; owner: string } : never;

/**
 * The place of a secret. It is authenticated with the secret, so that a value copied to another owner's row or to
 * another column cannot be decrypted there. `owner` is the value of the owner column above, mostly a receiver's id.
 */
export type SecretPlace = PlaceIn<EncryptedColumn>;

/** A stored secret that cannot be read: its key is not in the ring, or it was changed or belongs elsewhere. The message does not contain the secret. */
export class SecretUnreadable extends Error {
  constructor(place: SecretPlace, reason: string) {
    super(`the secret in ${place.table}.${place.column} cannot be read: ${reason}`);
    this.name = 'SecretUnreadable';
  }
}

export interface Secrets {
  /** Encrypts text with the first key of the ring. The same text never gives the same value twice. */
  encrypt(text: string, place: SecretPlace): Encrypted;
  /** Returns the text. Throws a SecretUnreadable. */
  decrypt(stored: string, place: SecretPlace): string;
  /**
   * Returns a text's keyed hashes, by which equal texts are found without decrypting any: one for each key of the ring,
   * the first key's first, so that a hash made before a rotation is still found.
   */
  fingerprints(text: string): [string, ...string[]];
  /** Returns whether a stored value or hash was made with another key than the first, and should be made anew. */
  isOutdated(stored: string): boolean;
}

const cipher = 'aes-256-gcm';
/** Derives the keys of hashes from those of the ring: one key is not used for two purposes. */
const hashPurpose = 'headway fingerprint';
const nonceLength = 12;
const tagLength = 16;

function readKeyRing(keyRing: string): Map<string, Buffer> {
  return new Map(
    keyRing.split(',').map((entry) => {
      const [id = '', key = ''] = entry.split(':');
      return [id, Buffer.from(key, 'base64')];
    }),
  );
}

const sealedIn = ({ table, column, owner }: SecretPlace) => Buffer.from(JSON.stringify([table, column, owner]));

const keyIdOf = (stored: string) => stored.slice(0, stored.indexOf(':'));

/**
 * Encryption of single columns with AES-256-GCM.
 * @param keyRing `id:key,…`, each key 32 bytes in base64: the first encrypts, all decrypt.
 */
export function createSecrets(keyRing: string): Secrets {
  const keys = readKeyRing(keyRing);
  const [first] = keys;
  if (!first || [...keys.values()].some((key) => key.length !== 32)) throw new Error('the key ring holds a key that is not 32 bytes long');
  const [firstId, firstKey] = first;
  const hashKeys = new Map(Array.from(keys, ([id, key]) => [id, Buffer.from(hkdfSync('sha256', key, '', hashPurpose, 32))]));
  const fingerprint = (id: string, text: string) =>
    `${id}:${createHmac('sha256', hashKeys.get(id) ?? '')
      .update(text)
      .digest('hex')}`;

  return {
    fingerprints: (text) => [fingerprint(firstId, text), ...[...keys.keys()].filter((id) => id !== firstId).map((id) => fingerprint(id, text))],
    encrypt(text, place) {
      const nonce = randomBytes(nonceLength);
      const sealing = createCipheriv(cipher, firstKey, nonce).setAAD(sealedIn(place));
      const ciphertext = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
      return `${firstId}:${Buffer.concat([nonce, sealing.getAuthTag(), ciphertext]).toString('base64')}` as Encrypted;
    },
    decrypt(stored, place) {
      const id = keyIdOf(stored);
      const key = keys.get(id);
      if (!key) throw new SecretUnreadable(place, `its key ${id} is not in the key ring`);
      const bytes = Buffer.from(stored.slice(id.length + 1), 'base64');
      try {
        const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
          .setAAD(sealedIn(place))
          .setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
        return Buffer.concat([opening.update(bytes.subarray(nonceLength + tagLength)), opening.final()]).toString('utf8');
      } catch {
        throw new SecretUnreadable(place, 'it was changed, or belongs to another place');
      }
    },
    isOutdated: (stored) => keyIdOf(stored) !== firstId,
  };
}
