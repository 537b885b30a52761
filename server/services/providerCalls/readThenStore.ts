import { inTransaction, type Transaction } from '../../db/database.ts';
import { lockReceiver } from '../../db/queries/lockReceiver.ts';
import { type MirrorRow, rowVersion } from '../../db/queries/rowVersion.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';

const mostReadings = 5;

interface Mirroring<State> {
  read: () => Promise<State>;
  store: (transaction: Transaction, state: State) => Promise<void>;
}

/**
 * Reads the present state of something at a provider and stores it. When somebody else stored in between, what was read
 * may be the older of the two and is read again, so that news that are handled at once and in any order end in the
 * latest state. Answers what was stored.
 */
export async function readThenStore<State>(deps: Deps, scope: ReceiverScope, row: MirrorRow, { read, store }: Mirroring<State>): Promise<State> {
  for (let readings = 1; ; readings += 1) {
    const before = await rowVersion(deps.database, scope, row);
    const state = await read();
    const isStored = await inTransaction(deps.database, async (transaction) => {
      // Before any other row, as everybody does who decides about a receiver: so nobody waits for each other.
      await lockReceiver(transaction, scope);
      const isUntouched = (await rowVersion(transaction, scope, row, true)) === before;
      if (!isUntouched && readings < mostReadings) return false;
      await store(transaction, state);
      return true;
    });
    if (isStored) return state;
  }
}
