import type { Cents } from '../../domain/basics/money.ts';
import { storedCents } from '../cents.ts';
import { Prisma, runOften, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

export interface AvailablePower {
  /** The state of the card; null when the receiver has no such card. */
  card_state: string | null;
  /** Whether the merchant holds the card. */
  is_on_own_hold: boolean;
  /** Whether the issuer has asked about this transaction before. */
  was_asked: boolean;
  /** The newest spending power; null before the first calculation. */
  total_cents: Cents | null;
  /** Owed and held. */
  outstanding_cents: Cents;
  /** The sum approved since an instant for which the issuer has not reported the authorization yet. */
  approved_cents: Cents;
  /** The number of the transaction's authorizations that the issuer has reported. */
  reported: number;
  /** The statuses that the receiver's draws have, each once. */
  draw_statuses: string[];
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

interface Row {
  card_state: string | null;
  is_on_own_hold: boolean | null;
  was_asked: boolean;
  total: bigint | null;
  outstanding: bigint;
  approved: bigint;
  reported: bigint;
  draws: string[];
}

/**
 * Reads what a decision about a transaction needs, in one statement of index look-ups. An approval is in the books when
 * the issuer has reported its authorization, which is known by its token, or else by its place: more authorizations were
 * reported than came before it. The caller holds the receiver's row.
 */
export async function readAvailablePower(
  transaction: Transaction,
  scope: ReceiverScope,
  { token, cardToken, since }: { token: string; cardToken: string; since: Date },
): Promise<AvailablePower> {
  const { receiverId } = scope;
  const [row] = await runOften<Row>(
    transaction,
    Prisma.sql`
    SELECT
      (SELECT state FROM card WHERE receiver_id = ${receiverId}::uuid AND token = ${cardToken}) AS card_state,
      (SELECT held_by_receiver_at IS NOT NULL FROM card WHERE receiver_id = ${receiverId}::uuid AND token = ${cardToken}) AS is_on_own_hold,
      EXISTS (SELECT FROM authorization_decision WHERE receiver_id = ${receiverId}::uuid AND transaction_token = ${token}) AS was_asked,
      (SELECT total_cents FROM spending_power_snapshot WHERE receiver_id = ${receiverId}::uuid ORDER BY taken_at DESC, id DESC LIMIT 1) AS total,
      (SELECT coalesce(sum(balance_cents), 0)::bigint FROM ledger_balance
        WHERE receiver_id = ${receiverId}::uuid AND account IN ('owed', 'pending')) AS outstanding,
      (SELECT coalesce(sum(amount_cents), 0)::bigint FROM authorization_decision decision
        WHERE receiver_id = ${receiverId}::uuid AND decided_at > ${since} AND result = 'APPROVED'
          AND number >= coalesce(${reportedOf(scope, Prisma.sql`decision.transaction_token`)}, 0)
          AND NOT EXISTS (
            SELECT FROM card_transaction_event event
            WHERE event.receiver_id = decision.receiver_id AND event.transaction_token = decision.transaction_token
              AND event.event_token = decision.event_token)) AS approved,
      coalesce(${reportedOf(scope, Prisma.sql`${token}`)}, 0) AS reported,
      ARRAY(SELECT DISTINCT status FROM draw WHERE receiver_id = ${receiverId}::uuid) AS draws`,
  );
  return {
    card_state: row?.card_state ?? null,
    is_on_own_hold: row?.is_on_own_hold ?? false,
    was_asked: row?.was_asked ?? false,
    total_cents: row?.total === null || row?.total === undefined ? null : storedCents(row.total),
    outstanding_cents: storedCents(row?.outstanding ?? 0n),
    approved_cents: storedCents(row?.approved ?? 0n),
    reported: Number(row?.reported ?? 0),
    draw_statuses: row?.draws ?? [],
  };
}
