import {
  ACHClass,
  OmittableTransferType,
  type Transfer,
  type TransferEvent,
  type TransferEventType,
  type TransferFailure,
  TransferStatus,
  TransferType,
  WebhookEnvironmentValues,
} from 'plaid';
import { dayMs } from '../core/measures.ts';
import { sendWebhook } from './events.ts';
import { bankingDaysAfter, type Day, dayOf, daysAfter, daysBetween } from './household/bankingDays.ts';
import { type ComesBack, lastReturnDay } from './household/comesBack.ts';
import { fateOfSettled } from './liveBalance.ts';
import { invalidField, invalidInput, transferError } from './refusal.ts';
import type { PlaidState, StoredTransfer } from './state.ts';

/** Allowed next states of each state. Funds that were made available can still be returned. */
const follows: Readonly<Record<TransferStatus, readonly TransferStatus[]>> = {
  [TransferStatus.Pending]: [TransferStatus.Posted, TransferStatus.Failed, TransferStatus.Cancelled],
  [TransferStatus.Posted]: [TransferStatus.Settled, TransferStatus.Returned],
  [TransferStatus.Settled]: [TransferStatus.FundsAvailable, TransferStatus.Returned],
  [TransferStatus.FundsAvailable]: [TransferStatus.Returned],
  [TransferStatus.Cancelled]: [],
  [TransferStatus.Failed]: [],
  [TransferStatus.Returned]: [],
};

/** ACH return codes with which banks send a debit back. */
export const returnReasons: Readonly<Record<string, string>> = {
  R01: 'Insufficient funds',
  R02: 'Account closed',
  R03: 'No account or unable to locate account',
  R04: 'Invalid account number structure',
  R05: 'Unauthorized debit to consumer account using corporate SEC code',
  R06: "Returned per ODFI's request",
  R07: 'Authorization revoked by customer',
  R08: 'Payment stopped',
  R09: 'Uncollected funds',
  R10: 'Customer advises the entry is not authorized',
  R11: 'Customer advises the entry is not in accordance with the terms of the authorization',
  R12: 'Account sold to another DFI',
  R13: 'Invalid ACH routing number',
  R14: 'Representative payee deceased or unable to continue in that capacity',
  R15: 'Beneficiary or account holder deceased',
  R16: 'Account frozen',
  R17: 'File record edit criteria',
  R18: 'Improper effective entry date',
  R19: 'Amount field error',
  R20: 'Non-transaction account',
  R21: 'Invalid company identification',
  R22: 'Invalid individual ID number',
  R23: 'Credit entry refused by receiver',
  R24: 'Duplicate entry',
  R25: 'Addenda error',
  R26: 'Mandatory field error',
  R27: 'Trace number error',
  R28: 'Routing number check digit error',
  R29: 'Corporate customer advises the entry is not authorized',
  R30: 'RDFI not participant in check truncation program',
  R31: 'Permissible return entry',
  R32: 'RDFI non-settlement',
  R33: 'Return of XCK entry',
  R34: 'Limited participation DFI',
  R35: 'Return of improper debit entry',
  R36: 'Return of improper credit entry',
  R37: 'Source document presented for payment',
  R38: 'Stop payment on source document',
  R39: 'Improper source document',
  R50: 'State law affecting RCK acceptance',
  R51: 'Item related to RCK entry is ineligible',
  R52: 'Stop payment on item related to RCK entry',
  R53: 'Item and RCK entry presented for payment',
  R61: 'Misrouted return',
  R62: 'Return of erroneous or reversing debit',
  R67: 'Duplicate return',
  R68: 'Untimely return',
  R69: 'Field errors',
  R70: 'Permissible return entry not accepted',
  R71: 'Misrouted dishonored return',
  R72: 'Untimely dishonored return',
  R73: 'Timely original return',
  R74: 'Corrected return',
  R75: 'Return not a duplicate',
  R76: 'No errors found',
  R77: 'Non-acceptance of R62 dishonored return',
  R80: 'IAT entry coding error',
  R81: 'Non-participant in IAT program',
  R82: 'Invalid foreign receiving DFI identification',
  R83: 'Foreign receiving DFI unable to settle',
  R84: 'Entry not processed by gateway',
  R85: 'Incorrectly coded outbound international payment',
};

export const failureOf = (code: string): TransferFailure => ({
  failure_code: code,
  ach_return_code: code,
  description: returnReasons[code] ?? 'Returned by the bank',
});

