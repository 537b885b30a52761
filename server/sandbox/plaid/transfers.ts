import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import {
  ACHClass,
  AccountHolderCategory,
  TransferAuthorizationDecision as Decision,
  TransferAuthorizationDecisionRationaleCode as Rationale,
  type Transfer,
  type TransferAuthorization,
  type TransferAuthorizationCreateResponse,
  type TransferAuthorizationDecisionRationale,
  type TransferAuthorizationGuaranteeDecision,
  type TransferAuthorizationProposedTransfer,
  type TransferCreateResponse,
  TransferCreditFundsSource,
  type TransferEventSyncResponse,
  TransferNetwork,
  TransferStatus,
  TransferType,
} from 'plaid';
import { z } from 'zod';
import { handle } from '../core/handle.ts';
import { hourMs } from '../core/measures.ts';
import { bankingDaysAfter } from './household/bankingDays.ts';
import { accountOf, isUnverified, itemByToken, loginRequired } from './items.ts';
import { withLiveBalance } from './liveBalance.ts';
import { invalidField, invalidInput, itemError, newRequestId, parse, transferError } from './refusal.ts';
import { refuseBlockedAccount, refuseWrongRetry } from './retries.ts';
import type { PlaidState, StoredAccount, StoredAuthorization, StoredItem, StoredTransfer } from './state.ts';
import { moveTransfer, movingTransfers, recordEvent, sendTransferWebhook, settlementDay } from './transferStates.ts';

const authorizationLifeMs = hourMs;
const keyLifeMs = 48 * hourMs;
const originationAccount = '';
const fundingAccount = '8945fedc-e703-463d-86b1-dc0607b55460';
const ledger = '563db5f8-4c95-4e17-8c3e-cb988fb9cf1a';

/** The wire format has null here; the SDK's type only knows the text "null". */
const noGuarantee = null as unknown as TransferAuthorizationGuaranteeDecision;

const amount = z.string().regex(/^(?!0+\.00$)\d{1,9}\.\d{2}$/, 'must be a decimal with two digits after the point, above 0.00');
const address = z.strictObject({
  street: z.string().optional(),
  city: z.string().optional(),
  region: z.string().optional(),
  postal_code: z.string().optional(),
  country: z.string().optional(),
});

const authorizationBody = z.strictObject({
  access_token: z.string(),
  account_id: z.string(),
  type: z.enum(TransferType),
  network: z.enum(TransferNetwork),
  amount,
  ach_class: z.enum(ACHClass).optional(),
  user: z.strictObject({
    legal_name: z.string().min(1),
    phone_number: z.string().optional(),
    email_address: z.string().optional(),
    address: address.optional(),
  }),
  device: z.strictObject({ ip_address: z.string().optional(), user_agent: z.string().optional() }).optional(),
  iso_currency_code: z.literal('USD').optional(),
  idempotency_key: z.string().max(50, 'must be at most 50 characters').nullish(),
  user_present: z.boolean().nullish(),
  funding_account_id: z.string().nullish(),
  ledger_id: z.string().nullish(),
});

const createBody = z.strictObject({
  access_token: z.string(),
  account_id: z.string(),
  authorization_id: z.string(),
  description: z.string().min(1).max(15),
  amount: amount.optional(),
  metadata: z.record(z.string().max(40), z.string().max(500)).nullish(),
  idempotency_key: z.string().max(50).optional(),
});

const listBody = z.strictObject({
  start_date: z.iso.datetime({ offset: true }).nullish(),
  end_date: z.iso.datetime({ offset: true }).nullish(),
  count: z.int().min(1).max(25).default(25),
  offset: z.int().min(0).default(0),
  origination_account_id: z.string().nullish(),
  funding_account_id: z.string().nullish(),
});
const transferBody = z.strictObject({ transfer_id: z.string(), reason_code: z.string().optional() });
const syncBody = z.strictObject({ after_id: z.int().min(0), count: z.int().min(1).max(500).nullish() });

type AuthorizationRequest = z.infer<typeof authorizationBody>;

const centsOf = (decimal: string): number => Number(decimal.replace('.', ''));

interface Judgment {
  decision: Decision;
  rationale: TransferAuthorizationDecisionRationale | null;
}

const judged = (decision: Decision, code?: Rationale, description = ''): Judgment => ({ decision, rationale: code ? { code, description } : null });

