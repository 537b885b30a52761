import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { StoreGrant } from '../ports/controlPanel.ts';

/** How long the platform's own payloads are valid, in seconds. */
const lifeSeconds = 86_400;

/** Signs a payload like the platform's, by the key that we share with it. */
export function signLoad(
  app: { clientId: string; clientSecret: string },
  { storeHash, user, owner }: Pick<StoreGrant, 'storeHash' | 'user' | 'owner'>,
  now: Date,
): Promise<string> {
  const nowSeconds = Math.floor(now.getTime() / 1000);
  const person = ({ id, email }: StoreGrant['user']) => ({ id: Number(id), email });
  return new SignJWT({ user: person(user), owner: person(owner), url: '/', channel_id: null })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience(app.clientId)
    .setIssuer('bc')
    .setSubject(`stores/${storeHash}`)
    .setIssuedAt(nowSeconds)
    .setNotBefore(nowSeconds)
    .setExpirationTime(nowSeconds + lifeSeconds)
    .setJti(randomUUID())
    .sign(new TextEncoder().encode(app.clientSecret));
}
