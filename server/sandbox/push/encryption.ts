import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto';

/** The keys of a browser that takes push messages, base64url. */
export interface BrowserKeys {
  privateKey: string;
  publicKey: string;
  auth: string;
}

const curve = 'prime256v1';

/** Makes the keys of a browser. */
export function newBrowserKeys(): BrowserKeys {
  const pair = createECDH(curve);
  const publicKey = pair.generateKeys('base64url');
  return { privateKey: pair.getPrivateKey('base64url'), publicKey, auth: randomBytes(16).toString('base64url') };
}

const hmac = (key: Buffer, ...parts: Buffer[]) => createHmac('sha256', key).update(Buffer.concat(parts)).digest();
const one = Buffer.from([1]);

const saltBytes = 16;
/** After the salt: the size of a record in four bytes, and the length of the sender's key in one. */
const headerBytes = saltBytes + 4 + 1;
const tagBytes = 16;

/**
 * Decrypts a message as a browser does, by RFC 8291 over RFC 8188 (`aes128gcm`), of one record. Throws for anything that was not
 * encrypted for these keys.
 */
export function decrypt(message: Buffer, { privateKey, publicKey, auth }: BrowserKeys): string {
  const salt = message.subarray(0, saltBytes);
  const senderKey = message.subarray(headerBytes, headerBytes + (message[headerBytes - 1] ?? 0));
  const record = message.subarray(headerBytes + senderKey.length);
  const pair = createECDH(curve);
  pair.setPrivateKey(privateKey, 'base64url');
  const shared = pair.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(publicKey, 'base64url'), senderKey]);
  const keyMaterial = hmac(hmac(Buffer.from(auth, 'base64url'), shared), info, one);
  const pseudoRandom = hmac(salt, keyMaterial);
  const key = hmac(pseudoRandom, Buffer.from('Content-Encoding: aes128gcm\0'), one).subarray(0, 16);
  const nonce = hmac(pseudoRandom, Buffer.from('Content-Encoding: nonce\0'), one).subarray(0, 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-tagBytes));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -tagBytes)), decipher.final()]);
  // The last record ends in a 2, and zeros after it.
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the record has no end');
  return padded.subarray(0, end).toString('utf8');
}
