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
  /** The address to which the browser uploads the image (jpg, png or pdf, under 15 MiB), bypassing our server. Expires; `listDocuments` gives a new one. */
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

/**
 * SINGLE_USE closes with its first approved purchase, MERCHANT_LOCKED keeps to the first merchant that charges it. Only VIRTUAL and
 * PHYSICAL cards can be renewed; only VIRTUAL ones can become plastic.
 */
export type CardKind = 'VIRTUAL' | 'SINGLE_USE' | 'MERCHANT_LOCKED' | 'PHYSICAL';

/** Why a card is closed or replaced. A stolen card, or one whose number is known to others, is COMPROMISED. */
export type ClosingReason = 'LOST' | 'COMPROMISED' | 'DAMAGED' | 'END_USER_REQUEST';

/** The last month in which a card works. */
export interface CardExpiry {
  /** 1 to 12. */
  month: number;
  year: number;
}

/** An order of a card. A repeat with the same key must be the same order to the letter: the issuer refuses any other. */
export interface CardOrder {
  accountToken: string;
  kind: CardKind;
  /** The issuer's name for the card, 50 characters at most. */
  memo: string;
  spendLimitCents: Cents;
  /** A UUID, see `providerKey`. */
  key: string;
  /** The address to which a physical card is mailed; only for PHYSICAL, and required there. */
  shippingAddress?: ShippingAddress;
  /** The card of the same account and kind that this one succeeds. The issuer notes the reason there and leaves its state as it is: close it first. */
  replaces?: { cardToken: string; reason: ClosingReason };
}

export interface IssuedCard {
  token: string;
  accountToken: string;
  /** OPEN, PAUSED, CLOSED, PENDING_FULFILLMENT or PENDING_ACTIVATION. */
  state: string;
  /** Why it has that state: LOST, COMPROMISED, EXPIRED and others, an open set; null when the issuer gives no reason. */
  substatus: string | null;
  /** A `CardKind`, or a kind that the issuer has given up. */
  kind: string;
  isPhysical: boolean;
  memo: string;
  lastFour: string;
  /** Null where the issuer does not tell. */
  expires: CardExpiry | null;
  /** The token of the card that this one succeeds. */
  replacementFor: string | null;
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
  /** ISO 3166-1 alpha-3, and QZZ for Kosovo, ANT for the Netherlands Antilles. */
  country: string;
  mcc: string;
  /** The network's identifier of the merchant, which survives a new descriptor; null where the issuer gives none. */
  acceptorId: string | null;
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
  /** PENDING, SETTLED, DECLINED, VOIDED or EXPIRED. SETTLED also when a part has settled and the rest expired or was voided. */
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
  /** The wallet that pays, by the issuer's name; a purchase does not say which of its entries. Null for the card's own number. */
  wallet: string | null;
  merchant: Merchant;
  createdAt: Date;
}

export type Decision =
  | { approved: true }
  | { approved: false; reason: 'insufficient_funds' | 'card_paused' | 'unauthorized_merchant' | 'limit_exceeded' | 'suspected_fraud' };

/** A decision in the issuer's format. */
export interface DecisionAnswer {
  result: string;
  token: string;
}

export type Wallet = 'APPLE_PAY' | 'GOOGLE_PAY';

/** The values with which a browser opens a wallet's own window: the address of the wallet's script, and the id by which the wallet knows us. */
export interface WalletScripts {
  /** `origin` is that of the window. Null where the program is not set up for the wallet. */
  APPLE_PAY: { scriptUrl: string; partnerId: string; origin: string } | null;
  GOOGLE_PAY: { scriptUrl: string; integratorId: string } | null;
}

/** A browser's wish to add a card to its wallet. Google's own script gives the three ids. */
export type WalletRequest = { wallet: 'APPLE_PAY' } | { wallet: 'GOOGLE_PAY'; serverSessionId: string; clientDeviceId: string; clientWalletAccountId: string };

/** The data that the browser hands to the wallet, unread and unstored. */
export type WalletHandOver =
  | { wallet: 'APPLE_PAY'; jws: { header: { kid: string }; protected: string; payload: string; signature: string }; state: string }
  | { wallet: 'GOOGLE_PAY'; googleOpc: string; tspOpc: string };

/** A card's number as a wallet or a merchant stores it. */
export interface Tokenization {
  token: string;
  cardToken: string;
  /** ACTIVE, PAUSED, DEACTIVATED, INACTIVE, PENDING_2FA, PENDING_ACTIVATION or UNKNOWN. */
  status: string;
  /** DIGITAL_WALLET or MERCHANT. */
  channel: string;
  /** APPLE_PAY, GOOGLE_PAY and others; for a merchant's, its name. */
  requestor: string;
  createdAt: Date;
  updatedAt: Date;
}

