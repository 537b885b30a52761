import { storedCents } from '../../db/cents.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { BankTransferEvent, BankTransfer as StoredTransfer } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { utcDate } from '../../domain/basics/dates.ts';
import { isSettledTransfer } from '../../domain/ledger/ledger.ts';
import { followsTransferStatus, isFailedDraw } from '../../domain/repayment/draw.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import type { TransferState } from '../transfers/mirrorTransfer.ts';
import { storeTransfer, syncTransfer } from './syncTransfer.ts';

/**
 * Updates one transfer to the state that its newest event tells, as `syncTransfer` does; the bank is asked for it only on doubt. May be
 * repeated. Throws the bank's failure.
 */
export async function followTransfer(deps: Deps, scope: ReceiverScope, transferId: string): Promise<void> {
  const transfer = await toldTransfer(deps, scope, transferId);
  if (transfer === null) return syncTransfer(deps, scope, transferId);
  await withLockedReceiver(deps, scope, (transaction, receiver) => storeTransfer(deps, transaction, { scope, receiver, transfer }));
}

/**
 * Returns a transfer in the state that its newest event tells, with all else as we know it: only its state ever changes. The events
 * come from the bank's own list, in the order in which things happened, so that it does not matter when each is read. Returns null on
 * any doubt: a transfer that we have not stored, a state that is unknown or comes before ours, another amount, a failure without a code.
 */
async function toldTransfer({ database }: Pick<Deps, 'database'>, scope: ReceiverScope, transferId: string): Promise<TransferState | null> {
  const own = databaseOf(database, scope);
  const known = await own.bankTransfer.findUnique({ where: { receiver_id_provider_transfer_id: { provider_transfer_id: transferId } } });
  const event = await own.bankTransferEvent.findFirst({ where: { provider_transfer_id: transferId }, orderBy: { event_id: 'desc' } });
  const where = { transfer_id: transferId };
  const ordered = (await own.draw.findFirst({ where })) ?? (await own.creditPayout.findFirst({ where }));
  // The bank alone tells until when a debit that has settled can come back.
  const isWindowUnknown = event !== null && isSettledTransfer(event.type) && ordered !== null && 'final_on' in ordered && ordered.final_on === null;
  if (!known || !event || !ordered?.authorization_id || isWindowUnknown || isInDoubt(event, known)) return null;
  return {
    transferId,
    authorizationId: ordered.authorization_id,
    direction: directionOf(known),
    amountCents: storedCents(event.amount_cents ?? 0n),
    status: event.type,
    failure: event.failure_code === null ? null : { code: event.failure_code, achReturnCode: null, description: event.failure_reason },
    key: ordered.provider_key,
    createdAt: known.created_at,
    standardReturnWindow: null,
    expectedSettlementDate: known.expected_settlement_date && utcDate(known.expected_settlement_date),
  };
}

const directionOf = ({ payout_id }: StoredTransfer) => (payout_id === null ? 'debit' : 'credit');

function isInDoubt(event: BankTransferEvent, known: StoredTransfer): boolean {
  const signed = directionOf(known) === 'debit' ? event.amount_cents : event.amount_cents && -event.amount_cents;
  const isAnother = event.direction !== directionOf(known) || signed !== known.amount_cents;
  const isUnexplained = isFailedDraw({ status: event.type }) && event.failure_code === null;
  return isAnother || isUnexplained || !followsTransferStatus(event.type, known.status);
}
