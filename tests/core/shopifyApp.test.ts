import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { shopEvent } from '../../server/providers/shopify/map.ts';

const app = readFileSync('shopify.app.toml', 'utf8');
const text = (name: string, from = app) => new RegExp(`^\\s*${name} = "(.*)"$`, 'm').exec(from)?.[1] ?? '';
const lists = (name: string) =>
  [...app.matchAll(new RegExp(`^\\s*${name} = \\[(.*)\\]$`, 'gm'))].flatMap(([, list = '']) => JSON.parse(`[${list}]`) as string[]);

const shop_domain = 'corner-shop.myshopify.com';
const customer = { id: 1 };
/** The least that each topic's body says. */
const bodies: Record<string, object> = {
  'app/uninstalled': { myshopify_domain: shop_domain },
  'app/scopes_update': { current: [] },
  'orders/updated': { id: 1, admin_graphql_api_id: 'gid://shopify/Order/1' },
  'customers/data_request': { shop_domain, customer, orders_requested: [], data_request: { id: 1 } },
  'customers/redact': { shop_domain, customer, orders_to_redact: [] },
  'shop/redact': { shop_id: 1, shop_domain },
};

describe('shopify.app.toml', () => {
  it('asks for the scopes that the product works with', () => {
    expect(text('scopes').split(',')).toEqual(readConfig({ NODE_ENV: 'test' }).shopify.scopes);
  });

  it('opens the app where it is served, inside the admin', () => {
    expect(new URL(text('application_url')).pathname).toBe('/shopify');
    expect(lists('redirect_urls').map((url) => new URL(url).origin)).toEqual([new URL(text('application_url')).origin]);
    expect(app).toMatch(/^embedded = true$/m);
  });

  it('subscribes to all that the product takes in, at the address that takes it', () => {
    const topics = [...lists('topics'), ...lists('compliance_topics')];
    expect(topics.toSorted()).toEqual(Object.keys(bodies).toSorted());
    for (const topic of topics) expect(shopEvent({ claimedTopic: topic, claimedShop: shop_domain, body: bodies[topic] })?.topic).toBe(topic);
    expect(lists('compliance_topics')).toEqual(['customers/data_request', 'customers/redact', 'shop/redact']);
    // The platform's tool puts them behind the app's own address.
    const addresses = [...app.matchAll(/^\s*uri = "(.*)"$/gm)].map(([, uri]) => new URL(`${text('application_url')}${uri}`).pathname);
    expect(addresses).toEqual(['/shopify/webhooks', '/shopify/webhooks']);
  });

  it('brings the order extension, of the same version of the platform', () => {
    const [folder = ''] = lists('extension_directories');
    const extensions = globSync(`${folder}/shopify.extension.toml`).map((path) => readFileSync(path, 'utf8'));
    expect(extensions.map((extension) => [text('target', extension), text('api_version', extension)])).toEqual([
      ['admin.order-details.block.render', text('api_version')],
    ]);
  });
});
