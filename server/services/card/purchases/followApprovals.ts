import { storedCents } from '../../../db/cents.ts';
import { inTransaction } from '../../../db/database.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import { receiversWithOpenApprovals } from '../../../db/queries/openApprovals.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { add, noMoney } from '../../../domain/basics/money.ts';
import { isLingering, isOverdue, overdueMs } from '../../../domain/card/openApprovals.ts';
import type { JobRun } from '../../../jobs/queue.ts';
import { Refused } from '../../../providers/failure.ts';
import type { CardTransaction } from '../../../providers/ports/cardIssuer.ts';
import type { Deps } from '../../deps.ts';
import { addDifference } from '../../receiver/differences.ts';
import { jobsOf, planInPages } from '../../upkeep/planInPages.ts';
import { storeCardTransaction } from './syncCardTransaction.ts';

/** Queues one job per receiver with an approval that the issuer should have reported by now. */
export async function planApprovals(deps: Deps, run: JobRun): Promise<void> {
  const before = new Date(deps.clock().getTime() - overdueMs);
  await planInPages(deps, run, {
    planner: 'plan-approvals',
    async queuePage(transaction, after) {
      const ids = await receiversWithOpenApprovals(transaction, before, after);
      await deps.queue.sendMany('follow-approvals', jobsOf(ids), transaction);
      return ids;
    },
  });
}

/**
 * Asks the issuer after a receiver's approvals that it should have reported by now. The issuer's state of the transaction is stored,
 * and an approval that it has no authorization of has ended. Where it does not know the transaction at all, the approval goes on
 * to reserve spending power; one that lingers is stored as a difference for staff. May be repeated. Throws the issuer's failure.
 */
export async function followApprovals(deps: Deps, scope: ReceiverScope): Promise<void> {
  const now = deps.clock();
  const open = await databaseOf(deps.database, scope).authorizationDecision.findMany({
    where: { is_open: true },
    select: { transaction_token: true, number: true, amount_cents: true, merchant_descriptor: true, decided_at: true },
    orderBy: { decided_at: 'asc' },
  });
  const overdue = open.filter(({ decided_at }) => isOverdue(decided_at, now));
  for (const [token, approvals] of Map.groupBy(overdue, ({ transaction_token }) => transaction_token)) {
    const fetched = await findTransaction(deps, token);
    if (fetched) {
      await storeCardTransaction(deps, scope, fetched);
      const numbers = approvals.map(({ number }) => number);
      await databaseOf(deps.database, scope).authorizationDecision.updateMany({
        where: { transaction_token: token, number: { in: numbers }, is_open: true },
        data: { is_open: false },
      });
    } else if (approvals.some(({ decided_at }) => isLingering(decided_at, now))) {
      const [first] = approvals;
      const purchase = first && { merchant: first.merchant_descriptor, decided_at: first.decided_at.toISOString() };
      const amount_cents = add(noMoney, ...approvals.map((approval) => storedCents(approval.amount_cents)));
      await inTransaction(deps.database, (transaction) =>
        addDifference(deps, transaction, scope, {
          provider: 'cardIssuer',
          subject: 'approval_unreported',
          external_id: token,
          ours: { amount_cents, ...purchase },
          theirs: {},
        }),
      );
    }
  }
}

/** Returns a transaction as it is at the issuer, or null when the issuer has no such transaction. */
async function findTransaction({ providers }: Deps, token: string): Promise<CardTransaction | null> {
  try {
    return await providers.cardIssuer.getTransaction(token);
  } catch (failure) {
    if (failure instanceof Refused && failure.status === 404) return null;
    throw failure;
  }
}
