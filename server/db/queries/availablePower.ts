import { type Cents, cents } from '../../domain/basics/money.ts';
import { prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

export interface AvailablePower {
  /** The newest spending power; null before the first calculation. */
  total_cents: Cents | null;
  /** Owed and held. */
  outstanding_cents: Cents;
  /** Approved since an instant, with no transaction from the issuer yet. */
  approved_cents: Cents;
}

/** Reads what a purchase decision needs, in one statement of index look-ups. The caller has locked the receiver's row. */
export async function readAvailablePower(transaction: Transaction, { receiverId }: ReceiverScope, since: Date): Promise<AvailablePower> {
  const [row] = await prismaOf(transaction).$queryRaw<{ total: bigint | null; outstanding: bigint; approved: bigint }[]>`
    SELECT
      (SELECT total_cents FROM spending_power_snapshot WHERE receiver_id = ${receiverId}::uuid ORDER BY taken_at DESC, id DESC LIMIT 1) AS total,
      (SELECT coalesce(sum(balance_cents), 0)::bigint FROM ledger_balance
        WHERE receiver_id = ${receiverId}::uuid AND account IN ('owed', 'pending')) AS outstanding,
      (SELECT coalesce(sum(amount_cents), 0)::bigint FROM authorization_decision decision
        WHERE receiver_id = ${receiverId}::uuid AND decided_at > ${since} AND result = 'APPROVED'
          AND NOT EXISTS (SELECT 1 FROM card_transaction told WHERE told.receiver_id = decision.receiver_id AND told.token = decision.transaction_token)) AS approved`;
  return {
    total_cents: row?.total === null || row?.total === undefined ? null : cents(Number(row.total)),
    outstanding_cents: cents(Number(row?.outstanding ?? 0)),
    approved_cents: cents(Number(row?.approved ?? 0)),
  };
}
