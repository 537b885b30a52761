import type { Reading, Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { BankLink } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { isBankVerified, verificationStatus } from '../../domain/onboarding/onboarding.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { currentBankLink } from './bankLink.ts';
import { currentDebitAuthorization } from './debitAuthorization.ts';

/** Unlinks the second bank for the merchant. Its planned draws move to the first one. May be repeated. */
export function removeFallbackBank(deps: Deps, { scope }: ReceiverView): Promise<void> {
  return withLockedReceiver(deps, scope, async (transaction) => {
    const link = await currentBankLink(transaction, scope, 'fallback');
    if (link) await unlinkFallbackBank(deps, transaction, scope, link);
  });
}

/** Ends the link of the second bank and its authorization, in the caller's transaction, which holds the receiver's row. */
export async function unlinkFallbackBank(deps: Deps, transaction: Transaction, scope: ReceiverScope, link: BankLink): Promise<void> {
  const own = databaseOf(transaction, scope);
  const now = deps.clock();
  await own.debitAuthorization.updateMany({ where: { bank_link_id: link.id, ended_at: null }, data: { ended_at: now, ended_reason: 'bank_link_ended' } });
  await own.bankLink.update({ where: { receiver_id_id: { id: link.id } }, data: { unlinked_at: now } });
  await own.drawArrangement.deleteMany({ where: { bank_link_id: link.id } });
  await deps.queue.send('unlink-bank', { receiver_id: scope.receiverId, link_id: link.id }, { transaction });
  await recordTimeline(
    deps,
    scope,
    'bank_status_changed',
    { institution: link.institution_name, mask: link.mask, from: link.health, to: 'unlinked' },
    transaction,
  );
}

/** Unlinks the second bank where its account has become the first one: a draw that the one cannot bear, the other cannot either. */
export async function unlinkFallbackOf(deps: Deps, transaction: Transaction, scope: ReceiverScope, main: BankLink): Promise<void> {
  const fallback = await currentBankLink(transaction, scope, 'fallback');
  if (fallback && isSameAccount(main, fallback)) await unlinkFallbackBank(deps, transaction, scope, fallback);
}

/** Tells whether two links are of one account: the same bank and digits. */
export function isSameAccount(one: LinkedAccount, other: LinkedAccount): boolean {
  return one.mask !== null && one.mask === other.mask && one.institution_name === other.institution_name;
}

type LinkedAccount = Pick<BankLink, 'institution_name' | 'mask'>;

/** Returns the second bank while it may be debited; null when there is none. */
export async function debitableFallback(transaction: Reading, scope: ReceiverScope): Promise<BankLink | null> {
  const link = await currentBankLink(transaction, scope, 'fallback');
  if (link === null || !isBankVerified(verificationStatus(link))) return null;
  const isHealthy = link.health === 'healthy' || link.health === 'expiring';
  return isHealthy && (await currentDebitAuthorization(transaction, scope, 'fallback')) !== null ? link : null;
}
