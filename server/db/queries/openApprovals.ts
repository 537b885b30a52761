import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { receiversAtOnce } from './plannerRuns.ts';

/** The issuer's events that follow a question to us; with each comes one of them, approved or not. */
const askedTypes = Prisma.raw(`'AUTHORIZATION', 'FINANCIAL_AUTHORIZATION', 'BALANCE_INQUIRY', 'CREDIT_AUTHORIZATION', 'FINANCIAL_CREDIT_AUTHORIZATION'`);

/** Returns the SQL for the number of authorizations reported of a transaction; a reported transaction has one at least. */
export function reportedOf(receiverId: Prisma.Sql, token: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT greatest(1, (
      SELECT count(*) FROM card_transaction_event event
      WHERE event.receiver_id = ${receiverId} AND event.transaction_token = ${token} AND event.type IN (${askedTypes})))
    FROM card_transaction reported WHERE reported.receiver_id = ${receiverId} AND reported.token = ${token})`;
}

/**
 * Closes the approvals of a transaction whose authorizations the issuer has reported, and returns when they were given. An
 * authorization is known by its token, or else by its place: more authorizations were reported than came before it.
 */
export async function closeReportedApprovals(transaction: Transaction, scope: ReceiverScope, transactionToken: string): Promise<Date[]> {
  const { receiverId } = scope;
  const closed = await prismaOf(transaction).$queryRaw<{ decided_at: Date }[]>`
    UPDATE authorization_decision decision SET is_open = false
    WHERE receiver_id = ${receiverId}::uuid AND transaction_token = ${transactionToken} AND is_open
      AND (
        number < coalesce(${reportedOf(Prisma.sql`decision.receiver_id`, Prisma.sql`decision.transaction_token`)}, 0)
        OR EXISTS (
          SELECT FROM card_transaction_event event
          WHERE event.receiver_id = decision.receiver_id AND event.transaction_token = decision.transaction_token
            AND event.event_token = decision.event_token)
      )
    RETURNING decided_at`;
  return closed.map(({ decided_at }) => decided_at);
}

/** Returns the ids of the next receivers, after one and ordered by id, with an open approval from before an instant. */
export async function receiversWithOpenApprovals(transaction: Transaction, before: Date, after: string): Promise<string[]> {
  const rows = await prismaOf(transaction).$queryRaw<{ receiver_id: string }[]>`
    SELECT DISTINCT receiver_id FROM authorization_decision
    WHERE is_open AND receiver_id > ${after}::uuid AND decided_at < ${before}
    ORDER BY receiver_id LIMIT ${receiversAtOnce}`;
  return rows.map(({ receiver_id }) => receiver_id);
}
