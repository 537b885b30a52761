import { randomUUID } from 'node:crypto';
import { ask } from '../../support/ask.ts';
import type { Merchant, Product } from './merchant.ts';

/** Somebody who has signed up at a product. */
export interface SignedUp extends Pick<Merchant, 'host' | 'token' | 'accessToken'> {
  product: Product;
}

/** Calls the API as somebody while merchants are made. Returns the answer's body; throws when the call is refused. */
export async function callApi<Body>(
  { product, host, accessToken }: SignedUp,
  path: string,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<Body> {
  const headers = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
  const answer = await ask(`${product.url}${path}`, { method, host, token: accessToken, body, headers });
  if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body as Body;
}
