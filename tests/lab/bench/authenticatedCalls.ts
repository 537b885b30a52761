import { signIn } from '../../support/signIn.ts';
import type { Figure } from './figures.ts';
import { requestsPerSecond } from './load.ts';
import { startBareExpress, startWholeProduct } from './processes.ts';

const people = 48;

/** Returns access tokens of as many people as there are connections, so that nobody reaches the rate limit per person. */
async function accessTokens(sandboxUrl: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let place = 0; place < people; place += 1) tokens.push((await signIn(sandboxUrl, `bench${place}@example.com`)).accessToken);
  return tokens;
}

/** Measures the cost of authentication, scoping and validation: our busiest call beside a server that does nothing. */
export async function benchAuthenticatedCalls(): Promise<Figure[]> {
  const bare = await startBareExpress();
  const product = await startWholeProduct();
  try {
    const tokens = await accessTokens(product.sandboxUrl);
    const nothing = await requestsPerSecond(tokens.map(() => ({ url: bare.url, headers: {} })));
    const receiver = await requestsPerSecond(tokens.map((token) => ({ url: `${product.url}/api/receiver`, headers: { authorization: `Bearer ${token}` } })));
    return [
      {
        name: 'GET /api/receiver',
        value: receiver,
        unit: 'requests/s',
        beside: { name: 'bare Express', value: nothing },
        ratioLeast: 0.12,
      },
    ];
  } finally {
    await Promise.all([bare.stop(), product.stop()]);
  }
}
