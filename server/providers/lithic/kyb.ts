import type { Lithic } from 'lithic';
import { z } from 'zod';
import type { Address } from '../../domain/forms/address.ts';
import type { BusinessEntity, Individual } from '../../domain/kyb/kyb.ts';
import type { AccountHolder, BusinessApplication, KybCorrection, KybDocument } from '../ports/cardIssuer.ts';

const address = (given: Address) => ({
  address1: given.address1,
  city: given.city,
  state: given.state,
  postal_code: given.postal_code,
  country: given.country,
  ...(given.address2 ? { address2: given.address2 } : {}),
});

/** Converts the form's MM/DD/YYYY to the issuer's RFC 3339. Throws a RangeError for any other form. */
function birthDate(dob: string): string {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(dob);
  if (!match) throw new RangeError('not a date of birth in the form MM/DD/YYYY');
  return `${match[3]}-${match[1]}-${match[2]}T00:00:00Z`;
}

const person = ({ address: home, dob, ...rest }: Individual) => ({
  first_name: rest.first_name,
  last_name: rest.last_name,
  dob: birthDate(dob),
  government_id: rest.government_id,
  email: rest.email,
  phone_number: rest.phone_number,
  address: address(home),
});

/** Returns the request for the issuer's own review of the business; we do not review it before. */
export function accountHolderRequest(application: BusinessApplication, externalId: string): Lithic.AccountHolderCreateParams.KYB {
  const { business_entity: business } = application;
  return {
    workflow: 'KYB_BASIC',
    external_id: externalId,
    tos_timestamp: application.agreed_at.toISOString(),
    nature_of_business: application.nature_of_business,
    business_entity: {
      legal_business_name: business.legal_business_name,
      government_id: business.government_id,
      phone_numbers: [...business.phone_numbers],
      address: address(business.address),
    },
    control_person: person(application.control_person),
    beneficial_owner_individuals: application.beneficial_owner_individuals.map(person),
  };
}

const personChanges = ({ address: home, dob, ...rest }: Partial<Individual>) => ({
  ...rest,
  ...(dob === undefined ? {} : { dob: birthDate(dob) }),
  ...(home === undefined ? {} : { address: address(home) }),
});

/** Returns the request for a correction, with the issuer's token of each corrected part. Throws a RangeError when a part has no token. */
export function correctionRequest(correction: KybCorrection, holder: AccountHolder): Lithic.AccountHolderUpdateParams.KYBPatchRequest {
  const { business_entity: business, control_person: control, beneficial_owner_individuals: owners, nature_of_business } = correction;
  return {
    ...(nature_of_business === undefined ? {} : { nature_of_business }),
    ...(business && { business_entity: { entity_token: entity(holder.businessEntityToken), ...businessChanges(business) } }),
    ...(control && { control_person: { entity_token: entity(holder.controlPersonToken), ...personChanges(control) } }),
    ...(owners && { beneficial_owner_individuals: owners.map(({ entity_token, ...owner }) => ({ entity_token, ...personChanges(owner) })) }),
  };
}

const businessChanges = ({ address: seat, phone_numbers, ...rest }: Partial<BusinessEntity>) => ({
  ...rest,
  ...(phone_numbers === undefined ? {} : { phone_numbers: [...phone_numbers] }),
  ...(seat === undefined ? {} : { address: address(seat) }),
});

function entity(token: string | null): string {
  if (token === null) throw new RangeError('the issuer reports no such entity of the account holder');
  return token;
}

const codes = z.array(z.string()).default([]);
const wireEntity = z.object({ entity_token: z.string() }).optional();
const wireHolder = z.object({
  token: z.string(),
  account_token: z.string().nullish(),
  external_id: z.string().nullish(),
  status: z.string().optional(),
  status_reasons: codes,
  verification_application: z.object({ status: z.string().optional(), status_reasons: codes }).nullish(),
  required_documents: z.array(z.object({ entity_token: z.string(), status_reasons: codes, valid_documents: codes })).default([]),
  business_entity: wireEntity,
  control_person: wireEntity,
  beneficial_owner_individuals: z.array(z.object({ entity_token: z.string(), first_name: z.string(), last_name: z.string() })).default([]),
});

/** Reads an account holder from the response to its creation, a read or a list. Throws a ZodError for anything else. */
export function accountHolder(wire: unknown): AccountHolder {
  const holder = wireHolder.parse(wire);
  // The issuer gives the status in two places. The outer one is deprecated, but a new holder has only that one.
  const review = holder.verification_application;
  return {
    token: holder.token,
    accountToken: holder.account_token ?? null,
    externalId: holder.external_id ?? null,
    status: z.string().parse(review?.status ?? holder.status),
    statusReasons: review?.status ? review.status_reasons : holder.status_reasons,
    requiredDocuments: holder.required_documents.map((document) => ({
      entityToken: document.entity_token,
      statusReasons: document.status_reasons,
      documentTypes: document.valid_documents,
    })),
    businessEntityToken: holder.business_entity?.entity_token ?? null,
    controlPersonToken: holder.control_person?.entity_token ?? null,
    owners: holder.beneficial_owner_individuals.map((owner) => ({ entityToken: owner.entity_token, firstName: owner.first_name, lastName: owner.last_name })),
  };
}

/** Reads a list of account holders; a search by external id finds none or one. */
export function accountHolders(wire: unknown): AccountHolder[] {
  return z
    .object({ data: z.array(z.unknown()) })
    .parse(wire)
    .data.map(accountHolder);
}

const wireDocument = z.object({
  token: z.string(),
  document_type: z.string(),
  entity_token: z.string(),
  required_document_uploads: z.array(
    z.object({ token: z.string(), image_type: z.enum(['FRONT', 'BACK']), status: z.string(), status_reasons: codes, upload_url: z.string() }),
  ),
});

/** Reads an announced document, with the addresses for its images. */
export function kybDocument(wire: unknown): KybDocument {
  const document = wireDocument.parse(wire);
  return {
    token: document.token,
    documentType: document.document_type,
    entityToken: document.entity_token,
    images: document.required_document_uploads.map((image) => ({
      token: image.token,
      side: image.image_type,
      status: image.status,
      statusReasons: image.status_reasons,
      uploadUrl: image.upload_url,
    })),
  };
}

/** Reads the list of an account holder's documents. */
export function kybDocuments(wire: unknown): KybDocument[] {
  return z
    .object({ data: z.array(z.unknown()) })
    .parse(wire)
    .data.map(kybDocument);
}
