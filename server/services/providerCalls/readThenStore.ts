import type { Transaction } from '../../db/database.ts';
import { type MirrorRow, rowVersion } from '../../db/queries/rowVersion.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';

const maximumReads = 5;

interface Mirroring<State> {
  read: () => Promise<State>;
  store: (transaction: Transaction, state: State, receiver: Receiver) => Promise<void>;
}

/**
 * Reads the present state of an object at a provider and stores it. When another process stored one in between, ours
 * may be older, so it is read again: webhook events handled at once and in any order end in the latest state. Returns
 * the stored state.
 */
export async function readThenStore<State>(deps: Deps, scope: ReceiverScope, row: MirrorRow, { read, store }: Mirroring<State>): Promise<State> {
  for (let readings = 1; ; readings += 1) {
    const before = await rowVersion(deps.database, scope, row);
    const state = await read();
    // The receiver is locked before any other row, as by every decision about it, so that no two transactions deadlock.
    const isStored = await withLockedReceiver(deps, scope, async (transaction, receiver) => {
      const isUntouched = (await rowVersion(transaction, scope, row, true)) === before;
      if (!isUntouched && readings < maximumReads) return false;
      await store(transaction, state, receiver);
      return true;
    });
    if (isStored) return state;
  }
}
