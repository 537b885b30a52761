import { z } from 'zod';
import { shippingMethods } from './shipping.ts';

const durations = ['ANNUALLY', 'FOREVER', 'MONTHLY', 'TRANSACTION'] as const;
const substatuses = [
  'LOST',
  'COMPROMISED',
  'DAMAGED',
  'END_USER_REQUEST',
  'ISSUER_REQUEST',
  'NOT_ACTIVE',
  'SUSPICIOUS_ACTIVITY',
  'INTERNAL_REVIEW',
  'EXPIRED',
  'UNDELIVERABLE',
  'OTHER',
] as const;

const optional = z.exactOptional;
const spendLimit = z.int().min(0, 'must be whole cents, 0 for no limit');
const expMonth = z.string().regex(/^(0[1-9]|1[0-2])$/, 'must be two digits, 01 to 12');
const expYear = z.string().regex(/^20\d{2}$/, 'must be four digits');

const shippingAddress = z
  .strictObject({
    first_name: z.string().min(1),
    last_name: z.string().min(1),
    address1: z.string().min(1).max(40),
    address2: optional(z.string().max(40)),
    line2_text: optional(z.string().max(21)),
    city: z.string().min(1).max(30),
    state: z.string().min(2).max(3),
    postal_code: z.string().min(3),
    country: z.string().length(3),
    email: optional(z.email()),
    phone_number: optional(z.string()),
  })
  .refine(({ first_name, last_name }) => `${first_name} ${last_name}`.length <= 26, { path: ['last_name'], message: 'the name exceeds 25 characters' });

const delivery = {
  carrier: optional(z.strictObject({ qr_code_url: optional(z.string()) })),
  product_id: optional(z.string().min(1)),
  shipping_method: optional(z.enum(shippingMethods)),
};

export const createBody = z.strictObject({
  type: z.enum(['VIRTUAL', 'PHYSICAL', 'SINGLE_USE', 'MERCHANT_LOCKED']),
  account_token: optional(z.uuid()),
  card_program_token: optional(z.string()),
  digital_card_art_token: optional(z.string()),
  exp_month: optional(expMonth),
  exp_year: optional(expYear),
  memo: optional(z.string().max(50)),
  spend_limit: optional(spendLimit),
  spend_limit_duration: optional(z.enum(durations)),
  state: optional(z.enum(['OPEN', 'PAUSED'])),
  shipping_address: optional(shippingAddress),
  replacement_for: optional(z.uuid()),
  replacement_substatus: optional(z.enum(substatuses)),
  replacement_comment: optional(z.string()),
  ...delivery,
});
export type CreateBody = z.infer<typeof createBody>;

export const updateBody = z.strictObject({
  comment: optional(z.string()),
  digital_card_art_token: optional(z.string()),
  memo: optional(z.string().max(50)),
  pin_status: optional(z.literal('OK')),
  spend_limit: optional(spendLimit),
  spend_limit_duration: optional(z.enum(durations)),
  state: optional(z.enum(['OPEN', 'PAUSED', 'CLOSED'])),
  substatus: optional(z.enum(substatuses)),
});

export const convertBody = z.strictObject({ shipping_address: shippingAddress, ...delivery });
export const reissueBody = z.strictObject({ shipping_address: optional(shippingAddress), ...delivery });
export const renewBody = z.strictObject({ shipping_address: shippingAddress, exp_month: optional(expMonth), exp_year: optional(expYear), ...delivery });
