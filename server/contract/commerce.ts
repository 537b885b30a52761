import { z } from 'zod';
import { storeErrors } from '../domain/store/storeErrors.ts';
import { storeSyncStates } from '../domain/store/storeSync.ts';
import { defineRoute } from './define.ts';
import { changesAccount, readsAccount } from './heads.ts';
import { receiverSchema } from './receiver.ts';

export const postCommerce = defineRoute({
  ...changesAccount({ team: 'owner', action: 'connect_store', masquerade: 'audited' }),
  method: 'POST',
  path: '/api/users/:token/commerce',
  summary: 'Connect the chosen store or accounting system; its sales are then read in the background',
  idempotent: true,
  body: z.strictObject({ public_token: z.string().min(1).max(512) }),
  out: receiverSchema,
  problems: ['step_out_of_order', 'identity_in_use', 'provider_refused', 'provider_unavailable'],
});

/** The owner disconnects the store: its sales are deleted. */
export const disconnectCommerce = defineRoute({
  ...changesAccount({ team: 'owner', action: 'connect_store', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/commerce/disconnect',
  summary: 'Give up our access to the connected store or accounting system, and delete its sales; spending power is computed without them',
  idempotent: true,
  body: z.strictObject({}),
  out: receiverSchema,
});

export const getCommerce = defineRoute({
  ...readsAccount({ team: 'readers', action: 'view_account' }),
  path: '/api/users/:token/commerce',
  summary: 'The connected store, and the progress of reading its sales',
  out: z.object({
    connected: z.boolean(),
    store_name: z.string().nullable(),
    platform: z.string().nullable(),
    sync_state: z.enum(storeSyncStates).nullable(),
    synced_count: z.number().int(),
    expected_count: z.number().int().nullable(),
    needs_update: z.boolean(),
    last_synced_at: z.iso.datetime().nullable(),
    /** Why the last reading failed, wholly or in part; null when it did not. */
    error: z.enum(storeErrors).nullable(),
    /** The days of orders that the platform shows, where it hides older ones. */
    shown_days: z.number().int().nullable(),
    /** The other currencies than the US dollar in which it has sales, which count nothing; left out where there are none. */
    other_currencies: z.array(z.string()).optional(),
  }),
});
export type CommerceAnswer = z.infer<(typeof getCommerce)['out']>;
