import type { ControlButton } from '../core/core.ts';
import { Refusal } from '../core/handle.ts';
import { storeCharacters, storeProfiles } from '../rutter/stores.ts';
import { privacyTopics, type SendShopEvent } from './events.ts';
import { isShopHandle, profileNamed, type Shop, type Shops, shopHandle } from './shops.ts';

/** Returns the stand-in's buttons: install and uninstall the app in a store, and send the platform's webhook events about a store's customers. */
export function shopifyControls(shops: Shops, sendShopEvent: SendShopEvent, scopes: readonly string[]): ControlButton[] {
  const shopField = {
    name: 'shop',
    label: 'Store',
    type: 'select' as const,
    options: async () => (await shops.list()).map((shop) => ({ value: shop.domain, label: shop.name })),
  };
  async function shopNamed(domain: string | undefined): Promise<Shop> {
    const shop = await shops.get(domain ?? '');
    if (!shop) throw new Refusal(404, { error: `no store ${domain}` });
    return shop;
  }

  return [
    {
      name: 'install',
      label: 'Install the app in a store',
      help: 'Opens the store when there is none of this handle.',
      fields: [
        { name: 'handle', label: 'Handle', type: 'text', default: 'juniper-oak' },
        {
          name: 'profile',
          label: 'Business',
          type: 'select',
          default: 'steady',
          options: async () => storeProfiles.map((value) => ({ value, label: storeCharacters[value].description })),
        },
      ],
      async run({ handle = '', profile }) {
        if (!isShopHandle(handle)) throw new Refusal(400, { error: 'a handle has letters, digits and dashes' });
        const shop = await shops.create(handle, profileNamed(profile));
        await shops.install(shop.domain, scopes);
        return { message: `Installed in ${shop.domain}`, result: { shop: shop.domain, path: `/shopify/admin/store/${shopHandle(shop.domain)}` } };
      },
    },
    {
      name: 'uninstall',
      label: 'Uninstall the app',
      fields: [shopField],
      async run(input) {
        const shop = await shops.uninstall((await shopNamed(input.shop)).domain);
        if (!shop) throw new Refusal(409, { error: 'it is not installed there' });
        await sendShopEvent(shop, 'app/uninstalled');
        return { message: `Uninstalled from ${shop.domain}; its data has to go in two days` };
      },
    },
    {
      name: 'change_scopes',
      label: 'Change what the app may see',
      fields: [shopField, { name: 'scopes', label: 'Scopes', type: 'text', default: scopes.join(',') }],
      async run(input) {
        const shop = await shops.install((await shopNamed(input.shop)).domain, (input.scopes ?? '').split(',').filter(Boolean));
        if (shop) await sendShopEvent(shop, 'app/scopes_update');
        return { message: 'The scopes are changed' };
      },
    },
    {
      name: 'privacy_request',
      label: 'Send a privacy request',
      fields: [
        shopField,
        {
          name: 'topic',
          label: 'Request',
          type: 'select',
          default: privacyTopics[0],
          options: async () => privacyTopics.map((value) => ({ value, label: value })),
        },
      ],
      async run(input) {
        const topic = privacyTopics.find((one) => one === input.topic);
        if (!topic) throw new Refusal(400, { error: 'no such request' });
        await sendShopEvent(await shopNamed(input.shop), topic);
        return { message: `${topic} is sent` };
      },
    },
  ];
}
