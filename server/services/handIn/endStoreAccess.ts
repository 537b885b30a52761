import type { Transaction } from '../../db/client.ts';

interface LeavingStore {
  platform: 'shopify' | 'bigcommerce';
  /** Its stable name at the platform. */
  externalId: string;
  at: Date;
}

/** Ends what a store's sessions open, in every program: none is renewed, none is handed in, and open ones are refused from now on. Installing the app again connects the store again. */
export async function endStoreAccess(transaction: Transaction, { platform, externalId, at }: LeavingStore): Promise<void> {
  const where = { external_id: externalId, platform: { endsWith: `:${platform}` }, uninstalled_at: null };
  const accounts = await transaction.platformAccount.findMany({ where, select: { receiver_id: true } });
  await transaction.platformAccount.updateMany({ where, data: { uninstalled_at: at, disconnected_at: null } });
  await transaction.handedInSession.deleteMany({ where: { receiver_id: { in: accounts.map(({ receiver_id }) => receiver_id) } } });
}
