import type { ControlField } from '../core/core.ts';
import { Refusal } from '../core/handle.ts';
import type { Shop, Shops } from './shops.ts';

/** Returns the field in which a button's store is chosen, and the function that finds it. */
export function shopChoice(shops: Shops): { shopField: ControlField; shopNamed: (domain: string | undefined) => Promise<Shop> } {
  return {
    shopField: {
      name: 'shop',
      label: 'Store',
      type: 'select',
      options: async () => (await shops.list()).map((shop) => ({ value: shop.domain, label: shop.name })),
    },
    async shopNamed(domain) {
      const shop = await shops.get(domain ?? '');
      if (!shop) throw new Refusal(404, { error: `no store ${domain}` });
      return shop;
    },
  };
}
