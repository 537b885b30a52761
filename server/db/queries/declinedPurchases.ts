import type { Cents } from '../../domain/basics/money.ts';
import { storedCents } from '../cents.ts';
import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';
import { ofHolder } from './shownRows.ts';

/** A declined purchase. */
export interface DeclinedPurchase {
  /** Its own: the issuer may ask about one transaction several times. */
  id: string;
  transaction_token: string;
  merchant: string;
  amount_cents: Cents;
  declined_at: Date;
  /** The result of our own decision, or the issuer's when we made none. */
  result: string;
  /** The reason of our own decision; null when we made none. */
  own_reason: string | null;
  short_by_cents: Cents | null;
  card_token: string;
  /** The card's own name; null for one without. */
  card_name: string | null;
  /** Null for a card that is no longer kept here. */
  card_last_four: string | null;
  /** The merchant's category code and its country by three letters; null where they are not known. */
  category_code: string | null;
  country: string | null;
  /** The control of the card that declined it, as it is stored; null when none did. */
  control_detail: unknown;
}

interface Row extends Omit<DeclinedPurchase, 'amount_cents' | 'short_by_cents'> {
  amount_cents: bigint;
  short_by_cents: bigint | null;
}

interface Since {
  since: Date;
  /** The member of the team with whose cards they were tried; undefined for all. */
  holderId?: string | undefined;
  /** The one card with which they were tried; undefined for all. */
  cardToken?: string | undefined;
}

/**
 * Returns the SQL of a receiver's declines since an instant: by our own decisions, which know the missing amount, and by
 * the issuer alone, of which we keep no decision. A refund that was declined, whose amount is below 0, is no purchase.
 */
function declinesSince(scope: ReceiverScope, { since, holderId, cardToken }: Since): Prisma.Sql {
  const { receiverId } = scope;
  const ofCard = Prisma.sql`${holderId === undefined ? Prisma.empty : Prisma.sql`AND ${ofHolder(scope, holderId)}`}
    ${cardToken === undefined ? Prisma.empty : Prisma.sql`AND card_token = ${cardToken}`}`;
  return Prisma.sql`(
    SELECT receiver_id, transaction_token || '/' || number AS id, transaction_token, card_token, merchant_descriptor AS merchant, amount_cents,
      decided_at AS declined_at, result, reason AS own_reason, short_by_cents, merchant_category_code AS category_code, merchant_country AS country,
      control_detail
    FROM authorization_decision
    WHERE receiver_id = ${receiverId}::uuid AND decided_at >= ${since} AND result <> 'APPROVED' ${ofCard}
    UNION ALL
    SELECT receiver_id, token, token, card_token, merchant_descriptor, amount_cents, created_at, result, NULL, NULL, NULL, NULL, NULL
    FROM card_transaction issuers
    WHERE receiver_id = ${receiverId}::uuid AND created_at >= ${since} AND status = 'DECLINED' AND amount_cents >= 0 ${ofCard} AND NOT EXISTS (
      SELECT FROM authorization_decision ours
      WHERE ours.receiver_id = ${receiverId}::uuid AND ours.transaction_token = issuers.token AND ours.result <> 'APPROVED')
  ) declines`;
}

/** Reads the purchases declined since an instant, newest first. */
export async function readDeclinedPurchases(
  transaction: Transaction,
  scope: ReceiverScope,
  { limit, skip = 0, ...wanted }: Since & { limit: number; skip?: number },
): Promise<DeclinedPurchase[]> {
  const rows = await prismaOf(transaction).$queryRaw<Row[]>`
    SELECT id, transaction_token, merchant, amount_cents, declined_at, result, own_reason, short_by_cents, category_code, country, control_detail,
      declines.card_token, card.name AS card_name, card.last_four AS card_last_four
    FROM ${declinesSince(scope, wanted)} LEFT JOIN card ON card.receiver_id = declines.receiver_id AND card.token = declines.card_token
    ORDER BY declined_at DESC, id DESC LIMIT ${limit} OFFSET ${skip}`;
  return rows.map((row) => ({
    ...row,
    amount_cents: storedCents(row.amount_cents),
    short_by_cents: row.short_by_cents === null ? null : storedCents(row.short_by_cents),
  }));
}

/** Counts the purchases declined since an instant. */
export async function countDeclinedPurchases(transaction: Transaction, scope: ReceiverScope, wanted: Since): Promise<number> {
  const [row] = await prismaOf(transaction).$queryRaw<{ count: bigint }[]>`SELECT count(*) FROM ${declinesSince(scope, wanted)}`;
  return Number(row?.count ?? 0);
}
