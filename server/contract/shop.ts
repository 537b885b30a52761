import { z } from 'zod';
import { defineRoute } from './define.ts';
import { tokenParams, tokenSubject } from './identifiers.ts';

const connection = z.object({
  /** The store in whose admin the app is: its name where it was read, else its address there. Null for a merchant who came otherwise. */
  store: z.string().nullable(),
  is_connected: z.boolean(),
  disconnected_at: z.iso.datetime().nullable(),
});
export type ShopConnection = z.infer<typeof connection>;

export const getShop = defineRoute({
  method: 'GET',
  path: '/api/users/:token/shop',
  summary: 'Whether the store that has our app counts towards spending power',
  who: 'receiver',
  subject: tokenSubject,
  action: 'view_account',
  params: tokenParams,
  out: connection,
});

/** The owner's own decision: what the store sold is forgotten. */
export const disconnectShop = defineRoute({
  method: 'POST',
  path: '/api/users/:token/shop/disconnect',
  summary: 'Give up our access to the store that has our app, and forget its sales: spending power is found out without them',
  who: 'receiver',
  subject: tokenSubject,
  action: 'connect_store',
  masquerade: 'refused',
  idempotent: true,
  params: tokenParams,
  body: z.strictObject({}),
  out: connection,
  problems: ['not_found'],
});

export const reconnectShop = defineRoute({
  method: 'POST',
  path: '/api/users/:token/shop/reconnect',
  summary: 'Let the store that has our app count again; its sales are read as soon as it gives access, when the app is opened next',
  who: 'receiver',
  subject: tokenSubject,
  action: 'connect_store',
  masquerade: 'refused',
  idempotent: true,
  params: tokenParams,
  body: z.strictObject({}),
  out: connection,
  problems: ['not_found'],
});