/** Decides whether money may be moved: the link must work, the limit must hold, and the available balance must cover a debit. */
function judge(item: StoredItem, { base }: StoredAccount, request: AuthorizationRequest, limitCents: number): Judgment {
  if (loginRequired(item))
    return judged(Decision.UserActionRequired, Rationale.ItemLoginRequired, 'Unable to verify the account: the user must sign in to the bank again.');
  const cents = centsOf(request.amount);
  if (cents > limitCents) return judged(Decision.Declined, Rationale.TransferLimitReached, 'This transfer exceeds the limit for a single transfer.');
  if (request.type === TransferType.Debit && base.balances.available !== null) {
    const availableCents = Math.round(base.balances.available * 100);
    if (availableCents === 0) return judged(Decision.Declined, Rationale.Risk, 'The transfer was declined because of its risk.');
    if (cents > availableCents) return judged(Decision.Declined, Rationale.Nsf, 'Transaction likely to result in a return due to insufficient funds.');
  }
  if (base.verification_status === 'manually_verified') {
    return judged(Decision.Approved, Rationale.ManuallyVerifiedItem, 'The account was verified by hand, so its balance could not be checked.');
  }
  return judged(Decision.Approved);
}

function proposed(request: AuthorizationRequest): TransferAuthorizationProposedTransfer {
  const { legal_name, phone_number = null, email_address = null, address: given } = request.user;
  return {
    account_id: request.account_id,
    funding_account_id: fundingAccount,
    ledger_id: ledger,
    type: request.type,
    user: {
      legal_name,
      phone_number,
      email_address,
      address: given
        ? {
            street: given.street ?? null,
            city: given.city ?? null,
            region: given.region ?? null,
            postal_code: given.postal_code ?? null,
            country: given.country ?? null,
          }
        : null,
    },
    amount: request.amount,
    requested_amount: request.amount,
    network: request.network,
    iso_currency_code: 'USD',
    origination_account_id: originationAccount,
    originator_client_id: null,
    credit_funds_source: TransferCreditFundsSource.Sweep,
    ...(request.ach_class && { ach_class: request.ach_class }),
  };
}

const classesOf: Readonly<Record<TransferType, readonly ACHClass[]>> = {
  [TransferType.Debit]: [ACHClass.Ccd, ACHClass.Tel, ACHClass.Web],
  [TransferType.Credit]: [ACHClass.Ccd, ACHClass.Ppd],
};

/** Refuses an ACH class that the direction does not have, and one that the holder of the account does not take: `ccd` is between businesses, the others are for people. */
function requireAchClass({ type, ach_class }: AuthorizationRequest, { base }: StoredAccount): void {
  if (!ach_class) throw invalidField('ach_class is required for ACH transfers');
  if (!classesOf[type].includes(ach_class)) throw invalidField(`ach_class ${ach_class} is not supported for ${type} transfers`);
  const isBusiness = base.holder_category === AccountHolderCategory.Business;
  if (isBusiness !== (ach_class === ACHClass.Ccd)) throw invalidField(`ach_class ${ach_class} cannot be used with this account`);
}

async function authorize(state: PlaidState, request: AuthorizationRequest): Promise<TransferAuthorization> {
  const item = await itemByToken(state, request.access_token);
  const account = await withLiveBalance(state, accountOf(item, request.account_id));
  if (isUnverified(account)) throw itemError('PRODUCT_NOT_READY', 'the account is not verified');
  const isAch = request.network === TransferNetwork.Ach || request.network === TransferNetwork.SameDayAch;
  if (isAch) requireAchClass(request, account);
  if (request.type === TransferType.Debit) await refuseBlockedAccount(state, request.account_id);
  const { transfer_limit_cents } = await state.settings();
  const { decision, rationale } = judge(item, account, request, transfer_limit_cents);
  const authorization: TransferAuthorization = {
    id: randomUUID(),
    created: state.now(),
    decision,
    decision_rationale: rationale,
    guarantee_decision: noGuarantee,
    guarantee_decision_rationale: null,
    payment_risk: null,
    proposed_transfer: proposed(request),
  };
  await state.authorizations.insert(authorization.id, {
    authorization,
    access_token: request.access_token,
    account_id: request.account_id,
    expires: state.later(authorizationLifeMs),
    transfer_id: null,
  });
  return authorization;
}

/**
 * Returns the authorization given for this key in the last 48 hours, unless the customer had to act first. An older key counts as
 * new. Refuses a key that was used for another transfer.
 */
