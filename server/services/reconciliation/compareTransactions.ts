import { inTransaction } from '../../db/database.ts';
import { cardTransactionStates } from '../../db/queries/cardTransactionStates.ts';
import { streamPosition } from '../../db/queries/transferEvents.ts';
import { hourMs } from '../../domain/basics/dates.ts';
import type { CardTransaction } from '../../providers/ports/cardIssuer.ts';
import type { Deps } from '../deps.ts';
import { firstReachMs, readByHours } from '../providerCalls/readByHours.ts';
import { compareSoon } from './planComparisons.ts';

/** How old a purchase is when it is compared, in milliseconds: by then its events have been handled. */
const restMs = hourMs;

/**
 * Compares the transactions of all cards that were created since the last run with ours. Queues a comparison of each receiver one of
 * whose transactions is missing or differs. A run that is broken off is taken up by the next. Throws the issuer's failure.
 */
export async function compareTransactions(deps: Deps): Promise<void> {
  const { database, clock, providers } = deps;
  const stream = { provider: providers.cardIssuer.name, stream: 'transactions' };
  const until = new Date(clock().getTime() - restMs);
  const position = await streamPosition(database, stream);
  const since = new Date(position === 0 ? until.getTime() - firstReachMs : position);
  await readByHours(database, stream, { since, until }, { list: providers.cardIssuer.listAllTransactions, take: (listed) => comparePage(deps, listed) });
}

async function comparePage(deps: Deps, listed: readonly CardTransaction[]): Promise<void> {
  if (listed.length === 0) return;
  const ours = await cardTransactionStates(deps.database, listed);
  const differing = listed.flatMap((transaction) => {
    const known = ours.get(transaction.token);
    return known === undefined || isSame(transaction, known) ? [] : [known.receiver_id];
  });
  if (differing.length === 0) return;
  deps.log.warn({ provider: deps.providers.cardIssuer.name, transactions: differing.length }, 'transactions differ from the issuer’s');
  await inTransaction(deps.database, (transaction) => compareSoon(deps, transaction, [...new Set(differing)]));
}

type Known = Awaited<ReturnType<typeof cardTransactionStates>> extends ReadonlyMap<string, infer State> ? State : never;

const isSame = ({ status, heldCents, settledCents }: CardTransaction, known: Known): boolean =>
  known.status === status && known.pending_cents === BigInt(heldCents) && known.settled_cents === BigInt(settledCents);
