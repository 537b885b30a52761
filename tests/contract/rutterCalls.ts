import type { Config } from '../../server/config.ts';
import { createRutter } from '../../server/providers/rutter/index.ts';

const refused = (call: Promise<unknown>) => call.catch(() => undefined);

/** Makes every call of the product to the store data provider, for a store and for an accounting system. */
export async function callRutter(
  config: Config['rutter'],
  { press }: { press(button: string, fields: Record<string, unknown>): Promise<unknown> },
): Promise<void> {
  const product = createRutter(config, () => undefined);
  const headers = { Authorization: `Basic ${Buffer.from(`${config.clientId}:${config.secret}`).toString('base64')}`, 'X-Rutter-Version': '2024-08-31' };
  const get = (path: string, query: Record<string, string> = {}) => fetch(`${config.baseUrl}${path}?${new URLSearchParams(query)}`, { headers });
  const connect = async (fields: Record<string, unknown>) => {
    const { result } = (await press('connect', fields)) as { result: { public_token: string; connection_id: string } };
    const { accessToken } = await product.exchangePublicToken(result.public_token);
    return { accessToken, connectionId: result.connection_id };
  };

  await press('reading_delay', { milliseconds: 600_000 });
  for (const profile of ['steady', 'chargeback-heavy']) {
    const { accessToken, connectionId } = await connect({ platform: 'SHOPIFY', profile, seed: 'contracts' });
    await product.listOrders(accessToken, null);
    await press('finish_reading', { connection: connectionId });
    await product.getConnection(accessToken);
    await product.getStore(accessToken);
    const orders = await product.listOrders(accessToken, null);
    if (orders.isReady && orders.next) await product.listOrders(accessToken, null, orders.next);
    await product.listTransactions(accessToken, new Date(0));
    await get('/orders', { access_token: accessToken, limit: '50', expand: 'transactions' });
    await get('/connections');
    await press('break', { connection: connectionId });
    await product.getConnection(accessToken);
    await product.deleteConnection(connectionId);
    await refused(product.getStore(accessToken));
  }
  const books = await connect({ platform: 'QUICKBOOKS', profile: 'steady', seed: 'contracts' });
  await press('finish_reading', { connection: books.connectionId });
  await get('/accounting/invoices', { access_token: books.accessToken });
}

/** Operations that the product and its tests rely on. */
export const rutterOperations = [
  'post /item/public_token/exchange',
  'get /connections/access_token',
  'get /connections',
  'delete /connections/{id}',
  'get /store',
  'get /orders',
  'get /transactions',
];
