import type { ReceiverAnswer } from '../../contract/receiver.ts';
import { storedCents } from '../../db/cents.ts';
import { Prisma } from '../../db/client.ts';
import { spendingPowerFigures } from '../../domain/spendingPower.ts';
import type { Deps } from '../deps.ts';
import type { ReceiverView } from '../viewReceiver.ts';
import { readAccount } from './account.ts';

type AccountSummary = Pick<
  ReceiverAnswer,
  'availableSpendPowerCents' | 'totalOutstandingCents' | 'totalSpendPowerCents' | 'availableSpendPowerRatio' | 'paymentSchedule'
>;

/**
 * What a receiver may spend, owes, and is to pay when, all of one moment, in cents. The power is null until it was found
 * out for the first time.
 */
export function summariseAccount(deps: Deps, { scope, receiver }: Pick<ReceiverView, 'scope' | 'receiver'>): Promise<AccountSummary> {
  return deps.database.$transaction(
    async (transaction) => {
      const account = await readAccount(deps, transaction, scope, receiver);
      const latest = await transaction.spendingPowerSnapshot.findFirst({
        where: { receiver_id: scope.receiverId },
        orderBy: [{ taken_at: 'desc' }, { id: 'desc' }],
        select: { total_cents: true },
      });
      const paymentSchedule = account.schedule.map((entry) => ({ ...entry }));
      if (latest) return { ...spendingPowerFigures(storedCents(latest.total_cents), account.outstanding), paymentSchedule };
      const unknown = { totalSpendPowerCents: null, availableSpendPowerCents: null, availableSpendPowerRatio: null };
      return { ...unknown, totalOutstandingCents: account.outstanding, paymentSchedule };
    },
    { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead },
  );
}
