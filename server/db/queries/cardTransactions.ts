import type { IsoDate } from '../../domain/basics/dates.ts';
import { noteChanges } from '../changes.ts';
import { changesOfModels } from '../changesOfModels.ts';
import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { CardTransaction, JsonObject } from '../rows.ts';
import type { ReceiverScope } from '../scope.ts';

/** The terms of a purchase, which stay as they were when it was first stored. */
export interface StoredTerms extends Pick<CardTransaction, 'cashback_basis_points' | 'instalments'> {
  repayment_date: IsoDate;
  first_instalment_date: IsoDate | null;
}

/** A card transaction as it is stored: what the issuer says of it, and its terms. */
export interface NewCardTransaction extends StoredTerms, Omit<CardTransaction, 'receiver_id' | 'is_counted' | 'is_refund' | 'raw_data' | keyof StoredTerms> {
  raw_data: JsonObject;
}

/** What changes with each report of the issuer. */
const reported: Readonly<Record<Exclude<keyof NewCardTransaction, 'token' | keyof StoredTerms>, string>> = {
  card_token: 'text',
  status: 'text',
  result: 'text',
  amount_cents: 'bigint',
  pending_cents: 'bigint',
  settled_cents: 'bigint',
  merchant_descriptor: 'text',
  merchant_key: 'text',
  merchant: 'text',
  merchant_city: 'text',
  merchant_state: 'text',
  merchant_country: 'text',
  merchant_category_code: 'text',
  foreign_amount: 'bigint',
  foreign_currency: 'text',
  conversion_rate: 'text',
  raw_data: 'jsonb',
  search_text: 'text',
  settled_at: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
};
const terms: Readonly<Record<keyof StoredTerms, string>> = {
  repayment_date: 'date',
  first_instalment_date: 'date',
  instalments: 'integer',
  cashback_basis_points: 'integer',
};
const columns = Object.entries({ token: 'text', ...reported, ...terms }) as [keyof NewCardTransaction, string][];
const names = Prisma.raw(columns.map(([name]) => name).join(', '));
const asReported = Prisma.raw(
  Object.keys(reported)
    .map((name) => `${name} = excluded.${name}`)
    .join(', '),
);

/** What of a card transaction its sums are made of. */
const summed = Prisma.sql`is_counted, amount_cents, card_token, (created_at AT TIME ZONE 'UTC')::date AS made_on, repayment_date,
  coalesce(first_instalment_date, repayment_date) AS first_due_date, instalments, cashback_basis_points`;
const dayKey = Prisma.sql`card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points`;

/**
 * Stores a card transaction as the issuer reported it last, and keeps the sums of its receiver's transactions: their number and what
 * was bought and returned by day. The receiver's row must be held. Of a transaction that is known the terms stay as they are.
 */
export async function storeCardTransactionRow(transaction: Transaction, scope: ReceiverScope, row: NewCardTransaction): Promise<void> {
  const { receiverId } = scope;
  const values = columns.map(([name, type]) => Prisma.sql`${name === 'raw_data' ? JSON.stringify(row[name]) : row[name]}::${Prisma.raw(type)}`);
  await prismaOf(transaction).$executeRaw`
    WITH before AS (
      SELECT ${summed} FROM card_transaction WHERE receiver_id = ${receiverId}::uuid AND token = ${row.token}
    ), written AS (
      INSERT INTO card_transaction (receiver_id, ${names}) VALUES (${receiverId}::uuid, ${Prisma.join(values)})
      ON CONFLICT (receiver_id, token) DO UPDATE SET ${asReported}
      RETURNING ${summed}
    ), change AS (
      SELECT 1 AS sign, * FROM written WHERE is_counted UNION ALL SELECT -1, * FROM before WHERE is_counted
    ), one_more AS (
      INSERT INTO card_transaction_count AS total (receiver_id, counted)
      SELECT ${receiverId}::uuid, 1 FROM change HAVING sum(sign) > 0
      ON CONFLICT (receiver_id) DO UPDATE SET counted = total.counted + excluded.counted
    ), one_less AS (
      UPDATE card_transaction_count SET counted = counted - 1
      WHERE receiver_id = ${receiverId}::uuid AND (SELECT sum(sign) FROM change) < 0
    )
    INSERT INTO card_day AS day (receiver_id, ${dayKey}, bought_cents, returned_cents)
    SELECT ${receiverId}::uuid, ${dayKey}, sum(sign * greatest(amount_cents, 0)) AS bought, sum(sign * greatest(-amount_cents, 0)) AS returned
    FROM change GROUP BY ${dayKey}
    HAVING sum(sign * greatest(amount_cents, 0)) <> 0 OR sum(sign * greatest(-amount_cents, 0)) <> 0
    ORDER BY ${dayKey}
    ON CONFLICT (receiver_id, ${dayKey})
    DO UPDATE SET bought_cents = day.bought_cents + excluded.bought_cents, returned_cents = day.returned_cents + excluded.returned_cents`;
  noteChanges(transaction, scope, changesOfModels.cardTransaction);
}