/** Codes after which an account is not debited again. The provider lets it go when the account is linked anew. */
export const blockingCodes: ReadonlySet<string> = new Set(['R02', 'R03', 'R04', 'R05', 'R07', 'R10', 'R20', 'R29']);

/** Codes of debits that may be presented again. */
export const retriedCodes: ReadonlySet<string> = new Set(['R01', 'R09']);

const eventCounter = 'event';

/**
 * Runs work that moves transfers in one transaction. Locks the event counter first; otherwise two such transactions
 * would wait for each other's transfers, and events would not appear in the order of their ids.
 */
export function movingTransfers<T>(state: PlaidState, work: () => Promise<T>): Promise<T> {
  return state.core.store.transaction(async () => {
    await state.counters.insert(eventCounter, { last: 0 });
    await state.counters.lock(eventCounter);
    return work();
  });
}

/** Records a transfer's current state as an event; call it within `movingTransfers`. Event ids count upward without a gap. */
export async function recordEvent(state: PlaidState, transfer: Transfer): Promise<void> {
  const counted = await state.counters.update(eventCounter, ({ last }) => ({ last: last + 1 }));
  const event_id = counted?.last ?? 1;
  const event: TransferEvent = {
    event_id,
    timestamp: state.now(),
    // A transfer's event types have the names of its states.
    event_type: transfer.status as string as TransferEventType,
    funding_account_id: transfer.funding_account_id,
    transfer_id: transfer.id,
    origination_account_id: transfer.origination_account_id,
    transfer_type: transfer.type === TransferType.Debit ? OmittableTransferType.Debit : OmittableTransferType.Credit,
    transfer_amount: transfer.amount,
    failure_reason: transfer.failure_reason,
    sweep_id: null,
    sweep_amount: null,
    refund_id: null,
    originator_client_id: null,
    ...(transfer.account_id !== undefined && { account_id: transfer.account_id }),
    ...(transfer.ledger_id !== undefined && { ledger_id: transfer.ledger_id }),
  };
  await state.events.insert(String(event_id), event);
}

/** Sends one webhook event for any number of transfer events; it names none of them. */
export function sendTransferWebhook(state: PlaidState, url: string | null = null): Promise<void> {
  return sendWebhook(state, url, { webhook_type: 'TRANSFER', webhook_code: 'TRANSFER_EVENTS_UPDATE', environment: WebhookEnvironmentValues.Sandbox });
}

/** Moves a transfer to a state, within `movingTransfers`. Refuses a state that cannot follow the current one. */
export async function moveTransfer(state: PlaidState, transferId: string, status: TransferStatus, failure: TransferFailure | null = null): Promise<Transfer> {
  const moved = await state.transfers.update(transferId, async (stored) => {
    if (!follows[stored.transfer.status].includes(status)) {
      throw transferError('INVALID_TRANSITION', `a transfer that is ${stored.transfer.status} cannot become ${status}`);
    }
    return { ...stored, ...(await traceOf(state, stored, status)), transfer: { ...stored.transfer, status, failure_reason: failure, cancellable: false } };
  });
  if (!moved) throw invalidInput('INVALID_TRANSFER_ID', 'could not find transfer');
  await recordEvent(state, moved.transfer);
  return moved.transfer;
}

/** Returns what a transfer keeps of its new state: the day, and whether the balance of a debit that settles lets it come back. */
async function traceOf(state: PlaidState, stored: StoredTransfer, status: TransferStatus): Promise<Partial<StoredTransfer>> {
  const today = dayOf(state.core.clock.now());
  if (status === TransferStatus.Settled) {
    const comes_back = await fateOfSettled(state, stored, today);
    return { settled_on: today, ...(comes_back && { comes_back }) };
  }
  if (status !== TransferStatus.Returned) return {};
  return { returned_on: today, ...(stored.comes_back && { comes_back: { ...stored.comes_back, isDue: false } }) };
}

