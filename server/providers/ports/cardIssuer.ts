import type { IncomingHttpHeaders } from 'node:http';
import type { ForeignPrice } from '../../domain/basics/foreignMoney.ts';
import type { Cents } from '../../domain/basics/money.ts';
import type { BusinessEntity, Individual } from '../../domain/kyb/kyb.ts';
import type { KybDocumentType } from '../../domain/kyb/kybDocuments.ts';
import type { Page } from '../page.ts';

/** A business's application for verification. It names the owners who are people, four at most; the issuer does not ask for owners that are businesses. */
export interface BusinessApplication {
  business_entity: BusinessEntity;
  nature_of_business: string;
  control_person: Individual;
  beneficial_owner_individuals: readonly Individual[];
  /** When the card holder's agreement was accepted. */
  agreed_at: Date;
}

/** A correction after the issuer's review: only the parts that changed. The issuer's tokens identify the owners. */
export interface KybCorrection {
  business_entity?: Partial<BusinessEntity>;
  nature_of_business?: string;
  control_person?: Partial<Individual>;
  beneficial_owner_individuals?: readonly (Partial<Individual> & { entity_token: string })[];
}

/** One side of a document that the issuer expects or reviews. */
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
  /** The account on which cards are issued. */
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
  /** The limit on all spending over the card's life. Null means no limit, which the issuer writes as 0. */
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

/** An event of a transaction. */
export interface CardTransactionEvent {
  token: string;
  /** AUTHORIZATION, CLEARING, AUTHORIZATION_REVERSAL, AUTHORIZATION_EXPIRY, RETURN, RETURN_REVERSAL and others. */
  type: string;
  /** APPROVED, or the reason for a decline. */
  result: string;
  detailedResults: string[];
  /** Positive when the cardholder pays, negative when the cardholder gets money back. */
  amountCents: Cents;
  createdAt: Date;
}

/** A card transaction with one sign for all its amounts: a purchase is positive, a refund negative. */
export interface CardTransaction {
  token: string;
  cardToken: string;
  accountToken: string;
  /** PENDING, SETTLED, DECLINED, VOIDED or EXPIRED. What expired or was voided after a part of it had settled is SETTLED. */
  status: string;
  /** APPROVED, or the reason for the decline. */
  result: string;
  /** Held plus settled. For a declined, voided or expired transaction, the amount that was requested. */
  amountCents: Cents;
  /** Reserved and not yet settled. */
  heldCents: Cents;
  /** Settled so far; several clearings and returns add up. */
  settledCents: Cents;
  currency: string;
  /** The price in the merchant's currency, signed as the amount in cents is; null when that is the card's own. */
  foreign: ForeignPrice | null;
  merchant: Merchant;
  createdAt: Date;
  updatedAt: Date;
  /** In the order in which they happened. */
  events: CardTransactionEvent[];
}

/** The issuer's request to approve or decline a purchase, sent while the shop waits. */
export interface AuthorizationRequest {
  /** The token of the transaction that follows. An increment has the token of the transaction that it adds to. */
  token: string;
  /** The token of the single authorization, and later of its event; null where the issuer gives none. */
  eventToken: string | null;
  cardToken: string;
  kind: 'purchase' | 'credit' | 'balance_inquiry';
  /** The maximum that may be held: tips, fuel and the acquirer's fee included. For an increment, what it adds. Never negative. */
  amountCents: Cents;
  /** The part that is paid out in cash: all of a withdrawal, or what a shop adds to a purchase. Never negative. */
  cashCents: Cents;
  merchant: Merchant;
  createdAt: Date;
}

export type Decision = { approved: true } | { approved: false; reason: 'insufficient_funds' | 'card_paused' | 'unauthorized_merchant' | 'suspected_fraud' };

/** A decision in the issuer's format. */
export interface DecisionAnswer {
  result: string;
  token: string;
}

/**
 * An event of the issuer, from a webhook or the list of them. It names an object, whose present state the handler reads. Of a
 * transaction it also says the state at that time; null where that cannot be read.
 */
export type IssuerEvent = { id: string; type: string } & (
  | { about: 'account_holder'; token: string }
  | { about: 'card'; token: string }
  | { about: 'transaction'; token: string; cardToken: string; transaction: CardTransaction | null }
  | { about: 'shipment'; token: string; trackingNumber: string | null; shippingMethod: string }
  | { about: 'other' }
);

