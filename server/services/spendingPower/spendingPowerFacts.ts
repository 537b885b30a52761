import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readSales } from '../../db/queries/sales.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { SpendingPowerFacts } from '../../domain/spendingPower/spendingPower.ts';
import { salesHistory } from '../../domain/store/sales.ts';
import type { Deps } from '../deps.ts';
import type { Account } from '../ledger/account.ts';
import { programOf } from '../receiver/programOf.ts';
import { spendingPowerReceiver } from './spendingPowerReceiver.ts';

interface Known {
  scope: ReceiverScope;
  receiver: Receiver;
  account: Account;
}

/** Reads what the rule of spending power is run on now, with the sources of the connected stores and since when all of them show their orders. */
export async function readSpendingPowerFacts(
  { clock }: Pick<Deps, 'clock'>,
  transaction: Transaction,
  { scope, receiver, account }: Known,
): Promise<SpendingPowerFacts & { sources: readonly string[]; shownSince: Date | null }> {
  const now = clock();
  const links = await databaseOf(transaction, scope).commerceLink.findMany({
    where: { unlinked_at: null },
    select: { source: true, fresh_at: true, shown_since: true },
  });
  const since = shownSince(links);
  // With several stores, the oldest data decides how far all of it can be trusted.
  const freshAt = links.flatMap(({ fresh_at }) => fresh_at ?? []).toSorted((one, other) => one.getTime() - other.getTime());
  return {
    sales: salesHistory(await readSales(transaction, scope, now), now, since),
    receiver: spendingPowerReceiver(receiver, account),
    program: programOf(receiver).rates,
    feedFreshAt: freshAt[0] ?? null,
    now,
    sources: links.map(({ source }) => source),
    shownSince: since,
  };
}

/** Returns since when all stores together show their orders; null where each shows all of them. */
function shownSince(links: readonly { shown_since: Date | null }[]): Date | null {
  const since = links.flatMap(({ shown_since }) => shown_since ?? []).toSorted((one, other) => other.getTime() - one.getTime());
  return since[0] ?? null;
}