/** Plans that a settled transfer comes back by itself on a later day. Refuses what the rules of Nacha refuse; see `lastReturnDay`. */
export function planReturn(state: PlaidState, transferId: string, { code, days }: { code: string; days: number }): Promise<ComesBack> {
  return movingTransfers(state, async () => {
    const stored = await state.transfers.lock(transferId);
    if (!stored) throw invalidInput('INVALID_TRANSFER_ID', 'could not find transfer');
    const { status, ach_class, expected_settlement_date } = stored.transfer;
    if (status !== TransferStatus.Settled && status !== TransferStatus.FundsAvailable)
      throw transferError('INVALID_TRANSITION', `the transfer is ${status}, not settled`);
    if (returnReasons[code] === undefined) throw invalidField(`unknown return code ${code}`);
    const settledOn = stored.settled_on ?? expected_settlement_date ?? dayOf(new Date(stored.transfer.created));
    const on = daysAfter(settledOn, days);
    const last = lastReturnDay(code, settledOn, ach_class === ACHClass.Ccd);
    if (last === undefined) throw invalidField(`${code} is not for ${ach_class === ACHClass.Ccd ? "a business's" : "a person's"} account`);
    if (last !== null && on > last) throw invalidField(`${code} may come back until ${last}`);
    if (on < dayOf(state.core.clock.now())) throw invalidField(`${on} is over`);
    await state.transfers.put(transferId, { ...stored, comes_back: { code, on, isUncovered: false, isDue: true } });
    await returnDue(state);
    return { code, on };
  });
}

/** Sends back the transfers whose day to come back has come. */
async function returnDue(state: PlaidState): Promise<void> {
  const today = dayOf(state.core.clock.now());
  const due = (await state.transfers.find({ comes_back: { isDue: true } })).filter(({ comes_back }) => comes_back && comes_back.on <= today);
  for (const { transfer, comes_back } of due) await moveTransfer(state, transfer.id, TransferStatus.Returned, failureOf(comes_back?.code ?? 'R01'));
  if (due.length > 0) await sendTransferWebhook(state);
}

/** Undoes a transfer: fails it while it is pending, returns it afterward. */
export function undoTransfer(state: PlaidState, transferId: string, code: string): Promise<Transfer> {
  return movingTransfers(state, async () => {
    const stored = await state.transfers.lock(transferId);
    const status = stored?.transfer.status === TransferStatus.Pending ? TransferStatus.Failed : TransferStatus.Returned;
    const undone = await moveTransfer(state, transferId, status, failureOf(code));
    await sendTransferWebhook(state);
    return undone;
  });
}

/** How many banking days after it was made a transfer settles. */
const settlesAfterDays = 2;

/** Returns the day on which a transfer made at an instant is expected to settle. */
export function settlementDay(madeAt: Date): Day {
  return bankingDaysAfter(dayOf(madeAt), settlesAfterDays);
}

/**
 * Returns the next state that the banking days since a transfer was made bring, each at its time of the day: posted after one, settled
 * after two; a debit's funds are available after three.
 */
function nextState({ status, type, created }: Transfer, now: Date): TransferStatus | undefined {
  const madeOn = dayOf(new Date(created));
  const age = (now.getTime() - Date.parse(created)) / dayMs;
  const isAfter = (days: number) => age >= daysBetween(madeOn, bankingDaysAfter(madeOn, days));
  if (status === TransferStatus.Pending && isAfter(1)) return TransferStatus.Posted;
  if (status === TransferStatus.Posted && isAfter(settlesAfterDays)) return TransferStatus.Settled;
  if (status === TransferStatus.Settled && type === TransferType.Debit && isAfter(3)) return TransferStatus.FundsAvailable;
  return undefined;
}

/** Moves every transfer as far as its age allows, or back where it comes back, and sends webhook events for all of them. */
export function advanceTransfersByDay(state: PlaidState, now: Date): Promise<void> {
  return movingTransfers(state, async () => {
    await returnDue(state);
    let moved = 0;
    for (const status of [TransferStatus.Settled, TransferStatus.Posted, TransferStatus.Pending]) {
      for (const { transfer, doom } of await state.transfers.find({ transfer: { status } })) {
        const next = nextState(transfer, now);
        if (!next) continue;
        if (doom?.outcome === 'failed' && next === TransferStatus.Posted) await moveTransfer(state, transfer.id, TransferStatus.Failed, failureOf(doom.code));
        else if (doom?.outcome === 'returned' && next !== TransferStatus.Posted)
          await moveTransfer(state, transfer.id, TransferStatus.Returned, failureOf(doom.code));
        else await moveTransfer(state, transfer.id, next);
        moved += 1;
      }
    }
    if (moved > 0) await sendTransferWebhook(state);
  });
}
