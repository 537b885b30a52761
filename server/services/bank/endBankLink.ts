import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { currentBankLink } from './bankLink.ts';
import { endDebitAuthorization } from './debitAuthorization.ts';
import { unlinkFallbackBank } from './fallbackBank.ts';

interface Ending {
  /** The link and the account whose debit came back. */
  linkId: string | null;
  accountId: string | null;
  /** The bank's code. */
  code: string;
}

/**
 * Ends the current bank link because its account cannot be debited, in the caller's transaction, which holds the receiver's
 * row. The bank step then asks for another account, and a job gives up the access at the provider. A second bank is only given up.
 * Does nothing when another account is linked by now.
 */
export async function endBankLink(deps: Deps, transaction: Transaction, scope: ReceiverScope, { linkId, accountId, code }: Ending): Promise<void> {
  const fallback = await currentBankLink(transaction, scope, 'fallback');
  if (fallback !== null && fallback.id === linkId && fallback.account_id === accountId) return unlinkFallbackBank(deps, transaction, scope, fallback);
  const link = await currentBankLink(transaction, scope);
  if (link === null || link.id !== linkId || link.account_id !== accountId) return;
  const own = databaseOf(transaction, scope);
  await endDebitAuthorization(deps, transaction, scope, { reason: 'bank_link_ended', code });
  await own.bankLink.update({ where: { receiver_id_id: { id: link.id } }, data: { unlinked_at: deps.clock() } });
  await own.receiver.update({ data: { plaid_access_token: null, plaid_item_id: null, plaid_account_id: null } });
  await deps.queue.send('unlink-bank', { receiver_id: scope.receiverId, link_id: link.id }, { transaction });
  await recordTimeline(deps, scope, 'bank_status_changed', { from: link.health, to: 'unlinked', code }, transaction);
}
