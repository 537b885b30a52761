import { inTransaction } from '../../db/database.ts';
import { streamPosition } from '../../db/queries/transferEvents.ts';
import { addDifferenceOnce, addStrayTransfer, drawsOfTransfers, markSent, ownersOfAccounts, type SweptDraw } from '../../db/queries/transferSweep.ts';
import { sweepReachMs } from '../../domain/ledger/sweepDepth.ts';
import type { BankTransfer } from '../../providers/ports/bank.ts';
import type { Deps } from '../deps.ts';
import { overlapMs, readByHours } from '../providerCalls/readByHours.ts';
import { strayTransfer } from './strayTransfer.ts';

/** How far the list of the bank's transfers was read. */
export const transferStream = ({ providers }: Pick<Deps, 'providers'>) => ({ provider: providers.bank.name, stream: 'transfers' });

/**
 * Reads the transfers that the bank has made since the last run. Queues a sync of each that carries the key of a draw or payout which
 * does not know it, and marks that one as sent, so that it is not ordered again. Stores transfers that belong to no draw, and second
 * transfers of one draw, as differences: each once, and one line in the log. A run that is broken off is taken up by the next.
 */
export async function sweepTransfers(deps: Deps): Promise<void> {
  const { database, clock, providers } = deps;
  const stream = transferStream(deps);
  const until = clock();
  const position = await streamPosition(database, stream);
  const since = new Date(position === 0 ? until.getTime() - sweepReachMs.deep : position - overlapMs);
  await readByHours(database, stream, { since, until }, { list: providers.bank.listTransfers, take: (listed) => sweepPage(deps, listed) });
}

async function sweepPage(deps: Deps, listed: readonly BankTransfer[]): Promise<void> {
  const draws = await drawsOfTransfers(deps.database, listed);
  const byId = new Map(draws.map((draw) => [draw.transfer_id, draw]));
  const byKey = new Map(draws.map((draw) => [draw.provider_key, draw]));
  const strays: BankTransfer[] = [];
  for (const transfer of listed) {
    const { transferId: transfer_id, key } = transfer;
    const draw = byId.get(transfer_id) ?? byKey.get(key ?? '');
    if (draw === undefined) strays.push(transfer);
    else if (draw.transfer_id === null) await takeOver(deps, draw, transfer);
    else if (draw.transfer_id !== transfer_id) await storeSecondTransfer(deps, draw, transfer);
  }
  if (strays.length > 0) await storeStrays(deps, strays);
}

async function takeOver({ database, queue }: Deps, draw: SweptDraw, { transferId, createdAt }: BankTransfer): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await markSent(transaction, draw, createdAt);
    await queue.send('sync-transfer', { receiver_id: draw.receiver_id, transfer_id: transferId }, { transaction });
  });
}

/** Records a second transfer of one draw, which must never happen: a person has to look at it now. */
async function storeSecondTransfer({ database, clock, log, providers }: Deps, { receiver_id, transfer_id }: SweptDraw, transfer: BankTransfer): Promise<void> {
  const isNew = await addDifferenceOnce(database, {
    receiver_id,
    provider: providers.bank.name,
    subject: 'second_transfer',
    external_id: transfer.transferId,
    ours: { transfer_id },
    theirs: strayTransfer(transfer),
    found_at: clock(),
  });
  if (isNew) log.fatal({ transfer: transfer.transferId, other: transfer_id }, 'a draw has two transfers');
}

/** Records transfers that our books do not know: with the receiver whose account they moved money of, where there is one. */
async function storeStrays({ database, clock, log, providers }: Deps, strays: readonly BankTransfer[]): Promise<void> {
  const provider = providers.bank.name;
  const owners = await ownersOfAccounts(
    database,
    strays.flatMap(({ accountId }) => accountId ?? []),
  );
  for (const transfer of strays) {
    const { transferId, accountId, createdAt } = transfer;
    const receiver_id = owners.get(accountId ?? '');
    const found_at = clock();
    const isNew = await (receiver_id === undefined
      ? addStrayTransfer(database, { provider, transfer_id: transferId, account_id: accountId, created_at: createdAt, found_at, ...strayTransfer(transfer) })
      : addDifferenceOnce(database, {
          receiver_id,
          provider,
          subject: 'stray_transfer',
          external_id: transferId,
          theirs: strayTransfer(transfer),
          found_at,
        }));
    if (isNew) log.error({ transfer: transferId, receiver_id }, 'the bank reports a transfer without a draw');
  }
}
