import { readConfig } from '../../server/config.ts';
import type { Figure } from './figures.ts';
import { load } from './load.ts';
import { startBareExpress, startWholeProduct } from './processes.ts';

const people = 48;

async function askAuthentication<T>(sandboxUrl: string, apiKey: string, path: string, body: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'x-propelauth-url': 'auth.headway.localhost' };
  const answer = await fetch(`${sandboxUrl}/api/backend/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as T;
}

/** Access tokens of as many people as there are connections, so that nobody reaches the limit on one person's calls. */
async function accessTokens(sandboxUrl: string): Promise<string[]> {
  const apiKey = readConfig({}).propelauth.apiKeys.HEADWAY;
  const tokens: string[] = [];
  for (let place = 0; place < people; place += 1) {
    const { user_id } = await askAuthentication<{ user_id: string }>(sandboxUrl, apiKey, '/user/', {
      email: `bench${place}@example.com`,
      email_confirmed: true,
    });
    tokens.push((await askAuthentication<{ access_token: string }>(sandboxUrl, apiKey, '/access_token', { user_id, duration_in_minutes: 30 })).access_token);
  }
  return tokens;
}

/** What signing in, scoping and checking cost: our busiest call beside a server that does nothing. */
export async function benchAuthenticatedCalls(): Promise<Figure[]> {
  const bare = await startBareExpress();
  const product = await startWholeProduct();
  try {
    const tokens = await accessTokens(product.sandboxUrl);
    const nothing = await load(tokens.map(() => ({ url: bare.url, headers: {} })));
    const receiver = await load(tokens.map((token) => ({ url: `${product.url}/api/receiver`, headers: { authorization: `Bearer ${token}` } })));
    return [
      {
        name: 'GET /api/receiver',
        value: receiver.requestsPerSecond,
        unit: 'requests/s',
        beside: { name: 'bare Express', value: nothing.requestsPerSecond },
        ratioLeast: 0.1,
      },
    ];
  } finally {
    await Promise.all([bare.stop(), product.stop()]);
  }
}
