import { createHash } from 'node:crypto';
import {
  ACHClass,
  CountryCode,
  DepositoryAccountSubtype,
  type LinkTokenCreateRequest,
  Products,
  type SignalEvaluateRequest,
  type SignalReturnReportRequest,
  type TransferAuthorizationCreateRequest,
  type TransferCreateRequest,
  TransferNetwork,
  TransferType,
} from 'plaid';
import { z } from 'zod';
import { isCalendarDay, isoDate } from '../../domain/basics/dates.ts';
import { parseDollars, toDollars } from '../../domain/basics/money.ts';
import { centsOfNumber } from '../amounts.ts';
import type {
  BankEvent,
  BankTransfer,
  BankTransferEvents,
  DebitOrder,
  DebitRisk,
  LinkedBank,
  LinkRequest,
  LinkToken,
  TransferAuthorization,
  TransferOrder,
} from '../ports/bank.ts';

/** Returns the settings of the link window. With an access token the window repairs or changes that link, and the request must name no products. */
export function linkTokenRequest(request: LinkRequest, { evaluatesDebits }: { evaluatesDebits: boolean }): LinkTokenCreateRequest {
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
    // Consent alone: nothing is read, and nothing is billed, before the product is used.
    ...(request.asksForTransactions && { additional_consented_products: [Products.Transactions] }),
    // Kept ready where the bank supports it; it is billed for each evaluation, not for being ready.
    ...(evaluatesDebits && { optional_products: [Products.Signal] }),
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

export const LOGIN_REQUIRED = 'ITEM_LOGIN_REQUIRED';

/**
 * A balance is a float in dollars. A double that was read from up to 15 digits prints as the same digits, so its text
 * converts without loss.
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
      // A category that is new to us is one that we do not recognize.
      holder_category: z.enum(['business', 'personal', 'unrecognized']).nullish().catch('unrecognized'),
      balances: z.object({ available: balance, current: balance }),
    }),
  ),
  item: z.object({ item_id: z.string(), institution_name: z.string().nullish(), error: z.object({ error_code: z.string() }).nullish() }),
});

/** Reads the linked accounts. Each needs a relink while the bank wants a new sign-in, and is verified where the provider names no status. */
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
      holderCategory: account.holder_category ?? null,
      availableCents: account.balances.available,
      currentCents: account.balances.current,
    })),
  };
}

/** The data of a bank that returns nothing until its customer signs in again. */
export const bankBehindLogin: LinkedBank = { itemId: null, institutionName: null, loginRequired: true, accounts: [] };

const achClasses = { ccd: ACHClass.Ccd, web: ACHClass.Web, ppd: ACHClass.Ppd } as const;

/** Returns the request for an ACH transfer. Amounts are written from their digits, never from floats. */
export function authorizationRequest(order: TransferOrder): TransferAuthorizationCreateRequest {
  if (order.amountCents <= 0) throw new RangeError('a transfer moves at least one cent');
  return {
    access_token: order.accessToken,
    account_id: order.accountId,
    type: order.direction === 'debit' ? TransferType.Debit : TransferType.Credit,
    network: TransferNetwork.Ach,
    ach_class: achClasses[order.achClass],
    amount: toDollars(order.amountCents),
    user: { legal_name: order.legalName },
    idempotency_key: order.key,
  };
}

/** Reads the decision about a transfer. */
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

/** Returns the transfer request. Our key is in its metadata, so that the transfer can be found when the response was lost. */
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

/** Returns the request for a debit's risk. Its amount is a number of dollars, made from the digits. */
export function evaluationRequest({ accessToken, accountId, amountCents, key }: DebitOrder): SignalEvaluateRequest {
  if (amountCents <= 0) throw new RangeError('a debit moves at least one cent');
  return { access_token: accessToken, account_id: accountId, client_transaction_id: key, amount: Number(toDollars(amountCents)) };
}

/** A score that is no whole number from 1 to 99 fails: an unreadable risk must not pass for a small one. */
const wireScore = z
  .object({ score: z.int().min(1).max(99) })
  .nullish()
  .transform((risk) => risk?.score ?? null);

const wireEvaluation = z.object({
  // Null or left out for rules that look at the balance alone.
  scores: z.object({ bank_initiated_return_risk: wireScore }).nullish(),
  core_attributes: z.object({ available_balance: balance, current_balance: balance }).nullish(),
  // The one part that is always there: without it this is no evaluation, and must not pass for one without risk.
  warnings: z.array(z.unknown()),
});

/** Reads the estimate of a debit's risk. */
export function debitRisk(wire: unknown): DebitRisk {
  const { scores, core_attributes } = wireEvaluation.parse(wire);
  return {
    bankScore: scores?.bank_initiated_return_risk ?? null,
    availableCents: core_attributes?.available_balance ?? null,
    currentCents: core_attributes?.current_balance ?? null,
  };
}

/** Returns the report of a return. The provider's example of an instant has no fraction of a second. */
export function returnReport({ key, returnCode, returnedAt }: { key: string; returnCode: string; returnedAt: Date }): SignalReturnReportRequest {
  return { client_transaction_id: key, return_code: returnCode, returned_at: returnedAt.toISOString().replace(/\.\d{3}Z$/, 'Z') };
}

/** Checks that the provider acknowledged a report. */
export function acknowledged(wire: unknown): void {
  z.object({ request_id: z.string() }).parse(wire);
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
  account_id: z.string().nullish(),
  type: z.enum(['debit', 'credit']),
  amount: decimal,
  status: z.string(),
  failure_reason: wireFailure,
  metadata: z.record(z.string(), z.string()).nullish(),
  created: instant,
  expected_settlement_date: z.string().nullish(),
  standard_return_window: z.string().nullish(),
});

function transferOf(transfer: z.output<typeof wireTransfer>): BankTransfer {
  return {
    transferId: transfer.id,
    authorizationId: transfer.authorization_id,
    accountId: transfer.account_id ?? null,
    direction: transfer.type,
    amountCents: transfer.amount,
    status: transfer.status,
    failure: transfer.failure_reason,
    key: transfer.metadata?.key ?? null,
    createdAt: transfer.created,
    expectedSettlementDate: transfer.expected_settlement_date ?? null,
    standardReturnWindow: isCalendarDay(transfer.standard_return_window ?? '') ? isoDate(transfer.standard_return_window ?? '') : null,
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

const wireEvents = z.object({
  transfer_events: z.array(
    z.object({
      event_id: z.int(),
      event_type: z.string(),
      transfer_id: z.string(),
      // Empty in events of our own sweeps.
      transfer_type: z.enum(['debit', 'credit']).nullish().catch(null),
      transfer_amount: decimal.nullish(),
      failure_reason: wireFailure,
      timestamp: instant,
    }),
  ),
  has_more: z.boolean(),
});

/** Reads a page of transfer events. The cursor stays where it was when the page is empty. */
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

/** Reads a verified webhook. Its id is made from the body and the second of its signature, because the provider gives none. */
export function bankEvent(rawBody: Buffer, wire: unknown, signedAtSeconds: number): BankEvent {
  const event = z.object({ webhook_type: z.string(), webhook_code: z.string(), item_id: z.string().nullish() }).parse(wire);
  const isLink = event.webhook_type === 'ITEM' || event.webhook_type === 'AUTH';
  return {
    id: createHash('sha256').update(rawBody).update(`.${signedAtSeconds}`).digest('hex'),
    type: event.webhook_type,
    code: event.webhook_code,
    about: event.webhook_type === 'TRANSFER' ? 'transfers' : isLink ? 'link' : 'other',
    itemId: event.item_id ?? null,
  };
}
