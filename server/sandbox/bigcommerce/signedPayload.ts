import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Config } from '../../config.ts';
import type { SandboxClock } from '../core/clock.ts';
import type { Person, Store } from './stores.ts';

const lifeSeconds = 86_400;

/** Signs `signed_payload_jwt`, which names the user and the store: HS256 with the client secret, valid for a day. */
export function signPayload({ clientId, clientSecret }: Config['bigcommerce'], clock: SandboxClock, store: Store, user: Person, url = '/'): Promise<string> {
  const nowSeconds = Math.floor(clock.machineNow().getTime() / 1000);
  return new SignJWT({ user: { ...user, locale: 'en-US' }, owner: store.owner, url, channel_id: null })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience(clientId)
    .setIssuer('bc')
    .setSubject(`stores/${store.hash}`)
    .setIssuedAt(nowSeconds)
    .setNotBefore(nowSeconds - 5)
    .setExpirationTime(nowSeconds + lifeSeconds)
    .setJti(randomUUID())
    .sign(new TextEncoder().encode(clientSecret));
}
