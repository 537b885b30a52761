import { z } from 'zod';

/** Request bodies for creating and correcting an account holder, as the issuer defines them. */

const isoDate = z.string().refine((value) => !Number.isNaN(Date.parse(value)), 'must be an RFC 3339 date');
const phone = z.string().regex(/^\+[1-9]\d{7,14}$/, 'must be in E.164 format');
const nineDigits = z.string().regex(/^\d{2}-?\d{7}$|^\d{3}-?\d{2}-?\d{4}$/, 'must be nine digits, with or without hyphens');

const address = z.strictObject({
  address1: z.string().min(1),
  address2: z.exactOptional(z.string()),
  city: z.string().min(1),
  state: z.string().length(2),
  postal_code: z.string().regex(/^\d{5}(-\d{4})?$/, 'must be a ZIP code'),
  country: z.literal('USA'),
});

const person = z.strictObject({
  first_name: z.string().min(1),
  last_name: z.string().min(1),
  dob: isoDate,
  email: z.email(),
  government_id: nineDigits,
  address,
  phone_number: z.exactOptional(phone),
});

const business = z.strictObject({
  legal_business_name: z.string().min(1),
  dba_business_name: z.exactOptional(z.string()),
  parent_company: z.exactOptional(z.string()),
  government_id: nineDigits,
  phone_numbers: z.array(phone).min(1),
  address,
});

const about = {
  nature_of_business: z.string().min(1),
  external_id: z.exactOptional(z.string()),
  naics_code: z.exactOptional(z.string().regex(/^\d{6}$/)),
  website_url: z.exactOptional(z.string()),
};

export const createBody = z
  .strictObject({
    workflow: z.enum(['KYB_BASIC', 'KYB_BYO', 'KYB_DELEGATED']),
    tos_timestamp: isoDate,
    kyb_passed_timestamp: z.exactOptional(isoDate),
    business_entity: business,
    control_person: person,
    beneficial_owner_individuals: z.array(person).max(4),
    ...about,
  })
  .refine((body) => body.workflow !== 'KYB_BYO' || body.kyb_passed_timestamp !== undefined, {
    path: ['kyb_passed_timestamp'],
    message: 'is required for KYB_BYO',
  });

/** A correction names the entity it corrects; all other fields are optional. */
const correction = <T extends z.core.$ZodLooseShape>(shape: z.ZodObject<T, z.core.$strict>) => shape.partial().extend({ entity_token: z.uuid() });

export const updateBody = z.strictObject({
  business_entity: z.exactOptional(correction(business.extend({ address: address.partial() }))),
  control_person: z.exactOptional(correction(person.extend({ address: address.partial() }))),
  beneficial_owner_individuals: z.exactOptional(z.array(correction(person.extend({ address: address.partial() })))),
  external_id: z.exactOptional(z.string()),
  naics_code: z.exactOptional(z.string()),
  nature_of_business: z.exactOptional(z.string()),
  website_url: z.exactOptional(z.string()),
});

export type CreateBody = z.infer<typeof createBody>;
export type UpdateBody = z.infer<typeof updateBody>;
