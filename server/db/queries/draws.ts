import { Prisma, prismaOf, type Transaction } from '../client.ts';
import { perReceiver, receiversAtOnce } from './plannerRuns.ts';
import { unsent } from './statusLists.ts';

/** How long the cashback of a due date may take to become final: a failed debit is presented again within 180 days, and then settles. */
const daysToFinalCashback = 200;

/**
 * Returns the ids of the next receivers of a program, after one and ordered by id, who owe something, have an unfinished draw or
 * payout, or whose books changed so lately that their cashback may become final on a day on which they owe nothing.
 */
export async function receiversToDraw(transaction: Transaction, whitelabel: string, after: string): Promise<string[]> {
  const rows = await prismaOf(transaction).$queryRaw<{ id: string }[]>`
    SELECT id FROM receiver
    WHERE whitelabel = ${whitelabel} AND id > ${after}::uuid AND (
      EXISTS (SELECT 1 FROM ledger_balance balance WHERE balance.receiver_id = receiver.id AND account = 'owed' AND balance_cents > 0 ${perReceiver})
      OR EXISTS (
        SELECT 1 FROM ledger_transfer transfer
        WHERE transfer.receiver_id = receiver.id AND recorded_at > headway_now() - ${daysToFinalCashback} * interval '1 day' ${perReceiver})
      OR EXISTS (SELECT 1 FROM draw WHERE draw.receiver_id = receiver.id AND status IN ${unsent} ${perReceiver})
      OR EXISTS (SELECT 1 FROM credit_payout payout WHERE payout.receiver_id = receiver.id AND status IN ${unsent} ${perReceiver})
    )
    ORDER BY id LIMIT ${receiversAtOnce}`;
  return rows.map(({ id }) => id);
}

/** How far back a change is looked for at least, in hours: the runs that look for changes are an hour apart. */
const changedHours = 2;

interface Changes {
  whitelabel: string;
  /** The planner runs that include every receiver changed before they began. */
  planners: readonly string[];
}

/**
 * Returns the ids of the next receivers of a program, after one and ordered by id, who have an unfinished draw or payout, or of whom
 * something that decides about draws changed lately: the record, the books, a draw or payout, the linked bank, its authorization.
 * Lately is since hours, or since the last of these planners when none has run for longer.
 */
export async function receiversWithChanges(transaction: Transaction, { whitelabel, planners }: Changes, after: string): Promise<string[]> {
  const lately = Prisma.sql`(SELECT least(max(planned_until), headway_now() - ${changedHours} * interval '1 hour') FROM planner_run WHERE planner = ANY (${planners}))`;
  const rows = await prismaOf(transaction).$queryRaw<{ id: string }[]>`
    SELECT id FROM receiver
    WHERE whitelabel = ${whitelabel} AND id > ${after}::uuid AND (
      updated_at > ${lately}
      OR EXISTS (SELECT 1 FROM ledger_transfer transfer WHERE transfer.receiver_id = receiver.id AND recorded_at > ${lately} ${perReceiver})
      OR EXISTS (
        SELECT 1 FROM draw WHERE draw.receiver_id = receiver.id AND (status IN ${unsent} OR updated_at > ${lately}) ${perReceiver})
      OR EXISTS (
        SELECT 1 FROM credit_payout payout
        WHERE payout.receiver_id = receiver.id AND (status IN ${unsent} OR updated_at > ${lately}) ${perReceiver})
      OR EXISTS (SELECT 1 FROM bank_link link WHERE link.receiver_id = receiver.id AND linked_at > ${lately} ${perReceiver})
      OR EXISTS (SELECT 1 FROM debit_authorization debit WHERE debit.receiver_id = receiver.id AND accepted_at > ${lately} ${perReceiver})
    )
    ORDER BY id LIMIT ${receiversAtOnce}`;
  return rows.map(({ id }) => id);
}