/** A limit that the issuer keeps by itself, with our endpoint or without it. Days, Mondays, firsts and years begin at midnight in New York. */
export interface VelocityLimit {
  /** Sums over each card, or over all cards of each account. */
  scope: 'CARD' | 'ACCOUNT';
  window: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';
  limitCents: Cents;
}

/** A rule by which the issuer declines. */
export interface AuthRule {
  token: string;
  name: string | null;
  /** The issuer declines by it. A rule that is only drafted, or was deactivated, is not. */
  isActive: boolean;
  /** It applies to all cards of the program. */
  isForProgram: boolean;
  /** The cards that it applies to. */
  cardTokens: string[];
  /** The limit in force; null without one, or for a rule of another kind. */
  limit: VelocityLimit | null;
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
  | { about: 'tokenization'; token: string; cardToken: string }
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

  /**
   * Issues a card with a lifetime spending limit: an open one, or a physical one that waits for its holder and works online at
   * once. May be repeated with the same order and key: it stays one card. Rejects with a RangeError for a limit below one cent.
   */
  issueCard(order: CardOrder): Promise<IssuedCard>;

  getCard(token: string): Promise<IssuedCard>;

  listCards(accountToken: string, after?: string | null): Promise<Page<IssuedCard>>;

  /** Sets a card's state. May be repeated: a card in that state is returned unchanged. CLOSED is final; OPEN also activates a card that waits for it. */
  setCardState(token: string, state: 'OPEN' | 'PAUSED' | 'CLOSED'): Promise<IssuedCard>;

  /** Closes a card for good, with the reason. May be repeated: a closed card is returned as it is, with the reason it was closed for. */
  closeCard(token: string, reason: ClosingReason): Promise<IssuedCard>;

  /** Sets the issuer's name for a card, 50 characters at most. May be repeated. A closed card refuses it. */
  setMemo(token: string, memo: string): Promise<IssuedCard>;

  /** Sets a card's lifetime spending limit. May be repeated. Rejects with a RangeError below one cent: the issuer reads 0 as "no limit". */
  setSpendLimit(token: string, limit: Cents): Promise<IssuedCard>;

  /** Converts a virtual card to a physical one and ships it. May be repeated, after `Unknown` too: it first reads the card and leaves a physical one. */
  shipCard(token: string, to: ShippingAddress): Promise<IssuedCard>;

  /**
   * Prints and mails a physical card once more, under the same number, expiry and code; the old plastic works until the new one is
   * activated. Must not be repeated blindly: each call mails a card, and reissues and renewals of a physical card share eight in
   * its life, after which the issuer refuses. After `Unknown`, look in `listEvents` for a `card.reissued` of the card since the call.
   */
  reissueCard(token: string, to: ShippingAddress): Promise<IssuedCard>;

  /**
   * Gives a virtual or physical card a new expiry, at most five years ahead, and a new code under the same number; a physical one
   * is mailed too, and counts as a reissue does. Needs an address for a virtual card also. Single-use and merchant-locked cards
   * cannot be renewed. May be repeated with the same expiry, after `Unknown` too: it first reads the card and leaves one that
   * expires then.
   */
  renewCard(token: string, to: ShippingAddress, expires: CardExpiry): Promise<IssuedCard>;

  /** The wallets for which the program is set up. */
  wallets: readonly Wallet[];

  /** The scripts of those wallets. */
  walletScripts: WalletScripts;

  /** Returns what a browser needs to add a card to its wallet. Changes nothing until the wallet takes it. Rejects with a RangeError for a wallet not among `wallets`. */
  provisionForWallet(token: string, request: WalletRequest): Promise<WalletHandOver>;

  /** Returns the places in wallets and at merchants where a card's number is stored, ended ones included, newest first. */
  listTokenizations(cardToken: string, after?: string | null): Promise<Page<Tokenization>>;

  /** Asks the network to end a tokenization for good; an event tells when it has. May be repeated: one that has ended stays so. */
  deactivateTokenization(token: string): Promise<void>;

  /** Returns the issuer's rules, newest first. */
  listAuthRules(after?: string | null): Promise<Page<AuthRule>>;

  /**
   * Makes a rule and puts it in force. May be repeated, after `Unknown` too: the issuer takes no key here, so it first looks for a
   * rule of that name, and only puts that one in force. Hence a name is used once. Never for all cards and some cards at once; at
   * least one card.
   */
  createVelocityRule(rule: { name: string; cards: 'program' | readonly string[]; limit: VelocityLimit }): Promise<AuthRule>;

  /** Drafts another limit for a rule and puts it in force, which also activates a rule again. May be repeated. */
  setVelocityLimit(token: string, limit: VelocityLimit): Promise<AuthRule>;

  /** Sets the cards that a rule applies to, at least one, in place of those before. May be repeated. */
  setRuleCards(token: string, cardTokens: readonly string[]): Promise<AuthRule>;

  /** Takes a rule out of force. May be repeated. `setVelocityLimit` puts it back. */
  deactivateRule(token: string): Promise<AuthRule>;

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
