import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config.ts';
import type { CallLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { Page } from '../page.ts';
import { plaidCalls } from './client.ts';
import {
  type BankNews,
  type BankTransfer,
  type BankTransferEvents,
  bankNews,
  type LinkedBank,
  type LinkRequest,
  type LinkToken,
  type TransferAuthorization,
  type TransferOrder,
} from './map.ts';
import { newsVerifier } from './webhook.ts';

export type {
  BankAccount,
  BankNews,
  BankTransfer,
  BankTransferEvent,
  BankTransferEvents,
  LinkedBank,
  LinkMode,
  LinkRequest,
  LinkToken,
  TransferAuthorization,
  TransferOrder,
} from './map.ts';

/**
 * The merchant's bank: the link to it and the transfers from it. Every call ends within its time limit and fails as
 * `Refused`, `Unavailable` or `Unknown`. Amounts are US cents and never negative; the direction says which way.
 */
export interface Bank {
  /** A token that opens the link window once. May be repeated: it is only another token. */
  createLinkToken(request: LinkRequest): Promise<LinkToken>;

  /**
   * Exchanges what the link window handed over for lasting access. Not to be repeated: it is good once. After `Unknown`
   * have the merchant link again. After relinking there is nothing to exchange.
   */
  exchangePublicToken(publicToken: string): Promise<{ accessToken: string; itemId: string }>;

  /** The linked accounts as the provider last saw them. A bank that wants a new sign-in is an answer (`loginRequired`), not a failure. */
  getAccounts(accessToken: string): Promise<LinkedBank>;

  /** As `getAccounts` for one account, with the balance asked of the bank at this moment. Slow. */
  getBalances(accessToken: string, accountId: string): Promise<LinkedBank>;

  /** Gives the access up. May be repeated: a link that is gone counts as removed. */
  removeLink(accessToken: string): Promise<void>;

  /** Asks whether a transfer may be made. May be repeated with the same key for 48 hours: it stays one authorization. Refuses no money with a RangeError. */
  authorizeTransfer(order: TransferOrder): Promise<TransferAuthorization>;

  /**
   * Makes the transfer that was authorized. May be repeated while the authorization lasts: the same authorization gives
   * the same transfer. Later, look with `listTransfers` for the one that carries the key.
   */
  createTransfer(order: { accessToken: string; accountId: string; authorizationId: string; description: string; key: string }): Promise<BankTransfer>;

  getTransfer(transferId: string): Promise<BankTransfer>;

  /** All transfers created since an instant, newest first. */
  listTransfers(since: Date, after?: string | null): Promise<Page<BankTransfer>>;

  /** Stops a transfer that was not yet sent. Not to be repeated: a second time is refused. After `Unknown`, look with `getTransfer`. */
  cancelTransfer(transferId: string): Promise<void>;

  /** What happened to all transfers after an event, in order. Store `lastEventId` together with what was made of the events. */
  syncTransferEvents(afterId: number): Promise<BankTransferEvents>;

  /** Verifies and reads a webhook. Throws InvalidSignature, or Unavailable while the verification key cannot be had. */
  readNews(rawBody: Buffer, headers: IncomingHttpHeaders, now: Date): Promise<BankNews>;
}

/** The merchant's bank over Plaid's SDK. */
export function createPlaid(config: Config['plaid'], metrics: ProviderMetrics, limits?: CallLimits): Bank {
  const { fetchVerificationKey, ...calls } = plaidCalls(config, metrics, limits);
  const verifyNews = newsVerifier(fetchVerificationKey);
  return {
    ...calls,
    readNews: async (rawBody, headers, now) => {
      const { body, signedAtSeconds } = await verifyNews(rawBody, headers, now);
      return bankNews(rawBody, body, signedAtSeconds);
    },
  };
}
