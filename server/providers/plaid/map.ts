import { createHash } from 'node:crypto';
import {
  ACHClass,
  CountryCode,
  DepositoryAccountSubtype,
  type LinkTokenCreateRequest,
  Products,
  type TransferAuthorizationCreateRequest,
  type TransferCreateRequest,
  TransferNetwork,
  TransferType,
} from 'plaid';
import { z } from 'zod';
import { type Cents, parseDollars, toDollars } from '../../domain/basics/money.ts';
import { centsOfNumber } from '../amounts.ts';

/**
 * What the bank's link window is opened for: a first link; signing in again after the bank asked for it; changing
 * accounts; entering the amounts of the micro-deposits.
 */
export type LinkMode = 'link' | 'relink' | 'update' | 'microdeposits';

export type LinkRequest = {
  /** Shown in the window: the program's name. */
  clientName: string;
  /** The same person's id each time, not an e-mail. */
  userId: string;
  /** Where the bank's news about this link go. */
  webhookUrl: string;
  /** Where a bank that opens its own page comes back to; must be registered with the provider. */
  redirectUri?: string;
} & ({ mode: 'link'; microdeposits: { sameDay: boolean; automated: boolean } } | { mode: Exclude<LinkMode, 'link'>; accessToken: string });

export interface LinkToken {
  linkToken: string;
  expiresAt: Date;
}

/** The window's settings. With an access token it repairs or changes that link, and naming products then is an error. */
export function linkTokenRequest(request: LinkRequest): LinkTokenCreateRequest {
  const base = {
    client_name: request.clientName,
    language: 'en',
    country_codes: [CountryCode.Us],
    user: { client_user_id: request.userId },
    webhook: request.webhookUrl,
    ...(request.redirectUri === undefined ? {} : { redirect_uri: request.redirectUri }),
  };
  if (request.mode !== 'link') {
    return { ...base, access_token: request.accessToken, ...(request.mode === 'update' ? { update: { account_selection_enabled: true } } : {}) };
  }
  const { sameDay, automated } = request.microdeposits;
  return {
    ...base,
    products: [Products.Auth, Products.Transfer],
    account_filters: { depository: { account_subtypes: [DepositoryAccountSubtype.Checking, DepositoryAccountSubtype.Savings] } },
    auth: { instant_match_enabled: true, same_day_microdeposits_enabled: sameDay, automated_microdeposits_enabled: automated },
  };
}

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export function linkToken(wire: unknown): LinkToken {
  const { link_token, expiration } = z.object({ link_token: z.string(), expiration: instant }).parse(wire);
  return { linkToken: link_token, expiresAt: expiration };
}

export function exchangedToken(wire: unknown): { accessToken: string; itemId: string } {
  const { access_token, item_id } = z.object({ access_token: z.string(), item_id: z.string() }).parse(wire);
  return { accessToken: access_token, itemId: item_id };
}

export interface BankAccount {
  accountId: string;
  name: string;
  officialName: string | null;
  /** The last digits of the account number. */
  mask: string | null;
  type: string;
  subtype: string | null;
  /**
   * The provider's status, or one of two that we derive: `automatically_verified` when it gives none, which it does not
   * for accounts verified at once, and `relink` when the bank wants its customer to sign in again.
   */
  verificationStatus: string;
  /** Null when the bank does not tell. */
  availableCents: Cents | null;
  currentCents: Cents | null;
}

export interface LinkedBank {
  /** Null when the provider refuses to tell because the bank wants a new sign-in. */
  itemId: string | null;
  institutionName: string | null;
  loginRequired: boolean;
  /** Empty when the provider tells none because the bank wants a new sign-in. */
  accounts: BankAccount[];
}

export const LOGIN_REQUIRED = 'ITEM_LOGIN_REQUIRED';

/**
 * Balances are floats in dollars. The shortest text of a double that was read from up to 15 digits is those digits,
 * so going by the text loses nothing.
 */
const balance = z
  .number()
  .nullish()
  .transform((amount) => (amount === null || amount === undefined ? null : centsOfNumber(String(amount))));

