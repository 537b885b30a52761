import { type Cents, cents } from '../../domain/basics/money.ts';
import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

export interface Approvals {
  /** The sum approved since an instant for which the issuer has not reported the authorization yet. */
  approved_cents: Cents;
  /** The number of a transaction's authorizations that the issuer has reported. */
  reported: number;
}

/** The issuer's events that follow a question to us; with each comes one of them, approved or not. */
const askedTypes = ['AUTHORIZATION', 'FINANCIAL_AUTHORIZATION', 'BALANCE_INQUIRY', 'CREDIT_AUTHORIZATION', 'FINANCIAL_CREDIT_AUTHORIZATION'];

/** Returns the SQL for the number of authorizations reported of a transaction; a reported transaction has one at least. */
function reportedOf({ receiverId }: ReceiverScope, token: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT greatest(1, (
      SELECT count(*) FROM card_transaction_event event
      WHERE event.receiver_id = ${receiverId}::uuid AND event.transaction_token = ${token} AND event.type IN (${Prisma.join(askedTypes)})))
    FROM card_transaction reported WHERE reported.receiver_id = ${receiverId}::uuid AND reported.token = ${token})`;
}

/**
 * Reads the approvals that the books do not include yet, and how far the books are with one transaction, in one statement
 * of index look-ups. A decision is in the books when the issuer has reported its authorization, which is known by its
 * token, or else by its place: more authorizations were reported than came before it. The caller holds the receiver's row.
 */
export async function readApprovals(transaction: Transaction, scope: ReceiverScope, { token, since }: { token: string; since: Date }): Promise<Approvals> {
  const [row] = await prismaOf(transaction).$queryRaw<{ approved: bigint; reported: bigint }[]>`
    SELECT
      (SELECT coalesce(sum(amount_cents), 0)::bigint FROM authorization_decision decision
        WHERE receiver_id = ${scope.receiverId}::uuid AND decided_at > ${since} AND result = 'APPROVED'
          AND number >= coalesce(${reportedOf(scope, Prisma.sql`decision.transaction_token`)}, 0)
          AND NOT EXISTS (
            SELECT FROM card_transaction_event event
            WHERE event.receiver_id = decision.receiver_id AND event.transaction_token = decision.transaction_token
              AND event.event_token = decision.event_token)) AS approved,
      coalesce(${reportedOf(scope, Prisma.sql`${token}`)}, 0) AS reported`;
  return { approved_cents: cents(Number(row?.approved ?? 0)), reported: Number(row?.reported ?? 0) };
}
