import { z } from 'zod';
import { maximumTypedLength } from '../domain/forms/formFields.ts';
import { defineRoute } from './define.ts';
import { tokenParams, tokenSubject } from './identifiers.ts';
import { receiverSchema } from './receiver.ts';

const typed = z.string().max(maximumTypedLength);

export const shippingAddressSchema = z.strictObject({
  first_name: typed,
  last_name: z.literal('.'),
  address1: typed,
  address2: typed,
  city: typed,
  state: typed,
  postal_code: typed,
  country: typed,
  email: typed,
  phone_number: typed,
});

export const postCard = defineRoute({
  method: 'POST',
  path: '/api/users/:token/card',
  summary: 'Issue the virtual card, and store whether a physical one is wanted as well',
  who: 'receiver',
  storeStaff: 'never',
  team: 'owner',
  subject: tokenSubject,
  action: 'issue_card',
  masquerade: 'refused',
  idempotent: true,
  params: tokenParams,
  body: z.strictObject({ physical: z.boolean() }),
  out: receiverSchema,
  problems: ['step_out_of_order', 'provider_refused', 'provider_unavailable'],
});

export const postPhysicalCard = defineRoute({
  method: 'POST',
  path: '/api/users/:token/card/physical',
  summary: 'Order the physical card, to be sent to an address',
  who: 'receiver',
  storeStaff: 'never',
  team: 'owner',
  subject: tokenSubject,
  action: 'issue_card',
  masquerade: 'refused',
  idempotent: true,
  limit: 'order',
  params: tokenParams,
  body: z.strictObject({ shipping_address: shippingAddressSchema }),
  out: receiverSchema,
  problems: ['step_out_of_order', 'provider_refused', 'provider_unavailable'],
});
