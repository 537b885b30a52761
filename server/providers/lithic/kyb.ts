import type { Lithic } from 'lithic';
import { z } from 'zod';

/** A postal address as both the form and the issuer name it. `country` is three letters. */
export interface Address {
  address1: string;
  address2?: string | null;
  city: string;
  state: string;
  postal_code: string;
  country: string;
}

/** A person as the business verification form has it. `dob` is MM/DD/YYYY. */
export interface Individual {
  first_name: string;
  last_name: string;
  dob: string;
  /** SSN or ITIN. */
  government_id: string;
  email: string;
  /** +1 and ten digits. */
  phone_number: string;
  address: Address;
}

export interface BusinessEntity {
  legal_business_name: string;
  /** EIN, or SSN of a sole proprietor. */
  government_id: string;
  address: Address;
  phone_numbers: readonly string[];
}

/** A business that asks to be verified. The issuer asks for owners who are people (four at most); owners that are businesses stay with us. */
export interface KybApplication {
  business_entity: BusinessEntity;
  nature_of_business: string;
  control_person: Individual;
  beneficial_owner_individuals: readonly Individual[];
  /** When the card holder's agreement was accepted. */
  agreed_at: Date;
}

/** What is sent again after the issuer found fault: only the parts that changed. Owners are named by the issuer's token for them. */
export interface KybCorrection {
  business_entity?: Partial<BusinessEntity>;
  nature_of_business?: string;
  control_person?: Partial<Individual>;
  beneficial_owner_individuals?: readonly (Partial<Individual> & { entity_token: string })[];
}

/** What the issuer takes as a document. Which of them it wants from a holder it says in `requiredDocuments`. */
const kybDocumentTypes = [
  'EIN_LETTER',
  'TAX_RETURN',
  'OPERATING_AGREEMENT',
  'CERTIFICATE_OF_FORMATION',
  'DRIVERS_LICENSE',
  'PASSPORT',
  'PASSPORT_CARD',
  'CERTIFICATE_OF_GOOD_STANDING',
  'ARTICLES_OF_INCORPORATION',
  'ARTICLES_OF_ORGANIZATION',
  'BYLAWS',
  'GOVERNMENT_BUSINESS_LICENSE',
  'PARTNERSHIP_AGREEMENT',
  'SS4_FORM',
  'BANK_STATEMENT',
  'UTILITY_BILL_STATEMENT',
  'SSN_CARD',
  'ITIN_LETTER',
  'FINCEN_BOI_REPORT',
] as const satisfies readonly Lithic.AccountHolderUploadDocumentParams['document_type'][];
export type KybDocumentType = (typeof kybDocumentTypes)[number];

/** Whether the issuer knows a document by that name. */
export function isKybDocumentType(name: string): name is KybDocumentType {
  return kybDocumentTypes.some((known) => known === name);
}

/** One side of a document that the issuer waits for or looks at. */
export interface DocumentImage {
  token: string;
  side: 'FRONT' | 'BACK';
  /** PENDING_UPLOAD, UPLOADED, ACCEPTED, REJECTED or PARTIAL_APPROVAL. */
  status: string;
  statusReasons: string[];
  /** Where the browser puts the image (jpg, png or pdf, under 15 MiB), so that it never passes through here. It expires; listing the documents gives a new one. */
  uploadUrl: string;
}

export interface KybDocument {
  token: string;
  documentType: string;
  entityToken: string;
  images: DocumentImage[];
}

export interface AccountHolder {
  token: string;
  /** Cards are issued on this. */
  accountToken: string | null;
  externalId: string | null;
  /** ACCEPTED, PENDING_REVIEW, PENDING_DOCUMENT, PENDING_RESUBMIT or REJECTED. */
  status: string;
  /** Codes of the issuer, an open set. */
  statusReasons: string[];
  requiredDocuments: { entityToken: string; statusReasons: string[]; documentTypes: string[] }[];
  /** The issuer's tokens for whom a correction or a document is about. Known once the holder is read, not on creation. */
  businessEntityToken: string | null;
  controlPersonToken: string | null;
  owners: { entityToken: string; firstName: string; lastName: string }[];
}

const address = (given: Address) => ({
  address1: given.address1,
  city: given.city,
  state: given.state,
  postal_code: given.postal_code,
  country: given.country,
  ...(given.address2 ? { address2: given.address2 } : {}),
});

/** The form's MM/DD/YYYY as the issuer's RFC 3339. */
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

/** The issuer's own review of the business, without a review of ours before it. */
export function accountHolderRequest(application: KybApplication, externalId: string): Lithic.AccountHolderCreateParams.KYB {
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

/** A correction, addressed to the parts of the account holder as the issuer names them. Throws a RangeError when it names none for a part. */
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
  if (token === null) throw new RangeError('the issuer names no such part of the account holder');
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

/** An account holder as created, read or listed. Throws a ZodError when it is none. */
export function accountHolder(wire: unknown): AccountHolder {
  const holder = wireHolder.parse(wire);
  // The issuer keeps the status in two places and names the outer one deprecated; a fresh holder has only that.
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

/** The account holders of a list; whoever asked by external id expects none or one. */
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

export function kybDocuments(wire: unknown): KybDocument[] {
  return z
    .object({ data: z.array(z.unknown()) })
    .parse(wire)
    .data.map(kybDocument);
}
