import type { IncomingHttpHeaders } from 'node:http';
import type { LinkMode } from '../../domain/bank/bankWindow.ts';
import type { IsoDate } from '../../domain/basics/dates.ts';
import type { Cents } from '../../domain/basics/money.ts';
import type { Page } from '../page.ts';

export type LinkRequest = {
  /** Shown in the window: the program's name. */
  clientName: string;
  /** The same person's id each time, not an email. */
  userId: string;
  /** The address for webhook events about this link. */
  webhookUrl: string;
  /** The return address for banks that open their own page; must be registered with the provider. */
  redirectUri?: string;
} & (
  | { mode: 'link'; microdeposits: { sameDay: boolean; automated: boolean }; asksForTransactions: boolean }
  | { mode: Exclude<LinkMode, 'link'>; accessToken: string }
);

export interface LinkToken {
  linkToken: string;
  expiresAt: Date;
}

export type HolderCategory = 'business' | 'personal' | 'unrecognized';

export interface BankAccount {
  accountId: string;
  name: string;
  officialName: string | null;
  /** The last digits of the account number. */
  mask: string | null;
  type: string;
  subtype: string | null;
  /**
   * The provider's status, or one that we derive: `automatically_verified` when the provider gives none, as for accounts
   * that were verified at once, and `relink` when the bank requires a new sign-in.
   */
  verificationStatus: string;
  /** The kind of holder, by the provider: a business, a person, or neither recognized. Null when it does not say. */
  holderCategory: HolderCategory | null;
  /** Null when the bank does not report it. */
  availableCents: Cents | null;
  currentCents: Cents | null;
}

export interface LinkedBank {
  /** Null when the provider withholds it because the bank requires a new sign-in. */
  itemId: string | null;
  institutionName: string | null;
  loginRequired: boolean;
  /** Empty when the provider withholds them because the bank requires a new sign-in. */
  accounts: BankAccount[];
}

/** `debit` takes from the merchant's bank (a repayment), `credit` pays to it. */
export type Direction = 'debit' | 'credit';

export interface TransferOrder {
  accessToken: string;
  accountId: string;
  direction: Direction;
  amountCents: Cents;
  /** `ccd` between businesses; a person's account takes `web` debits and `ppd` credits. */
  achClass: 'ccd' | 'web' | 'ppd';
  /** The account holder as the bank knows it. */
  legalName: string;
  /** See `providerKey`. The provider remembers it for 48 hours. */
  key: string;
}

export interface TransferAuthorization {
  authorizationId: string;
  /** `approved` is valid for an hour. `user_action_required`: the bank requires a new sign-in first. */
  decision: 'approved' | 'declined' | 'user_action_required';
  /** The reason of a refusal; with an approval, the reason why no risk check was made. */
  rationale: { code: string; description: string } | null;
}

export interface TransferFailureReason {
  code: string | null;
  /** The bank's return code, such as R01 for insufficient funds. */
  achReturnCode: string | null;
  description: string | null;
}

export interface BankTransfer {
  transferId: string;
  authorizationId: string;
  /** The merchant's account; null where the provider does not name it. */
  accountId: string | null;
  direction: Direction;
  amountCents: Cents;
  /** pending, posted, settled, funds_available, cancelled, failed or returned. Even funds_available can still be returned. */
  status: string;
  failure: TransferFailureReason | null;
  /** The key of our order; null for a transfer that we did not order. */
  key: string | null;
  createdAt: Date;
  /** A day, YYYY-MM-DD. */
  expectedSettlementDate: string | null;
  /** The last day on which the bank may send it back for an ordinary reason; null where the provider does not name it. */
  standardReturnWindow: IsoDate | null;
}

export interface BankTransferEvent {
  /** Increases over the events of all transfers; the ledger posts each event once. */
  eventId: number;
  /** The status that the transfer took, or an event of our own sweeps, which begin with `sweep.`. */
  type: string;
  transferId: string;
  direction: Direction | null;
  amountCents: Cents | null;
  failure: TransferFailureReason | null;
  at: Date;
}

export interface BankTransferEvents {
  events: BankTransferEvent[];
  /** The cursor to store, and to pass to the next call. */
  lastEventId: number;
  hasMore: boolean;
}

