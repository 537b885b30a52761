import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { leadFromItem } from '../../db/queries/ownerIndex.ts';
import type { BankLink } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { BankRole } from '../../domain/bank/bankRole.ts';
import type { BankAccount, LinkedBank } from '../../providers/ports/bank.ts';
import { newHandle } from '../access/opaqueHandle.ts';
import type { Deps } from '../deps.ts';
import { accountColumns, unknownStatus } from './applyBank.ts';
import { bankTokenPlace } from './bankLink.ts';

export interface NewLink {
  accessToken: string;
  itemId: string;
  /** Null when the bank could not be asked; a job asks it again in the background. */
  bank: LinkedBank | null;
  account: BankAccount | null;
  accountId: string | null;
}

/**
 * Stores a link in place of every other one of its role, and queues another look at a bank that could not be asked. A window that
 * only repaired a link may return a token too: it belongs to the existing link, which keeps its handle. Returns the link, and whether
 * it took the place of another.
 */
export async function storeNewLink(
  deps: Deps,
  transaction: Transaction,
  scope: ReceiverScope,
  { accessToken, itemId, bank, account, accountId }: NewLink,
  role: BankRole,
): Promise<{ link: BankLink; isReplacement: boolean }> {
  const now = deps.clock();
  const isReplacement = await replaceLinks(deps, transaction, scope, { itemId, role });
  const content = {
    access_token: deps.secrets.encrypt(accessToken, bankTokenPlace(scope)),
    institution_name: bank?.institutionName ?? null,
    health: bank?.loginRequired ? 'login_required' : 'healthy',
    role,
    unlinked_at: null,
    removed_at: null,
    ...(account ? { ...accountColumns(account, now), last_synced_at: now } : { account_id: accountId, verification_status: unknownStatus }),
  };
  const link = await databaseOf(transaction, scope).bankLink.upsert({
    where: { receiver_id_item_id: { item_id: itemId } },
    create: { item_id: itemId, handle: newHandle(), linked_at: now, ...content },
    update: content,
  });
  await leadFromItem(transaction, scope, link);
  if (!account) await deps.queue.send('refresh-bank', { receiver_id: scope.receiverId, link_id: link.id }, { transaction, singletonKey: link.id });
  return { link, isReplacement };
}

/** Ends every other current link of a role, and queues its removal at the provider. */
async function replaceLinks(
  deps: Deps,
  transaction: Transaction,
  scope: ReceiverScope,
  { itemId, role }: { itemId: string; role: BankRole },
): Promise<boolean> {
  const receiverId = scope.receiverId;
  const old = await databaseOf(transaction, scope).bankLink.findMany({ where: { unlinked_at: null, role, item_id: { not: itemId } }, select: { id: true } });
  for (const { id } of old) {
    await databaseOf(transaction, scope).bankLink.update({ where: { receiver_id_id: { id } }, data: { unlinked_at: deps.clock() } });
    await deps.queue.send('unlink-bank', { receiver_id: receiverId, link_id: id }, { transaction });
  }
  return old.length > 0;
}