/**
 * The card issuer. Every call ends within its time limit and fails as `Refused`, `Unavailable` or `Unknown`.
 * Amounts are US cents; spending is positive. Card numbers never pass through here.
 */
export interface CardIssuer {
  /** The provider's name: part of the addresses that the issuer calls, and stored with each call. */
  name: string;

  /** The page of the issuer that a browser opens in a frame, with the query that `embedRequest` returns. */
  cardFrameUrl: string;

  /** Returns the account holder with that external id, or null. */
  findAccountHolder(externalId: string): Promise<AccountHolder | null>;

  getAccountHolder(token: string): Promise<AccountHolder>;

  /**
   * Asks the issuer to verify a business. May be repeated, after `Unknown` too: it first looks for the external id and
   * returns the holder that exists. A business that starts over needs another external id.
   */
  createAccountHolder(application: BusinessApplication, externalId: string): Promise<AccountHolder>;

  /**
   * Sends a correction and has the business reviewed again. Must not be repeated blindly: the issuer counts attempts.
   * After `Unknown`, check with `getAccountHolder` whether the status changed.
   */
  correctAccountHolder(token: string, correction: KybCorrection): Promise<AccountHolder>;

  /**
   * Announces a document and returns the upload addresses of its images. Must not be repeated blindly: the issuer allows
   * two attempts in all. After `Unknown`, check with `listDocuments`.
   */
  createDocument(holderToken: string, entityToken: string, documentType: KybDocumentType): Promise<KybDocument>;

  /** Returns the documents announced so far, with new upload addresses. */
  listDocuments(holderToken: string): Promise<KybDocument[]>;

  /** Issues an open virtual card with a lifetime spending limit. May be repeated with the same key (a UUID, see `providerKey`): it stays one card. */
  issueCard(order: { accountToken: string; memo: string; spendLimitCents: Cents; key: string }): Promise<IssuedCard>;

  getCard(token: string): Promise<IssuedCard>;

  listCards(accountToken: string, after?: string | null): Promise<Page<IssuedCard>>;

  /** Sets a card's state. May be repeated: a card in that state is returned unchanged. CLOSED is final; OPEN also activates a card that waits for it. */
  setCardState(token: string, state: 'OPEN' | 'PAUSED' | 'CLOSED'): Promise<IssuedCard>;

  /** Sets a card's lifetime spending limit. May be repeated. Rejects with a RangeError below one cent: the issuer reads 0 as "no limit". */
  setSpendLimit(token: string, limit: Cents): Promise<IssuedCard>;

  /** Converts a virtual card to a physical one and ships it. May be repeated, after `Unknown` too: it first reads the card and leaves a physical one. */
  shipCard(token: string, to: ShippingAddress): Promise<IssuedCard>;

  getTransaction(token: string): Promise<CardTransaction>;

  /** Returns one card's transactions, newest first: all, or those created since an instant. */
  listTransactions(cardToken: string, since: Date | null, after?: string | null): Promise<Page<CardTransaction>>;

  /** Returns the transactions of all cards that were created in a period, newest first. */
  listAllTransactions(period: { since: Date; until: Date }, after?: string | null): Promise<Page<CardTransaction>>;

  /** Returns the events of all cards and businesses in a period, newest first. */
  listEvents(period: { since: Date; until: Date }, after?: string | null): Promise<Page<IssuerEvent>>;

  /** Registers the address to which the issuer sends its authorization requests. May be repeated. */
  setDecisionEndpoint(url: string): Promise<void>;

  /** Returns the signed query of the frame in which the issuer shows the card. Makes no call. Let it expire after about a minute. */
  embedRequest(card: { cardToken: string; cssUrl: string; targetOrigin: string; expiresAt: Date }): { embed_request: string; hmac: string };

  /** Verifies and reads a webhook. Throws InvalidSignature, or a ZodError for a genuine message of an unexpected shape. */
  readEvent(rawBody: Buffer, headers: IncomingHttpHeaders, now: Date): IssuerEvent;

  /** Verifies and reads an authorization request; answer it with `decisionAnswer`. Throws as `readEvent` does. */
  readAuthorizationRequest(rawBody: Buffer, headers: IncomingHttpHeaders, now: Date): AuthorizationRequest;

  /** Returns the body of the answer to an authorization request. */
  decisionAnswer(request: Pick<AuthorizationRequest, 'token'>, decision: Decision): DecisionAnswer;
}
