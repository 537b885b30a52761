import { randomUUID } from 'node:crypto';
import { type Claims, nowSeconds, signHs256, unsigned } from './handIn.ts';
import type { TestProduct } from './product.ts';

export const newHash = () => randomUUID().replaceAll('-', '').slice(0, 10);

/** A person of a store, as its payloads name them. */
export const ownerOf = (hash: string) => ({ id: 1_000_001, email: `owner@${hash}.example` });
export const helperOf = (hash: string) => ({ id: 1_000_002, email: `helper@${hash}.example` });

interface From {
  address?: string;
  headers?: Record<string, string>;
}

/** Returns the calls that a BigCommerce store and its browser make to a product, with payloads signed by hand. */
export function controlPanelCalls(product: TestProduct) {
  const callback = (name: string, query: Record<string, string>) => product.call(`/bigcommerce/${name}?${new URLSearchParams(query)}`);
  const frameAddress = async (hash: string, query: string) => {
    const page = await fetch(`${product.sandboxUrl}/bigcommerce/store-${hash}?${query}`);
    const source = /src="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    return new URL(source.replaceAll('&amp;', '&').replaceAll('&#38;', '&'));
  };

  return {
    callback,
    /** Returns a payload about a store and its owner, made this second, with some claims changed. Without a secret it is not signed. */
    payload(hash: string, changes: Claims = {}, secret = product.config.bigcommerce.clientSecret): string {
      const claims = {
        iss: 'bc',
        aud: product.config.bigcommerce.clientId,
        sub: `stores/${hash}`,
        iat: nowSeconds(),
        nbf: nowSeconds() - 5,
        exp: nowSeconds() + 86_400,
        jti: randomUUID(),
        user: ownerOf(hash),
        owner: ownerOf(hash),
        url: '/',
        channel_id: null,
        ...changes,
      };
      return secret === '' ? unsigned(claims) : signHs256(claims, secret);
    },
    load: (jwt: string) => callback('load', { signed_payload_jwt: jwt }),
    uninstall: (jwt: string) => callback('uninstall', { signed_payload_jwt: jwt }),
    removeUser: (jwt: string) => callback('remove_user', { signed_payload_jwt: jwt }),
    /** Installs the app as the panel does: the platform makes a code, and the browser brings it to us. */
    async install(hash: string, query = '') {
      const { pathname, search } = await frameAddress(hash, `install=1${query}`);
      return product.call(`${pathname}${search}`);
    },
    handIn: (session: string, from: From = {}) =>
      product.call('/api/receivers/propel_auth_access_token', { method: 'POST', body: { auth_type: 'bigcommerce', session }, ...from }),
  };
}
