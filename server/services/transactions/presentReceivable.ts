import type { TransactionDetails } from '../../contract/transactions.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { salesSources } from '../../domain/store/appPlatforms.ts';
import { inCurrency } from '../../domain/table/activity.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';

type ReceivableDetails = Extract<TransactionDetails, { tab: 'receivables' }>;

/** Returns one movement of money in the store. Its id is the source's name, a colon and the source's own id. */
export async function presentReceivable({ database }: Deps, { scope }: ReceiverView, id: string): Promise<ReceivableDetails | null> {
  const source = salesSources.find((one) => id.startsWith(`${one}:`));
  if (source === undefined) return null;
  const external_id = id.slice(source.length + 1);
  const stored = await databaseOf(database, scope).storeTransaction.findUnique({ where: { receiver_id_source_external_id: { source, external_id } } });
  if (!stored) return null;
  const link = await databaseOf(database, scope).commerceLink.findFirst({ where: { source }, orderBy: { linked_at: 'desc' }, select: { store_name: true } });
  return {
    tab: 'receivables',
    row: {
      id,
      type: stored.type,
      status: stored.status,
      amount_cents: Number(stored.amount_cents),
      created_at: stored.created_at.toISOString(),
      ...inCurrency(stored.currency),
    },
    source,
    store_name: link?.store_name ?? null,
    order_id: stored.order_id,
    payment_method_type: stored.payment_method_type,
    gateway: stored.gateway,
    currency: stored.currency,
    updated_at: stored.updated_at.toISOString(),
  };
}