const wireAccounts = z.object({
  accounts: z.array(
    z.object({
      account_id: z.string(),
      name: z.string(),
      official_name: z.string().nullish(),
      mask: z.string().nullish(),
      type: z.string(),
      subtype: z.string().nullish(),
      verification_status: z.string().nullish(),
      balances: z.object({ available: balance, current: balance }),
    }),
  ),
  item: z.object({ item_id: z.string(), institution_name: z.string().nullish(), error: z.object({ error_code: z.string() }).nullish() }),
});

export function linkedBank(wire: unknown): LinkedBank {
  const { accounts, item } = wireAccounts.parse(wire);
  const loginRequired = item.error?.error_code === LOGIN_REQUIRED;
  return {
    itemId: item.item_id,
    institutionName: item.institution_name ?? null,
    loginRequired,
    accounts: accounts.map((account) => ({
      accountId: account.account_id,
      name: account.name,
      officialName: account.official_name ?? null,
      mask: account.mask ?? null,
      type: account.type,
      subtype: account.subtype ?? null,
      verificationStatus: loginRequired ? 'relink' : account.verification_status || 'automatically_verified',
      availableCents: account.balances.available,
      currentCents: account.balances.current,
    })),
  };
}

/** What is known of a bank that answers nothing until its customer signs in again. */
export const bankBehindLogin: LinkedBank = { itemId: null, institutionName: null, loginRequired: true, accounts: [] };

/** `debit` takes from the merchant's bank (a repayment), `credit` pays to it. */
export type Direction = 'debit' | 'credit';

export interface TransferOrder {
  accessToken: string;
  accountId: string;
  direction: Direction;
  amountCents: Cents;
  /** The account holder as the bank knows it. */
  legalName: string;
  /** See `providerKey`. The provider remembers it for 48 hours. */
  key: string;
}

export interface TransferAuthorization {
  authorizationId: string;
  /** `approved` lasts an hour. `user_action_required`: the bank wants a new sign-in first. */
  decision: 'approved' | 'declined' | 'user_action_required';
  /** Why not; with an approval, why the risk check was not made. */
  rationale: { code: string; description: string } | null;
}

/** By ACH between businesses. Amounts go out by their digits. */
export function authorizationRequest(order: TransferOrder): TransferAuthorizationCreateRequest {
  if (order.amountCents <= 0) throw new RangeError('a transfer moves at least one cent');
  return {
    access_token: order.accessToken,
    account_id: order.accountId,
    type: order.direction === 'debit' ? TransferType.Debit : TransferType.Credit,
    network: TransferNetwork.Ach,
    ach_class: ACHClass.Ccd,
    amount: toDollars(order.amountCents),
    user: { legal_name: order.legalName },
    idempotency_key: order.key,
  };
}

export function transferAuthorization(wire: unknown): TransferAuthorization {
  const { authorization } = z
    .object({
      authorization: z.object({
        id: z.string(),
        decision: z.enum(['approved', 'declined', 'user_action_required']),
        decision_rationale: z.object({ code: z.string(), description: z.string() }).nullish(),
      }),
    })
    .parse(wire);
  return { authorizationId: authorization.id, decision: authorization.decision, rationale: authorization.decision_rationale ?? null };
}

/** A bank statement has room for ten characters of an ACH transfer's description. */
const DESCRIPTION_LENGTH = 10;

/** Our key goes along as metadata, by which a transfer is found again among all when its answer was lost. */
export function transferRequest(order: {
  accessToken: string;
  accountId: string;
  authorizationId: string;
  description: string;
  key: string;
}): TransferCreateRequest {
  return {
    access_token: order.accessToken,
    account_id: order.accountId,
    authorization_id: order.authorizationId,
    description: order.description.slice(0, DESCRIPTION_LENGTH),
    metadata: { key: order.key },
  };
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
  direction: Direction;
  amountCents: Cents;
  /** pending, posted, settled, funds_available, cancelled, failed or returned. Even funds_available can still be returned. */
  status: string;
  isCancellable: boolean;
  failure: TransferFailureReason | null;
  /** The key it was ordered with; null when it was not ours. */
  key: string | null;
  createdAt: Date;
  /** A day, YYYY-MM-DD. */
  expectedSettlementDate: string | null;
}

