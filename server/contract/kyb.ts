import { z } from 'zod';
import { maximumTypedLength } from '../domain/forms/formFields.ts';
import { reviewPage } from '../domain/kyb/kybReview.ts';
import { kybApplicationStatuses } from '../domain/kyb/kybStatus.ts';
import { defineRoute } from './define.ts';
import { changesAccount, readsAccount } from './heads.ts';
import { identifier } from './identifiers.ts';
import { receiverSchema } from './receiver.ts';

/** Any text that may be typed; the form's own rules check it field by field. */
const typed = z.string().max(maximumTypedLength);

const addressSchema = z.strictObject({ address1: typed, address2: typed, city: typed, state: typed, postal_code: typed, country: typed });

const individualSchema = z.strictObject({
  first_name: typed,
  last_name: typed,
  dob: typed,
  government_id: typed,
  email: typed,
  phone_number: typed,
  address: addressSchema,
});

const businessEntitySchema = z.strictObject({
  legal_business_name: typed,
  government_id: typed,
  address: addressSchema,
  phone_numbers: z.array(typed).max(3).readonly(),
});

/** The business verification form as typed, valid or not. */
export const kybFormSchema = z.strictObject({
  business_entity: businessEntitySchema,
  nature_of_business: typed,
  home_business: z.boolean(),
  control_person: individualSchema,
  control_person_owns_business: z.boolean(),
  beneficial_owner_individuals: z.array(individualSchema).max(10).readonly(),
  beneficial_owner_entities: z.array(businessEntitySchema).max(10).readonly(),
});

/** One of the issuer's reasons as a sentence, with the fields of the form that it concerns. */
const reasonSchema = z.object({ code: z.string(), message: z.string(), fields: z.array(z.string()) });

const documentRequestSchema = z.object({
  entity_token: z.string(),
  /** The person or business that the document is about, as the form names them. */
  about: z.string(),
  reasons: z.array(z.string()),
  document_types: z.array(z.object({ type: z.string(), label: z.string() })),
  attempts_left: z.number().int(),
});

export const kybSchema = z.object({
  /** A stored government id or date of birth is masked (•••••6789, ••/••/1985); sent back masked, it counts as unchanged. */
  form: kybFormSchema,
  /** The page of the form that was open last, counted from 0; after the last page comes that of review. */
  page: z.number().int(),
  status: z.enum(kybApplicationStatuses),
  issuer_status: z.string().nullable(),
  reasons: z.array(reasonSchema),
  documents: z.array(documentRequestSchema),
  /** How many times the form can still be submitted. */
  attempts_left: z.number().int(),
  /** Whether the form can be changed and submitted now. */
  may_submit: z.boolean(),
  submitted_at: z.iso.datetime().nullable(),
});
export type KybAnswer = z.infer<typeof kybSchema>;

export const getKyb = defineRoute({
  ...readsAccount({ team: 'owner', action: 'view_account' }),
  path: '/api/users/:token/kyb',
  summary: 'The business verification as typed so far, and the issuer’s decision on it',
  storeStaff: 'never',
  out: kybSchema,
});

export const putKyb = defineRoute({
  ...changesAccount({ team: 'owner', action: 'submit_kyb', masquerade: 'refused' }),
  method: 'PUT',
  path: '/api/users/:token/kyb',
  summary: 'Save the form as typed so far, valid or not',
  idempotent: false,
  body: z.strictObject({ form: kybFormSchema, page: z.number().int().min(0).max(reviewPage) }),
  out: kybSchema,
  problems: ['step_out_of_order'],
});

// Its field errors name paths in the body, such as form.control_person.address.state.
export const postKyb = defineRoute({
  ...changesAccount({ team: 'owner', action: 'submit_kyb', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/kyb',
  summary: 'Send the form to the issuer, the first time or corrected',
  idempotent: true,
  body: z.strictObject({ form: kybFormSchema }),
  out: receiverSchema,
  problems: ['step_out_of_order', 'identity_in_use', 'provider_refused', 'provider_unavailable'],
});

export const postKybDocument = defineRoute({
  ...changesAccount({ team: 'owner', action: 'submit_kyb', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/kyb/documents',
  summary: 'Announce a document; returns the address at the issuer to which the browser uploads each image',
  idempotent: true,
  body: z.strictObject({ entity_token: identifier, document_type: identifier }),
  out: z.object({ uploads: z.array(z.object({ side: z.enum(['FRONT', 'BACK']), upload_url: z.string() })), attempts_left: z.number().int() }),
  problems: ['step_out_of_order', 'provider_refused', 'provider_unavailable'],
});

export const getKybStatus = defineRoute({
  method: 'GET',
  path: '/api/users/:id/kyb_status',
  summary: 'The issuer’s decision on the business',
  who: 'receiver',
  storeStaff: 'if_setup',
  team: 'readers',
  subject: { in: 'params', name: 'id', by: 'either' },
  action: 'view_account',
  params: z.strictObject({ id: identifier }),
  query: z.strictObject({ lithic_account_holder_token: identifier.optional(), whitelabel: identifier.optional() }),
  out: z.object({ status: z.string().nullable(), status_reasons: z.array(z.string()) }),
  problems: ['not_found'],
});
