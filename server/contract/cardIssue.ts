import { z } from 'zod';
import { maximumTypedLength } from '../domain/forms/formFields.ts';
import { defineRoute } from './define.ts';
import { changesAccount } from './heads.ts';
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
  ...changesAccount({ team: 'owner', action: 'issue_card', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/card',
  summary: 'Issue the virtual card, and store whether a physical one is wanted as well',
  idempotent: true,
  body: z.strictObject({ physical: z.boolean() }),
  out: receiverSchema,
  problems: ['step_out_of_order', 'provider_refused', 'provider_unavailable'],
});

export const postPhysicalCard = defineRoute({
  ...changesAccount({ team: 'owner', action: 'issue_card', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/card/physical',
  summary: 'Order the physical card, to be sent to an address',
  idempotent: true,
  limit: 'order',
  body: z.strictObject({ shipping_address: shippingAddressSchema }),
  out: receiverSchema,
  problems: ['step_out_of_order', 'provider_refused', 'provider_unavailable'],
});
