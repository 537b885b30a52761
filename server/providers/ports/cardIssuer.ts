import type { IncomingHttpHeaders } from 'node:http';
import type { Cents } from '../../domain/basics/money.ts';
import type { Page } from '../page.ts';

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

/** A correction after the issuer's review: only the parts that changed. Owners are named by the issuer's tokens. */
export interface KybCorrection {
  business_entity?: Partial<BusinessEntity>;
  nature_of_business?: string;
  control_person?: Partial<Individual>;
  beneficial_owner_individuals?: readonly (Partial<Individual> & { entity_token: string })[];
}

/** The types of documents that the issuer accepts. `requiredDocuments` lists those that it wants from a holder. */
export const kybDocumentTypes = [
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
] as const;

export type KybDocumentType = (typeof kybDocumentTypes)[number];

/** Tells whether the issuer has a document type of that name. */
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
  /** Where the browser uploads the image (jpg, png or pdf, under 15 MiB), bypassing our server. Expires; `listDocuments` gives a new one. */
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
  /** The issuer's tokens that corrections and documents refer to. Known once the holder is read, not on creation. */
  businessEntityToken: string | null;
  controlPersonToken: string | null;
  owners: { entityToken: string; firstName: string; lastName: string }[];
}

export interface IssuedCard {
  token: string;
  accountToken: string;
  /** OPEN, PAUSED, CLOSED, PENDING_FULFILLMENT or PENDING_ACTIVATION. */
  state: string;
  isPhysical: boolean;
  lastFour: string;
  /** Spent over the card's whole life. Null is no limit at all, which the issuer writes as 0. */
  spendLimitCents: Cents | null;
  createdAt: Date;
}

export interface ShippingAddress {
  /** First and last name together have at most 25 characters. */
  first_name: string;
  last_name: string;
  address1: string;
  address2?: string | null;
  city: string;
  state: string;
  postal_code: string;
  country: string;
  email?: string | null;
  phone_number?: string | null;
}

export interface Merchant {
  descriptor: string;
  city: string;
  state: string;
  country: string;
  mcc: string;
}

/** One thing that happened to a transaction. */
export interface CardTransactionEvent {
  token: string;
  /** AUTHORIZATION, CLEARING, AUTHORIZATION_REVERSAL, AUTHORIZATION_EXPIRY, RETURN, RETURN_REVERSAL and others. */
  type: string;
  /** APPROVED, or the reason it was not. */
  result: string;
  detailedResults: string[];
  /** Positive when it takes from the cardholder, negative when it gives back. */
  amountCents: Cents;
  createdAt: Date;
}

/** A card transaction with one sign for all its amounts: a purchase is positive, a refund negative. */
export interface CardTransaction {
  token: string;
  cardToken: string;
  accountToken: string;
  /** PENDING, SETTLED, DECLINED, VOIDED or EXPIRED. */
  status: string;
  /** APPROVED, or why it was declined. */
  result: string;
  /** Held and settled together; for what was declined, voided or expired, the amount that had been asked for. */
  amountCents: Cents;
  /** Reserved and not yet settled. */
  heldCents: Cents;
  /** Settled so far; several clearings and returns add up. */
  settledCents: Cents;
  currency: string;
  merchant: Merchant;
  createdAt: Date;
  updatedAt: Date;
  /** In the order in which they happened. */
  events: CardTransactionEvent[];
}

/** The issuer's request to approve or decline a purchase, sent while the shop waits. */
export interface AuthorizationRequest {
  /** Token of the transaction that follows. The same token is the same question and gets the same answer. */
  token: string;
  cardToken: string;
  kind: 'purchase' | 'credit' | 'balance_inquiry';
  /** The most that could be held: tips, fuel and the acquirer's fee included. Never negative. */
  amountCents: Cents;
  merchant: Merchant;
  createdAt: Date;
}

export type Decision = { approved: true } | { approved: false; reason: 'insufficient_funds' | 'card_paused' | 'unauthorized_merchant' | 'suspected_fraud' };

/** A decision in the issuer's format. */
export interface DecisionAnswer {
  result: string;
  token: string;
}

