import { createHmac, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Config } from '../../config.ts';
import type { SandboxClock } from '../core/clock.ts';
import { shopHandle } from './shops.ts';

/** The single staff member of every store. */
export const staffId = '42';
const lifeSeconds = 60;

const keyOf = (secret: string) => new TextEncoder().encode(secret);

/** Mints the token with which the admin tells the app which user is looking: HS256 with the app's secret, valid for a minute, with its own id. */
export function mintSessionToken({ apiKey, apiSecret }: Config['shopify'], clock: SandboxClock, shop: string): Promise<string> {
  const nowSeconds = Math.floor(clock.machineNow().getTime() / 1000);
  return new SignJWT({ dest: `https://${shop}`, sid: createHmac('sha256', apiSecret).update(shop).digest('hex') })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(`https://${shop}/admin`)
    .setAudience(apiKey)
    .setSubject(staffId)
    .setIssuedAt(nowSeconds)
    .setNotBefore(nowSeconds)
    .setExpirationTime(nowSeconds + lifeSeconds)
    .setJti(randomUUID())
    .sign(keyOf(apiSecret));
}

export async function isSessionTokenOf({ apiKey, apiSecret }: Config['shopify'], clock: SandboxClock, token: unknown, shop: string): Promise<boolean> {
  if (typeof token !== 'string') return false;
  try {
    const { payload } = await jwtVerify(token, keyOf(apiSecret), {
      algorithms: ['HS256'],
      audience: apiKey,
      issuer: `https://${shop}/admin`,
      currentDate: clock.machineNow(),
      clockTolerance: 10,
    });
    return payload.dest === `https://${shop}`;
  } catch {
    return false;
  }
}

/** Returns the `host` parameter of the app's address: the place in the admin where the app is shown, base64 without padding. */
const hostParameter = (shop: string) =>
  Buffer.from(`admin.shopify.com/store/${shopHandle(shop)}`)
    .toString('base64')
    .replace(/=+$/, '');

/** Returns the query with which the admin opens the app, signed as a whole. */
export function appQuery({ apiSecret }: Config['shopify'], clock: SandboxClock, shop: string, idToken: string): URLSearchParams {
  const parameters = new URLSearchParams({
    embedded: '1',
    host: hostParameter(shop),
    id_token: idToken,
    locale: 'en',
    session: createHmac('sha256', apiSecret).update(`${shop}:${staffId}`).digest('hex'),
    shop,
    timestamp: String(Math.floor(clock.machineNow().getTime() / 1000)),
  });
  const signed = [...parameters]
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
  parameters.set('hmac', createHmac('sha256', apiSecret).update(signed).digest('hex'));
  return parameters;
}
