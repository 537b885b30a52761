import { receiverScope } from '../db/scope.ts';
import { utcDate } from '../domain/basics/dates.ts';
import type { Deps } from '../services/deps.ts';
import { explainLedger } from '../services/ledger/explainLedger.ts';
import { readWaitingDifferences, type WaitingDifference } from '../services/receiver/differences.ts';
import { type FoundDifference, reconcileReceiver } from '../services/reconciliation/reconcile.ts';

/** An operator's command about one receiver: prints lines, and resolves to whether everything is in order. */
export type OperatorCommand = (deps: Deps, receiverId: string, print: (line: string) => void) => Promise<boolean>;

const inWords = (state: FoundDifference['ours']): string => (state === null ? 'nothing' : JSON.stringify(state));

const describe = ({ provider, subject, external_id, ours, theirs }: Omit<FoundDifference, 'isSettled'>): string =>
  `${provider} ${subject} ${external_id}: ours ${inWords(ours)}, theirs ${inWords(theirs)}`;

/**
 * Compares a receiver's data with its providers, checks that it is consistent and adopts the providers' state. Prints every difference,
 * found now or waiting for staff since before.
 */
const reconcile: OperatorCommand = async (deps, receiverId, print) => {
  const scope = receiverScope(receiverId);
  const found = await reconcileReceiver(deps, scope, null);
  const isFoundOpen = (waiting: WaitingDifference) =>
    found.some(
      ({ isSettled, provider, subject, external_id }) =>
        !isSettled && provider === waiting.provider && subject === waiting.subject && external_id === waiting.external_id,
    );
  const waiting = (await readWaitingDifferences(deps, scope)).filter((difference) => !isFoundOpen(difference));
  for (const difference of waiting) print(`${describe(difference)} (OPEN since ${utcDate(difference.found_at)})`);
  for (const difference of found) print(`${describe(difference)} ${difference.isSettled ? '(taken over)' : '(OPEN)'}`);
  const all = waiting.length + found.length;
  const open = waiting.length + found.filter(({ isSettled }) => !isSettled).length;
  print(all === 0 ? 'No differences.' : `Differences: ${all}, of them open: ${open}.`);
  return open === 0;
};

const explain: OperatorCommand = async (deps, receiverId, print) => {
  for await (const line of explainLedger(deps, receiverScope(receiverId))) print(line);
  return true;
};

/** The commands by name: `npm run reconcile -- --receiver {token or id}` and `npm run ledger:explain -- --receiver {token or id}`. */
export const operatorCommands: Readonly<Record<string, OperatorCommand>> = { reconcile, 'ledger:explain': explain };
