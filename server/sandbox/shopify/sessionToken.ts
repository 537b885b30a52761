import { createHmac, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Config } from '../../config.ts';
import type { SandboxClock } from '../core/clock.ts';
import { shopHandle } from './shops.ts';

const lifeSeconds = 60;
/** Seconds before its end from which a token is no longer handed out. */
const renewBeforeSeconds = 5;

/** The person for whom a token is: a member of the staff in one session of the admin. */
export interface TokenHolder {
  shop: string;
  staffId: string;
  /** The session of the browser in the admin. */
  session: string;
}

interface Minted {
  token: Promise<string>;
  endsAtSeconds: number;
}

const keyOf = (secret: string) => new TextEncoder().encode(secret);
const digest = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

/**
 * Makes the function that hands out the token with which the admin tells the app who is looking: HS256 with the app's
 * secret, good for a minute, with an id of its own. Everybody who asks in one session of the admin gets the same token
 * while it lives, as from App Bridge, and the first is the one in the app's address.
 */
export function openSessionTokens({ apiKey, apiSecret }: Config['shopify'], clock: SandboxClock): (holder: TokenHolder) => Promise<string> {
  const minted = new Map<string, Minted>();

  const mint = ({ shop, staffId, session }: TokenHolder, nowSeconds: number) =>
    new SignJWT({ dest: `https://${shop}`, sid: digest(apiSecret, `${shop}:${staffId}:${session}`) })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(`https://${shop}/admin`)
      .setAudience(apiKey)
      .setSubject(staffId)
      .setIssuedAt(nowSeconds)
      .setNotBefore(nowSeconds)
      .setExpirationTime(nowSeconds + lifeSeconds)
      .setJti(randomUUID())
      .sign(keyOf(apiSecret));

  return (holder) => {
    const nowSeconds = Math.floor(clock.machineNow().getTime() / 1000);
    for (const [name, { endsAtSeconds }] of minted) if (endsAtSeconds <= nowSeconds) minted.delete(name);
    const name = JSON.stringify([holder.shop, holder.staffId, holder.session]);
    const present = minted.get(name);
    if (present && nowSeconds < present.endsAtSeconds - renewBeforeSeconds) return present.token;
    const token = mint(holder, nowSeconds);
    minted.set(name, { token, endsAtSeconds: nowSeconds + lifeSeconds });
    return token;
  };
}

/** Returns the id of the member of staff whom a session token of this shop names; null for a token that is not good. */
export async function subjectOf({ apiKey, apiSecret }: Config['shopify'], clock: SandboxClock, token: unknown, shop: string): Promise<string | null> {
  if (typeof token !== 'string') return null;
  try {
    const { payload } = await jwtVerify(token, keyOf(apiSecret), {
      algorithms: ['HS256'],
      audience: apiKey,
      issuer: `https://${shop}/admin`,
      currentDate: clock.machineNow(),
      clockTolerance: 10,
    });
    return payload.dest === `https://${shop}` ? (payload.sub ?? null) : null;
  } catch {
    return null;
  }
}

/** Returns the `host` parameter of the app's address: the place in the admin where the app is shown, base64 without padding. */
const hostParameter = (shop: string) =>
  Buffer.from(`admin.shopify.com/store/${shopHandle(shop)}`)
    .toString('base64')
    .replace(/=+$/, '');

/** Returns the query with which the admin opens the app, signed as a whole. */
export function appQuery({ apiSecret }: Config['shopify'], clock: SandboxClock, { shop, staffId, session }: TokenHolder, idToken: string): URLSearchParams {
  const parameters = new URLSearchParams({
    embedded: '1',
    host: hostParameter(shop),
    id_token: idToken,
    locale: 'en',
    session: digest(apiSecret, `${shop}:${staffId}:${session}`),
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