const decimal = z.string().transform(parseDollars);
const wireFailure = z
  .object({ failure_code: z.string().nullish(), ach_return_code: z.string().nullish(), description: z.string().nullish() })
  .nullish()
  .transform((reason) =>
    reason ? { code: reason.failure_code ?? null, achReturnCode: reason.ach_return_code ?? null, description: reason.description ?? null } : null,
  );

const wireTransfer = z.object({
  id: z.string(),
  authorization_id: z.string(),
  type: z.enum(['debit', 'credit']),
  amount: decimal,
  status: z.string(),
  cancellable: z.boolean(),
  failure_reason: wireFailure,
  metadata: z.record(z.string(), z.string()).nullish(),
  created: instant,
  expected_settlement_date: z.string().nullish(),
});

function transferOf(transfer: z.output<typeof wireTransfer>): BankTransfer {
  return {
    transferId: transfer.id,
    authorizationId: transfer.authorization_id,
    direction: transfer.type,
    amountCents: transfer.amount,
    status: transfer.status,
    isCancellable: transfer.cancellable,
    failure: transfer.failure_reason,
    key: transfer.metadata?.key ?? null,
    createdAt: transfer.created,
    expectedSettlementDate: transfer.expected_settlement_date ?? null,
  };
}

export function bankTransfer(wire: unknown): BankTransfer {
  return transferOf(z.object({ transfer: wireTransfer }).parse(wire).transfer);
}

export function bankTransfers(wire: unknown): BankTransfer[] {
  return z
    .object({ transfers: z.array(wireTransfer) })
    .parse(wire)
    .transfers.map(transferOf);
}

export interface BankTransferEvent {
  /** Counts upwards over all transfers; the ledger takes each once. */
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
  /** The cursor to store and to ask with next time. */
  lastEventId: number;
  hasMore: boolean;
}

const wireEvents = z.object({
  transfer_events: z.array(
    z.object({
      event_id: z.int(),
      event_type: z.string(),
      transfer_id: z.string(),
      // Events of our own sweeps have an empty one.
      transfer_type: z.enum(['debit', 'credit']).nullish().catch(null),
      transfer_amount: decimal.nullish(),
      failure_reason: wireFailure,
      timestamp: instant,
    }),
  ),
  has_more: z.boolean(),
});

export function bankTransferEvents(wire: unknown, afterId: number): BankTransferEvents {
  const { transfer_events, has_more } = wireEvents.parse(wire);
  const events = transfer_events.map((event) => ({
    eventId: event.event_id,
    type: event.event_type,
    transferId: event.transfer_id,
    direction: event.transfer_type ?? null,
    amountCents: event.transfer_amount ?? null,
    failure: event.failure_reason,
    at: event.timestamp,
  }));
  return { events, lastEventId: Math.max(afterId, ...events.map((event) => event.eventId)), hasMore: has_more };
}

/** A poke from the bank provider: it says where to look and is not believed further. */
export interface BankNews {
  /** The provider gives none, so it is made of the body and the second it was signed in. */
  id: string;
  /** Such as ITEM and LOGIN_REPAIRED. */
  type: string;
  code: string;
  about: 'transfers' | 'link' | 'other';
  itemId: string | null;
}

export function bankNews(rawBody: Buffer, wire: unknown, signedAtSeconds: number): BankNews {
  const news = z.object({ webhook_type: z.string(), webhook_code: z.string(), item_id: z.string().nullish() }).parse(wire);
  const isLink = news.webhook_type === 'ITEM' || news.webhook_type === 'AUTH';
  return {
    id: createHash('sha256').update(rawBody).update(`.${signedAtSeconds}`).digest('hex'),
    type: news.webhook_type,
    code: news.webhook_code,
    about: news.webhook_type === 'TRANSFER' ? 'transfers' : isLink ? 'link' : 'other',
    itemId: news.item_id ?? null,
  };
}
