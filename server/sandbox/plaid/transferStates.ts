import {
  OmittableTransferType,
  type Transfer,
  type TransferEvent,
  type TransferEventType,
  type TransferFailure,
  TransferStatus,
  TransferType,
  WebhookEnvironmentValues,
} from 'plaid';
import { tell } from './news.ts';
import { invalidInput, transferError } from './refusal.ts';
import type { PlaidState } from './state.ts';

const dayMs = 86_400_000;

/** What may follow what. Even money that was made available can still go back. */
const follows: Readonly<Record<TransferStatus, readonly TransferStatus[]>> = {
  [TransferStatus.Pending]: [TransferStatus.Posted, TransferStatus.Failed, TransferStatus.Cancelled],
  [TransferStatus.Posted]: [TransferStatus.Settled, TransferStatus.Returned],
  [TransferStatus.Settled]: [TransferStatus.FundsAvailable, TransferStatus.Returned],
  [TransferStatus.FundsAvailable]: [TransferStatus.Returned],
  [TransferStatus.Cancelled]: [],
  [TransferStatus.Failed]: [],
  [TransferStatus.Returned]: [],
};

/** Reasons for which banks send a debit back. */
export const returnReasons: Readonly<Record<string, string>> = {
  R01: 'Insufficient funds',
  R02: 'Account closed',
  R03: 'No account or unable to locate account',
  R08: 'Payment stopped',
  R10: 'Customer advises the entry is not authorized',
  R16: 'Account frozen',
  R29: 'Corporate customer advises the entry is not authorized',
};

export const failureOf = (code: string): TransferFailure => ({
  failure_code: code,
  ach_return_code: code,
  description: returnReasons[code] ?? 'Returned by the bank',
});

const eventCounter = 'event';

/**
 * A transaction that will move transfers. It holds the events' counter from the start: two of them would wait for each
 * other's transfers otherwise, and events would not appear in the order of their ids.
 */
export function movingTransfers<T>(state: PlaidState, work: () => Promise<T>): Promise<T> {
  return state.core.store.transaction(async () => {
    await state.counters.insert(eventCounter, { last: 0 });
    await state.counters.lock(eventCounter);
    return work();
  });
}

/** Writes down that a transfer reached its present state; within `movingTransfers`. Event ids count upwards without a gap. */
export async function recordEvent(state: PlaidState, transfer: Transfer): Promise<void> {
  const counted = await state.counters.update(eventCounter, ({ last }) => ({ last: last + 1 }));
  const event_id = counted?.last ?? 1;
  const event: TransferEvent = {
    event_id,
    timestamp: state.now(),
    // The events of a transfer have the names of its states.
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

/** The one poke for however many events: it names none of them. */
export function tellOfTransfers(state: PlaidState, url: string | null = null): Promise<void> {
  return tell(state, url, { webhook_type: 'TRANSFER', webhook_code: 'TRANSFER_EVENTS_UPDATE', environment: WebhookEnvironmentValues.Sandbox });
}

/** Moves a transfer on, within `movingTransfers`; refuses what cannot follow its present state. */
export async function moveTransfer(state: PlaidState, transferId: string, status: TransferStatus, failure: TransferFailure | null = null): Promise<Transfer> {
  const moved = await state.transfers.update(transferId, (stored) => {
    if (!follows[stored.transfer.status].includes(status)) {
      throw transferError('INVALID_TRANSITION', `a transfer that is ${stored.transfer.status} cannot become ${status}`);
    }
    return { ...stored, transfer: { ...stored.transfer, status, failure_reason: failure, cancellable: false } };
  });
  if (!moved) throw invalidInput('INVALID_TRANSFER_ID', 'could not find transfer');
  await recordEvent(state, moved.transfer);
  return moved.transfer;
}

/** A failure before the money moves, or its return after; whichever can still happen. */
export function undoTransfer(state: PlaidState, transferId: string, code: string): Promise<Transfer> {
  return movingTransfers(state, async () => {
    const stored = await state.transfers.lock(transferId);
    const status = stored?.transfer.status === TransferStatus.Pending ? TransferStatus.Failed : TransferStatus.Returned;
    const undone = await moveTransfer(state, transferId, status, failureOf(code));
    await tellOfTransfers(state);
    return undone;
  });
}

/** The state that a day brings: posted on the first, settled on the second; a debit's money is available on the third. */
function nextState({ status, type, created }: Transfer, now: Date): TransferStatus | undefined {
  const age = (now.getTime() - Date.parse(created)) / dayMs;
  if (status === TransferStatus.Pending && age >= 1) return TransferStatus.Posted;
  if (status === TransferStatus.Posted && age >= 2) return TransferStatus.Settled;
  if (status === TransferStatus.Settled && type === TransferType.Debit && age >= 3) return TransferStatus.FundsAvailable;
  return undefined;
}

/** Moves every transfer as far as its age allows, and sends one poke for all of it. */
export function moveTransfersThroughDay(state: PlaidState, now: Date): Promise<void> {
  return movingTransfers(state, async () => {
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
    if (moved > 0) await tellOfTransfers(state);
  });
}