/** A planned debit whose risk is asked. */
export interface DebitOrder {
  accessToken: string;
  accountId: string;
  amountCents: Cents;
  /** See `providerKey`: at most 36 characters. Ask by the key of the transfer itself, so that its return can be reported. */
  key: string;
}

/** The provider's estimate of a planned debit, and the balance that it read for it. */
export interface DebitRisk {
  /** How likely the bank returns it, as for insufficient funds: 1 to 99, higher is likelier. Null when the provider has no score. */
  bankScore: number | null;
  /** Null when the bank could not be read. */
  availableCents: Cents | null;
  currentCents: Cents | null;
}

/** A webhook event of the bank provider. It only tells which object to read again; its content is not trusted. */
export interface BankEvent {
  /** Made from the body and the second of its signature, because the provider gives none. */
  id: string;
  /** Such as ITEM and LOGIN_REPAIRED. */
  type: string;
  code: string;
  about: 'transfers' | 'link' | 'other';
  itemId: string | null;
}

/**
 * The merchant's bank: the link to it and the transfers from it. Every call ends within its time limit and fails as
 * `Refused`, `Unavailable` or `Unknown`. Amounts are US cents and never negative; `direction` says which way they go.
 */
export interface Bank {
  /** The provider's name: it ends the address that its webhook events go to and is stored with what is asked of it. */
  name: string;

  /** The script with which a browser opens the link window, by a token of `createLinkToken`. */
  linkScriptUrl: string;

  /** Creates a token that opens the link window once. May be repeated: a repeat only makes another token. */
  createLinkToken(request: LinkRequest): Promise<LinkToken>;

  /**
   * Exchanges the link window's public token for lasting access. Must not be repeated: the token works once. After
   * `Unknown` the merchant must link again. After relinking there is nothing to exchange.
   */
  exchangePublicToken(publicToken: string): Promise<{ accessToken: string; itemId: string }>;

  /** Returns the linked accounts as the provider last read them. Returns `loginRequired`, and does not fail, when the bank requires a new sign-in. */
  getAccounts(accessToken: string): Promise<LinkedBank>;

  /** Does the same as `getAccounts` for one account, with a balance freshly read from the bank. Slow. */
  getBalances(accessToken: string, accountId: string): Promise<LinkedBank>;

  /** Whether the risk of a debit can be asked. Without it `getBalances` is the way. */
  evaluatesDebits: boolean;

  /**
   * Asks how likely a planned debit comes back, with the balance beside it. May be repeated: the same key
   * gives the same answer, or is refused as used. A later question, or one about another amount, needs a key of its own.
   * Refused for a link without consent to it. Throws a RangeError below one cent.
   */
  evaluateDebit(order: DebitOrder): Promise<DebitRisk>;

  /** Reports that an evaluated debit came back, with the bank's return code. May be repeated. Refused when its key was never evaluated. */
  reportReturn(order: { key: string; returnCode: string; returnedAt: Date }): Promise<void>;

  /** Removes the access. May be repeated: a link that no longer exists counts as removed. */
  removeLink(accessToken: string): Promise<void>;

  /** Asks whether a transfer may be made. May be repeated with the same key for 48 hours: it stays one authorization. Throws a RangeError below one cent. */
  authorizeTransfer(order: TransferOrder): Promise<TransferAuthorization>;

  /**
   * Makes the authorized transfer. May be repeated while the authorization lasts: the same authorization gives the same
   * transfer. Later, find the transfer by its key with `listTransfers`.
   */
  createTransfer(order: { accessToken: string; accountId: string; authorizationId: string; description: string; key: string }): Promise<BankTransfer>;

  getTransfer(transferId: string): Promise<BankTransfer>;

  /** Returns all transfers created in a period, newest first. */
  listTransfers(period: { since: Date; until: Date }, after?: string | null): Promise<Page<BankTransfer>>;

  /** Cancels a transfer that was not sent yet. Must not be repeated: the second call is refused. After `Unknown`, check with `getTransfer`. */
  cancelTransfer(transferId: string): Promise<void>;

  /** Returns the events of all transfers after an event, in order. Store `lastEventId` together with their results. */
  syncTransferEvents(afterId: number): Promise<BankTransferEvents>;

  /** Verifies and reads a webhook. Throws InvalidSignature, or Unavailable while the verification key cannot be fetched. */
  readEvent(rawBody: Buffer, headers: IncomingHttpHeaders, now: Date): Promise<BankEvent>;
}
