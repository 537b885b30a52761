import '@shopify/shopify-app-remix/adapters/node';
import { setAbstractFetchFunc } from '@shopify/shopify-api/runtime';
import { ApiVersion, LogSeverity, shopifyApp } from '@shopify/shopify-app-remix/server';
import type { CoreLoadContext, ShopifySettings } from '../server/http/loadContext.ts';

type Setup = Pick<CoreLoadContext, 'shopify' | 'sessions'>;

/** One library per running product, set up by the first request. */
const made = new WeakMap<Setup['sessions'], ReturnType<typeof setUp>>();

/** Returns Shopify's library, set up for our app. */
export function shopifyOf({ shopify, sessions }: Setup): ReturnType<typeof setUp> {
  const present = made.get(sessions);
  if (present) return present;
  const created = setUp(shopify, sessions);
  made.set(sessions, created);
  return created;
}

function setUp({ apiKey, apiSecret, scopes, appUrl, emulatorUrl }: ShopifySettings, sessionStorage: Setup['sessions']) {
  if (emulatorUrl !== undefined) callEmulator(emulatorUrl);
  return shopifyApp({
    apiKey,
    apiSecretKey: apiSecret,
    scopes: [...scopes],
    appUrl,
    apiVersion: ApiVersion.July26,
    authPathPrefix: '/shopify/auth',
    sessionStorage,
    isEmbeddedApp: true,
    // Our own log has the failures, with the request's id.
    logger: { level: LogSeverity.Error, log: () => undefined },
    future: { unstable_newEmbeddedAuthStrategy: true, expiringOfflineAccessTokens: true },
  });
}

/** Sends the library's calls to shops to the sandbox; a header names the shop. */
function callEmulator(emulatorUrl: string): void {
  setAbstractFetchFunc((input, init) => {
    const { pathname, search, host } = new URL(input instanceof Request ? input.url : String(input));
    const headers = new Headers(init?.headers);
    headers.set('x-emulated-host', host);
    return fetch(`${emulatorUrl}${pathname}${search}`, { ...init, headers });
  });
}
