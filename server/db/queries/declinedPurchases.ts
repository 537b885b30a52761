import type { Cents } from '../../domain/basics/money.ts';
import { storedCents } from '../cents.ts';
import { prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

/** A declined purchase. */
export interface DeclinedPurchase {
  transaction_token: string;
  merchant: string;
  amount_cents: Cents;
  declined_at: Date;
  /** The result of our own decision, or the issuer's when we made none. */
  result: string;
  /** The reason of our own decision; null when we made none. */
  own_reason: string | null;
  short_by_cents: Cents | null;
}

interface Row extends Omit<DeclinedPurchase, 'amount_cents' | 'short_by_cents'> {
  amount_cents: bigint;
  short_by_cents: bigint | null;
}

/** Reads the purchases declined since an instant, newest first: by our own decision, which knows the missing amount, or by the issuer alone. */
export async function readDeclinedPurchases(
  transaction: Transaction,
  { receiverId }: ReceiverScope,
  { since, limit }: { since: Date; limit: number },
): Promise<DeclinedPurchase[]> {
  const rows = await prismaOf(transaction).$queryRaw<Row[]>`
    SELECT coalesce(ours.transaction_token, issuers.token) AS transaction_token, coalesce(ours.merchant_descriptor, issuers.merchant_descriptor) AS merchant,
      coalesce(ours.amount_cents, issuers.amount_cents) AS amount_cents, coalesce(ours.decided_at, issuers.created_at) AS declined_at,
      coalesce(ours.result, issuers.result) AS result, ours.reason AS own_reason, ours.short_by_cents
    FROM (
      SELECT * FROM authorization_decision
      WHERE receiver_id = ${receiverId}::uuid AND decided_at >= ${since} AND result <> 'APPROVED'
      ORDER BY decided_at DESC LIMIT ${limit}
    ) ours
    FULL JOIN (
      SELECT * FROM card_transaction
      WHERE receiver_id = ${receiverId}::uuid AND created_at >= ${since} AND status = 'DECLINED'
      ORDER BY created_at DESC LIMIT ${limit}
    ) issuers ON issuers.token = ours.transaction_token
    ORDER BY declined_at DESC LIMIT ${limit}`;
  return rows.map((row) => ({
    ...row,
    amount_cents: storedCents(row.amount_cents),
    short_by_cents: row.short_by_cents === null ? null : storedCents(row.short_by_cents),
  }));
}
