import { z } from 'zod';
import { storeErrors } from '../domain/store/storeErrors.ts';
import { defineRoute } from './define.ts';
import { changesAccount, readsAccount } from './heads.ts';

const connection = z.object({
  /** The name of the store in whose admin the app is installed, or its shop address until the name was read. Null for a merchant without such a store. */
  store: z.string().nullable(),
  /** The platform of that store. */
  platform: z.enum(['SHOPIFY', 'BIG_COMMERCE']).nullable(),
  is_connected: z.boolean(),
  disconnected_at: z.iso.datetime().nullable(),
  /** Why the last reading failed, wholly or in part; null when it did not. */
  error: z.enum(storeErrors).nullable(),
  /** The days of orders that the platform shows, where it hides older ones. */
  shown_days: z.number().int().nullable(),
  /** The other currencies than the US dollar in which it has sales, which count nothing; left out where there are none. */
  other_currencies: z.array(z.string()).optional(),
});
export type ShopConnection = z.infer<typeof connection>;

export const getShop = defineRoute({
  ...readsAccount({ team: 'readers', action: 'view_account' }),
  path: '/api/users/:token/shop',
  summary: 'Whether the store that has our app installed counts toward spending power',
  out: connection,
});

/** The owner disconnects the store: its sales are deleted. */
export const disconnectShop = defineRoute({
  ...changesAccount({ team: 'owner', action: 'connect_store', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/shop/disconnect',
  summary: 'Give up our access to the store that has our app installed, and delete its sales; spending power is computed without them',
  idempotent: true,
  body: z.strictObject({}),
  out: connection,
  problems: ['not_found'],
});

export const reconnectShop = defineRoute({
  ...changesAccount({ team: 'owner', action: 'connect_store', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/shop/reconnect',
  summary: 'Let the store that has our app installed count again; its sales are read once the app is opened and gets access',
  idempotent: true,
  body: z.strictObject({}),
  out: connection,
  problems: ['not_found', 'identity_in_use'],
});
