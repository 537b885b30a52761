import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { receiversToDraw, receiversWithChanges } from '../../db/queries/draws.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { startOfDay } from '../../domain/basics/dates.ts';
import { drawKey } from '../../domain/repayment/draw.ts';
import { drawsOnDay } from '../../domain/repayment/upcomingDebits.ts';
import type { JobRun } from '../../jobs/queue.ts';
import { providerKey } from '../../providers/key.ts';
import type { Deps } from '../deps.ts';
import { debtFacts, readAccount } from '../ledger/account.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { jobsOf, planInPages } from '../planning/planInPages.ts';
import { programDay } from '../program/programOf.ts';
import { creditCashback } from './creditCashback.ts';
import { isDrawnFrom } from './isDrawnFrom.ts';

/** Queues one draw job per receiver of the program who owes something. May be repeated at any time. */
export const planDraws = (deps: Deps, program: string, run: JobRun): Promise<void> =>
  planDrawsOf(deps, run, { planner: ofEverybody(program), next: (transaction, after) => receiversToDraw(transaction, program, after) });

/**
 * Does so for those who have an unfinished draw, or for whom something changed in the last two hours, or since the last run when none
 * came for longer. Between two days nothing else makes a draw due that was not due before. May be repeated at any time.
 */
export function planChangedDraws(deps: Deps, program: string, run: JobRun): Promise<void> {
  const changes = { whitelabel: program, planners: [ofEverybody(program), ofChanged(program)] };
  return planDrawsOf(deps, run, { planner: ofChanged(program), next: (transaction, after) => receiversWithChanges(transaction, changes, after) });
}

const ofEverybody = (program: string) => `plan-draws ${program}`;
const ofChanged = (program: string) => `plan-changed-draws ${program}`;

interface PlannedDraws {
  planner: string;
  next: (transaction: Transaction, after: string) => Promise<readonly string[]>;
}

async function planDrawsOf(deps: Deps, run: JobRun, { planner, next }: PlannedDraws): Promise<void> {
  await planInPages(deps, run, {
    planner,
    async queuePage(transaction, after) {
      const ids = await next(transaction, after);
      await deps.queue.sendMany('draw-repayments', jobsOf(ids), transaction);
      return ids;
    },
  });
}

/**
 * Credits the cashback that has become final with the day, and plans a receiver's draws for today in the program's time
 * zone: the retries of failed draws whose day has come, and one draw for each due date whose debit day has come, oldest
 * first, each under its unique name. Plans nothing on days the banks are closed, nor for an account from which nothing is
 * drawn. May be repeated: planned draws stay as they are.
 */
export function planDueDraws(deps: Deps, scope: ReceiverScope): Promise<void> {
  return withLockedReceiver(deps, scope, async (transaction, receiver) => {
    const day = programDay(receiver, deps.clock());
    await creditCashback(deps, transaction, scope, receiver);
    if (!(await isDrawnFrom(transaction, scope, receiver))) return;
    const account = await readAccount(deps, transaction, scope, receiver);
    for (const { due_date, attempt, amount_cents, retry_of } of drawsOnDay(debtFacts(account, deps.isBankHoliday), day)) {
      const business_key = drawKey(scope.receiverId, due_date, attempt);
      await databaseOf(transaction, scope).draw.create({
        data: {
          due_date: startOfDay(due_date),
          attempt,
          debit_date: startOfDay(day),
          amount_cents: BigInt(amount_cents),
          retry_of,
          business_key,
          provider_key: providerKey(business_key),
          created_at: deps.clock(),
        },
      });
    }
  });
}
