import type { Config } from '../../server/config.ts';
import { createShopify } from '../../server/providers/shopify/index.ts';

const refused = (call: Promise<unknown>) => call.catch(() => undefined);

interface Reach {
  /** The sandbox itself. */
  sandboxUrl: string;
  press(button: string, fields: Record<string, unknown>): Promise<unknown>;
}

/** Makes every call of the product to a shop's Admin API, also those that are refused for their cost, their rate and their scopes. */
export async function callShopify(config: Config['shopify'], { sandboxUrl, press }: Reach): Promise<void> {
  const product = createShopify(config, () => undefined, { timeoutMs: 5_000, pauseMs: 1 });
  const [handle, shop] = ['contracts', 'contracts.myshopify.com'];
  await press('rate_limit', { bulk_ms: 0, points_per_second: 100_000 });
  await press('install', { handle, profile: 'chargeback-heavy' });
  const session = await fetch(`${sandboxUrl}/shopify/admin/store/${handle}/apps/${config.apiKey}/session-token`, { method: 'POST' });
  const { id_token: subject_token } = (await session.json()) as { id_token: string };
  const headers = { 'content-type': 'application/json', 'x-emulated-host': shop };
  const exchange = { client_id: config.apiKey, client_secret: config.apiSecret, grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange', subject_token };
  const granted = await fetch(`${config.emulatorUrl}/admin/oauth/access_token`, { method: 'POST', headers, body: JSON.stringify(exchange) });
  const { access_token: token } = (await granted.json()) as { access_token: string };

  await product.readProfile(shop, token);
  const id = (await product.startOrdersExport(shop, token)) ?? '';
  const exported = await product.readOrdersExport(shop, token, id);
  const file = exported.state === 'done' ? exported.file : null;
  if (file === null) throw new Error('the export has no file');
  let orderId = '';
  for await (const movements of product.readExportFile(file)) orderId = movements[0]?.orderId ?? orderId;
  await product.readOrder(shop, token, orderId);
  const since = new Date(Date.now() - 3 * 86_400_000);
  const { next } = await product.listOrders(shop, token, since, null);
  if (next !== null) await product.listOrders(shop, token, since, next);
  const payouts = await product.listPayouts(shop, token, null);
  if (payouts.next !== null) await product.listPayouts(shop, token, payouts.next);
  await product.listDisputes(shop, token, null);

  const ask = (query: string) =>
    fetch(`${config.emulatorUrl}/admin/api/2026-07/graphql.json`, {
      method: 'POST',
      headers: { ...headers, 'x-shopify-access-token': token },
      body: JSON.stringify({ query }),
    });
  await ask('{ orders(first: 250) { nodes { transactions(first: 5) { amountSet { shopMoney { amount } } } } } }');
  await press('change_scopes', { shop, scopes: 'read_orders' });
  await refused(product.listPayouts(shop, token, null));
  await refused(product.listDisputes(shop, token, null));
  await press('rate_limit', { bucket_points: 10, points_per_second: 0 });
  await ask('{ orders(first: 100) { nodes { id } } }');
}
