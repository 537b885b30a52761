import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config.ts';
import type { Cents } from '../../domain/basics/money.ts';
import type { CallLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { Page } from '../page.ts';
import { lithicCalls } from './client.ts';
import type { AccountHolder, KybApplication, KybCorrection, KybDocument, KybDocumentType } from './kyb.ts';
import {
  type AuthorizationRequest,
  authorizationRequest,
  type CardTransaction,
  type IssuedCard,
  type IssuerEvent,
  issuerEvent,
  type ShippingAddress,
} from './map.ts';
import { signingKey, verifyMessage } from './webhook.ts';

export type { AccountHolder, DocumentImage, KybApplication, KybCorrection, KybDocument, KybDocumentType } from './kyb.ts';
export { isKybDocumentType } from './kyb.ts';
export type { IssuedCard, IssuerEvent, ShippingAddress } from './map.ts';
export { type AuthorizationRequest, type CardTransaction, type Decision, decisionAnswer } from './map.ts';

/**
 * The card issuer. Every call ends within its time limit and fails as `Refused`, `Unavailable` or `Unknown`.
 * Amounts are US cents; what a cardholder spends is positive. Card numbers never pass through here.
 */
export interface CardIssuer {
  /** The account holder of that external id, or null. */
  findAccountHolder(externalId: string): Promise<AccountHolder | null>;

  getAccountHolder(token: string): Promise<AccountHolder>;

  /**
   * Asks the issuer to verify a business. May be repeated, after `Unknown` too: it first looks for the external id and
   * answers the holder that exists. A business that starts afresh needs another external id.
   */
  createAccountHolder(application: KybApplication, externalId: string): Promise<AccountHolder>;

  /**
   * Sends what was corrected and has the business looked at again. Not to be repeated blindly: the issuer counts
   * attempts. After `Unknown`, look with `getAccountHolder` whether the status moved.
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

  /** Has the issuer ask at this address whether a purchase may be made. May be repeated. */
  setDecisionEndpoint(url: string): Promise<void>;

  /** The signed query of the frame in which the issuer shows the card. Calls nobody. Give it a minute or so to live. */
  embedRequest(card: { cardToken: string; cssUrl: string; targetOrigin: string; expiresAt: Date }): { embed_request: string; hmac: string };

  /** Verifies and reads a webhook. Throws InvalidSignature, or a ZodError for a genuine message that makes no sense. */
  readEvent(rawBody: Buffer, headers: IncomingHttpHeaders, now: Date): IssuerEvent;

  /** Verifies and reads the question whether a purchase may be made; answer with `decisionAnswer`. Throws as `readEvent` does. */
  readAuthorizationRequest(rawBody: Buffer, headers: IncomingHttpHeaders, now: Date): AuthorizationRequest;
}

/** The card issuer over Lithic's SDK. Throws when a signing secret is malformed. */
export function createLithic(config: Config['lithic'], metrics: ProviderMetrics, limits?: CallLimits): CardIssuer {
  const webhookKey = signingKey(config.webhookSecret);
  const decisionKey = signingKey(config.decisionSecret);
  return {
    ...lithicCalls(config, metrics, limits),
    readEvent: (rawBody, headers, now) => {
      const { id, body } = verifyMessage(webhookKey, rawBody, headers, now);
      return issuerEvent(id, body);
    },
    readAuthorizationRequest: (rawBody, headers, now) => authorizationRequest(verifyMessage(decisionKey, rawBody, headers, now).body),
  };
}
