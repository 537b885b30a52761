import type { BankLink } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { isCutOff } from '../../domain/bank/bankStatus.ts';
import { dayMs, hourMs } from '../../domain/basics/dates.ts';
import type { Deps } from '../deps.ts';

/**
 * Queues another look at a balance that is older than a day, within the bank's quota: the reader does not wait for it, and is told when
 * it has changed. A link that was asked within the hour is left alone, and so is one that the bank wants a new sign-in for.
 */
export async function refreshOldBalance({ queue, clock }: Deps, { receiverId }: ReceiverScope, link: BankLink | null): Promise<void> {
  if (link?.access_token == null || isCutOff(link.health)) return;
  const ageMs = (instant: Date | null) => (instant === null ? Number.POSITIVE_INFINITY : clock().getTime() - instant.getTime());
  if (ageMs(link.balance_at) < dayMs || ageMs(link.last_synced_at) < hourMs) return;
  await queue.send('refresh-bank', { receiver_id: receiverId, link_id: link.id }, { singletonKey: link.id });
}