async function authorizationForKey(state: PlaidState, key: string, request: AuthorizationRequest): Promise<TransferAuthorization | undefined> {
  // The second of two concurrent calls with one key waits here for the first.
  await state.keys.insert(key, { authorization_id: '', created: state.now() });
  const kept = await state.keys.lock(key);
  if (!kept?.authorization_id) return undefined;
  if (Date.parse(kept.created) + keyLifeMs <= Date.parse(state.now())) return undefined;
  const given = (await state.authorizations.get(kept.authorization_id))?.authorization;
  if (!given || given.decision === Decision.UserActionRequired) return undefined;
  const { account_id, type, amount } = given.proposed_transfer;
  if (account_id !== request.account_id || type !== request.type || amount !== request.amount)
    throw invalidField('idempotency_key was used for another transfer');
  return given;
}

const day = (instant: string) => instant.slice(0, 10);

/** How many banking days after it settled the provider says that a debit can no longer come back; that a person did not authorize, in the second case. */
const returnWindows = { standard: 3, unauthorized: 61 };

function newTransfer(state: PlaidState, { authorization, account_id }: StoredAuthorization, request: z.infer<typeof createBody>): Transfer {
  const plan = authorization.proposed_transfer;
  const settlesOn = settlementDay(state.core.clock.now());
  return {
    id: randomUUID(),
    authorization_id: authorization.id,
    account_id,
    funding_account_id: fundingAccount,
    ledger_id: ledger,
    type: plan.type,
    user: plan.user,
    amount: request.amount ?? plan.amount,
    description: request.description,
    created: state.now(),
    status: TransferStatus.Pending,
    network: plan.network as TransferNetwork,
    cancellable: true,
    failure_reason: null,
    metadata: request.metadata ?? null,
    origination_account_id: originationAccount,
    guarantee_decision: noGuarantee,
    guarantee_decision_rationale: null,
    iso_currency_code: 'USD',
    standard_return_window: bankingDaysAfter(settlesOn, returnWindows.standard),
    unauthorized_return_window: bankingDaysAfter(settlesOn, returnWindows.unauthorized),
    expected_settlement_date: settlesOn,
    originator_client_id: null,
    refunds: [],
    recurring_transfer_id: null,
    credit_funds_source: TransferCreditFundsSource.Sweep,
    network_trace_id: null,
    ...(plan.ach_class && { ach_class: plan.ach_class }),
  };
}

async function takeDoom(state: PlaidState): Promise<StoredTransfer['doom']> {
  const { doom_next } = await state.settings();
  if (!doom_next) return null;
  await state.changeSettings({ doom_next: doom_next.count > 1 ? { ...doom_next, count: doom_next.count - 1 } : null });
  return { outcome: doom_next.outcome, code: doom_next.code };
}

/** Creates the transfer of an authorization, or returns the existing one. */
async function createTransfer(state: PlaidState, request: z.infer<typeof createBody>): Promise<Transfer> {
  const granted = await state.authorizations.lock(request.authorization_id);
  if (granted?.access_token !== request.access_token || granted.account_id !== request.account_id) {
    throw invalidInput('INVALID_AUTHORIZATION_ID', 'could not find the authorization for this account');
  }
  if (granted.transfer_id) {
    const made = await state.transfers.get(granted.transfer_id);
    if (made) return made.transfer;
  }
  if (granted.authorization.decision !== Decision.Approved) throw transferError('TRANSFER_NOT_AUTHORIZED', 'the authorization was not approved');
  if (granted.expires <= state.now()) throw transferError('AUTHORIZATION_EXPIRED', 'the authorization has expired');
  const transfer = newTransfer(state, granted, request);
  if (centsOf(transfer.amount) > centsOf(granted.authorization.proposed_transfer.amount)) throw invalidField('amount must not exceed the authorized amount');
  const isAch = transfer.network === TransferNetwork.Ach || transfer.network === TransferNetwork.SameDayAch;
  if (isAch && transfer.description.length > 10) throw invalidField('description must be at most 10 characters for ACH transfers');
  await refuseWrongRetry(state, transfer);
  await state.transfers.insert(transfer.id, { transfer, doom: await takeDoom(state) });
  await state.authorizations.put(granted.authorization.id, { ...granted, transfer_id: transfer.id });
  await recordEvent(state, transfer);
  await sendTransferWebhook(state);
  return transfer;
}

interface PastTransfer {
  amount: string;
  on: string;
  legalName: string;
  /** The key of the client's order, in the metadata; null when it did not order it. */
  key: string | null;
}

