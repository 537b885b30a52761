import { receiverScope } from '../db/scope.ts';
import type { Deps } from '../services/deps.ts';
import { explainLedger } from '../services/ledger/explainLedger.ts';
import { type Difference, reconcileReceiver } from '../services/reconciliation/reconcile.ts';

/** An operator's command about one receiver: prints lines, and resolves to whether everything is in order. */
export type OperatorCommand = (deps: Deps, receiverId: string, print: (line: string) => void) => Promise<boolean>;

const inWords = (state: Difference['ours']): string => (state === null ? 'nothing' : JSON.stringify(state));

/** Compares a receiver's data with its providers, checks that it is consistent, adopts the providers' state and prints every difference. */
const reconcile: OperatorCommand = async (deps, receiverId, print) => {
  const differences = await reconcileReceiver(deps, receiverScope(receiverId), null);
  for (const { provider, subject, external_id, ours, theirs, isSettled } of differences) {
    print(`${provider} ${subject} ${external_id}: ours ${inWords(ours)}, theirs ${inWords(theirs)}${isSettled ? ' (taken over)' : ' (OPEN)'}`);
  }
  const open = differences.filter((difference) => !difference.isSettled).length;
  print(differences.length === 0 ? 'No differences.' : `${differences.length} differences, ${open} of them open.`);
  return open === 0;
};

const explain: OperatorCommand = async (deps, receiverId, print) => {
  for await (const line of explainLedger(deps, receiverScope(receiverId))) print(line);
  return true;
};

/** The commands by name: `npm run reconcile -- --receiver {token or id}` and `npm run ledger:explain -- --receiver {token or id}`. */
export const operatorCommands: Readonly<Record<string, OperatorCommand>> = { reconcile, 'ledger:explain': explain };