/** A webhook event of the issuer. It only names an object; the handler reads the object's present state. */
export type IssuerEvent = { id: string; type: string } & (
  | { about: 'account_holder'; token: string }
  | { about: 'card'; token: string }
  | { about: 'transaction'; token: string; cardToken: string }
  | { about: 'shipment'; token: string; trackingNumber: string | null; shippingMethod: string }
  | { about: 'other' }
);

/**
 * The card issuer. Every call ends within its time limit and fails as `Refused`, `Unavailable` or `Unknown`.
 * Amounts are US cents; what a cardholder spends is positive. Card numbers never pass through here.
 */
export interface CardIssuer {
  /** The provider's name: it stands in the addresses that the issuer calls and is stored with what is asked of it. */
  name: string;

  /** The page of the issuer that a browser opens in a frame, with the query that `embedRequest` returns. */
  cardFrameUrl: string;

  /** The account holder of that external id, or null. */
  findAccountHolder(externalId: string): Promise<AccountHolder | null>;

  getAccountHolder(token: string): Promise<AccountHolder>;

  /**
   * Asks the issuer to verify a business. May be repeated, after `Unknown` too: it first looks for the external id and
   * returns the holder that exists. A business that starts over needs another external id.
   */
  createAccountHolder(application: KybApplication, externalId: string): Promise<AccountHolder>;

  /**
   * Sends a correction and has the business reviewed again. Must not be repeated blindly: the issuer counts attempts.
   * After `Unknown`, check with `getAccountHolder` whether the status changed.
   */
  correctAccountHolder(token: string, correction: KybCorrection): Promise<AccountHolder>;

  /**
   * Announces a document and gets the places to put its images. Not to be repeated blindly: the issuer allows two
   * attempts in all. After `Unknown`, look with `listDocuments`.
   */
  createDocument(holderToken: string, entityToken: string, documentType: KybDocumentType): Promise<KybDocument>;

  /** The documents announced so far, with upload addresses that are valid again. */
  listDocuments(holderToken: string): Promise<KybDocument[]>;

  /** Issues an open virtual card with a limit on all it ever spends. May be repeated with the same key (a UUID, see `providerKey`): it stays one card. */
  issueCard(order: { accountToken: string; memo: string; spendLimitCents: Cents; key: string }): Promise<IssuedCard>;

  getCard(token: string): Promise<IssuedCard>;

  listCards(accountToken: string, after?: string | null): Promise<Page<IssuedCard>>;

  /** May be repeated: a card that is in that state already is answered as it is. CLOSED is final; a card that waits for activation is activated by OPEN. */
  setCardState(token: string, state: 'OPEN' | 'PAUSED' | 'CLOSED'): Promise<IssuedCard>;

  /** May be repeated. Rejects with a RangeError below one cent: the issuer reads 0 as "no limit". */
  setSpendLimit(token: string, limit: Cents): Promise<IssuedCard>;

  /** Turns a virtual card into a physical one and sends it. May be repeated, after `Unknown` too: it looks first and leaves a physical card as it is. */
  shipCard(token: string, to: ShippingAddress): Promise<IssuedCard>;

  getTransaction(token: string): Promise<CardTransaction>;

  /** Transactions of one card, those created since an instant only when one is given, newest first. */
  listTransactions(cardToken: string, since: Date | null, after?: string | null): Promise<Page<CardTransaction>>;

  /** Registers the address to which the issuer sends its authorization requests. May be repeated. */
  setDecisionEndpoint(url: string): Promise<void>;

  /** Returns the signed query of the frame in which the issuer shows the card. Makes no call. Let it expire after about a minute. */
  embedRequest(card: { cardToken: string; cssUrl: string; targetOrigin: string; expiresAt: Date }): { embed_request: string; hmac: string };

  /** Verifies and reads a webhook. Throws InvalidSignature, or a ZodError for a genuine message that makes no sense. */
  readEvent(rawBody: Buffer, headers: IncomingHttpHeaders, now: Date): IssuerEvent;

  /** Verifies and reads the question whether a purchase may be made; answer it with `decisionAnswer`. Throws as `readEvent` does. */
  readAuthorizationRequest(rawBody: Buffer, headers: IncomingHttpHeaders, now: Date): AuthorizationRequest;

  /** Returns the body that tells the issuer a decision. */
  decisionAnswer(request: Pick<AuthorizationRequest, 'token'>, decision: Decision): DecisionAnswer;
}