/** Invents an old debit whose funds have long been available. Sends no webhook event: this is history. */
export async function inventPastTransfer(state: PlaidState, item: StoredItem, past: PastTransfer): Promise<Transfer> {
  const known = past.key === null ? undefined : await state.transfers.findOne({ transfer: { metadata: { key: past.key } } });
  if (known) return known.transfer;
  const account_id = item.accounts[0]?.base.account_id ?? '';
  const plan = proposed({
    access_token: item.access_token,
    account_id,
    type: TransferType.Debit,
    network: TransferNetwork.Ach,
    amount: past.amount,
    ach_class: ACHClass.Ccd,
    user: { legal_name: past.legalName },
  });
  const authorization: TransferAuthorization = {
    id: randomUUID(),
    created: past.on,
    ...{ decision: Decision.Approved, decision_rationale: null, guarantee_decision: noGuarantee, guarantee_decision_rationale: null, payment_risk: null },
    proposed_transfer: plan,
  };
  const granted = { authorization, access_token: item.access_token, account_id, expires: past.on, transfer_id: null };
  const request = {
    access_token: item.access_token,
    account_id,
    authorization_id: authorization.id,
    description: 'REPAYMENT',
    metadata: past.key === null ? null : { key: past.key },
  };
  const transfer: Transfer = {
    ...newTransfer(state, granted, request),
    created: past.on,
    status: TransferStatus.FundsAvailable,
    cancellable: false,
    expected_settlement_date: day(past.on),
  };
  await state.authorizations.insert(authorization.id, { ...granted, transfer_id: transfer.id });
  await state.transfers.insert(transfer.id, { transfer, doom: null });
  return transfer;
}

/** Serves /transfer. Amounts are decimal strings of dollars. */
export function transferRoutes(state: PlaidState): Router {
  const router = Router();
  const { core, keys, transfers, events } = state;

  router.post(
    '/transfer/authorization/create',
    handle(async ({ body }): Promise<TransferAuthorizationCreateResponse> => {
      const request = parse(authorizationBody, body);
      const key = request.idempotency_key;
      const authorization = await core.store.transaction(async () => {
        const given = key ? await authorizationForKey(state, key, request) : undefined;
        if (given) return given;
        const made = await authorize(state, request);
        if (key) await keys.put(key, { authorization_id: made.id, created: made.created });
        return made;
      });
      return { authorization, request_id: newRequestId() };
    }),
  );

  router.post(
    '/transfer/create',
    handle(async ({ body }): Promise<TransferCreateResponse> => {
      const request = parse(createBody, body);
      return { transfer: await movingTransfers(state, () => createTransfer(state, request)), request_id: newRequestId() };
    }),
  );

  router.post(
    '/transfer/get',
    handle(async ({ body }) => {
      const stored = await transfers.get(parse(transferBody, body).transfer_id);
      if (!stored) throw invalidInput('INVALID_TRANSFER_ID', 'could not find transfer');
      return { transfer: stored.transfer, request_id: newRequestId() };
    }),
  );

  router.post(
    '/transfer/cancel',
    handle(async ({ body }) => {
      const { transfer_id } = parse(transferBody, body);
      await movingTransfers(state, async () => {
        const stored = await transfers.lock(transfer_id);
        if (!stored) throw invalidInput('INVALID_TRANSFER_ID', 'could not find transfer');
        if (!stored.transfer.cancellable) throw transferError('TRANSFER_NOT_CANCELLABLE', 'transfer is no longer cancellable');
        await moveTransfer(state, transfer_id, TransferStatus.Cancelled);
        await sendTransferWebhook(state);
      });
      return { request_id: newRequestId() };
    }),
  );

  router.post(
    '/transfer/list',
    handle(async ({ body }) => {
      const { start_date, end_date, count, offset } = parse(listBody, body);
      const from = start_date ? Date.parse(start_date) : Number.NEGATIVE_INFINITY;
      const until = end_date ? Date.parse(end_date) : Number.POSITIVE_INFINITY;
      const found = (await transfers.find({}, { newestFirst: true })).map(({ transfer }) => transfer);
      const within = found.filter(({ created }) => Date.parse(created) >= from && Date.parse(created) <= until);
      return { transfers: within.slice(offset, offset + count), request_id: newRequestId() };
    }),
  );

  router.post(
    '/transfer/event/sync',
    handle(async ({ body }): Promise<TransferEventSyncResponse> => {
      const { after_id, count } = parse(syncBody, body);
      const limit = count ?? 100;
      const found = await events.find({}, { limit: limit + 1, ...(after_id > 0 && { after: String(after_id) }) });
      return { transfer_events: found.slice(0, limit), has_more: found.length > limit, request_id: newRequestId() };
    }),
  );
  return router;
}
